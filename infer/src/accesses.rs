//! What a thread reads and writes between two barriers.
//!
//! In: nothing. Out: [`Access`], [`Segment`] and [`Head`], which [`crate::walk`] fills and [`crate::paths`] reads.
//!
//! ```text
//! start ──segment──▶ barrier ──segment──▶ head of a loop ──segment──▶ barrier ──segment──▶ head again
//!                                              └────────segment──▶ end
//! ```
//!
//! Where a condition decides whether a barrier is reached, each branch has segments of its own, and so has the code
//! behind the place where the branches, or the exits to one place, meet again.

use crate::poly::Poly;
use crate::value::Values;
use ir::{Expr, Heap, Node, NodeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A read or a write.
#[derive(Clone, Debug)]
pub struct Access {
    /// The array.
    pub heap: Heap,
    /// The index in each dimension; no index if the code reads any element.
    pub index: Vec<Poly>,
    /// Conditions under which the access happens: all of them hold then.
    pub guards: Vec<Expr>,
    /// Variables for the iterations of loops around the access.
    pub binders: Vec<VarId>,
    /// Whether it writes.
    pub write: bool,
    /// The access in the code.
    pub node: Node,
}

/// Where control goes without a barrier.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// To the start of a segment.
    Segment(usize),
    /// To the head of a loop with a barrier.
    Head(usize),
}

/// A step from one segment to another one, without a barrier.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it goes.
    pub to: Target,
    /// Conditions under which control goes there: all of them hold then.
    pub guards: Vec<Expr>,
    /// The values of variables that have other names there.
    pub values: Values,
}

/// Code without barrier.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// The barrier in front of it.
    pub barrier: Option<NodeId>,
    /// Its accesses.
    pub accesses: Vec<Access>,
    /// What follows without a barrier. After a barrier, and at the end, nothing does.
    pub next: Vec<Edge>,
    /// The variables of loops that have changed since the head of their loop, where the segment starts.
    pub moved: Moved,
    /// Conditions under which control comes to its start: all of them hold there.
    pub known: Vec<Expr>,
}

/// Variables of loops whose names do not stand for their current values: what the names stand for in terms of the
/// current values, if that is known.
pub type Moved = BTreeMap<VarId, Option<Poly>>;

/// The head of a loop with a barrier.
#[derive(Clone, Debug)]
pub struct Head {
    /// The loop.
    pub node: NodeId,
    /// The condition of the loop, if it is known.
    pub guard: Option<Expr>,
    /// The variables whose names stand for their values at the head.
    pub named: BTreeSet<VarId>,
    /// The segment at the start of the body, and the one behind the loop.
    pub segments: (usize, usize),
    /// Variables that change by the same amount in each iteration: the value in front of the loop, and the change.
    pub counters: Vec<(VarId, Poly, Poly)>,
    /// Conditions that hold at the head.
    pub invariants: Vec<Expr>,
    /// The variables of loops around that have changed since the head of their loop, where this loop starts.
    pub moved: Moved,
    /// Conditions under which control comes to the loop: all of them hold at its head.
    pub known: Vec<Expr>,
}
