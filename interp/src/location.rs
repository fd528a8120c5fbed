//! Which element of memory something is about.
//!
//! In: nothing. Out: [`Location`], by which accesses and permissions name an element.

use ir::{ArrayId, Depth, Heap, Space, VarId};

use crate::member::{Member, ThreadId};

/// One element of one array of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The array.
    pub object: Object,
    /// Row-major position in it.
    pub offset: u32,
}

/// One array of a run: what is declared once is there once for each member that owns a copy of it, and a private array
/// once for each call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object {
    /// Its declaration.
    pub heap: Heap,
    /// The member with which it comes to be: the launch for global memory, a group for local memory, a thread for a
    /// private array.
    pub owner: Member,
    /// For a private array, how many procedures the thread is in where it is declared; 0 in the kernel's body. 0 for
    /// arrays of kernels, too. For [`Heap::Elements`] and [`Heap::Field`], the number of the array or the object.
    pub frame: u32,
}

impl Object {
    /// An array of the kernel, as a member sees it; `None` if each member of a team inside has a copy of its own.
    pub fn seen_by(member: Member, array: ArrayId, space: Space) -> Option<Self> {
        let depth = match space {
            Space::Global => Depth::LAUNCH,
            Space::Local => Depth::GROUP,
        };
        member.around(depth).map(|owner| Self { heap: Heap::Array(array), owner, frame: 0 })
    }

    /// Whether it is the same array. This is equality, with a short way for arrays of kernels: a run of a million
    /// threads compares them many millions of times.
    #[inline(always)]
    pub(crate) fn is(&self, other: &Self) -> bool {
        let same = match (self.heap, other.heap) {
            (Heap::Array(a), Heap::Array(b)) => a == b,
            (a, b) => a == b,
        };
        same && self.owner == other.owner && self.frame == other.frame
    }

    /// Whether it is there before members at this depth begin: global memory, and memory of the members around them.
    pub fn is_before(&self, depth: Depth) -> bool {
        let owner = self.owner.depth();
        owner == Depth::LAUNCH || owner < depth
    }

    /// The array of the kernel that it is; `None` for a private array.
    pub fn array(&self) -> Option<ArrayId> {
        match self.heap {
            Heap::Array(array) => Some(array),
            Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => None,
        }
    }
}

impl Location {
    /// An element of an array of the kernel, as the threads of a group see it.
    pub fn shared(array: ArrayId, space: Space, group: u32, offset: u32) -> Self {
        match space {
            Space::Global => Self::global(array, offset),
            Space::Local => Self::local(array, group, offset),
        }
    }

    /// An element of a global array.
    pub fn global(array: ArrayId, offset: u32) -> Self {
        Self { object: Object { heap: Heap::Array(array), owner: Member::LAUNCH, frame: 0 }, offset }
    }

    /// An element of the copy of a local array that a group has.
    pub fn local(array: ArrayId, group: u32, offset: u32) -> Self {
        Self { object: Object { heap: Heap::Array(array), owner: Member::group(group), frame: 0 }, offset }
    }

    /// An element of a private array; `frame` as in [`Object`].
    pub fn private(array: VarId, thread: ThreadId, frame: u32, offset: u32) -> Self {
        Self { object: Object { heap: Heap::Private(array), owner: thread.into(), frame }, offset }
    }

    /// The array of the kernel that it is in; `None` in a private array.
    pub fn array(&self) -> Option<ArrayId> {
        self.object.array()
    }
}
