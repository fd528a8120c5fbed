//! Frames: what a thread keeps while a loop or a called procedure runs.
//!
//! In: what the thread holds, and which part of it the code gets. Out: the condition that a location keeps its value.

use crate::chunk::{self, Chunk, Held};
use crate::term::{self, Term};
use ir::Heap;

/// What a thread holds in front of a loop or a call, and which part of it the code gets.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The permissions in front of the code.
    pub held: Held,
    /// The permissions with which the code runs, `P`.
    pub took: Vec<Chunk>,
    /// Whether the code gets permissions only from `P`, and nobody else gets those of `P`. Code is not closed if it has
    /// an atomic step that opens an invariant, an `inhale` or an `exhale`.
    pub closed: bool,
}

impl Frame {
    /// The condition that nobody can write location `x` while the code runs: the thread keeps a positive amount, or it
    /// held less than all, so that closed code cannot have all either.
    ///
    /// A share of unknown size, `read`, that the code gets does not count as taken. The share is only claimed to exist,
    /// so it is chosen so small that the thread keeps a positive amount. A share of unknown size that was lent before
    /// and did not come back counts as all.
    pub fn keeps(&self, heap: Heap, x: &[Term]) -> Term {
        let mut rest = self.held.clone();
        rest.lent.extend(self.took.iter().cloned());
        let read_only = term::and([self.held.positive(heap, x), term::not(self.held.at_least(heap, x, &term::one()))]);
        let lent_reader = chunk::reader(&self.held.lent, heap, x);
        let framed = term::and([term::not(lent_reader), term::lt(term::zero(), rest.balance(heap, x))]);
        if self.closed {
            term::or([read_only, framed])
        } else {
            framed
        }
    }
}
