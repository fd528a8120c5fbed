//! Which accesses of other iterations come before what an iteration does, because of messages.
//!
//! In: messages that an iteration sends and receives. Out: whether an access comes before what the iteration does now.

use imbl::OrdMap;

/// For iterations the number of messages that they had sent, counting one that is on its way: what they did before that
/// is known to come before.
pub(super) type Known = OrdMap<usize, u64>;

/// What an iteration knows.
#[derive(Default)]
pub(super) struct Clock {
    /// How many messages the iteration has sent.
    pub sent: u64,
    known: Known,
}

impl Clock {
    /// Whether an access comes before what the iteration does now. `time` is the number of messages that the other
    /// iteration had sent when it made the access.
    pub fn is_before(&self, other: usize, time: u64) -> bool {
        self.known.get(&other).is_some_and(|known| time < *known)
    }

    /// The iteration sends a message, and its number is `now`. The result is what comes before the message.
    pub fn send(&mut self, now: usize) -> Known {
        self.sent += 1;
        self.known.update(now, self.sent)
    }

    /// The iteration receives a message.
    pub fn receive(&mut self, before: &Known) {
        for (other, time) in before {
            let known = self.known.get(other).copied().unwrap_or_default();
            if *time > known {
                let _ = self.known.insert(*other, *time);
            }
        }
    }
}
