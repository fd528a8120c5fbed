//! The threads of a run, as data, and which of them goes on.
//!
//! In: a schedule. Out: [`Threads`].

use std::collections::{BTreeMap, BTreeSet};

use ir::Procedure;

use super::clock::Known;
use super::memory::Frame;
use super::team::Team;
use super::work::{Wait, Work};
use crate::rng::Rng;
use crate::schedule::Schedule;

/// A thread that is not executed at the moment, or what is left of the one that is.
pub(super) struct Thread<'p> {
    /// The object, except for the thread that executes the procedure that is run.
    pub object: Option<u32>,
    pub procedure: &'p Procedure,
    pub frames: Vec<Frame<'p>>,
    pub teams: Vec<Team>,
    pub left: Vec<Work<'p>>,
    pub waits: Vec<Wait>,
    pub ended: bool,
}

/// The threads of a run.
pub(super) struct Threads<'p> {
    pub all: Vec<Thread<'p>>,
    /// The objects whose threads run, and those whose threads have ended and were not joined.
    pub running: BTreeSet<u32>,
    pub ended: BTreeMap<u32, Known>,
    /// The objects that are being joined, and whose threads the run has not started: they ran before it.
    pub before: BTreeSet<u32>,
    /// The accesses of the threads, and the order of these.
    pub team: Team,
    pub now: usize,
    rng: Rng,
}

impl Threads<'_> {
    /// No threads.
    pub fn new(schedule: &Schedule) -> Self {
        let seed = match schedule {
            Schedule::Permuted(seed) | Schedule::Random(seed) | Schedule::Warps(seed) => *seed,
            Schedule::GroupFirst(_, seed) | Schedule::WarpFirst(_, _, seed) => *seed,
            Schedule::Canonical
            | Schedule::Reversed
            | Schedule::First(_)
            | Schedule::Lockstep
            | Schedule::Replay(_) => 0,
        };
        let mut team = Team::new(Vec::new(), Vec::new());
        team.ordered = true;
        let (running, ended, before) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        Self { all: Vec::new(), running, ended, before, team, now: 0, rng: Rng::new(seed) }
    }

    /// Whether a `join` of this object need not wait.
    pub fn has_ended(&self, object: u32) -> bool {
        !self.running.contains(&object)
    }

    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// Which of the threads that can go on does so.
    pub fn choose(&mut self, ready: &[usize], schedule: &Schedule) -> Option<usize> {
        let same = ready.iter().copied().find(|n| *n == self.now);
        match schedule {
            Schedule::Canonical | Schedule::First(_) | Schedule::Replay(_) => same.or(ready.first().copied()),
            Schedule::Reversed => ready.last().copied(),
            Schedule::Lockstep => ready.iter().copied().find(|n| *n > self.now).or(ready.first().copied()),
            Schedule::Permuted(_)
            | Schedule::GroupFirst(..)
            | Schedule::WarpFirst(..)
            | Schedule::Warps(_)
            | Schedule::Random(_) => {
                let at = self.rng.below(ready.len());
                ready.get(at).copied()
            }
        }
    }
}
