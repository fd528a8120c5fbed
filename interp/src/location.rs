//! Which element of memory something is about.
//!
//! In: nothing. Out: [`Location`], which whoever reads, writes or gives permission for memory names.

use ir::{ArrayId, Heap, Space, VarId};

use crate::launch::ThreadId;

/// One element of one array of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The array.
    pub object: Object,
    /// Row-major position in it.
    pub offset: u32,
}

/// One array of a run: what is declared once is there once for the launch, for each group, or for each call of a
/// thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object {
    /// Its declaration.
    pub heap: Heap,
    /// Whose it is.
    pub owner: Owner,
}

/// Whose an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// Global memory: of the launch.
    Launch,
    /// Local memory: of this group.
    Group(u32),
    /// A private array: of this thread, in its body or, counted from 1, in a procedure that it is in.
    Frame(ThreadId, u32),
}

impl Location {
    /// An element of an array of the kernel, as `group` sees it.
    pub fn shared(array: ArrayId, space: Space, group: u32, offset: u32) -> Self {
        let owner = match space {
            Space::Global => Owner::Launch,
            Space::Local => Owner::Group(group),
        };
        Self { object: Object { heap: Heap::Array(array), owner }, offset }
    }

    /// An element of a global array.
    pub fn global(array: ArrayId, offset: u32) -> Self {
        Self::shared(array, Space::Global, 0, offset)
    }

    /// An element of the copy of a local array that a group has.
    pub fn local(array: ArrayId, group: u32, offset: u32) -> Self {
        Self::shared(array, Space::Local, group, offset)
    }

    /// An element of a private array of a thread that is in so many procedures.
    pub fn private(array: VarId, thread: ThreadId, depth: u32, offset: u32) -> Self {
        Self { object: Object { heap: Heap::Private(array), owner: Owner::Frame(thread, depth) }, offset }
    }

    /// The array of the kernel that it is in; `None` in a private array.
    pub fn array(&self) -> Option<ArrayId> {
        match self.object.heap {
            Heap::Array(array) => Some(array),
            Heap::Private(_) => None,
        }
    }
}
