//! The parallel blocks and shared invariants around a statement, while it is checked.
//!
//! In: nothing; these are data. Out: what the checks of statements inside of them look up.

use crate::pvl::ast;
use ir::{LabelId, Span};

/// A parallel block around a statement.
#[derive(Clone, Debug)]
pub struct Around {
    /// The name, if it has one, with its place.
    pub(super) name: Option<ast::Name>,
    /// The head of the block.
    pub(super) head: Span,
    /// The number of variables that are declared in front of the block.
    pub(super) outside: usize,
    /// The number of those and the iterators.
    pub(super) iterators: usize,
}

/// A shared invariant around a statement.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// Its name.
    pub(super) name: ast::Name,
    /// Its label.
    pub(super) label: LabelId,
    /// The head of the block.
    pub(super) head: Span,
}
