//! Who took a permission: loops and barriers take all that a thread holds, and give what their contract says.
//!
//! In: nothing; these are data. What a thread held in front of each loop and barrier that it is in or behind, and for a
//! claim about permission the places that may have taken it ([`crate::suspects`] finds them). Nothing here is part of a
//! proof.

use crate::chunk::{Amount, Held};
use crate::finding::{Help, Related};
use crate::term::{self, Term};
use ir::Heap;
use ir::Node;
use std::sync::Arc;

/// A loop or barrier, and what the thread held in front of it.
#[derive(Clone, Debug)]
pub struct Taker {
    /// The condition of the loop, or the barrier.
    pub node: Node,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// What the thread held.
    pub held: Arc<Held>,
}

/// One place that may have taken what a claim asks for.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The loop or barrier.
    pub taker: Taker,
    /// The array of the location that is asked for.
    pub heap: Heap,
    /// Its index.
    pub index: Vec<Term>,
    /// How much of it is asked for.
    pub amount: Amount,
    /// When.
    pub guard: Term,
    /// What the loop or barrier did.
    pub related: Related,
    /// What would work.
    pub help: Help,
}

impl Suspect {
    /// That the thread held it there: then this place took it.
    pub fn held_it(&self) -> Term {
        let held = self.taker.held.meets(self.heap, &self.index, &self.amount);
        term::and([self.guard.clone(), held])
    }
}
