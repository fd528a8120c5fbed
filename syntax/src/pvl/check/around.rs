//! What stands around a statement or an expression while it is checked: parallel blocks, shared invariants, and the
//! ghost arguments of a call.
//!
//! In: nothing; these are data. Out: what the checks of statements inside of them look up.

use crate::pvl::ast::{self, Name};
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
    /// What its iterations send.
    pub(super) channels: Vec<Channel>,
}

/// A statement of a parallel block that sends.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The label of the message, as written.
    pub(super) name: ast::Name,
    /// The label that stands in front of the statement, if it is written `send R to L, d;`.
    pub(super) own: Option<String>,
    /// The distance.
    pub(super) distance: ast::Distance,
    /// The label of the typed program.
    pub(super) label: LabelId,
    /// Where the message is received.
    pub(super) received: Option<Span>,
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

/// The ghost arguments of a call as written.
#[derive(Clone, Default)]
pub struct GhostArguments {
    /// Ghost parameters with their values.
    pub given: Vec<(Name, ast::Expr)>,
    /// Ghost variables with the names of the results that they get.
    pub yields: Vec<(Name, Name)>,
}
