//! Operations on the bits of integers that are not known.
//!
//! ```text
//! facts ──lemmas──▶ what sums say of them        facts ──ranges──▶ vectors: the same facts, bit by bit
//! ```
//!
//! In: ground facts. Out: [`lemmas`], which go to the solver with the facts, and [`vectors`], which it is asked instead
//! of the facts where these do not decide.

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

/// Whether integers of the facts are worth being looked at bit by bit.
pub fn needs_bits(facts: &[Term]) -> bool {
    facts.iter().any(Term::has_bits)
}
