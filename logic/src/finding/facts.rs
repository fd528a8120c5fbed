//! What failed: the facts of the one sentence that a finding is.

use crate::fault::Missing;
use crate::term::Term;
use ir::{Depth, FnId, Heap, Node, ProcId, Space, Width};

/// What failed, and what the sentence about it must name. What was checked and why it fails is said by the
/// [`Code`](ir::finding::Code) beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facts {
    /// Something that every program has was not found: a mistake of the verifier.
    Fault(Missing),
    /// No launch and no memory satisfy the preconditions of a kernel together.
    NoLaunch,
    /// No argument satisfies the precondition of a function.
    NoArgument,
    /// The amount of a permission may be negative.
    NegativeAmount,
    /// A family of permissions names one location more than once.
    NamedTwice,
    /// To which member of a family a location belongs is not known.
    MemberUnknown,
    /// A divisor may be zero.
    ZeroDivisor {
        /// The divisor.
        divisor: Node,
    },
    /// An integer may be no value of a type.
    NoValue {
        /// The integer.
        written: Node,
        /// The type.
        width: Width,
    },
    /// An integer may be no number of places by which a value is shifted.
    NoPlaces {
        /// The number of places.
        written: Node,
        /// The type of the value that is shifted.
        width: Width,
    },
    /// A float that becomes an integer may be infinite or no number.
    NotFinite {
        /// The float.
        written: Node,
    },
    /// A location may be outside its array.
    OutOfBounds {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
        /// The lengths of the array, one for each dimension.
        lengths: Vec<Term>,
    },
    /// No contract gives the thread any permission for an array.
    NoContract {
        /// What the thread does with the location.
        access: Access,
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
    },
    /// The thread may have no permission for what it does with a location.
    NoPermission {
        /// What the thread does with it.
        access: Access,
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
    },
    /// An assertion reads a location that it gives no permission for.
    Unframed {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
        /// Where the assertion stands.
        site: Site,
    },
    /// `\old` reads a location for which the thread had no permission when the kernel started.
    NoPermissionBefore {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
    },
    /// A function requires something that may not hold in a call.
    CallRequires(FnId),
    /// A function reads a location that may not be held where it is called.
    CallReads {
        /// The function.
        function: FnId,
        /// The array of the location.
        heap: Heap,
    },
    /// A procedure requires something that may not hold in a call.
    ProcedureRequires(ProcId),
    /// A procedure requires a permission that the caller may not hold.
    ProcedureNeeds {
        /// The procedure.
        procedure: ProcId,
        /// The array of the location.
        heap: Heap,
    },
    /// A procedure calls itself and has no measure.
    ProcedureWithoutMeasure(ProcId),
    /// The thread may not hold a permission that it should hold then.
    NotHeld(When),
    /// The permissions that several clauses demand of one array may together be more than what there is.
    TooMuchTogether {
        /// The array.
        heap: Heap,
        /// Who should hold them.
        holder: Holder,
    },
    /// A clause may be false then.
    FalseThen(When),
    /// A clause may not follow from what it should follow from.
    DoesNotFollow(From),
    /// The threads may not give back a permission at the end.
    NotGivenBack(Heap),
    /// The kernel's precondition asks for more than there is of one location.
    AsksTooMuch(Heap),
    /// Two threads may be given one location, at least one of them for writing.
    TwoThreads {
        /// Who gives it.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// Several threads may be given shares of one location, and how many is not known.
    UnknownShares {
        /// Who gives them.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// More may be handed out than there is of one location.
    TooMuchHandedOut {
        /// Who hands it out.
        giver: Giver,
        /// The array.
        heap: Heap,
        /// Whether it is known that this happens, in some launch of a few threads.
        certain: bool,
    },
    /// Something may be handed out that is not there to be handed out.
    MissingHandedOut {
        /// Who hands it out.
        giver: Giver,
        /// The array.
        heap: Heap,
        /// Whose supply lacks it.
        lacking: Lacking,
        /// Whether it is known that this happens, in some launch of a few threads.
        certain: bool,
    },
    /// Nothing may be left of a location for those who read it.
    NothingForReaders {
        /// Who hands it out.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// The amount of a permission depends on the thread, and its location does not.
    AmountOfThread,
    /// Another thread could write a location before a barrier that does not fence its memory.
    Unfenced {
        /// The array of the location.
        heap: Heap,
        /// The memory that the array is in.
        space: Space,
    },
    /// Two threads of a group may decide differently.
    NonUniform(Decides),
    /// An atomic: what it shares is in no contract.
    Atomic,
    /// Code with exits, labels, calls of procedures or arrays of a thread: the rules do not know these yet.
    Beyond,
    /// An `assume` creates permissions.
    AssumedPermission,
    /// A precondition calls its own function.
    OwnPrecondition,
    /// A pure function names a thread.
    NamesThread,
    /// The measure of a function depends on the function.
    CircularMeasure(FnId),
    /// A function calls itself and has no measure.
    CallsItself(FnId),
    /// A recursive function has no measure.
    NoMeasure(FnId),
    /// The measure may not decrease in a call, or may be negative.
    NotDecreasing,
}

impl Facts {
    /// The array that the finding is about, if it is about one.
    pub fn heap(&self) -> Option<Heap> {
        match self {
            Self::OutOfBounds { heap, .. }
            | Self::NoContract { heap, .. }
            | Self::NoPermission { heap, .. }
            | Self::Unframed { heap, .. }
            | Self::NoPermissionBefore { heap, .. }
            | Self::CallReads { heap, .. }
            | Self::ProcedureNeeds { heap, .. }
            | Self::TooMuchTogether { heap, .. }
            | Self::NotGivenBack(heap)
            | Self::AsksTooMuch(heap)
            | Self::TwoThreads { heap, .. }
            | Self::UnknownShares { heap, .. }
            | Self::TooMuchHandedOut { heap, .. }
            | Self::MissingHandedOut { heap, .. }
            | Self::NothingForReaders { heap, .. }
            | Self::Unfenced { heap, .. } => Some(*heap),
            Self::Fault(_)
            | Self::NoLaunch
            | Self::NoArgument
            | Self::NegativeAmount
            | Self::NamedTwice
            | Self::MemberUnknown
            | Self::ZeroDivisor { .. }
            | Self::NoValue { .. }
            | Self::NoPlaces { .. }
            | Self::NotFinite { .. }
            | Self::CallRequires(_)
            | Self::ProcedureRequires(_)
            | Self::ProcedureWithoutMeasure(_)
            | Self::NotHeld(_)
            | Self::FalseThen(_)
            | Self::DoesNotFollow(_)
            | Self::AmountOfThread
            | Self::NonUniform(_)
            | Self::Atomic
            | Self::Beyond
            | Self::AssumedPermission
            | Self::OwnPrecondition
            | Self::NamesThread
            | Self::CircularMeasure(_)
            | Self::CallsItself(_)
            | Self::NoMeasure(_)
            | Self::NotDecreasing => None,
        }
    }
}

/// What a thread does with a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads it.
    Read,
    /// It writes it, for which it needs all of it.
    Write,
}

/// Which text an expression stands in: whose permissions frame it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A statement, an `assert`, the `requires` of a barrier: what the thread holds frames it.
    Code,
    /// The precondition of the thread.
    Requires,
    /// The postcondition of the thread.
    Ensures,
    /// A loop invariant.
    Invariant,
    /// The `ensures` of a barrier.
    Barrier,
    /// A contract of the group or the kernel.
    Level,
    /// A pure function.
    Function,
}

/// The moment at which something should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At an `assert`.
    Here,
    /// When the thread reaches a barrier.
    AtBarrier,
    /// When the thread leaves a barrier.
    BehindBarrier,
    /// Before the first iteration of a loop.
    FirstIteration,
    /// After an iteration of a loop.
    Iteration,
    /// When the thread ends.
    End,
    /// When a procedure returns.
    Return,
    /// For each argument of a function that satisfies its precondition.
    Arguments,
    /// When the group starts, so that its local memory has no values yet.
    GroupStart,
}

/// What a clause of one level should follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The precondition of the launch, or of a member of a team, at this depth.
    Pre(Depth),
    /// All preconditions.
    Preconditions,
    /// The postconditions of all members at the depth `of` that lie inside of one member at the depth `around`.
    Post {
        /// Around them: the launch, or the generic group.
        around: Depth,
        /// The members: groups or threads.
        of: Depth,
    },
}

/// Who holds permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The thread, then.
    Thread(When),
    /// The thread that calls a procedure.
    Caller,
    /// All threads together, when they have ended.
    ThreadsAtEnd,
}

/// Who hands out permissions to threads or groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// A barrier.
    Barrier,
    /// The precondition of the members at this depth.
    Pre(Depth),
}

/// Whose supply lacks what is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// The contract of the launch, or of a member of a team, at this depth.
    Contract(Depth),
    /// What the group holds.
    Group,
}

/// What a condition decides that all threads of a group must decide alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// Whether a barrier is reached.
    Whether,
    /// How often a barrier is reached.
    HowOften,
}
