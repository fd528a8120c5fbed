//! The obligations of some tasks while they are being decided.
//!
//! In: what is decided of an obligation. Out: the observer is told, and the outcome has its place.

use ir::Program;
use logic::obligation::Task;

use crate::decide::{Decided, Decision, Step};
use crate::outcome::Verdict;
use crate::tools::Tools;

/// If the contract of a kernel is inferred and more obligations than these are left, none of these obligations is
/// searched at length. A small counterexample is sought for those without floats, and for the first ones with floats
/// that a person claims. (Other obligations with floats are not searched at length either where the contract is
/// inferred: no inferred clause bounds an index that is computed with floats, and a run of the kernel shows sooner
/// whether the index goes wrong.)
pub const MISSED: usize = 8;

/// Where an outcome belongs: the position of the task, and the position of the obligation in it.
pub type At = (usize, usize);
pub type Open<'o> = (At, Box<Decision<'o>>);

/// Tells the observer when an obligation is decided.
pub struct Watched<'t> {
    pub program: &'t Program,
    pub tasks: &'t [Task],
    pub tools: &'t Tools<'t>,
}

impl Watched<'_> {
    /// Whether so much of a task is left that a long search is no help. If the contract is inferred, this happens where
    /// the inference has missed something, and most of what is left is false without it.
    pub fn is_hopeless(&self, task: usize, left: usize) -> bool {
        left > MISSED && self.is_inferred(task)
    }

    /// Whether the contract of a task is inferred.
    pub fn is_inferred(&self, task: usize) -> bool {
        self.tasks.get(task).is_some_and(|task| self.program.is_inferred(task.id))
    }

    pub fn decided(&self, at: At, decided: Decided) -> (At, Decided) {
        if let Some((task, o)) = self.tasks.get(at.0).and_then(|t| Some((t, t.obligations.get(at.1)?))) {
            self.tools.observer.ended(task, o, decided.outcome.verdict);
        }
        (at, decided)
    }

    pub fn step<'o>(&self, at: At, step: Step<'o>) -> (At, Step<'o>) {
        match step {
            Step::Decided(decided) => (at, Step::Decided(Box::new(self.decided(at, *decided).1))),
            Step::Open(decision) => (at, Step::Open(decision)),
        }
    }
}

/// Puts an outcome to its task and position.
pub fn put(outcomes: &mut [Vec<Option<Decided>>], at: At, outcome: Decided) {
    if let Some(slot) = outcomes.get_mut(at.0).and_then(|list| list.get_mut(at.1)) {
        *slot = Some(outcome);
    }
}

/// Whether something of a task is not proved.
pub fn has_failed(outcomes: &[Option<Decided>]) -> bool {
    outcomes.iter().flatten().any(|d| d.outcome.verdict != Verdict::Proved)
}
