//! What the replays of all failures of one item share.
//!
//! In: a program and the task of the item. Out: [`Replays`]; runs that do not depend on a single failure are done once.

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
    /// What goes wrong in tiny launches: searched once, when the first failure needs it.
    pub searched: OnceLock<Runs>,
    /// The same for a function, at small arguments.
    pub called: OnceLock<Vec<Found>>,
    /// For a procedure, the kernel whose first thread calls it; `None` in it if a run cannot call it.
    pub driver: OnceLock<Option<Driver>>,
}
