//! What is known of floats: which floats a term can be, and how two terms can compare.
//!
//! In: conditions that hold. Out: the truth of further conditions ([`Known`]). The normaliser asks, and the checker of
//! proofs computes the same once more: both trust this folder. Tests compare it with random floats.
//!
//! With assumptions that the user grants ([`Assumption`]), two terms can also be equal up to further laws ([`up_to`]).

mod assumption;
mod known;
mod outcomes;
mod range;
pub mod up_to;

#[cfg(test)]
mod tests;

pub use assumption::{Assumption, Assumptions};
pub use known::{is_about_floats, Known, Uses};
pub use range::Range;
pub use up_to::is_equation;
