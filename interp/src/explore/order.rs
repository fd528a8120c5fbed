//! The happens-before order in an interleaving, and the pairs of accesses that have to be run in the opposite order.
//!
//! In: the stack of an exploration and its next event. Out: the event's clock, and threads to be run from earlier
//! states.

use super::state::{conflict, join, Clock, Event, Explorer};
use crate::member::ThreadId;

impl Explorer<'_> {
    /// Finds the earlier events that race with this one, asks for interleavings with the opposite order, and completes
    /// the clock of this event.
    pub(super) fn races(&mut self, event: &mut Event, before: &Clock) {
        // The last frame is the state in which the event is run; the events before it belong to the frames before.
        let depth = self.stack.len().saturating_sub(1);
        let mut known = before.clone();
        for at in (0..depth).rev() {
            let Some(earlier) = self.stack.get(at).and_then(|f| f.event.as_ref()) else { continue };
            let of = self.number(earlier.thread);
            if earlier.thread == event.thread || !conflict(&earlier.accesses, &event.accesses) {
                continue;
            }
            let ordered = known.get(of).is_some_and(|n| *n >= earlier.number);
            let earlier_clock = earlier.clock.clone();
            if !ordered {
                self.turn_round(at, event, before);
            }
            join(&mut known, &earlier_clock);
            join(&mut event.clock, &earlier_clock);
        }
    }

    /// Lets a later interleaving run `event` before the event of frame `at`.
    fn turn_round(&mut self, at: usize, event: &Event, before: &Clock) {
        let Some(earlier) = self.stack.get(at).and_then(|f| f.event.as_ref()) else { return };
        let of = self.number(earlier.thread);
        let after_earlier = |clock: &Clock| clock.get(of).is_some_and(|n| *n >= earlier.number);
        // The events that do not depend on the earlier event, and then the event itself.
        let mut independent: Vec<(ThreadId, u32, &Clock)> = Vec::new();
        for frame in self.stack.iter().skip(at + 1) {
            if let Some(event) = frame.event.as_ref().filter(|e| !after_earlier(&e.clock)) {
                independent.push((event.thread, event.number, &event.clock));
            }
        }
        independent.push((event.thread, event.number, before));
        // Its initials: threads whose first event in it does not depend on another event of it.
        let mut initials: Vec<ThreadId> = Vec::new();
        for (n, (thread, _, clock)) in independent.iter().enumerate() {
            let earlier_own = independent.iter().take(n).any(|(t, ..)| t == thread);
            let depends = independent
                .iter()
                .take(n)
                .any(|(t, number, _)| clock.get(self.number(*t)).is_some_and(|seen| seen >= number));
            // The clock of the event itself is not complete yet: conflicts with it count, too.
            let last = n + 1 == independent.len();
            let conflicts = last
                && self
                    .stack
                    .iter()
                    .skip(at + 1)
                    .filter_map(|f| f.event.as_ref())
                    .any(|e| !after_earlier(&e.clock) && conflict(&e.accesses, &event.accesses));
            if !earlier_own && !depends && !conflicts {
                initials.push(*thread);
            }
        }
        let Some(first) = initials.first().copied() else { return };
        if let Some(frame) = self.stack.get_mut(at) {
            if !initials.iter().any(|t| frame.backtrack.contains(t)) {
                let _ = frame.backtrack.insert(first);
            }
        }
    }
}
