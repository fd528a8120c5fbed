//! Assertions as data: chunks and facts, and what they need to be well defined.
//!
//! In: nothing; [`crate::reader`] makes them of clauses. Out: what is produced into a state, and consumed from it.

use crate::chunk::Chunk;
use crate::need::{Requirement, Seen};
use crate::term::{self, Substitution, Term};
use ir::Node;

/// A fact of an assertion: closed, with its guards and iterators inside.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What holds.
    pub term: Term,
    /// The conjunct that says so.
    pub node: Node,
    /// Position of the conjunct among the facts and permissions of the assertion, in the order of the text.
    pub place: usize,
    /// Parts whose values explain it, over the binders of `term`.
    pub seen: Vec<Seen>,
}

/// What a contract says in one state.
#[derive(Clone, Debug, Default)]
pub struct Assertion {
    /// Permissions.
    pub chunks: Vec<Chunk>,
    /// Facts, in the order of the text.
    pub facts: Vec<Fact>,
    /// What it needs to be well defined; the facts whose place is smaller may be used. The number is that place.
    pub requirements: Vec<(usize, Requirement)>,
    /// `0 ≤ amount` for each chunk, with the place that says how much.
    pub amounts: Vec<AmountRequirement>,
}

/// A condition on the amount of a permission.
#[derive(Clone, Debug)]
pub struct AmountRequirement {
    /// Guards.
    pub under: Vec<Term>,
    /// The amount.
    pub amount: Term,
    /// The permission.
    pub node: Node,
    /// Facts whose place is smaller may be used.
    pub place: usize,
}

impl Assertion {
    /// The facts in one state with constants replaced.
    #[must_use]
    pub fn substitute(&self, by: &Substitution) -> Self {
        Self {
            chunks: self.chunks.iter().map(|c| c.substitute(by)).collect(),
            facts: self
                .facts
                .iter()
                .map(|f| Fact { term: term::substitute(&f.term, by), node: f.node, place: f.place, seen: vec![] })
                .collect(),
            requirements: vec![],
            amounts: vec![],
        }
    }

    /// All facts as one condition.
    pub fn fact(&self) -> Term {
        term::and(self.facts.iter().map(|f| f.term.clone()))
    }
}
