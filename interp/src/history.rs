//! What memory held before it was overwritten.
//!
//! In: moments whose state is read later (labels, and starts of procedures), and each write with the value that it
//! overwrites. Out: the value that a location held at such a moment.
//!
//! Time counts moments. Each location has a list of overwritten values, each with the time of the write. The value of
//! the location at a moment is the first overwritten value whose write came at or after the moment; if there is none,
//! the location still holds the value.

use imbl::{OrdMap, Vector};

use crate::location::Location;
use crate::slot::Slot;

/// The values that writes have overwritten.
#[derive(Clone, Debug)]
pub(crate) struct History {
    time: u64,
    /// For each location the times of its writes, each with the value before the write: `None` if the location had not
    /// been written before.
    overwritten: OrdMap<Location, Vector<(u64, Option<Slot>)>>,
    /// How many values may still be kept.
    room: usize,
}

/// What a location held at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Past {
    /// The value that it holds now.
    Same,
    /// This value; `None` if the location had not been written by then.
    Other(Option<Slot>),
}

impl History {
    /// An empty history that keeps at most `room` values.
    pub fn new(room: usize) -> Self {
        Self { time: 0, overwritten: OrdMap::new(), room }
    }

    /// Starts a new moment, whose state can be read from now on; its number.
    pub fn moment(&mut self) -> u64 {
        self.time += 1;
        self.time
    }

    /// Notes that a location is written. The result says whether there is room to keep the overwritten value.
    pub fn overwrite(&mut self, location: Location, before: Option<Slot>) -> bool {
        let values = self.overwritten.entry(location).or_default();
        // Between two moments only the first write matters.
        if values.last().is_some_and(|(time, _)| *time == self.time) {
            return true;
        }
        let Some(room) = self.room.checked_sub(1) else { return false };
        self.room = room;
        values.push_back((self.time, before));
        true
    }

    /// What a location held at a moment.
    pub fn at(&self, location: Location, moment: u64) -> Past {
        let values = self.overwritten.get(&location);
        let since = values.and_then(|values| values.iter().find(|(time, _)| *time >= moment));
        since.map_or(Past::Same, |(_, before)| Past::Other(*before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_sees_what_was_there() {
        let mut history = History::new(3);
        let [a, b] = [0, 1].map(|n| Location::global(ir::ArrayId(0), n));
        assert!(history.overwrite(a, None));
        let first = history.moment();
        assert_eq!(history.at(a, first), Past::Same);
        assert!(history.overwrite(a, Some(2)));
        assert!(history.overwrite(a, Some(4)));
        let second = history.moment();
        assert!(history.overwrite(a, Some(6)));
        assert_eq!(history.at(a, first), Past::Other(Some(2)));
        assert_eq!(history.at(a, second), Past::Other(Some(6)));
        assert_eq!(history.at(b, first), Past::Same);
        assert!(!history.overwrite(b, None), "there is no room for more");
    }
}
