//! Asking the solver within the limits of an obligation.
//!
//! In: queries. Out: answers, with the time that they took and the reason of an unknown noted in the decision.

use std::time::Duration;

use super::{Decision, ATTEMPT};
use crate::solving::{Answer, Limits, Query, Reason};

impl Decision<'_> {
    /// The limits of one query.
    pub(super) fn limits(&self, rlimit: u32, mbqi: bool) -> Limits {
        let timeout_ms = u32::try_from(self.left().as_millis()).unwrap_or(u32::MAX).max(1);
        let thorough = rlimit > ATTEMPT;
        Limits { rlimit: rlimit.min(self.options.rlimit), timeout_ms, mbqi, thorough, seed: self.options.seed }
    }

    /// The time that is left for the obligation. All its queries share the time limit, and what is done to prepare them
    /// counts, too. Preparations have limits of their own, which are counts, so that this limit is a last resort.
    fn left(&self) -> Duration {
        self.options.timeout.saturating_sub(self.time + self.started.elapsed())
    }

    /// Whether no further query may be asked.
    pub(super) fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// The reason why no further query may be asked, if there is one.
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

    /// Asks a query in the context of the batch. The reason for an unknown is not recorded, because the query is asked
    /// again in a context of its own.
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
