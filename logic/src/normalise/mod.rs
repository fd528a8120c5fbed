//! The normaliser: simplifies obligations, proves some of them without a solver, and reports which rules it used.
//!
//! In: the goal and the hypotheses of an obligation. Out: a simpler goal, or the fact that the goal holds, with the
//! names of the rules used, and with a proof ([`crate::proof`]) if proofs are recorded. This is the only folder that
//! uses egg.
//!
//! The passes, cheapest first: simplify the goal by the rewrite rules, with sums as polynomials; add the hypotheses as
//! facts, and prove the goal from them by bounds and case splits; prove it by congruence in an e-graph; at last, take
//! equations between numbers of several digits apart, and add up products of inequalities. If the user grants
//! assumptions about floats, an equation of floats is then proved up to them.

mod arithmetic;
mod bounds;
mod columns;
mod comparisons;
mod conditionals;
mod digits;
pub mod facts;
mod farkas;
mod fills;
mod goal;
mod graph;
mod hypotheses;
pub mod linear;
mod log;
mod monomial;
mod operators;
pub mod order;
pub mod pattern;
mod products;
mod prove;
mod prover;
pub mod quotient;
mod rational;
pub mod rules;
mod simplex;
mod simplify;
mod solved;
mod sums;
mod system;
mod up_to;
mod variable;
mod witness;

#[cfg(test)]
mod tests;

use crate::proof::Recorder;
use crate::term::Term;
use facts::Facts;
use simplify::Simplifier;

pub use fills::find_filled;
pub use goal::{Budget, Goal, Outcome, Parts};
pub use hypotheses::{Hypotheses, Ready};
pub use prover::{prover, Prover};
pub use witness::{find_witness, Found};

/// A term that equals this one in every state, and the names of the rules that were used.
pub fn simplify(term: &Term) -> (Term, Vec<&'static str>) {
    let facts = Facts::new(Recorder::OFF);
    let mut simplifier = Simplifier::new(&facts);
    let (result, _) = simplifier.run(term);
    (result, simplifier.log.into_names())
}

/// Whether a goal is small enough that it is proved by more than identities, for example up to assumptions about
/// floats.
pub fn within_limits(goal: &Term) -> bool {
    simplify::size_within(&simplify(goal).0, Budget::default().size).is_some()
}

/// Simplifies the goal, and discharges it if the hypotheses are shown to imply it.
pub fn normalise(goal: &Term, hyps: &[Term], budget: Budget, recorder: Recorder) -> Outcome {
    // Identities that need no hypothesis.
    let goal = Goal::new(goal, recorder);
    if let Some(outcome) = goal.outcome(recorder) {
        return outcome;
    }
    // The hypotheses, simplified in the same way and with solved equations substituted, become facts.
    let mut known = Hypotheses::new(budget, recorder);
    hyps.iter().for_each(|h| known.assume(h));
    // A proof by bounds and case splits; if there is none, by congruence, and then by arithmetic.
    known.ready().discharge(goal)
}
