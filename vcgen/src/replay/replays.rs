//! What the replays of all failures of one item share.
//!
//! In: a program and the task of the item. Out: [`Replays`], which does those runs once that several failures need.

use std::sync::OnceLock;

use ir::{Block, ItemId, Kernel, Program};
use logic::obligation::{Obligation, Task};

use super::attempt::{Found, Runs, Stage};
use super::driver::Driver;
use crate::outcome::Outcome;

/// The replays of one item.
pub struct Replays<'p> {
    pub program: &'p Program,
    pub task: &'p Task,
    pub kernel: Option<&'p Kernel>,
    /// Obligations that are not proved, without the lemmas that only the logic needs.
    pub claims: Vec<&'p Obligation>,
    /// The failures in runs of tiny launches; computed when the first failure needs them.
    pub searched: OnceLock<Runs>,
    /// The same in runs that check no contract but the preconditions.
    pub bare: OnceLock<Runs>,
    /// The program without the permissions that were inferred of the kernel; computed when the first failure needs it.
    pub stripped: OnceLock<Program>,
    /// The failures of a function at small arguments; computed when the first failure needs them.
    pub called: OnceLock<Vec<Found>>,
    /// For a procedure, a kernel whose first thread calls the procedure. The inner `None` means that a run cannot call
    /// it.
    pub driver: OnceLock<Option<Driver>>,
}

impl<'p> Replays<'p> {
    /// Whether a run about this outcome checks no contract but the preconditions: the contract is inferred, or gives
    /// permissions for atomic steps, which runs do not check.
    pub fn is_bare(&self, outcome: &Outcome) -> bool {
        self.rests_on_inferred(outcome) || self.kernel.is_some_and(Kernel::has_atomic_amounts)
    }

    /// What runs of the kernel execute. If they are `bare`, they check no contract but the preconditions; inferred
    /// permissions are none of those, and may have no value.
    pub fn stage<'s>(&'s self, kernel: &'s Kernel, bare: bool) -> Stage<'s> {
        let whole = Stage { program: self.program, kernel, calls: None, bare };
        let ItemId::Kernel(id) = self.task.id else { return whole };
        if !bare || !self.program.is_inferred(self.task.id) {
            return whole;
        }
        let stripped = self.stripped.get_or_init(|| {
            let mut program = self.program.clone();
            if let Some(kernel) = program.kernels.get_mut(id.0 as usize) {
                *kernel = kernel.without_inferred_permissions();
            }
            program
        });
        stripped.kernel(id).map_or(whole, |kernel| Stage { program: stripped, kernel, calls: None, bare })
    }

    /// The code that runs execute, of the kernel or the host procedure.
    pub fn body(&self) -> Option<&'p Block> {
        body(self.program, self.task, self.kernel)
    }
}

/// The code of the kernel or the host procedure that a task is about.
pub fn body<'p>(program: &'p Program, task: &Task, kernel: Option<&'p Kernel>) -> Option<&'p Block> {
    let host = || match task.id {
        ItemId::Procedure(id) => program.procedure(id).filter(|p| p.kernel.is_none())?.body.as_ref(),
        ItemId::Kernel(_) | ItemId::Function(_) => None,
    };
    kernel.map(|kernel| &kernel.body).or_else(host)
}
