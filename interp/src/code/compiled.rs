//! A compiled body.
//!
//! In: nothing. Out: [`Code`]: operations, and what they mention by number.

use ir::{AtomicOrder, AtomicScope, Barrier, Clause, Expr, Intrinsic, Node, Type, VarId};

use super::op::{Op, Reg};
use crate::value::Value;

/// A barrier of the body.
#[derive(Clone, Debug)]
pub(crate) struct BarrierInfo<'p> {
    pub barrier: &'p Barrier,
    /// Registers that count the iterations of the loops around it, outermost first.
    pub counters: Vec<Reg>,
}

/// An atomic of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtomicInfo {
    pub order: AtomicOrder,
    pub scope: AtomicScope,
    /// Its first operation, and the one behind its last.
    pub ops: (u32, u32),
}

/// A loop of the body.
#[derive(Clone, Debug)]
pub(crate) struct LoopInfo<'p> {
    pub invariants: &'p [Clause],
    /// Whether a barrier stands in its body.
    pub waits: bool,
    /// Counts its iterations, if a barrier stands in its body.
    pub counter: Option<Reg>,
}

/// A private variable that is declared without value somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unset {
    pub var: VarId,
    /// Whether it has a value.
    pub flag: Reg,
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

/// A compiled body.
#[derive(Clone, Debug)]
pub(crate) struct Code<'p> {
    pub ops: Vec<Op>,
    /// The place of each operation.
    pub nodes: Vec<Node>,
    /// For each operation, the place of the branch of the innermost `if` around it: `if` number and side.
    pub sides: Vec<u32>,
    /// The tree of branches and loops, each with its parent; both are numbers from 1, and 0 is the body.
    pub parts: Vec<(u32, Around)>,
    /// How many registers a thread has.
    pub registers: u32,
    /// Registers that have their value from the start.
    pub constants: Vec<(Reg, Value)>,
    pub exprs: Vec<&'p Expr>,
    /// Operations that have a name, with the types of their arguments.
    pub intrinsics: Vec<(Intrinsic, Vec<Type>)>,
    pub barriers: Vec<BarrierInfo<'p>>,
    pub atomics: Vec<AtomicInfo>,
    pub loops: Vec<LoopInfo<'p>>,
    pub unset: Vec<Unset>,
    /// Register of the first private variable; they are consecutive.
    pub first_var: Reg,
    /// Register of the first scalar.
    pub first_scalar: Reg,
}

impl Code<'_> {
    /// The place of an operation.
    pub fn node(&self, op: u32) -> Node {
        self.nodes.get(op as usize).copied().unwrap_or_default()
    }

    /// The atomic that an operation is a part of.
    pub fn atomic(&self, op: u32) -> Option<&AtomicInfo> {
        self.atomics.iter().find(|atomic| (atomic.ops.0..atomic.ops.1).contains(&op))
    }
}
