//! Contracts: clauses, and when each of them holds.

use crate::{Expr, Span};

/// A contract: its clauses in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl Contract {
    /// Clauses that hold before: `requires` and `context`.
    pub fn pre(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|c| matches!(c.kind, ClauseKind::Requires | ClauseKind::Context))
    }

    /// Clauses that hold after: `ensures` and `context`.
    pub fn post(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|c| matches!(c.kind, ClauseKind::Ensures | ClauseKind::Context))
    }
}

/// When a clause holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// Before.
    Requires,
    /// After.
    Ensures,
    /// Before and after.
    Context,
    /// At the head of a loop, each time.
    Invariant,
}

/// One clause of a contract or one loop invariant.
#[derive(Clone, Debug)]
pub struct Clause {
    /// When it holds.
    pub kind: ClauseKind,
    /// Of type `Bool` or `Resource`.
    pub expr: Expr,
    /// The clause with its keyword.
    pub span: Span,
}
