//! What the replays of all failures of one item share.
//!
//! In: a program and the task of the item. Out: [`Replays`], which does those runs once that several failures need.

use std::sync::OnceLock;

use ir::{Kernel, Program};
use logic::obligation::{Obligation, Task};

use super::attempt::{Found, Runs};
use super::driver::Driver;

/// The replays of one item.
pub struct Replays<'p> {
    pub program: &'p Program,
    pub task: &'p Task,
    pub kernel: Option<&'p Kernel>,
    /// Obligations that are not proved, without the lemmas that only the logic needs.
    pub claims: Vec<&'p Obligation>,
    /// The failures in runs of tiny launches; computed when the first failure needs them.
    pub searched: OnceLock<Runs>,
    /// The failures of a function at small arguments; computed when the first failure needs them.
    pub called: OnceLock<Vec<Found>>,
    /// For a procedure, a kernel whose first thread calls the procedure. The inner `None` means that a run cannot call
    /// it.
    pub driver: OnceLock<Option<Driver>>,
}
