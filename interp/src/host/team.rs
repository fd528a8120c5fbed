//! Accesses of the iterations of parallel blocks that run at the same time, and the conflicts between them.
//!
//! In: accesses. Out: the earlier access that conflicts with an access: of another iteration, to the same location, one
//! of the two a write; between iterations of one block, since the last barrier of the block. An iteration that executes
//! an atomic step may be ordered after others by it, so up to the next barrier its accesses conflict with none.

use std::collections::{BTreeMap, BTreeSet};

use ir::Node;

use crate::int::Int;
use crate::location::Location;

/// The iterations of one execution of parallel blocks.
pub(super) struct Team {
    /// For each block the names of its iterators.
    pub names: Vec<Vec<String>>,
    /// For each iteration its block, and the values of the iterators.
    pub positions: Vec<(usize, Vec<Int>)>,
    /// The iteration that is executed now.
    pub now: usize,
    touched: BTreeMap<Location, Touched>,
    /// The iterations that executed an atomic step.
    stepped: BTreeSet<usize>,
}

/// The accesses to a location since the last barrier.
#[derive(Default)]
struct Touched {
    /// The last write, with its iteration.
    write: Option<(usize, Node)>,
    /// Reads of up to two iterations.
    reads: Vec<(usize, Node)>,
}

impl Team {
    pub fn new(names: Vec<Vec<String>>, positions: Vec<(usize, Vec<Int>)>) -> Self {
        Self { names, positions, now: 0, touched: BTreeMap::new(), stepped: BTreeSet::new() }
    }

    /// All iterations of a block have come to a barrier.
    pub fn meet(&mut self, block: usize) {
        let positions = &self.positions;
        let elsewhere = |of: usize| positions.get(of).is_some_and(|(other, _)| *other != block);
        self.touched.retain(|_, touched| {
            touched.write = touched.write.filter(|(of, _)| elsewhere(*of));
            touched.reads.retain(|(of, _)| elsewhere(*of));
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
        let touched = self.touched.entry(location).or_default();
        let other = |of: &usize| *of != now && !self.stepped.contains(of);
        let write = touched.write.filter(|(of, _)| other(of)).map(|(of, node)| (of, node, true));
        let read = touched.reads.iter().find(|(of, _)| writes && other(of)).map(|(of, node)| (*of, *node, false));
        let found = write.or(read).filter(|_| !self.stepped.contains(&now));
        if writes {
            touched.write = Some((now, node));
        } else if touched.reads.len() < 2 && touched.reads.iter().all(|(of, _)| *of != now) {
            touched.reads.push((now, node));
        }
        found
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
