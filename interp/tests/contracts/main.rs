//! Expressions, footprints and contracts at concrete values, against what a person computes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod expressions;
mod quantifiers;
mod recursion;
mod world;
