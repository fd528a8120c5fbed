//! The normaliser: simplifies obligations and discharges what it can, and says by which rules.
//!
//! In: the goal and hypotheses of an obligation. Out: a simpler goal, or that it holds, with the names of the rules
//! used. No other room knows egg.

pub mod linear;
pub mod order;

#[cfg(test)]
mod tests;
