//! Contracts: clauses, and when each of them holds.

use crate::{Expr, Node};

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

/// Who wrote a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum By {
    /// A person.
    #[default]
    Written,
    /// Sepal, as the meaning of something that a person wrote.
    Generated,
    /// Inference, as a guess that is still to be proved.
    Candidate,
    /// Inference, as a guess that is proved.
    Inferred,
}

/// One clause of a contract or one loop invariant.
#[derive(Clone, Debug)]
pub struct Clause {
    /// When it holds.
    pub kind: ClauseKind,
    /// Of type `Bool` or `Resource`.
    pub expr: Expr,
    /// Who wrote it.
    pub by: By,
    /// Its identity, and where it is written, with its keyword.
    pub node: Node,
}
