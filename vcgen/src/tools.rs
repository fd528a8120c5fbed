//! What a verification works with besides its input: a solver, a way to be stopped, and somebody who watches.

use crate::outcome::Verdict;
use crate::solving::{Cancel, Solver};
use logic::obligation::{Obligation, Task};

/// The tools of a verification.
#[derive(Clone)]
pub struct Tools<'t> {
    /// Decides queries.
    pub solver: &'t dyn Solver,
    /// Stops the verification: what is not decided by then is unknown.
    pub cancel: Cancel,
    /// Is told what happens.
    pub observer: &'t dyn Observer,
}

impl<'t> Tools<'t> {
    /// A solver, nobody who watches, and no way to stop.
    pub fn new(solver: &'t dyn Solver) -> Self {
        Self { solver, cancel: Cancel::default(), observer: &Nobody }
    }
}

/// Is told what a verification does, while it does it. Calls come from several threads, in no particular order but that
/// an obligation ends after it has started.
pub trait Observer: Sync {
    /// Work on an obligation starts.
    fn started(&self, task: &Task, obligation: &Obligation);

    /// The provers are done with an obligation. Runs may still show that what is unknown is refuted, or that what they
    /// refuted is unknown.
    fn ended(&self, task: &Task, obligation: &Obligation, verdict: Verdict);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn started(&self, _: &Task, _: &Obligation) {}

    fn ended(&self, _: &Task, _: &Obligation, _: Verdict) {}
}
