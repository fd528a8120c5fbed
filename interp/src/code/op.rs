//! Operations on the registers of a thread.
//!
//! In: nothing. Out: [`Op`], of which the code of a kernel is a list.

use ir::FloatFormat;

use crate::float::Arith;

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
