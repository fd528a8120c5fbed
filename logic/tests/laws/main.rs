//! The logic against counting: random contracts and index expressions, evaluated at small sizes.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

mod axes;
mod binders;
mod chunks;
mod count;
mod dims;
mod invert;
mod kernels;
mod plane;
mod proofs;
mod random;
mod redistribution;
mod valid;
mod value;
