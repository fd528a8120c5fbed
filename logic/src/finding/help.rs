//! What would work: advice about an obligation that is not proved.
//!
//! In: nothing; rules make these values. Out: what `vcgen/src/report/pvl/help.rs` turns into sentences. The comments
//! say what the sentence tells the reader.

use super::{Asked, Running, Site};
use crate::origin::{Event, Subject};
use crate::term::Term;
use ir::{Axis, Expr, Heap, Node, Space, VarId, Width};

/// The place in front of which the host must wait for an operation of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// The place of the finding itself.
    Here,
    /// An operation of another stream. That stream can wait, so that the host need not.
    Stream(ir::PointId),
    /// The label.
    Label,
    /// The end of the iteration, and each `continue` in front of it.
    Iteration,
    /// The end of the block, and each statement that leaves it.
    End,
    /// The end of the procedure, and each `return`.
    Return,
}

/// What would make an obligation hold, or what may have been overlooked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// A clause should be added.
    Add(Add),
    /// A permission can come from a contract, an invariant or a barrier. For a location in this memory that another
    /// thread wrote, it can only come from a barrier that fences the memory.
    WhereFrom(Space),
    /// The host must wait for an operation of a stream before it goes on.
    Synchronize(Running, Before),
    /// An invariant that is shared here has permissions for the array: a step that opens it can have them.
    OpenInvariant {
        /// The label of the invariant.
        invariant: ir::LabelId,
        /// The array.
        heap: Heap,
    },
    /// The permission was exhaled, and must be kept or inhaled again.
    Exhaled,
    /// A `refute` should be left out, unless its place is not reached or known facts contradict each other.
    DropRefute,
    /// Writing needs the whole permission for a location.
    NeedsWrite,
    /// An atomic step needs `atomic` or `write` for the location.
    StepNeedsAtomic,
    /// The thread has `atomic` for locations of the array, so it may access them in atomic steps only.
    InAtomicStep,
    /// The scope of the atomic step must be the launch, because threads of other groups may access the location.
    WiderScope,
    /// A barrier must stand between atomic steps on a location and other accesses to it.
    StepsApart,
    /// The thread may write other elements of the array, by the clauses that are shown: the index may be wrong.
    OtherElement {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
    },
    /// This permission, in the contract of the thread or at a loop or barrier, gives only a share of a location where
    /// all of it is needed.
    AllOfIt {
        /// The permission.
        permission: Node,
        /// Whether a barrier gives the share, so that other threads may have the rest of the location.
        at_barrier: bool,
    },
    /// The procedure with this permission in its precondition should give the permission back.
    GiveBack {
        /// The permission in the contract of the procedure.
        permission: Node,
        /// Its array.
        heap: Heap,
        /// What it gives back now.
        returned: Returned,
    },
    /// The measure must not be negative where a recursive call is made.
    MeasureNotNegative {
        /// The measure.
        measure: Node,
    },
    /// The postcondition promises a permission that the thread never had.
    NeverHeld,
    /// A called procedure requires this condition: the call needs a guard.
    GuardCall {
        /// The condition, in the contract of the procedure.
        needs: Node,
        /// The call.
        call: Node,
    },
    /// `\old` may only read locations that the precondition of the thread gives permission for. `\old[L]` may only read
    /// locations for which the thread has a permission at the label.
    KnownBefore {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
        /// Whether the location is read in `\old[L]`.
        at_label: bool,
    },
    /// Nothing is known about a value, because no annotation of the loop, barrier or call that made it describes it.
    Arbitrary {
        /// The array or variable that has the value.
        of: Subject,
        /// The event that made the value.
        event: Event,
        /// The statement of that event.
        node: Node,
    },
    /// Elements of this local array have arbitrary values until they are written.
    NoInitialValue(Heap),
    /// The index is beyond the last element of the array for all values of variables.
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
    /// An invariant must bound a variable, so that an index in a later invariant is inside its array.
    BoundInvariant {
        /// The variable.
        variable: VarId,
    },
    /// A divisor must not be zero.
    NotZero {
        /// The divisor.
        divisor: Node,
        /// Whether the division stands in an assertion. There, a condition `divisor != 0 ==> …` can guard it.
        assertion: bool,
    },
    /// A reference must not be `null`.
    NotNull {
        /// The reference.
        reference: Node,
        /// Whether it is used in an assertion. There, a condition `reference != null ==> …` can guard it.
        assertion: bool,
    },
    /// An index must exist in a sequence.
    InSequence {
        /// The index, or the start of a range.
        index: Node,
        /// What is asked for at the index.
        asked: Asked,
        /// The sequence.
        sequence: Node,
    },
    /// A range must not be empty.
    SomeMember {
        /// The reduction that ranges over it.
        reduction: Node,
    },
    /// A length must not be negative where an array is declared with it.
    NotNegative {
        /// Whether the length is the same in all runs.
        constant: bool,
        /// The length.
        length: Node,
    },
    /// An integer must be in the range of its type, or `\wrap` must be written if it may wrap around.
    Fit,
    /// The distance of a shift must not be negative, and less than the width of the shifted value.
    SmallerShift {
        /// The distance.
        written: Node,
        /// The type of the value that is shifted.
        width: Width,
    },
    /// A float must be between two numbers.
    Bound {
        /// The float.
        written: Node,
    },
    /// A variable must get a value where it is declared.
    Initialise(VarId),
    /// The index of a family must be different for each member.
    TellApart,
    /// Preconditions that no launch satisfies must be weakened.
    Weaken,
    /// All threads of a group must reach the same barriers, equally often.
    SameBarriers,
    /// All threads of a tile must reach the same operations of the tile, equally often.
    SameOperations,
    /// All threads that take part must say the same number.
    SameNumber,
    /// A barrier must fence this memory.
    Fence(Space),
    /// A conjunct that the barrier requires is about memory that the barrier does not fence, so other threads may not
    /// assume it behind the barrier.
    FenceFor {
        /// The conjunct.
        clause: Node,
        /// The memory.
        space: Space,
    },
    /// Behind a barrier, a thread may assume what the barrier requires of all threads. So the `requires` of the barrier
    /// should state enough.
    SayEnough,
    /// Equality of floats is false for NaN.
    FloatEquality,
    /// Each location should belong to one thread, unless it is read only.
    OneOwner,
    /// An array that is only read can be given to any number of threads.
    OnlyRead(Heap),
    /// Threads of different groups have the same position in their group. So an index that names the thread by its
    /// position in the group must name the group, too, or use `tid`.
    NameThread {
        /// The dimensions that the index names.
        named: Vec<Axis>,
    },
    /// A kernel with an atomic block can be executed, which may show mistakes.
    RunIt,
    /// A procedure with a barrier is proved where it is called.
    ProveCaller,
    /// The measure must not depend on the function itself.
    OtherMeasure,
    /// A `decreases` clause is needed, with a measure that is smaller in each recursive call.
    WriteMeasure {
        /// Whether the sentence should explain what a measure is.
        explained: bool,
    },
    /// A `decreases` clause of a loop is needed.
    WriteMeasureOfLoop,
    /// The lock is to be taken first, or given by the caller.
    TakeLock,
    /// The thread is to be started or joined once, by the code that has the token of the thread.
    TokenOfThread,
    /// No annotation shows that a wait for a lock or a thread ends.
    NoOrderOfLocks,
}

impl Help {
    /// That a measure must not be negative, if it is one integer. Which of several integers must not be negative, the
    /// help cannot tell.
    pub(crate) fn not_negative(measure: &[Expr]) -> Option<Self> {
        match measure {
            [one] => Some(Self::MeasureNotNegative { measure: one.node }),
            [] | [_, _, ..] => None,
        }
    }
}

/// The condition under which an index is inside its dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The index.
    pub index: Node,
    /// Whether the index may be negative, so that the condition needs a lower bound.
    pub negative: bool,
    /// The length of the dimension, as it is declared.
    pub length: Node,
}

/// A clause that should be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Add {
    /// The clause, and where to add it.
    pub edit: Edit,
    /// Whether only some threads have the permission, so that the clause needs the condition for being one of them.
    pub conditional: bool,
    /// Whether the loop or barrier may have given the permission away on purpose. Then the thread needs another loop or
    /// barrier to get it back.
    pub on_purpose: bool,
}

/// A clause, and where it is to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// To the contract of the thread: as `requires` if `before`, else as `context`.
    Thread {
        /// What the clause says.
        clause: Asserted,
        /// Whether the clause can hold only before the thread starts: local memory does not exist after its end.
        before: bool,
    },
    /// To the contract in which the failing expression stands.
    Site {
        /// The kind of that contract.
        site: Site,
        /// What the clause says.
        clause: Asserted,
    },
    /// To a loop, as an invariant.
    Loop {
        /// The loop's condition.
        at: Node,
        /// What the clause says.
        clause: Asserted,
    },
    /// To a barrier, as `ensures`: an earlier barrier took the permission.
    LastBarrier {
        /// The barrier.
        at: Node,
        /// What the clause says.
        clause: Asserted,
    },
    /// To a barrier, as `requires` and `ensures`.
    Barrier {
        /// The barrier.
        at: Node,
        /// What the clause says.
        clause: Asserted,
    },
}

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asserted {
    /// Permission for one location that the program mentions.
    Location {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
        /// The amount.
        share: Share,
    },
    /// Permission for every location of an array with one dimension.
    Every {
        /// The array.
        heap: Heap,
        /// Its length, as it is declared.
        length: Node,
        /// The amount.
        share: Share,
    },
    /// Permission for some locations of an array. The author of the program must find out which.
    Some {
        /// The array.
        heap: Heap,
        /// The amount.
        share: Share,
    },
    /// The same as this conjunct of the program.
    Conjunct(Node),
    /// The same as this conjunct inside a `\forall*` of the program, for all values of the bound variables.
    Family(Node),
    /// What a called procedure requires, with the arguments of the call in place of the parameters.
    OfCallee {
        /// The permission in the contract of the procedure.
        needs: Node,
        /// The call.
        call: Node,
    },
}

/// The amount of a permission in a proposed clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The whole permission, `write`.
    Write,
    /// Any positive amount, `read`.
    Read,
}

/// What a procedure ensures of an array for which it requires a permission that it does not give back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// No permission for the array.
    Nothing,
    /// Some permission for the array.
    Part,
    /// Some permission for the array. The permission that is lost is a `read`, which is back only if the same `read`
    /// comes back, once for each that was required.
    OtherLoan,
}
