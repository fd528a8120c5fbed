//! What a thread reads and writes between two barriers.
//!
//! In: nothing. Out: [`Access`], [`Segment`] and [`Head`], which [`crate::walk`] fills and [`crate::footprint`] reads.
//!
//! ```text
//! start ──segment──▶ barrier ──segment──▶ head of a loop ──segment──▶ barrier ──segment──▶ head again
//!                                              └────────segment──▶ end
//! ```

use crate::poly::Poly;
use crate::value::Values;
use ir::{Expr, Heap, NodeId, Span, VarId};
use std::collections::BTreeSet;

/// A read or a write.
#[derive(Clone, Debug)]
pub struct Access {
    /// The array.
    pub heap: Heap,
    /// The index in each dimension.
    pub index: Vec<Poly>,
    /// Conditions under which the access happens: all of them hold then.
    pub guards: Vec<Expr>,
    /// Variables for the iterations of loops around the access.
    pub binders: Vec<VarId>,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is a part of an atomic step. Then the thread gets permission for steps on the whole array, so the
    /// index is left out.
    pub step: bool,
    /// The place of the access.
    pub span: Span,
}

/// What follows a segment.
#[derive(Clone, Debug)]
pub enum Next {
    /// A barrier, or the end.
    Stop,
    /// The head of a loop with a barrier, whose variables have these values there.
    Head(usize, Values),
}

/// Code without barrier.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The barrier in front of it.
    pub barrier: Option<NodeId>,
    /// Its accesses.
    pub accesses: Vec<Access>,
    /// What follows.
    pub next: Next,
    /// Variables of loops whose values have changed since the head of their loop, where the segment starts.
    pub moved: BTreeSet<VarId>,
}

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
    /// Variables of loops whose values have changed since the head of their loop, where this loop starts.
    pub moved: BTreeSet<VarId>,
}
