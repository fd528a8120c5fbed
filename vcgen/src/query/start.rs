//! Where queries begin: an obligation without its quantifiers, and what it shall become.
//!
//! In: hypotheses and a goal. Out: facts and universals, the negated goal among them.

use super::prenex::{prenex, Prenex, Universal};
use logic::obligation::Obligation;
use logic::term::{self, Names, Term};
use rustc_hash::FxHashSet;

/// What goes to the solver: satisfiable iff there may be a counterexample.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Facts without quantifier (but for those in places that `prenex` cannot reach), the negated goal among them.
    pub facts: Vec<Term>,
    /// Universals of which `facts` has instances only.
    pub universals: Vec<Universal>,
    /// Whether some application of a recursive function was not unfolded.
    pub cut: bool,
}

/// Hypotheses and negated goal, quantifiers at the outside.
pub struct Start {
    /// Facts without quantifier.
    pub facts: Vec<Term>,
    /// Facts that are universals.
    pub universals: Vec<Universal>,
    /// For what is made from here on.
    pub names: Names,
}

/// The start of an obligation.
pub fn start(obligation: &Obligation) -> Start {
    let mut names = Names::later();
    let hyps = obligation.hyps.iter().map(|h| h.term.clone());
    let Prenex { facts, universals } = prenex(hyps.chain([term::not(obligation.goal.clone())]), &mut names);
    let mut seen = FxHashSet::default();
    let facts = facts.into_iter().filter(|f| seen.insert(f.clone())).collect();
    Start { facts, universals, names }
}
