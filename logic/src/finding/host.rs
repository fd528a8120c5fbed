//! What failed in host code: the data from which the report makes the main sentence of a finding about a copy or a
//! launch.
//!
//! In: nothing; the rules of copies and launches make these values. Out: what `vcgen/src/report/pvl/host.rs` turns into
//! a sentence.

use ir::{ArrayId, Heap, KernelId, Node};

/// What failed at a copy or a launch.
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
}

impl HostFacts {
    /// The array that the finding is about, if it is about one.
    pub fn heap(&self) -> Option<Heap> {
        match self {
            Self::TooShort { heap, .. } | Self::PassedTwice { heap, .. } | Self::CopyTooLong { heap, .. } => {
                Some(*heap)
            }
            Self::Requires(_)
            | Self::IsEmpty { .. }
            | Self::SeveralGroups(_)
            | Self::Length { .. }
            | Self::Outside(_) => None,
        }
    }
}
