//! Proofs of the normaliser that are kept, to be printed or written to files.
//!
//! In: a proof that the checker accepts. Out: the same, with what it shows, as data and as text.

use logic::proof::text::{self, About};
use logic::proof::Proof;
use logic::term::Term;
use std::sync::Arc;

/// A proof that the checker accepts.
#[derive(Clone, Debug)]
pub struct KeptProof {
    /// The last step.
    pub proof: Proof,
    /// What it may rest on.
    pub hypotheses: Vec<Term>,
    /// Those of `hypotheses` that are consequences of the other ones without a proof.
    pub given: Vec<Term>,
    /// What it shows.
    pub goal: Term,
}

impl KeptProof {
    /// The text that `sepal check-proof` reads.
    pub fn text(&self, about: &About) -> String {
        about.head() + &text::write(&self.proof, &self.hypotheses, &self.goal)
    }
}

/// A proof is the same as its copies only.
impl PartialEq for KeptProof {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.proof, &other.proof)
    }
}

impl Eq for KeptProof {}
