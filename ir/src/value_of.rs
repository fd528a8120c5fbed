//! What a value that explains a finding is the value of.
//!
//! In: nothing. Out: [`ValueOf`], which proofs (`logic`) and runs (`interp`) note beside the label that a person reads,
//! so that nobody has to read a label to know what it names.

use crate::{Axis, Expr, ExprKind, LaunchVar};

/// What a shown value is the value of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueOf {
    /// A size of the launch, or the position of a thread or group, in one dimension: `gsize`, `tid`, `lid.y`.
    Launch(LaunchVar, Axis),
    /// The location that the finding is about: `a[3]`.
    Location,
    /// An index of that location, or a length of its array.
    Index,
    /// A private variable when the iteration began whose end the finding is about.
    IterationStart,
    /// An element when all threads had reached a barrier.
    AtBarrier,
    /// Any other expression of the program.
    Expression,
}

impl ValueOf {
    /// What the present value of an expression is the value of.
    pub fn the(e: &Expr) -> Self {
        if let ExprKind::Launch(var, axis) = e.kind {
            Self::Launch(var, axis)
        } else {
            Self::Expression
        }
    }
}
