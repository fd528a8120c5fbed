//! The compact form of a kernel's body, which the machine executes.
//!
//! In: a typed kernel. Out: [`Code`]: one list of operations on numbered registers, with structured statements as
//! jumps. Names, types and nesting are resolved here once, and not at every step.

mod around;
mod compile;
mod expr;
mod registers;

pub(crate) use around::{Apart, Around};
pub(crate) use compile::compile;
pub(crate) use registers::{launch_register, launch_registers, positions};

use ir::Node;
use ir::{AtomicOrder, AtomicScope, Barrier, Clause, Expr, FloatFormat, Intrinsic, Type, VarId};

use crate::float::Arith;
use crate::value::Value;

/// A register of a thread.
pub(crate) type Reg = u32;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
}

/// One operation. The first register is the one that is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// A statement, or the decision of a loop, begins: one step.
    Step,
    Copy(Reg, Reg),
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    Mul(Reg, Reg, Reg),
    Div(Reg, Reg, Reg),
    Mod(Reg, Reg, Reg),
    EqInt(Reg, Reg, Reg),
    NeInt(Reg, Reg, Reg),
    LtInt(Reg, Reg, Reg),
    LeInt(Reg, Reg, Reg),
    /// Equality of bits: of truth values, and identity of floats.
    EqBits(Reg, Reg, Reg),
    NeBits(Reg, Reg, Reg),
    Not(Reg, Reg),
    Single(Arith, Reg, Reg, Reg),
    Double(Arith, Reg, Reg, Reg),
    NegFloat(FloatFormat, Reg, Reg),
    CompareSingle(Compare, Reg, Reg, Reg),
    CompareDouble(Compare, Reg, Reg, Reg),
    Jump(u32),
    JumpIf(Reg, u32),
    JumpUnless(Reg, u32),
    /// `dst, array, index`: of an array with one dimension.
    Load(Reg, u32, Reg),
    /// `array, index, value`.
    Store(u32, Reg, Reg),
    /// `dst, array, first index`: the indices stand in consecutive registers.
    LoadMany(Reg, u32, Reg),
    /// `array, first index, value`.
    StoreMany(u32, Reg, Reg),
    /// What the compact form has no operation for: evaluated by the evaluator of contracts.
    Eval(Reg, u32),
    /// `dst, operation, first argument`: an operation that has a name.
    Intrinsic(Reg, u32, Reg),
    /// The end of a round of a loop, where lanes of a warp in lockstep wait for each other. Nobody sees it, but it has a turn
    /// of its own.
    Meet,
    /// A branch is decided by this register; for the record only.
    Branch(Reg),
    /// The private variable gets what is in its register; for the record only.
    Assigned(u32),
    /// The variable has no value from here on.
    Forget(u32),
    /// The variable has a value from here on.
    Known(u32),
    /// The variable is read: it must have a value.
    Demand(u32),
    Barrier(u32),
    /// An atomic begins: everything up to its end is one visible operation.
    AtomicBegin(u32),
    AtomicEnd,
    Assert(u32),
    Assume(u32),
    /// A loop is entered: checks its invariant, sets the rest of the permissions aside.
    LoopEnter(u32),
    /// The body of a loop ended: checks its invariant.
    LoopAgain(u32),
    /// The guard of a loop is false.
    LoopExit,
    End,
}

impl Op {
    /// Whether other threads may see or change what it does. Contracts read memory at barriers and at the end.
    pub fn is_visible(self, contracts: bool) -> bool {
        match self {
            Self::Load(..) | Self::LoadMany(..) | Self::Store(..) | Self::StoreMany(..) => true,
            Self::Eval(..) | Self::Assert(_) | Self::Assume(_) | Self::AtomicBegin(_) | Self::Meet => true,
            Self::LoopEnter(_) | Self::LoopAgain(_) | Self::Barrier(_) | Self::End => contracts,
            Self::Step
            | Self::Copy(..)
            | Self::Add(..)
            | Self::Sub(..)
            | Self::Mul(..)
            | Self::Div(..)
            | Self::Mod(..)
            | Self::EqInt(..)
            | Self::NeInt(..)
            | Self::LtInt(..)
            | Self::LeInt(..)
            | Self::EqBits(..)
            | Self::NeBits(..)
            | Self::Not(..)
            | Self::Single(..)
            | Self::Double(..)
            | Self::NegFloat(..)
            | Self::CompareSingle(..)
            | Self::CompareDouble(..)
            | Self::Intrinsic(..)
            | Self::Jump(_)
            | Self::JumpIf(..)
            | Self::JumpUnless(..)
            | Self::Branch(_)
            | Self::Assigned(_)
            | Self::Forget(_)
            | Self::Known(_)
            | Self::Demand(_)
            | Self::AtomicEnd
            | Self::LoopExit => false,
        }
    }
}

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
