//! Asynchronous copies of OpenCL, as far as the kernel has been read.
//!
//! In: nothing. Out: [`Copies`].

use ir::{Axis, Expr, Heap, ScalarId, Space, Span, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// An event: the identity of the variable, and the number of its element; 0 for a variable that is no array.
pub type Event = (String, u64);

/// The copies of a kernel.
#[derive(Default)]
pub struct Copies {
    /// The constants of the launch that say which work-item copies: one for each dimension.
    pub copiers: Vec<(Axis, ScalarId)>,
    /// The space of each array of the kernel.
    pub spaces: Vec<Space>,
    /// Those under way.
    pub under_way: Vec<Copying>,
    /// Those for which there was a wait, while others are still under way.
    pub waiting: Vec<Copying>,
    /// Whether an error was reported about a copy or a wait.
    pub lost: bool,
    /// The variables whose declarations stand in front of the statements that copy.
    pub marks: BTreeSet<VarId>,
    /// The waits, by the variables whose declarations stand in front of their barriers.
    pub waits: BTreeMap<VarId, Wait>,
}

/// A wait behind which no copy is under way.
pub struct Wait {
    /// Where it is written.
    pub place: Span,
    /// The heaps that the copies for which it waits have written.
    pub to: BTreeSet<Heap>,
    /// Those that they have read.
    pub from: BTreeSet<Heap>,
}

/// A copy that is under way.
pub struct Copying {
    /// The variable whose declaration stands in front of the statement that copies.
    pub mark: VarId,
    /// The event that names the copy.
    pub event: Event,
    /// What it writes.
    pub to: Part,
    /// What it reads.
    pub from: Part,
    /// Where it is written.
    pub place: Span,
}

/// The elements of an array of which a copy reads or writes some.
pub struct Part {
    /// The heaps of the array.
    pub heaps: Vec<Heap>,
    /// The first and the number of the elements, if they follow each other in an array of one dimension.
    pub range: Option<(Expr, Expr)>,
}

impl Copies {
    /// The space of an array that threads share.
    pub fn space(&self, heap: Heap) -> Option<Space> {
        let Heap::Array(id) = heap else { return None };
        self.spaces.get(id.0 as usize).copied()
    }

    /// Whether a copy with this event is under way.
    pub fn has(&self, event: &Event) -> bool {
        self.under_way.iter().any(|copy| copy.event == *event)
    }
}
