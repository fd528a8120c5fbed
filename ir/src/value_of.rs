//! The kinds of values that reports show to explain a finding.
//!
//! In: nothing. Out: [`ValueOf`]. The verifier (`logic`) and the interpreter (`interp`) record it beside the label that
//! people read, so that tools need not parse labels.

use crate::{Axis, Expr, ExprKind, LaunchVar};

/// The kind of a shown value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueOf {
    /// A size of the launch, or the position of a thread or group, in one dimension: `gsize`, `tid`, `lid.y`.
    Launch(LaunchVar, Axis),
    /// The location that the finding is about: `a[3]`.
    Location,
    /// An index of that location, or a length of its array.
    Index,
    /// A private variable at the start of a loop iteration, where the finding is about the end of the iteration.
    IterationStart,
    /// An element of an array at the moment when all threads had reached a barrier.
    AtBarrier,
    /// The measure of a procedure or a function that calls itself, at its start.
    Measure,
    /// Any other expression of the program.
    Expression,
}

impl ValueOf {
    /// The kind of the current value of an expression.
    pub fn the(e: &Expr) -> Self {
        if let ExprKind::Launch(var, axis) = e.kind {
            Self::Launch(var, axis)
        } else {
            Self::Expression
        }
    }
}
