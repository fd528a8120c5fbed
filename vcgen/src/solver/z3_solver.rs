//! Z3 as an implementation of the [`Solver`] interface.
//!
//! In: a query and its limits. Out: Z3's answer, with a small model if the query prefers some models.

use super::check::{in_batch, prepare, solve, solve_in_batch};
use super::small::solve_small;
use crate::solving::{Cancel, Limits, Query, Solved, Solver};

/// The linked Z3.
#[derive(Clone, Copy, Debug, Default)]
pub struct Z3;

impl Solver for Z3 {
    fn solve(&self, query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
        if query.prefer.is_empty() {
            solve(query, limits, cancel)
        } else {
            solve_small(query, limits, cancel)
        }
    }

    fn solve_in_batch(&self, query: &Query, limits: Limits, cancel: &Cancel) -> Solved {
        solve_in_batch(query, limits, cancel)
    }

    fn batch(&self, work: &mut (dyn FnMut() + Send + Sync)) {
        in_batch(work);
    }

    fn prepare(&self) {
        prepare();
    }
}
