//! What failed in host code: the data from which the report makes the main sentence of a finding about a copy or a
//! launch.
//!
//! In: nothing; the rules of copies and launches make these values. Out: what `vcgen/src/report/pvl/host.rs` turns into
//! a sentence.

use ir::{ArrayId, Heap, KernelId, Node, PointId};

/// An operation of a stream that may still run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// The launch or the copy.
    pub node: Node,
    /// The kernel that is launched; `None` for a copy.
    pub kernel: Option<KernelId>,
    /// Its stream, if the stream is still declared where the finding is.
    pub stream: Option<PointId>,
}

/// What failed at a copy or a launch, or because an operation of a stream may still run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostFacts {
    /// A launched kernel requires something that may not hold.
    Requires(KernelId),
    /// A launch may have no group, or groups without threads.
    IsEmpty {
        /// The number that may be less than 1.
        size: Node,
    },
    /// A kernel that is verified for launches of one group may be launched with another number of groups.
    SeveralGroups(KernelId),
    /// A length of an array of the kernel may be negative in this launch.
    Length {
        /// The kernel.
        kernel: KernelId,
        /// The array of the kernel.
        array: ArrayId,
    },
    /// A device array may be shorter than the kernel's array that it is passed for, or have another shape.
    TooShort {
        /// The kernel.
        kernel: KernelId,
        /// The array of the kernel.
        array: ArrayId,
        /// The device array.
        heap: Heap,
    },
    /// One device array is passed for several arrays, and the kernel may need more than the whole permission for one of
    /// its elements.
    PassedTwice {
        /// The kernel.
        kernel: KernelId,
        /// The device array.
        heap: Heap,
    },
    /// The contract of a launched kernel cannot be stated in host code, since it depends on what only the kernel can
    /// name: a function that it declares, or local memory.
    Outside(KernelId),
    /// A copy may copy a negative number of elements, or more than an array has.
    CopyTooLong {
        /// The array that may be too short, or has another shape.
        heap: Heap,
        /// The array whose elements are copied.
        from: Heap,
        /// How many of them are copied; `None` for all of them.
        count: Option<Node>,
    },
    /// An array is used, and an operation of a stream may use it at the same time.
    InUse {
        /// The array.
        heap: Heap,
        /// The operation.
        by: Running,
    },
    /// `\old[L](…)` reads an array that an operation may have been writing at the label.
    WrittenThen {
        /// The array.
        heap: Heap,
        /// The operation.
        by: Running,
    },
    /// The memory of an array ends, and an operation may still use it.
    Outlives {
        /// The array.
        heap: Heap,
        /// The operation.
        by: Running,
    },
    /// A procedure ends, and an operation may still run.
    NotJoined(Running),
    /// An iteration of a loop starts an operation that may still run when the iteration ends.
    LeftRunning(Running),
}

impl HostFacts {
    /// The array that the finding is about, if it is about one.
    pub fn heap(&self) -> Option<Heap> {
        match self {
            Self::TooShort { heap, .. }
            | Self::PassedTwice { heap, .. }
            | Self::CopyTooLong { heap, .. }
            | Self::InUse { heap, .. }
            | Self::WrittenThen { heap, .. }
            | Self::Outlives { heap, .. } => Some(*heap),
            Self::Requires(_)
            | Self::IsEmpty { .. }
            | Self::SeveralGroups(_)
            | Self::Length { .. }
            | Self::Outside(_)
            | Self::NotJoined(_)
            | Self::LeftRunning(_) => None,
        }
    }
}
