//! The normaliser: simplifies obligations and discharges what it can, and says by which rules.
//!
//! In: the goal and hypotheses of an obligation. Out: a simpler goal, or that it holds, with the names of the rules
//! used. No other room knows egg.
//!
//! The passes, cheapest first: simplify the goal by the rules of the table and sums as polynomials; add the hypotheses
//! as facts, and prove the goal by them (bounds, case splits); last, congruence in an e-graph.

pub mod facts;
mod graph;
mod hypotheses;
pub mod linear;
mod log;
mod operators;
pub mod order;
pub mod pattern;
mod prove;
pub mod quotient;
pub mod rules;
mod simplify;
mod sums;
mod variable;
mod witness;

#[cfg(test)]
mod tests;

use crate::term::Term;
use facts::Facts;
use log::Log;
use simplify::Simplifier;

pub use hypotheses::{Hypotheses, Ready};
pub use witness::has_witness;

/// How much one obligation may cost. Counts, not seconds: the outcome is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Larger goals and hypotheses (in nodes) are not looked into beyond the simplification without facts.
    pub size: usize,
    /// Sub-goals that are tried.
    pub goals: u32,
    /// E-nodes.
    pub nodes: usize,
    /// Rounds of the e-graph.
    pub rounds: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { size: 3000, goals: 24, nodes: 2000, rounds: 4 }
    }
}

/// What normalising came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The goal, simplified; `true` if it was discharged.
    pub goal: Term,
    /// Whether the hypotheses imply the goal.
    pub discharged: bool,
    /// The rules that were used, in the order of their first use; names of the tables in [`rules`], and `bounds`,
    /// `hypothesis`, `hypotheses-contradict`, `substitution`, `congruence`,
    /// `true-equation`, `prove-forall`.
    pub rules: Vec<&'static str>,
}

/// A term equal to this one everywhere, and the rules that made it so.
pub fn simplify(term: &Term) -> (Term, Vec<&'static str>) {
    let facts = Facts::new();
    let mut simplifier = Simplifier::new(&facts);
    let result = simplifier.run(term);
    (result, simplifier.log.into_names())
}

/// A goal, simplified by identities that need no hypothesis.
#[derive(Clone, Debug)]
pub struct Goal {
    term: Term,
    log: Log,
}

impl Goal {
    /// Simplifies it.
    pub fn new(goal: &Term) -> Self {
        let none = Facts::new();
        let mut simplifier = Simplifier::new(&none);
        let term = simplifier.run(goal);
        Self { term, log: simplifier.log }
    }

    /// The outcome, if that made it true.
    pub fn outcome(&self) -> Option<Outcome> {
        let rules = || self.log.clone().into_names();
        self.term.is_true().then(|| Outcome { goal: self.term.clone(), discharged: true, rules: rules() })
    }
}

/// Simplifies the goal under the hypotheses, and discharges it where that proves it.
pub fn normalise(goal: &Term, hyps: &[Term], budget: Budget) -> Outcome {
    // 1. Identities that need no hypothesis.
    let goal = Goal::new(goal);
    if let Some(outcome) = goal.outcome() {
        return outcome;
    }
    // 2. The hypotheses, simplified in the same way, with solved equations substituted, as facts.
    let mut known = Hypotheses::new(budget);
    hyps.iter().for_each(|h| known.assume(h));
    // 3. A proof by bounds and cases; then congruence.
    known.ready().discharge(goal)
}
