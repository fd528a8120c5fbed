//! The first step of each query: an obligation in prenex form, with its negated goal.
//!
//! In: hypotheses and a goal. Out: facts and universals that are satisfiable if and only if the obligation has a
//! counterexample.

use super::prenex::{prenex, Universal};
use logic::obligation::Obligation;
use logic::term::{self, Names, Term};
use rustc_hash::FxHashSet;

/// The ground facts of an obligation. They are satisfiable if there is a counterexample, and maybe also if there is
/// none.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Facts without quantifiers, including the negated goal. (Quantifiers that `prenex` cannot move are left.)
    pub facts: Vec<Term>,
    /// Universals, where `facts` contains only some of their instances.
    pub universals: Vec<Universal>,
    /// Whether something was left out: an application that was not unfolded, or instances in a small world.
    pub cut: bool,
}

/// The hypotheses and the negated goal in prenex form.
pub struct Start {
    /// The facts without quantifiers.
    pub facts: Vec<Term>,
    /// The facts that are universals.
    pub universals: Vec<Universal>,
    /// The facts from here on are about the negated goal.
    pub goal: usize,
    /// Makes the further symbols of the query.
    pub names: Names,
}

/// The first step for an obligation.
pub fn start(obligation: &Obligation) -> Start {
    let mut names = Names::later();
    let hyps = prenex(obligation.hyps.terms(), &mut names);
    let goal = prenex([term::not(obligation.goal.clone())], &mut names);
    let mut seen = FxHashSet::default();
    let mut facts: Vec<Term> = hyps.facts.into_iter().filter(|f| seen.insert(f.clone())).collect();
    let before = facts.len();
    facts.extend(goal.facts.into_iter().filter(|f| seen.insert(f.clone())));
    let universals = hyps.universals.into_iter().chain(goal.universals).collect();
    Start { facts, universals, goal: before, names }
}
