//! The normaliser: simplifies obligations and discharges what it can, and says by which rules.
//!
//! In: the goal and hypotheses of an obligation. Out: a simpler goal, or that it holds, with the names of the rules
//! used. No other room knows egg.
//!
//! The passes, cheapest first: simplify the goal by the rules of the table and sums as polynomials; add the hypotheses
//! as facts, and prove the goal by them (bounds, case splits); last, congruence in an e-graph.

pub mod facts;
mod goal;
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
use simplify::Simplifier;

pub use goal::{Budget, Goal, Outcome};
pub use hypotheses::{Hypotheses, Ready};
pub use witness::has_witness;

/// A term equal to this one everywhere, and the rules that made it so.
pub fn simplify(term: &Term) -> (Term, Vec<&'static str>) {
    let facts = Facts::new();
    let mut simplifier = Simplifier::new(&facts);
    let result = simplifier.run(term);
    (result, simplifier.log.into_names())
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
