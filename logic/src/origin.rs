//! Origins of values: which loop, barrier or store gave an array or a variable its current value.
//!
//! In: what the rules record while they execute ([`Context::note`](crate::context::Context::note)). Out: the words by
//! which a report tells two values of one variable apart, and the reason why a value is unknown. Nothing here is part
//! of a proof.

use crate::term::Term;
use ir::{Heap, Node, VarId};

/// The event that gave an array or a variable a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The thread wrote to the array.
    Store,
    /// Any number of iterations of a loop were executed.
    Loop,
    /// All threads of the group met at a barrier.
    Barrier,
    /// Threads voted.
    Gather,
    /// The thread took a value of another lane of its warp.
    Shuffle,
    /// The two branches of an `if` were joined.
    If,
    /// A procedure was called.
    Call,
    /// Elements were copied into the array.
    Copy,
    /// A kernel was launched.
    Launch,
    /// All iterations of a parallel block have ended.
    Par,
    /// An atomic step opened an invariant.
    Opened,
    /// An atomic step that opens no invariant began.
    Step,
    /// An `inhale` got permissions, or an `exhale` gave them away.
    Moved,
    /// An iteration of a parallel block sent a message to another one, or received one.
    Message,
    /// A lock was taken or given back, or a thread was started or has ended.
    Synchronised,
    /// A variable without initial value was declared.
    Declared,
    /// All threads have ended.
    End,
}

/// An array or a variable, which has different values in different states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The elements of an array.
    Heap(Heap),
    /// A private variable.
    Variable(VarId),
}

/// One value of an array or a private variable, with its origin.
#[derive(Clone, Debug)]
pub struct Version {
    /// The value.
    pub term: Term,
    /// The array or variable that had it.
    pub of: Subject,
    /// The event that made it.
    pub event: Event,
    /// The loop, barrier, store or other statement of that event.
    pub node: Node,
    /// Whether the invariant of the loop, or the `ensures` of the barrier, mentions the array or variable.
    pub mentioned: bool,
}
