//! Assertions as data: the permissions (chunks) and facts of a contract, and what they need to be well defined.
//!
//! In: nothing; [`crate::reader`] makes assertions from clauses. Out: what is produced into a state, or consumed from
//! it.

use crate::chunk::Chunk;
use crate::need::{Requirement, Seen};
use crate::term::{self, Substitution, Term};
use ir::Node;

/// A fact of an assertion. Its term is closed: the conditions and quantifiers around the fact are part of it.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The condition that holds.
    pub term: Term,
    /// The conjunct of the source that states the fact.
    pub node: Node,
    /// Position of the conjunct among the facts and permissions of the assertion, in the order of the text, from 0.
    pub place: usize,
    /// Parts of the conjunct whose values explain a failure. They mention the bound variables of `term` freely.
    pub seen: Vec<Seen>,
}

/// What a contract says in one state of memory and variables.
#[derive(Clone, Debug, Default)]
pub struct Assertion {
    /// The permissions.
    pub chunks: Vec<Chunk>,
    /// The facts, in the order of the text.
    pub facts: Vec<Fact>,
    /// Requirements of its expressions, each with a position: the facts at smaller positions may be assumed for it.
    pub requirements: Vec<(usize, Requirement)>,
    /// The requirement `0 ≤ amount` of each permission with an exact amount.
    pub amounts: Vec<AmountRequirement>,
}

/// The requirement that the amount of a permission is not negative.
#[derive(Clone, Debug)]
pub struct AmountRequirement {
    /// Conditions around the permission.
    pub under: Vec<Term>,
    /// The amount, a term of sort `Real`.
    pub amount: Term,
    /// The permission in the source.
    pub node: Node,
    /// Position of the permission: the facts at smaller positions may be assumed.
    pub place: usize,
}

impl Assertion {
    /// The permissions and facts with constants replaced. Requirements, and the parts of facts that explain failures,
    /// are dropped: they are checked and shown for the original only.
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

    /// The permissions and facts, all of them under a condition. Requirements are dropped: they are checked for the
    /// original.
    #[must_use]
    pub fn under(&self, condition: &Term) -> Self {
        let chunk = |c: &Chunk| Chunk { guard: term::and([condition.clone(), c.guard.clone()]), ..c.clone() };
        let fact = |f: &Fact| Fact { term: term::implies(condition.clone(), f.term.clone()), ..f.clone() };
        Self {
            chunks: self.chunks.iter().map(chunk).collect(),
            facts: self.facts.iter().map(fact).collect(),
            requirements: vec![],
            amounts: vec![],
        }
    }

    /// The conjunction of all facts.
    pub fn fact(&self) -> Term {
        term::and(self.facts.iter().map(|f| f.term.clone()))
    }
}
