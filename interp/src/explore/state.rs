//! The state of an exploration.
//!
//! In: nothing. Out: the stack of states that were reached, with the threads that were run from each state and those
//! that are to be run.

use std::collections::{BTreeMap, BTreeSet};

use crate::launch::Launch;
use crate::machine::{Access, Machine};
use crate::member::ThreadId;
use crate::value::Value;

use super::found::{Bounds, Exploration};

/// A vector clock: how many events of each thread happen before.
pub(super) type Clock = Vec<u32>;

/// Whether the order of two transitions matters.
pub(super) fn conflict(a: &[Access], b: &[Access]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.location == y.location && (x.writes || y.writes)))
}

/// Both.
pub(super) fn join(a: &mut Clock, b: &Clock) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = (*a).max(*b);
    }
}

/// One transition that was run.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub thread: ThreadId,
    pub accesses: Vec<Access>,
    /// Its number among those of its thread, from 1.
    pub number: u32,
    /// The events that happen before it, itself included.
    pub clock: Clock,
    /// Whether its access failed, and so changed nothing.
    pub wrong: bool,
}

/// A state, and the threads that are to be run from it.
pub(super) struct Reached<'p> {
    pub machine: Machine<'p>,
    /// For each thread the events that happen before its next event.
    pub clocks: Vec<Clock>,
    /// Threads to run from here: the source set, as far as it is known.
    pub backtrack: BTreeSet<ThreadId>,
    /// The threads that need not be run (the sleep set), and the transition that each would do.
    pub sleep: Vec<(ThreadId, Vec<Access>)>,
    /// The transition that is being run from here.
    pub event: Option<Event>,
}

pub(super) struct Explorer<'p> {
    pub launch: Launch,
    pub threads: Vec<ThreadId>,
    pub bounds: Bounds,
    pub stack: Vec<Reached<'p>>,
    pub found: Exploration,
    pub memories: BTreeSet<BTreeMap<String, Vec<Value>>>,
    /// How many states fit the memory that may be used.
    pub states: usize,
    /// How many transitions were run.
    pub transitions: u64,
}

impl<'p> Explorer<'p> {
    pub fn number(&self, thread: ThreadId) -> usize {
        self.launch.tid(thread) as usize
    }
}
