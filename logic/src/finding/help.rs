//! What would work: advice about an obligation that is not proved.

use super::Site;
use crate::origin::{Event, Subject};
use crate::term::Term;
use ir::{Axis, Heap, Node, Space, Width};

/// What would make an obligation hold, or what may have been overlooked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// A clause should be added.
    Add(Add),
    /// A permission can come from a contract, an invariant or a barrier; from a write of another thread in this memory
    /// only through a barrier that fences it.
    WhereFrom(Space),
    /// Writing needs all of a location.
    NeedsWrite,
    /// Old values are known of what the precondition of the thread gives.
    KnownBefore {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
    },
    /// Nothing is known of a value, because of what made it.
    Arbitrary {
        /// The array or variable.
        of: Subject,
        /// What made the value.
        event: Event,
        /// Where that is written.
        node: Node,
    },
    /// Local memory has no values at the start.
    NoInitialValue(Heap),
    /// The array has fewer elements than the index needs, whatever the values are.
    BeyondEnd {
        /// The length of the array.
        length: Term,
    },
    /// Each index must be inside its dimension.
    KeepInside {
        /// The conditions, one for each dimension.
        indices: Vec<Inside>,
        /// Whether the access stands in code, where an `if` can guard it.
        code: bool,
    },
    /// A divisor must not be zero.
    NotZero {
        /// The divisor.
        divisor: Node,
        /// Whether it stands in an assertion, which may speak of the quotient under a condition.
        assertion: bool,
    },
    /// An integer must be a value of its type, or may wrap around.
    Fit,
    /// The number of places of a shift must be one of its type.
    FewPlaces {
        /// The number.
        written: Node,
        /// The type of the value that is shifted.
        width: Width,
    },
    /// A float must be between two numbers.
    Bound {
        /// The float.
        written: Node,
    },
    /// The index of a family must tell its members apart.
    TellApart,
    /// Preconditions that no launch satisfies are to be weakened.
    Weaken,
    /// All threads of a group must reach the same barriers, equally often.
    SameBarriers,
    /// A barrier must fence this memory.
    Fence(Space),
    /// What a clause says of memory that the barrier does not fence reaches no other thread.
    FenceFor {
        /// The conjunct.
        clause: Node,
        /// The memory.
        space: Space,
    },
    /// A thread behind a barrier knows what all threads promised in front of it.
    SayEnough,
    /// Equality of floats is false for NaN.
    FloatEquality,
    /// Each location should belong to one thread, unless it is read only.
    OneOwner,
    /// An array that is only read can be given to any number of threads.
    OnlyRead(Heap),
    /// The thread's position in its group, in these dimensions, tells not all threads of the launch apart.
    NameThread {
        /// The dimensions that the index names.
        named: Vec<Axis>,
    },
    /// A kernel with an atomic can be run.
    RunIt,
    /// What the rules do not know yet can be left out of the code.
    WithoutThem,
    /// Another measure is needed, one that does not depend on the function.
    OtherMeasure,
    /// A measure is needed that shrinks in each call.
    WriteMeasure {
        /// Whether what a measure is should be said, too.
        explained: bool,
    },
}

/// The condition under which an index is inside its dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The index.
    pub index: Node,
    /// Whether it may be negative, so that the lower bound has to be said.
    pub negative: bool,
    /// The length of the dimension, as it is declared.
    pub length: Node,
}

/// A clause that should be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Add {
    /// What and where.
    pub edit: Edit,
    /// Whether only some threads have it, so that the clause needs their condition.
    pub conditional: bool,
    /// Whether the barrier may give the permission to other threads on purpose, so that a further one is needed.
    pub on_purpose: bool,
}

/// A clause, and where it is to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// To the contract of the thread: `requires` where `before`, else `context`.
    Thread {
        /// What it says.
        clause: Asserted,
        /// Whether it can hold only before the thread: local memory is gone behind it.
        before: bool,
    },
    /// To what stands there already.
    Site {
        /// Which contract.
        site: Site,
        /// What it says.
        clause: Asserted,
    },
    /// To a loop, as an invariant.
    Loop {
        /// The loop's condition.
        at: Node,
        /// What it says.
        clause: Asserted,
    },
    /// To a barrier, before and after.
    Barrier {
        /// The barrier.
        at: Node,
        /// What it says.
        clause: Asserted,
    },
}

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asserted {
    /// Permission for one location of the program.
    Location {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
        /// How much.
        share: Share,
    },
    /// Permission for every location of an array with one dimension.
    Every {
        /// The array.
        heap: Heap,
        /// Its length, as it is declared.
        length: Node,
        /// How much.
        share: Share,
    },
    /// Permission for some locations of an array, which its author must say.
    Some {
        /// The array.
        heap: Heap,
        /// How much.
        share: Share,
    },
    /// What a conjunct says.
    Conjunct(Node),
    /// What a conjunct says that stands inside a `\forall*`, for all values of the bound variables.
    Family(Node),
}

/// How much of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All of it.
    Write,
    /// Any positive amount.
    Read,
}
