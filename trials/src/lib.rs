//! Trials judge the verifier from outside. They are a development tool, and not part of the released command.
//!
//! In: kernels, or a seed. Out: mutants of the kernels, generated programs, and the verifier's answers about both.

pub mod annotate;
pub mod differ;
pub mod generate;
pub mod judge;
pub mod mutate;
pub mod random;
pub mod reading;
pub mod tree;
pub mod work;
