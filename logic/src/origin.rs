//! Where a value comes from: which loop, barrier or store gave an array or a variable its current value.
//!
//! In: what the rules note as they execute ([`Context::note`](crate::context::Context::note)). Out: names for values
//! that a person can tell apart, and the reason why nothing is known of one. Nothing here is part of a proof.

use crate::term::Term;
use ir::{Heap, Node, VarId};

/// What happened when a value came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The thread wrote to the array.
    Store,
    /// Any number of iterations have passed.
    Loop,
    /// All threads of the group have met.
    Barrier,
    /// Two branches were joined.
    If,
    /// A procedure was called.
    Call,
    /// A variable without initial value was declared.
    Declared,
    /// All threads have ended.
    End,
}

/// What has values that come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The elements of an array.
    Heap(Heap),
    /// A private variable.
    Variable(VarId),
}

/// One value of an array or a private variable.
#[derive(Clone, Debug)]
pub struct Version {
    /// The value.
    pub term: Term,
    /// The array or variable.
    pub of: Subject,
    /// What made it.
    pub event: Event,
    /// Where that is written.
    pub node: Node,
    /// Whether the loop's invariant, or the barrier's `ensures`, mentions the array or variable.
    pub mentioned: bool,
}
