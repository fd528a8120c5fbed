//! What is known of floats: which floats a term can be, and how two terms can compare.
//!
//! In: conditions that hold. Out: the truth of further conditions ([`Known`]). The normaliser asks, and the checker of
//! proofs computes the same once more: both trust this folder. Tests compare it with random floats.

mod known;
mod outcomes;
mod range;

#[cfg(test)]
mod tests;

pub use known::{is_about_floats, Known, Uses};
pub use range::Range;
