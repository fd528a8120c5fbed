//! What failed: the data from which the report makes the main sentence of a finding.
//!
//! In: nothing; rules make these values. Out: what `vcgen/src/report/pvl/sentence.rs` turns into a sentence.

use super::asked::Asked;
use super::circumstance::{Access, Decides, From, Giver, Holder, Lacking, Site, When};
use super::host::HostFacts;
use crate::fault::Missing;
use crate::term::Term;
use ir::{Among, DataType, FnId, Heap, Node, ProcId, Space, VarId, Width};

/// What failed, with the parts of the program that the sentence about it names. The [`Code`](ir::finding::Code) of the
/// obligation says besides, as an error id, what was checked and why it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facts {
    /// A part of the program was not found, which is a mistake of the verifier ([`crate::fault`]).
    Fault(Missing),
    /// No launch and no memory satisfy the preconditions of a kernel together.
    NoLaunch,
    /// No argument satisfies the precondition of a function or procedure, or, if a kernel has it, no launch and no
    /// argument satisfy the preconditions of both together.
    NoArgument {
        /// Whether a kernel has it.
        with_launch: bool,
    },
    /// The axioms of an abstract data type contradict each other.
    NoData(DataType),
    /// The amount of a permission may be negative.
    NegativeAmount,
    /// A length of a private array may be negative where the array is declared.
    NegativeLength {
        /// The length.
        length: Node,
        /// The array.
        heap: Heap,
    },
    /// A family of permissions names one location more than once.
    NamedTwice,
    /// It is not known to which member of a family a location belongs.
    MemberUnknown,
    /// A divisor may be zero.
    ZeroDivisor {
        /// The divisor.
        divisor: Node,
    },
    /// The range of a `\min` or `\max` may be empty.
    NoMember,
    /// An integer may be outside the range of a machine type.
    NoValue {
        /// The integer.
        written: Node,
        /// The type.
        width: Width,
    },
    /// The distance of a shift may be negative, or not less than the width of the shifted value.
    NoShiftDistance {
        /// The distance: the number of places by which the value is shifted.
        written: Node,
        /// The type of the value that is shifted.
        width: Width,
    },
    /// A float that becomes an integer may be infinite or no number.
    NotFinite {
        /// The float.
        written: Node,
    },
    /// An invariant or a message has `read`, an amount of unknown size.
    SharedRead,
    /// A reference may be `null`.
    IsNull {
        /// The reference, or the location to which it should lead.
        written: Node,
        /// The locations among which it should be, if it is a location.
        of: Option<Heap>,
    },
    /// An index may not exist in a sequence.
    NotInSequence {
        /// The index, or the start of a range.
        index: Node,
        /// What is asked for at the index.
        asked: Asked,
        /// The sequence.
        sequence: Node,
        /// The length of the sequence.
        length: Term,
    },
    /// A private variable may not have been written.
    NotWritten(VarId),
    /// A result of a procedure may not have been written at its end.
    NoResult(VarId),
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
        /// Whether the thread reads or writes the location.
        access: Access,
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
    },
    /// The thread may have no permission to read or write a location.
    NoPermission {
        /// Whether the thread reads or writes the location.
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
        /// The kind of contract that the assertion is part of.
        site: Site,
    },
    /// `\old` reads a location for which the thread had no permission at the start of the kernel or procedure, or
    /// `\old[L]` one for which it had none at the label.
    NoPermissionBefore {
        /// The location.
        place: Node,
        /// Its array.
        heap: Heap,
        /// Whether the location is read in `\old[L]`.
        at_label: bool,
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
    /// A copy or a launch in host code.
    Host(HostFacts),
    /// A procedure calls itself and has no measure.
    ProcedureWithoutMeasure {
        /// The procedure.
        procedure: ProcId,
        /// A procedure that it calls and that calls it back, if it calls itself only through others.
        through: Option<ProcId>,
    },
    /// The thread may not hold a permission that it should hold at this moment.
    NotHeld(When),
    /// An iteration does not end with the permission of the heap with which it started, and which the loop keeps.
    NotKept(Heap),
    /// The permissions for one location that several clauses demand may together be more than the holder has.
    TooMuchTogether {
        /// The array.
        heap: Heap,
        /// Who should hold them.
        holder: Holder,
    },
    /// A clause may be false at this moment.
    FalseThen(When),
    /// A clause may not follow from these other clauses.
    DoesNotFollow(From),
    /// The postcondition of a group or the kernel promises a permission for this array that the threads may not have at
    /// their end.
    NotGivenBack(Heap),
    /// The amounts that the kernel's precondition demands for one location of this array may exceed 1.
    AsksTooMuch(Heap),
    /// One location is given to a thread for atomic steps, and to the same or another thread for other accesses.
    AtomicAndPlain {
        /// Who gives the permissions.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// A location is given for atomic steps to a thread, and whoever gives it has not all of it.
    NotAllForSteps {
        /// Who gives the permissions.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// Two threads may be given one location, at least one of them for writing.
    TwoThreads {
        /// The contract that gives the location.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// Several threads may be given shares of one location, and the number of these threads is not known.
    UnknownShares {
        /// The contract that gives the shares.
        giver: Giver,
        /// The array.
        heap: Heap,
    },
    /// The amounts of one location that are handed out may exceed the whole permission.
    TooMuchHandedOut {
        /// The contract that hands the location out.
        giver: Giver,
        /// The array.
        heap: Heap,
        /// Whether it is known that this happens, in some launch of a few threads.
        certain: bool,
    },
    /// A permission may be handed out that the supply does not have.
    MissingHandedOut {
        /// The contract that hands the permission out.
        giver: Giver,
        /// The array.
        heap: Heap,
        /// The supply that does not have the permission.
        lacking: Lacking,
        /// Whether it is known that this happens, in some launch of a few threads.
        certain: bool,
    },
    /// A location is handed out with `read`, and the exact amounts handed out besides may leave no positive rest for
    /// it.
    NothingForReaders {
        /// The contract that hands the location out.
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
    /// Two threads of a group may get different values of a condition that must be uniform.
    NonUniform(Decides, Among),
    /// The kernel has an atomic block, and contracts cannot say which memory its threads share.
    Atomic,
    /// A procedure waits at a barrier and was not inlined.
    BarrierInProcedure,
    /// An `assume` creates permissions.
    AssumedPermission,
    /// A barrier would hand out what is exhaled.
    ExhaledBeforeBarrier,
    /// The condition of a `refute` is proved.
    Provable,
    /// A precondition calls its own function.
    OwnPrecondition,
    /// A pure function mentions the position of a thread, such as `tid`.
    NamesThread,
    /// The measure of a function calls the function itself, or one that calls it back.
    CircularMeasure(FnId),
    /// A function calls itself and has no measure.
    CallsItself(FnId),
    /// A recursive function has no measure.
    NoMeasure(FnId),
    /// The measure may not decrease in a call, or may be negative.
    NotDecreasing,
    /// A loop has no measure, and no measure was found for it.
    LoopWithoutMeasure,
    /// A lock or a thread is waited for, and nothing shows that the wait ends.
    MayWaitForEver,
    /// A thread is started that starts threads of the same class.
    MayStartForEver,
    /// The measure of a loop may not decrease in an iteration, or may be negative.
    LoopNotDecreasing,
}

impl std::convert::From<HostFacts> for Facts {
    fn from(facts: HostFacts) -> Self {
        Self::Host(facts)
    }
}

impl Facts {
    /// The array that the finding is about, if it is about one.
    pub fn heap(&self) -> Option<Heap> {
        match self {
            Self::OutOfBounds { heap, .. }
            | Self::NegativeLength { heap, .. }
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
            | Self::AtomicAndPlain { heap, .. }
            | Self::NotAllForSteps { heap, .. }
            | Self::UnknownShares { heap, .. }
            | Self::TooMuchHandedOut { heap, .. }
            | Self::MissingHandedOut { heap, .. }
            | Self::NothingForReaders { heap, .. }
            | Self::Unfenced { heap, .. } => Some(*heap),
            Self::Host(facts) => facts.heap(),
            Self::Fault(_)
            | Self::NoLaunch
            | Self::NoArgument { .. }
            | Self::NoData(_)
            | Self::NegativeAmount
            | Self::NoMember
            | Self::NamedTwice
            | Self::MemberUnknown
            | Self::ZeroDivisor { .. }
            | Self::NoValue { .. }
            | Self::NoShiftDistance { .. }
            | Self::NotFinite { .. }
            | Self::IsNull { .. }
            | Self::SharedRead
            | Self::NotInSequence { .. }
            | Self::NotWritten(_)
            | Self::NoResult(_)
            | Self::CallRequires(_)
            | Self::ProcedureRequires(_)
            | Self::ProcedureWithoutMeasure { .. }
            | Self::NotHeld(_)
            | Self::NotKept(_)
            | Self::FalseThen(_)
            | Self::DoesNotFollow(_)
            | Self::AmountOfThread
            | Self::NonUniform(..)
            | Self::Atomic
            | Self::BarrierInProcedure
            | Self::AssumedPermission
            | Self::ExhaledBeforeBarrier
            | Self::Provable
            | Self::OwnPrecondition
            | Self::NamesThread
            | Self::CircularMeasure(_)
            | Self::CallsItself(_)
            | Self::NoMeasure(_)
            | Self::NotDecreasing
            | Self::LoopWithoutMeasure
            | Self::MayWaitForEver
            | Self::MayStartForEver
            | Self::LoopNotDecreasing => None,
        }
    }

    /// The location or operand that the finding is about, which a report quotes.
    pub fn quoted(&self) -> Option<Node> {
        let (Self::NegativeLength { length: node, .. }
        | Self::ZeroDivisor { divisor: node }
        | Self::IsNull { written: node, .. }
        | Self::NoValue { written: node, .. }
        | Self::NoShiftDistance { written: node, .. }
        | Self::NotFinite { written: node }
        | Self::NotInSequence { index: node, .. }
        | Self::OutOfBounds { place: node, .. }
        | Self::NoContract { place: node, .. }
        | Self::NoPermission { place: node, .. }
        | Self::Unframed { place: node, .. }
        | Self::NoPermissionBefore { place: node, .. }) = self
        else {
            return None;
        };
        Some(*node)
    }
}
