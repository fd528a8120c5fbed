//! The rules: one file a law.

mod atomic;
mod barrier;
pub mod beyond;
mod branch;
mod distribute;
mod loops;
mod pairs;
mod statement;
mod unroll;

pub use distribute::{Distribution, Supply};
