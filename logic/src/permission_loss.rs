//! Where a thread lost a permission: loops and barriers take all permissions that a thread holds, and give those that
//! their contract lists; a call takes what the procedure requires, and gives what it ensures.
//!
//! In: nothing; these are data. A [`Taker`] records what a thread held in front of a taker. A [`Suspect`] is
//! a taker that may explain why a claim about permission fails; [`crate::suspects`] finds them. Nothing here is part of
//! a proof.

use crate::chunk::{Amount, Chunk, Held};
use crate::finding::{Add, Edit, Help, Related};
use crate::term::{self, Term};
use ir::{Heap, Node, ProcId};
use std::sync::Arc;

/// The kinds of takers.
#[derive(Clone, Debug)]
pub enum TakerKind {
    /// A loop: its invariants list the permissions that it gives.
    Loop,
    /// A barrier.
    Barrier,
    /// An `exhale` of these permissions.
    Exhale(Vec<Chunk>),
    /// A call of a procedure that does not give back all permissions that it requires.
    Call {
        /// The procedure.
        procedure: ProcId,
        /// The permissions that the procedure requires, where the caller loses some of them.
        keeps: Vec<Chunk>,
        /// The arrays for which the procedure ensures some permission.
        gives: Vec<Heap>,
    },
}

/// A loop, barrier or call that took permissions of the thread.
#[derive(Clone, Debug)]
pub struct Taker {
    /// The condition of the loop, the barrier statement, the `exhale`, or the call.
    pub node: Node,
    /// What it is.
    pub kind: TakerKind,
    /// The condition under which the thread comes to it.
    pub guard: Term,
    /// The permissions of the thread in front of it.
    pub held: Arc<Held>,
}

/// A loop, barrier or call that may have taken the permission that a claim asks for.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The loop, barrier or call.
    pub taker: Taker,
    /// The array of the location that the claim is about.
    pub heap: Heap,
    /// The index of that location, one term per dimension.
    pub index: Vec<Term>,
    /// The amount that the claim asks for.
    pub amount: Amount,
    /// The condition under which the claim asks for the permission.
    pub guard: Term,
    /// What the report says that the taker did.
    pub related: Related,
    /// The edit that would keep the permission.
    pub help: Help,
}

impl Suspect {
    /// The first of some suspects, the last one in the code first, that took the permission. If other barriers came
    /// behind it, the last of them must give the permission back.
    pub fn first_of(suspects: &[Self], took: impl Fn(&Self) -> bool) -> Option<Self> {
        let n = suspects.iter().position(took)?;
        let mut found = suspects.get(n)?.clone();
        let is_barrier = |s: &&Self| matches!(s.taker.kind, TakerKind::Barrier);
        let last = suspects.iter().take(n).find(is_barrier);
        if let (Some(last), Help::Add(Add { edit: Edit::Barrier { clause, .. }, conditional, .. })) =
            (last, &found.help)
        {
            let edit = Edit::LastBarrier { at: last.taker.node, clause: *clause };
            found.help = Help::Add(Add { edit, conditional: *conditional, on_purpose: false });
        }
        Some(found)
    }

    /// The condition that the thread held the permission in front of the loop, barrier or call, so that this took it.
    pub fn held_it(&self) -> Term {
        let held = self.taker.held.meets(self.heap, &self.index, &self.amount);
        term::and([self.guard.clone(), self.taker.guard.clone(), held])
    }
}
