//! The tools of a verification: a solver, a token that stops it, and an observer. The caller provides them.

use crate::cache::Cache;
use crate::outcome::Verdict;
use crate::solving::{Cancel, Solver};
use logic::obligation::{Obligation, Task};

/// The tools of a verification.
#[derive(Clone)]
pub struct Tools<'t> {
    /// Decides queries.
    pub solver: &'t dyn Solver,
    /// A token that stops the verification. Obligations that are not decided by then are unknown.
    pub cancel: Cancel,
    /// Proofs of earlier verifications, if they may be used.
    pub cache: Option<&'t dyn Cache>,
    /// An observer, which is told when work on an obligation starts and ends.
    pub observer: &'t dyn Observer,
}

impl<'t> Tools<'t> {
    /// Tools with this solver, without a cache, an observer and without a way to stop.
    pub fn new(solver: &'t dyn Solver) -> Self {
        Self { solver, cancel: Cancel::default(), cache: None, observer: &Nobody }
    }
}

/// An observer of a running verification. Its functions are called from several threads, in no particular order, except
/// that an obligation starts before it ends.
pub trait Observer: Sync {
    /// The obligations of an item are known, and will be proved one by one.
    fn planned(&self, task: &Task);

    /// Work on an obligation starts.
    fn started(&self, task: &Task, obligation: &Obligation);

    /// The provers have decided an obligation, or given up. A later run may still refute an unknown obligation, or make
    /// a refuted one unknown.
    fn ended(&self, task: &Task, obligation: &Obligation, verdict: Verdict);
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn planned(&self, _: &Task) {}

    fn started(&self, _: &Task, _: &Obligation) {}

    fn ended(&self, _: &Task, _: &Obligation, _: Verdict) {}
}
