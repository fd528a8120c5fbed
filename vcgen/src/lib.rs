//! What must be proved: obligations in, verdicts out.
//!
//! In: a typed program. Out: an [`outcome::ItemOutcome`] per kernel and function, and their rendering.

mod batch;
mod causes;
pub mod check;
mod clock;
mod decide;
mod emit;
mod explain;
mod fold;
mod missing;
pub mod options;
pub mod outcome;
pub mod pipeline;
pub mod query;
mod relevance;
pub mod replay;
pub mod report;
mod second_opinion;
pub mod solver;
pub mod solving;
mod threads;
pub mod tools;
mod unknown;
mod values;
mod witness;
