//! The locks of objects, as data: which of them are taken, and what comes before what because of them.
//!
//! In: nothing. Out: [`Locks`].

use std::collections::{BTreeMap, BTreeSet};

use ir::Node;

use super::clock::Known;

/// A lock, once it was free or taken.
#[derive(Default)]
pub(super) struct Lock {
    /// The step that took it; `None` if it is free.
    pub taken: Option<Node>,
    /// The tickets of those that wait for a `notify`.
    pub waiting: BTreeSet<u64>,
    /// For each team of iterations or threads, by the number of the team: what comes before the next `lock`.
    pub before: BTreeMap<u64, Known>,
}

/// The locks of a run. That of an object which the code has made is taken at first; that of an object of the input is
/// free, unless the precondition gives its token.
#[derive(Default)]
pub(super) struct Locks {
    pub known: BTreeMap<u32, Lock>,
    pub tickets: u64,
}

impl Locks {
    /// Whether the lock of an object is free. There are `given` objects in the input.
    pub fn is_free(&self, object: u32, given: usize) -> bool {
        self.known.get(&object).map_or((object as usize) <= given, |lock| lock.taken.is_none())
    }

    /// Whether the thread with this ticket has got its `notify`.
    pub fn is_notified(&self, object: u32, ticket: u64) -> bool {
        !self.known.get(&object).is_some_and(|lock| lock.waiting.contains(&ticket))
    }

    /// The step that took the lock, if one has it.
    pub fn taken_at(&self, object: u32) -> Option<Node> {
        self.known.get(&object)?.taken
    }
}
