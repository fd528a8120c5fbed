//! The verifier's corpus, executed: what it accepts survives every small run, and what it refutes some small run shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::disallowed_methods)]

mod inputs;
mod oracle;
#[path = "../contracts/world.rs"]
#[allow(dead_code)]
mod world;
