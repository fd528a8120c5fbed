//! The rules: one file a law.

mod atomic;
mod barrier;
mod beyond;
mod branch;
mod call;
mod distribute;
mod exchange;
mod exits;
mod loops;
mod pairs;
mod statement;
mod unroll;

pub use distribute::{Distribution, Supply};
pub use exits::Exit;
