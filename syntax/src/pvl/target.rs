//! The left of an assignment in the syntax tree.
//!
//! In: nothing; `parse` builds it. Out: the name that is assigned, with its indices and position.

use super::expression::{Expr, Name};
use super::unequal::At;

/// The variable or location that an assignment writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// A variable, or the array.
    pub name: Name,
    /// Indices; none for a variable.
    pub index: Vec<Expr>,
    /// Position of the target.
    pub at: At,
}
