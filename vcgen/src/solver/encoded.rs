//! The Z3 terms of the nodes of a query.
//!
//! In: Z3 terms in the order of the nodes. Out: the Z3 term of a node, by the node's position.

use super::dag::Id;
use super::fault::Fault;
use z3::ast::{Ast, Bool, Dynamic};

/// The Z3 terms of a table's nodes, in the order of the table.
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

/// The Z3 term as one whose sort is not part of its Rust type.
pub fn dynamic(term: impl Ast) -> Dynamic {
    Dynamic::from_ast(&term)
}

/// The Z3 term as a formula, or a fault if its sort is not Bool.
pub fn truth(term: &Dynamic) -> Result<Bool, Fault> {
    term.as_bool().ok_or_else(|| "not a truth value".into())
}
