//! Operations on the bits of integers that are not known.
//!
//! ```text
//! facts ──lemmas──▶ equations and bounds        facts ──ranges──▶ vectors: the same facts, bit by bit
//! ```
//!
//! In: ground facts. Out: [`lemmas`], which are given to the solver together with the facts; [`vectors`], the facts
//! over bit vectors, which the solver is asked about if facts and lemmas do not decide; and [`pinned`] and
//! [`computed`], the facts with values of a model in place of unknown integers, which show whether the model is a
//! counterexample.

mod conversions;
mod lemmas;
mod range;
mod ranges;
#[cfg(all(test, feature = "z3"))]
mod tests;
mod trial;
mod vectors;

pub use lemmas::lemmas;
pub use trial::{computed, pinned};
pub use vectors::{vectors, Vectors};

use logic::term::Term;

/// Whether the facts contain operations on bits or conversions, so that it may help to consider them bit by bit.
pub fn needs_bits(facts: &[Term]) -> bool {
    facts.iter().any(Term::has_bits)
}
