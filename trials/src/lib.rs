//! Trials: what judges the verifier from outside. Not shipped.
//!
//! In: kernels, or a seed. Out: mutants of the kernels, programs that nobody wrote, and what the verifier says of both.

pub mod differ;
pub mod generate;
pub mod judge;
pub mod mutate;
pub mod random;
pub mod tree;
pub mod work;
