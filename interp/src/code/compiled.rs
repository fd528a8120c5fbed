//! The compiled code of a kernel, which its threads execute.
//!
//! In: nothing. Out: [`Codes`]: the operations of the kernel's body and of each procedure that it may call, and the
//! barriers, loops, calls and expressions to which operations refer by number.

use ir::{
    AtomicOrder, AtomicScope, Barrier, Clause, Expr, Gather, Gathers, Intrinsic, LabelId, LoopKeeps, Node, ProcId,
    Procedure, Type, VarDecl, VarId,
};
use std::sync::Arc;

use super::op::{Op, Reg};
use crate::shape::written;
use crate::value::Value;

/// A barrier.
#[derive(Clone, Debug)]
pub(crate) struct BarrierInfo<'p> {
    pub barrier: &'p Barrier,
    /// Registers that count the iterations of the loops around it, outermost first.
    pub counters: Vec<Reg>,
}

/// A gather.
#[derive(Clone, Debug)]
pub(crate) struct GatherInfo<'p> {
    pub gather: &'p Gather,
    /// The first of the consecutive registers with the operands.
    pub args: Reg,
    /// The register that gets the result.
    pub result: Option<Reg>,
    /// Registers that count the iterations of the loops around it, outermost first.
    pub counters: Vec<Reg>,
}

/// An atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtomicInfo {
    pub order: AtomicOrder,
    pub scope: AtomicScope,
    /// The number of its first operation, and the number behind its last one.
    pub ops: (u32, u32),
}

/// A loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopInfo<'p> {
    pub invariants: &'p [Clause],
    /// What the loop keeps although its invariants do not name it.
    pub keeps: Arc<LoopKeeps>,
    /// Whether a barrier is in its body, or in a procedure that is called there.
    pub waits: bool,
    /// The register that counts its iterations, if threads wait for each other in its body or in a procedure that is
    /// called there.
    pub counter: Option<Reg>,
}

/// A call of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct CallInfo {
    /// Number of the code that is called; `None` if the procedure has none.
    pub code: Option<u32>,
    pub callee: ProcId,
    /// The first of the consecutive registers with the arguments.
    pub args: Reg,
    /// The register that gets the result, if the call uses it.
    pub results: Vec<Reg>,
    /// Registers that count the iterations of the loops around it, outermost first, if there is a barrier behind it.
    pub counters: Vec<Reg>,
}

/// A private variable that is declared without value somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unset {
    pub var: VarId,
    /// The register that says whether the variable has a value.
    pub flag: Reg,
}

/// A private array: its elements are registers.
#[derive(Clone, Debug)]
pub(crate) struct OwnArray {
    pub var: VarId,
    pub elem: Type,
    /// Length of each dimension; 0 if one of them has no value.
    pub dims: Vec<i64>,
    /// Whether each length has a value. If not, the array is never there, because its declaration fails.
    pub has_value: bool,
    /// How many elements it has.
    pub len: u32,
    /// The register of the first element.
    pub first: Reg,
    /// The first of the registers that say for each element whether it has a value.
    pub flags: Reg,
}

/// A branch or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Around {
    /// One side of an `if`.
    Side {
        /// Number of the `if`.
        number: u32,
        /// Whether it is the side where the condition is true.
        then: bool,
    },
    /// A loop, with its guard.
    Loop {
        /// The guard, at which the record says how it was decided.
        guard: Node,
    },
}

/// The code of a kernel's body or of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Code<'p> {
    /// The procedure; `None` for the kernel's body.
    pub procedure: Option<&'p Procedure>,
    /// Its variables.
    pub vars: &'p [VarDecl],
    /// Its first operation.
    pub entry: u32,
    /// How many registers a frame of it has.
    pub registers: u32,
    /// Registers that have their value from the start.
    pub constants: Vec<(Reg, Value)>,
    pub unset: Vec<Unset>,
    pub arrays: Vec<OwnArray>,
}

/// The code of the kernel's body, and behind it that of each procedure that it may call, in one list of operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Codes<'p> {
    pub ops: Vec<Op>,
    /// The place of each operation.
    pub nodes: Vec<Node>,
    /// For each operation the innermost branch or loop around it: a number of `parts`.
    pub sides: Vec<u32>,
    /// The trees of branches and loops, each with its parent; both are numbers from 1, and 0 is the whole code.
    pub parts: Vec<(u32, Around)>,
    pub exprs: Vec<&'p Expr>,
    /// Operations that have a name, with the types of their arguments.
    pub intrinsics: Vec<(Intrinsic, Vec<Type>)>,
    pub barriers: Vec<BarrierInfo<'p>>,
    pub gathers: Vec<GatherInfo<'p>>,
    pub atomics: Vec<AtomicInfo>,
    /// For each atomic the invariants that it opens.
    pub opens: Vec<&'p [LabelId]>,
    pub loops: Vec<LoopInfo<'p>>,
    pub calls: Vec<CallInfo>,
    /// The kernel's body first.
    pub all: Vec<Code<'p>>,
    /// In each code the register of the first scalar; before it are those of the launch.
    pub first_scalar: Reg,
    /// In each code the register of the first private variable; they are consecutive.
    pub first_var: Reg,
    /// Whether a past state of memory is asked for, other than the one before the kernel.
    pub remembers: bool,
}

impl<'p> Codes<'p> {
    /// The place of an operation.
    pub fn node(&self, op: u32) -> Node {
        self.nodes.get(op as usize).copied().unwrap_or_default()
    }

    /// The atomic that an operation is a part of.
    pub fn atomic(&self, op: u32) -> Option<&AtomicInfo> {
        self.atomics.iter().find(|atomic| (atomic.ops.0..atomic.ops.1).contains(&op))
    }

    /// Whether not only barriers order accesses to memory, but also atomics, or gathers of warps.
    pub fn has_other_orders(&self) -> bool {
        !self.atomics.is_empty() || self.gathers.iter().any(|info| info.gather.how == Gathers::Order)
    }

    /// The code of that number.
    pub fn code(&self, number: u32) -> Option<&Code<'p>> {
        self.all.get(number as usize)
    }
}

impl OwnArray {
    /// An element as it is written, where the array has this name.
    pub fn show(&self, name: &str, offset: u32) -> String {
        written(name, &self.dims, offset)
    }
}

impl Code<'_> {
    /// The private array of that variable.
    pub fn array(&self, var: VarId) -> Option<&OwnArray> {
        self.arrays.iter().find(|array| array.var == var)
    }

    /// The name of a variable.
    pub fn name(&self, var: VarId) -> &str {
        self.vars.get(var.0 as usize).map_or("", |v| v.name.name.as_str())
    }
}
