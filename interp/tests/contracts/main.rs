//! Expressions, permissions and contracts at concrete values: the tests state what a person computed for them.
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
