//! The machine: threads in groups, with their registers and memory, and the operations that they execute.
//!
//! In: a kernel, a launch and its input. Out: a state that [`crate::drive`] advances thread by thread. A state can be
//! cloned, so that exploration can return to it.

mod advance;
mod atomic;
mod barrier;
mod call;
mod compute;
mod contracts;
mod failures;
mod fold;
mod gather;
mod outside;
mod record;
mod relation;
mod setup;
mod sizes;
mod state;
mod step;
mod view;

pub(crate) use setup::shapes;
pub(crate) use state::{Access, Machine, Pause, State};
