//! Where a thread lost a permission: loops and barriers take all permissions that a thread holds, and give those that
//! their contract lists.
//!
//! In: nothing; these are data. A [`Taker`] records what a thread held in front of a loop or barrier. A [`Suspect`] is
//! a taker that may explain why a claim about permission fails; [`crate::suspects`] finds them. Nothing here is part of
//! a proof.

use crate::chunk::{Amount, Held};
use crate::finding::{Help, Related};
use crate::term::{self, Term};
use ir::Heap;
use ir::Node;
use std::sync::Arc;

/// A loop or barrier that took the permissions of the thread.
#[derive(Clone, Debug)]
pub struct Taker {
    /// The condition of the loop, or the barrier statement.
    pub node: Node,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// The permissions of the thread in front of it.
    pub held: Arc<Held>,
}

/// A loop or barrier that may have taken the permission that a claim asks for.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The loop or barrier.
    pub taker: Taker,
    /// The array of the location that the claim is about.
    pub heap: Heap,
    /// The index of that location, one term per dimension.
    pub index: Vec<Term>,
    /// The amount that the claim asks for.
    pub amount: Amount,
    /// The condition under which the claim asks for the permission.
    pub guard: Term,
    /// What the report says that the loop or barrier did.
    pub related: Related,
    /// The clause that would keep the permission.
    pub help: Help,
}

impl Suspect {
    /// The condition that the thread held the permission in front of the loop or barrier, so that the loop or barrier
    /// took it.
    pub fn held_it(&self) -> Term {
        let held = self.taker.held.meets(self.heap, &self.index, &self.amount);
        term::and([self.guard.clone(), held])
    }
}
