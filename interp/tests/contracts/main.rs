//! Expressions, footprints and contracts at concrete values, against what a person computes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod barriers;
mod expressions;
mod footprints;
mod functions;
mod levels;
mod quantifiers;
mod ranges;
mod recursion;
mod session;
mod threads;
mod world;
