//! The interface to solvers: queries, limits and answers.
//!
//! In: a [`Query`] and its [`Limits`]. Out: an [`Answer`] and its cost. [`Solver`] is the interface; `solver/`
//! implements it with Z3, and no code outside of that folder uses Z3.

mod answer;
mod cancel;
mod large;
mod model;
mod query;
mod sorts;

pub use answer::{Answer, Effort, Reason, Solved};
pub use cancel::Cancel;
pub use large::{too_large, Large};
pub use model::{Model, ModelValue};
pub use query::{Floats, Integers, Limits, Query};
pub use sorts::unknown_sort;

/// Decides queries, on any number of threads at once.
pub trait Solver: Sync {
    /// Decides a query. Neither the answer nor its cost depends on what was asked before. A check that `cancel` stops
    /// is unknown, for [`Reason::Cancelled`].
    fn solve(&self, query: &Query, limits: Limits, cancel: &Cancel) -> Solved;

    /// Decides a query of the batch that runs on this thread. The answer may depend on what the batch asked before, so
    /// only a proof counts: a proof is a proof.
    fn solve_in_batch(&self, query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
        self.solve(query, limits, cancel)
    }

    /// Runs `work`, whose queries on this thread are one batch: what they have in common need be prepared once.
    fn batch(&self, work: &mut (dyn FnMut() + Send + Sync)) {
        work();
    }

    /// Prepares for the first query of this thread, while other threads generate obligations.
    fn prepare(&self) {}
}

/// Runs `work` as one batch of a solver, and returns its result.
pub fn in_batch<T: Send + Sync>(solver: &dyn Solver, work: impl FnOnce() -> T + Send + Sync) -> Option<T> {
    let (mut work, mut result) = (Some(work), None);
    solver.batch(&mut || {
        if let Some(work) = work.take() {
            result = Some(work());
        }
    });
    result
}
