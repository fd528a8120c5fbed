//! The machine: what a run does, and each check of a run with a program that it must report and one that it must not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::disallowed_methods)]

mod atomics;
mod checks;
mod clauses;
mod contracts;
mod exact;
mod examples;
mod exits;
mod floats;
mod host;
mod input;
mod named;
mod par;
mod private;
mod procedures;
mod races;
mod schedules;
mod support;
mod values;
mod warps;
