//! The environment in which the lengths of arrays are evaluated, before there is a machine.
//!
//! In: the size of a launch and its constants. Out: an [`Env`] in which only these have values.

use ir::{Axis, Heap, Kernel, LaunchVar, Node, Program, ScalarId, VarDecl, VarId};

use crate::env::{Env, When};
use crate::int::Int;
use crate::launch::Launch;
use crate::location::Location;
use crate::member::Member;
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

/// Before there is a machine: constants and sizes alone, for the lengths of arrays.
pub(crate) struct Sizes<'a, 'p> {
    pub program: &'p Program,
    pub kernel: &'p Kernel,
    pub launch: Launch,
    pub scalars: &'a [Value],
    pub work: u64,
}

impl<'p> Env<'p> for Sizes<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.kernel
    }

    fn vars(&self) -> &'p [VarDecl] {
        &self.kernel.vars
    }

    fn var(&mut self, _: VarId, _: When, node: Node) -> Result<Value, Stop> {
        Err(unknown("a private variable", node))
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        let value = self.launch.value(var, axis, Member::LAUNCH);
        value.map(Value::from).ok_or_else(|| unknown("the number of a thread", node))
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        self.scalars.get(scalar.0 as usize).cloned().ok_or_else(|| unknown("a constant", node))
    }

    fn length(&mut self, _: Heap, _: usize, node: Node) -> Result<Int, Stop> {
        Err(unknown("the length of another array", node))
    }

    fn locate(&mut self, _: Heap, _: &[Int], node: Node) -> Result<Location, Stop> {
        Err(unknown("an element of an array", node))
    }

    fn load(&mut self, _: Location, _: When, node: Node) -> Result<Value, Stop> {
        Err(unknown("an element of an array", node))
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.work = self.work.checked_sub(1).ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}

fn unknown(what: &str, node: Node) -> Stop {
    Stop::new(Cause::NotComputable(format!("{what} is not known before memory exists")), node)
}
