//! Accesses of the iterations of parallel blocks that run at the same time, and the conflicts between them.
//!
//! In: accesses. Out: the earlier access that conflicts with an access: of another iteration, to the same location, one
//! of the two a write; between iterations of one block, since the last barrier of the block. An iteration that executes
//! an atomic step may be ordered after others by it, so up to the next barrier its accesses conflict with none. What an
//! iteration did before it sent a message comes before what the receiver does behind that.

use std::collections::{BTreeMap, BTreeSet};

use ir::{LabelId, Node};

use super::clock::{Clock, Known};
use crate::ghost::Footprint;
use crate::int::Int;
use crate::location::Location;

/// The iterations of one execution of parallel blocks.
pub(super) struct Team {
    /// Which of the teams of the run this is; 0 for the threads.
    pub number: u64,
    /// Whether locks or threads order accesses.
    pub ordered: bool,
    /// For each block the names of its iterators.
    pub names: Vec<Vec<String>>,
    /// For each iteration its block, and the values of the iterators.
    pub positions: Vec<(usize, Vec<Int>)>,
    /// The iteration that is executed now.
    pub now: usize,
    touched: BTreeMap<Location, Touched>,
    /// The iterations that executed an atomic step.
    stepped: BTreeSet<usize>,
    /// The distance of each message that iterations send.
    pub(super) distances: BTreeMap<LabelId, i64>,
    /// The iterations that have come to their ends.
    pub(super) ended: BTreeSet<usize>,
    /// What iterations have sent, by the label and the sender.
    pub(super) sent: BTreeMap<(LabelId, usize), Message>,
    /// What each iteration that has sent or received knows of the order of accesses.
    clocks: BTreeMap<usize, Clock>,
}

/// A message that was sent.
pub(super) struct Message {
    /// Its permissions, and whether these are all; `None` if nothing is known of permissions in this run.
    footprint: Option<(Footprint, bool)>,
    /// What comes before the message.
    clock: Known,
}

/// The accesses to a location since the last barrier.
#[derive(Default)]
struct Touched {
    /// The last write.
    write: Option<Access>,
    /// Reads: of up to two iterations, or of all if iterations exchange messages.
    reads: Vec<Access>,
}

/// An access of an iteration.
#[derive(Clone, Copy)]
struct Access {
    of: usize,
    /// How many messages the iteration had sent before.
    time: u64,
    node: Node,
}

impl Team {
    pub fn new(names: Vec<Vec<String>>, positions: Vec<(usize, Vec<Int>)>) -> Self {
        Self {
            number: 0,
            ordered: false,
            names,
            positions,
            now: 0,
            touched: BTreeMap::new(),
            stepped: BTreeSet::new(),
            distances: BTreeMap::new(),
            ended: BTreeSet::new(),
            sent: BTreeMap::new(),
            clocks: BTreeMap::new(),
        }
    }

    /// All iterations of a block have come to a barrier.
    pub fn meet(&mut self, block: usize) {
        let positions = &self.positions;
        let elsewhere = |of: usize| positions.get(of).is_some_and(|(other, _)| *other != block);
        self.touched.retain(|_, touched| {
            touched.write = touched.write.filter(|access| elsewhere(access.of));
            touched.reads.retain(|access| elsewhere(access.of));
            touched.write.is_some() || !touched.reads.is_empty()
        });
        self.stepped.retain(|of| elsewhere(*of));
    }

    /// The iteration that is executed now executes an atomic step.
    pub fn step(&mut self) {
        let _ = self.stepped.insert(self.now);
    }

    /// Records an access of the iteration that is executed now. The result is an earlier access that conflicts with it:
    /// its iteration, its place, and whether it is a write.
    pub fn touch(&mut self, location: Location, writes: bool, node: Node) -> Option<(usize, Node, bool)> {
        let now = self.now;
        let clock = self.clocks.get(&now);
        let access = Access { of: now, time: clock.map_or(0, |clock| clock.sent), node };
        let touched = self.touched.entry(location).or_default();
        let stepped = &self.stepped;
        let is_before = |access: &Access| clock.is_some_and(|clock| clock.is_before(access.of, access.time));
        let conflicts = |access: &Access| access.of != now && !stepped.contains(&access.of) && !is_before(access);
        let write = touched.write.filter(|access| conflicts(access)).map(|access| (access.of, access.node, true));
        let read = touched.reads.iter().find(|access| writes && conflicts(access));
        let found = write.or(read.map(|access| (access.of, access.node, false)));
        let found = found.filter(|_| !stepped.contains(&now));
        let two = if self.distances.is_empty() && !self.ordered { 2 } else { usize::MAX };
        if writes {
            touched.write = Some(access);
        } else if let Some(earlier) = touched.reads.iter_mut().find(|earlier| earlier.of == now) {
            *earlier = access;
        } else if touched.reads.len() < two {
            touched.reads.push(access);
        }
        found
    }

    /// The iteration that is executed now has come to its end.
    pub fn end(&mut self) {
        let _ = self.ended.insert(self.now);
    }

    /// What the iteration or thread that is executed now has done. Those that hear of it come after that.
    pub fn tell(&mut self) -> Known {
        self.clocks.entry(self.now).or_default().send(self.now)
    }

    /// The iteration or thread that is executed now hears of what others have done.
    pub fn hear(&mut self, known: &Known) {
        self.clocks.entry(self.now).or_default().receive(known);
    }

    /// Another one hears of it.
    pub fn tells(&mut self, other: usize, known: &Known) {
        self.clocks.entry(other).or_default().receive(known);
    }

    /// The iteration that is executed now sends a message.
    pub fn send(&mut self, label: LabelId, footprint: Option<(Footprint, bool)>) {
        let clock = self.clocks.entry(self.now).or_default().send(self.now);
        let _ = self.sent.insert((label, self.now), Message { footprint, clock });
    }

    /// The iteration that is executed now receives a message, if it was sent. The result are its permissions.
    pub fn receive(&mut self, label: LabelId, sender: usize) -> Option<(Footprint, bool)> {
        let message = self.sent.get(&(label, sender))?;
        self.clocks.entry(self.now).or_default().receive(&message.clock);
        message.footprint.clone()
    }

    /// The iteration of the same block whose only iterator is greater by this much than that of the one that is
    /// executed now.
    pub fn later(&self, distance: i64) -> Option<usize> {
        let at = |n: usize| match self.positions.get(n).map(|(block, position)| (*block, position.as_slice())) {
            Some((block, [value])) => Some((block, value.to_i64()?)),
            Some(_) | None => None,
        };
        let (block, value) = at(self.now)?;
        let value = value.checked_add(distance)?;
        // The values of a block come in order.
        let n = usize::try_from(i64::try_from(self.now).ok()?.checked_add(distance)?).ok()?;
        (at(n)? == (block, value)).then_some(n)
    }

    /// The names and values of the iterators of an iteration.
    pub fn values(&self, iteration: usize) -> impl Iterator<Item = (&str, &Int)> {
        let position = self.positions.get(iteration);
        let names = position.and_then(|(block, _)| self.names.get(*block));
        let values = position.into_iter().flat_map(|(_, values)| values);
        names.into_iter().flatten().map(String::as_str).zip(values)
    }

    /// The same as a text: `i = 1, j = 2`, or `i = 1 of block 2` if there are several blocks.
    pub fn told(&self, iteration: usize) -> String {
        let told =
            self.values(iteration).map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ");
        match self.positions.get(iteration).filter(|_| self.names.len() > 1) {
            Some((block, _)) => format!("{told} of block {}", block + 1),
            None => told,
        }
    }
}
