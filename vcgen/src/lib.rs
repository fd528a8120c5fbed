//! What must be proved: obligations in, verdicts out.
//!
//! In: a typed program. Out: an [`outcome::ItemOutcome`] per kernel and function, and their rendering.

pub mod outcome;
pub mod pipeline;
pub mod report;
