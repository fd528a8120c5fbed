//! Solving: what the verifier asks of a solver, and what it gets, whichever solver that is.
//!
//! In: a [`Query`] and its [`Limits`]. Out: an [`Answer`], and what it took. [`Solver`] is the interface; `solver/` has
//! the implementation with Z3, and nothing outside of that folder knows it.

mod answer;
mod cancel;
mod model;
mod query;
mod sorts;

pub use answer::{Answer, Effort, Reason, Solved};
pub use cancel::Cancel;
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

    /// Gets ready for the first query of this thread, while others find out what it is.
    fn prepare(&self) {}
}

/// What `work` returns, which runs as one batch of a solver.
pub fn in_batch<T: Send + Sync>(solver: &dyn Solver, work: impl FnOnce() -> T + Send + Sync) -> Option<T> {
    let (mut work, mut result) = (Some(work), None);
    solver.batch(&mut || {
        if let Some(work) = work.take() {
            result = Some(work());
        }
    });
    result
}
