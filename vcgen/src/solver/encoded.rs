//! The nodes of a query as Z3 terms, by their numbers.

use super::dag::Id;
use super::fault::Fault;
use z3::ast::{Ast, Bool, Dynamic};

/// A table and its Z3 terms.
#[derive(Default)]
pub struct Encoded {
    terms: Vec<Dynamic>,
}

impl Encoded {
    /// Adds the Z3 term of the next node.
    pub fn push(&mut self, term: Dynamic) {
        self.terms.push(term);
    }

    /// The Z3 term of a node.
    pub fn term(&self, id: Id) -> Result<&Dynamic, Fault> {
        self.terms.get(id).ok_or_else(|| "a term without encoding".into())
    }

    /// The Z3 term of a node of sort Bool.
    pub fn formula(&self, id: Id) -> Result<Bool, Fault> {
        truth(self.term(id)?)
    }
}

/// Any Z3 term as one of unknown sort.
pub fn literal(term: impl Ast) -> Dynamic {
    Dynamic::from_ast(&term)
}

/// A Z3 term that must be a truth value.
pub fn truth(term: &Dynamic) -> Result<Bool, Fault> {
    term.as_bool().ok_or_else(|| "not a truth value".into())
}
