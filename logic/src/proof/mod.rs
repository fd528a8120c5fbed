//! Proofs: what the normaliser leaves behind for each obligation that it decides, and the checker that replays it.
//!
//! In: steps, which the normaliser records while it works ([`Recorder`]). Out: whether they prove the goal of an
//! obligation from its hypotheses. A proof is a graph of steps ([`Step`]); each step names the steps that it rests on,
//! and what it shows follows from them by one law.
//!
//! The checker does not trust the normaliser: it computes what each step shows from the step alone, with the term
//! language and the table of rules. So a mistake in the normaliser's bookkeeping is found, and proves nothing.

mod arithmetic;
mod check;
mod claims;
mod compare;
mod fill;
mod instances;
mod known;
mod last;
mod law;
mod parts;
mod places;
mod recorder;
mod release;
mod sorts;
mod step;
mod sums;
pub mod text;
mod truth;
mod witness;

pub use check::{check, check_assuming, claims};
pub use claims::{Cause, Claim, Fault, Found};
pub use fill::{filled, Fill};
pub use recorder::{Recorder, Why};
pub use step::{Proof, Step, Sums};
pub use witness::Witness;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
mod tests;
