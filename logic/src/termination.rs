//! The last steps of an item, for its obligations and for those of its attempts to show that loops end.
//!
//! In: the symbolic execution of an item behind its last step. Out: the attempts, completed as the obligations are.

use crate::exec::Exec;
use crate::obligation::{Attempt, Obligation};

impl Exec<'_> {
    /// Runs `complete` once for the obligations of the item together with those of the attempts.
    pub(crate) fn with_attempts<T>(&mut self, complete: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.out.len();
        let lengths: Vec<Vec<usize>> =
            self.attempts.iter().map(|a| a.measures.iter().map(Vec::len).collect()).collect();
        for attempt in &mut self.attempts {
            self.out.extend(attempt.measures.iter_mut().flat_map(std::mem::take));
        }
        let value = complete(self);
        let mut rest = self.out.split_off(own.min(self.out.len())).into_iter();
        for (attempt, lengths) in self.attempts.iter_mut().zip(lengths) {
            attempt.measures =
                lengths.into_iter().map(|n| rest.by_ref().take(n).collect::<Vec<Obligation>>()).collect();
        }
        value
    }

    /// The attempts. None is left behind.
    pub(crate) fn take_attempts(&mut self) -> Vec<Attempt> {
        std::mem::take(&mut self.attempts)
    }
}
