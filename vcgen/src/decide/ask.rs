//! Asking the solver within the limits of an obligation.
//!
//! In: queries. Out: answers, with the time that they took and the reason of an unknown noted in the decision.

use std::time::Duration;

use super::Decision;
use crate::solving::{Answer, Limits, Query, Reason};

impl Decision<'_> {
    /// The limits of one query.
    pub(super) fn limits(&self, rlimit: u32, mbqi: bool) -> Limits {
        let timeout_ms = u32::try_from(self.left().as_millis()).unwrap_or(u32::MAX).max(1);
        Limits { rlimit: rlimit.min(self.options.rlimit), timeout_ms, mbqi }
    }

    /// What is left of the time limit: all queries for this obligation share it.
    fn left(&self) -> Duration {
        self.options.timeout.saturating_sub(self.solver_time)
    }

    /// Why no further query is asked, if none is.
    fn end(&self) -> Option<Reason> {
        let cancelled = self.tools.cancel.is_cancelled().then_some(Reason::Cancelled);
        cancelled.or_else(|| self.left().is_zero().then_some(Reason::Timeout))
    }

    /// Asks a query alone, so that the answer depends on nothing else.
    pub(super) fn ask(&mut self, query: &Query, limits: Limits) -> Answer {
        let answer = match self.end() {
            Some(reason) => Answer::Unknown(reason),
            None => {
                let solved = self.tools.solver.solve(query, limits, &self.tools.cancel);
                self.solver_time += Duration::from_micros(solved.effort.micros);
                solved.answer
            }
        };
        if let Answer::Unknown(reason) = &answer {
            self.reason = Some(reason.clone());
        }
        answer
    }

    /// Asks a query within the batch. Why there is no answer is not noted: the query is asked again alone.
    pub(super) fn ask_in_batch(&mut self, query: &Query, limits: Limits) -> Answer {
        if let Some(reason) = self.end() {
            self.reason = Some(reason.clone());
            return Answer::Unknown(reason);
        }
        let solved = self.tools.solver.solve_in_batch(query, limits, &self.tools.cancel);
        self.solver_time += Duration::from_micros(solved.effort.micros);
        solved.answer
    }
}
