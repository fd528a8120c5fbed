//! The clauses of contracts and loops in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: data.

use super::expression::{Expr, Name};
use super::type_name::TypeName;
use super::unequal::{At, Notes};
use ir::{ClauseKind, Span};

/// One clause of a contract, or a loop invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The kind of the clause.
    pub kind: ClauseKind,
    /// The condition or permission. For a measure, the first integer.
    pub expr: Expr,
    /// The further integers of a measure.
    pub more: Vec<Expr>,
    /// Whether the keyword is `context_everywhere`: the clause is also an invariant of all loops of the procedure. Then
    /// the kind is `Context`.
    pub everywhere: bool,
    /// The whole clause with its keyword.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// `decreases a, b;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The integers, which are compared from the first on. There is at least one.
    pub exprs: Vec<Expr>,
    /// The whole clause with its keyword.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

impl Measure {
    /// The place of the first integer.
    pub fn first(&self) -> Span {
        self.exprs.first().map_or(self.at.0, |e| e.at.0)
    }
}

/// `given int x, int y;` or `yields int z;`: ghost parameters or ghost results of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostClause {
    /// Whether the word is `yields`.
    pub yields: bool,
    /// The ghost parameters or results.
    pub names: Vec<(TypeName, Name)>,
    /// The whole clause with its keyword.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// `axiom e;`: what is trusted of the functions of an abstract data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    /// The condition.
    pub expr: Expr,
    /// The whole axiom.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}
