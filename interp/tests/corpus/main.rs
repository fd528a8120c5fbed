//! The verifier's corpus, executed: nothing goes wrong in small runs of the kernels that must be proved, and small runs
//! show most of the mistakes that must be reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::disallowed_methods)]

mod host;
mod inputs;
mod oracle;
#[path = "../contracts/world.rs"]
#[allow(dead_code)]
mod world;
