//! The rules of the logic: each file states one rule and implements it.

mod atomic;
mod barrier;
mod branch;
mod call;
mod copy;
mod counter;
mod distribute;
mod exchange;
mod exits;
mod gather;
mod inhale;
mod kept;
mod kernel_invariant;
mod launch;
pub mod lexicographic;
mod loops;
mod measure;
mod message;
mod pairs;
mod pairwise;
mod par;
mod procedure_barrier;
mod reference;
mod refute;
mod share;
mod shown;
mod shuffle;
mod statement;
mod steps;
mod streams;
mod supply;
mod synchronise;
mod unroll;

pub(crate) use steps::gathered;
pub use supply::{Distribution, Supply};
