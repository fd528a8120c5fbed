//! A pure function on its own, at concrete arguments.
//!
//! In: a program, a function of its top level, arguments. Out: what [`check_function`] finds: whether the body is well
//! defined, the measure decreases and the postcondition holds there.

use std::sync::OnceLock;

use ir::Node;
use ir::{Axis, Block, Contract, FnId, Heap, Ident, Kernel, LaunchVar, Program, ScalarId, Type, VarDecl, VarId};

use crate::env::{Env, When};
use crate::ghost::{check_function, FunctionCheck};
use crate::int::Int;
use crate::location::Location;
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

/// Checks a function of the top level at arguments of the types of its parameters, with at most `work` evaluated nodes.
pub fn call(program: &Program, function: FnId, args: Vec<Value>, work: u64) -> FunctionCheck {
    check_function(&mut Nowhere { program, work }, function, args)
}

/// The environment of a function of the top level, which sees no kernel, no launch and no memory.
struct Nowhere<'p> {
    program: &'p Program,
    work: u64,
}

fn nothing<T>(node: Node) -> Result<T, Stop> {
    Err(Stop::new(Cause::NotComputable("this belongs to a kernel".into()), node))
}

/// The kernel of code that belongs to none.
pub(crate) fn no_kernel() -> &'static Kernel {
    static NONE: OnceLock<Kernel> = OnceLock::new();
    NONE.get_or_init(|| Kernel {
        name: Ident { name: String::new(), node: Node::default() },
        arrays: vec![],
        scalars: vec![],
        vars: vec![],
        labels: vec![],
        contract: Contract::default(),
        invariants: vec![],
        teams: vec![],
        launch: Type::Int,
        body: Block::default(),
        node: Node::default(),
    })
}

impl<'p> Env<'p> for Nowhere<'p> {
    fn program(&self) -> &'p Program {
        self.program
    }

    fn kernel(&self) -> &'p Kernel {
        no_kernel()
    }

    fn vars(&self) -> &'p [VarDecl] {
        &[]
    }

    fn var(&mut self, _: VarId, _: When, node: Node) -> Result<Value, Stop> {
        nothing(node)
    }

    fn launch(&mut self, _: LaunchVar, _: Axis, node: Node) -> Result<Value, Stop> {
        nothing(node)
    }

    fn scalar(&mut self, _: ScalarId, node: Node) -> Result<Value, Stop> {
        nothing(node)
    }

    fn length(&mut self, _: Heap, _: usize, node: Node) -> Result<Int, Stop> {
        nothing(node)
    }

    fn locate(&mut self, _: Heap, _: &[Int], node: Node) -> Result<Location, Stop> {
        nothing(node)
    }

    fn load(&mut self, _: Location, _: When, node: Node) -> Result<Value, Stop> {
        nothing(node)
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        match self.work.checked_sub(1) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => Err(Stop::new(Cause::Limit(Limit::Work), node)),
        }
    }
}
