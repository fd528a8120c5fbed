//! Accesses of the iterations of a parallel block, and the conflicts between them.
//!
//! In: accesses. Out: the earlier access that conflicts with an access: of another iteration of the block, to the same
//! location, since the last barrier of the block, one of the two a write. An iteration that executes an atomic step may
//! be ordered after others by it, so up to the next barrier its accesses conflict with none.

use std::collections::{BTreeMap, BTreeSet};

use ir::Node;

use crate::int::Int;
use crate::location::Location;

/// The iterations of one execution of a parallel block.
pub(super) struct Team {
    /// The names of the iterators.
    pub names: Vec<String>,
    /// The values of the iterators, for each iteration.
    pub positions: Vec<Vec<Int>>,
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
    pub fn new(names: Vec<String>, positions: Vec<Vec<Int>>) -> Self {
        Self { names, positions, now: 0, touched: BTreeMap::new(), stepped: BTreeSet::new() }
    }

    /// All iterations have come to a barrier.
    pub fn meet(&mut self) {
        self.touched.clear();
        self.stepped.clear();
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
        self.names.iter().map(String::as_str).zip(self.positions.get(iteration).into_iter().flatten())
    }

    /// The same as a text: `i = 1, j = 2`.
    pub fn told(&self, iteration: usize) -> String {
        self.values(iteration).map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }
}
