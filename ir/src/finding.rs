//! Error ids: *what* was being checked × *why* it fails.
//!
//! In: nothing. Out: two closed enumerations with stable ids. The verifier (`logic`, `vcgen`) and the interpreter
//! (`interp`) share them, so that the same mistake has the same id and the same page in the book, whichever finds it.

use crate::Depth;

macro_rules! ids {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $id:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant),* }
        impl $name {
            /// All values, in the order of the book.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// The stable id.
            pub fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }
        }
    };
}

ids! {
    /// What was being checked: the first half of an error id.
    What {
        /// An assertion is well defined: framed, in bounds, without division by zero.
        WellFormed = "contract.well-formed",
        /// Some state satisfies the precondition.
        Vacuous = "contract.vacuous",
        /// `K_res ⊒ ⊛ G_res(g)`: the permissions of the kernel suffice for its groups. If the kernel states none: the
        /// sum over all threads is at most the whole permission of each location.
        KernelResources = "kernel.resources",
        /// `G_res(g) ⊒ ⊛ T_res(t)`.
        GroupResources = "group.resources",
        /// `K_pre ⇒ ∀ G_pre`.
        KernelPre = "kernel.precondition",
        /// `G_pre ⇒ ∀ T_pre`.
        GroupPre = "group.precondition",
        /// `∀ G_post ⇒ K_post`.
        KernelPost = "kernel.postcondition",
        /// `∀ T_post ⇒ G_post`.
        GroupPost = "group.postcondition",
        /// A procedure establishes its `ensures`.
        ProcedurePost = "procedure.postcondition",
        /// The thread establishes its `ensures`.
        Post = "thread.postcondition",
        /// A read of an array.
        Load = "load",
        /// A write to an array.
        Store = "store",
        /// An operation in the code has a value.
        Expr = "expression",
        /// The thread establishes the barrier's `requires`.
        BarrierPre = "barrier.precondition",
        /// `G_res(g) ⊒ ⊛ B_res(b, t)`.
        BarrierRedistribution = "barrier.redistribution",
        /// The barrier's `requires`, for all threads, implies each thread's `ensures`.
        BarrierTransfer = "barrier.transfer",
        /// All threads of a group reach the same barrier, equally often.
        BarrierUniform = "barrier.divergence",
        /// An invariant holds before the loop.
        InvariantEntry = "invariant.entry",
        /// An invariant is preserved by the body.
        InvariantPreserved = "invariant.preserved",
        /// A loop ends.
        LoopTermination = "loop.termination",
        /// An `assert` statement.
        Assert = "assert",
        /// An `inhale` statement.
        Inhale = "inhale",
        /// An `exhale` statement.
        Exhale = "exhale",
        /// A `send` statement.
        Send = "send",
        /// A statement about the lock of an object, and the end of a constructor.
        Lock = "lock",
        /// A thread is started or waited for: `fork` and `join`.
        Thread = "thread",
        /// A `refute` statement.
        Refute = "refute",
        /// A shared invariant holds when it is shared.
        Sharing = "sharing",
        /// An `atomic` block, and the invariants that it opens.
        Atomic = "atomic",
        /// A call of a function or a procedure establishes the callee's `requires`.
        CallPre = "call.precondition",
        /// A copy between two arrays of host code.
        Copy = "copy",
        /// A launch establishes what the kernel requires.
        LaunchPre = "launch.precondition",
        /// The permissions that a launched kernel needs for one buffer are at most the whole.
        LaunchResources = "launch.resources",
        /// The memory of an array ends.
        Lifetime = "lifetime",
        /// The precondition of each iteration of a parallel block holds in front of the block.
        ParPre = "par.precondition",
        /// The permissions in front of a parallel block suffice for its iterations.
        ParResources = "par.resources",
        /// An iteration of a parallel block establishes the block's `ensures`.
        ParPost = "par.postcondition",
        /// A pure function's body establishes its `ensures`.
        FunctionPost = "function.postcondition",
        /// The recursion of a function or a procedure ends.
        Termination = "function.termination",
    }
}

ids! {
    /// Why the check fails: the second half of an error id.
    Why {
        /// The permission held does not suffice.
        InsufficientPermission = "insufficient-permission",
        /// Two different threads are given the same location, at least one for writing.
        TwoWriters = "two-writers",
        /// The amounts of one location add up to more than is available.
        TooMuch = "exceeds-available",
        /// An index is outside its array.
        OutOfBounds = "out-of-bounds",
        /// A reference may be `null`.
        Null = "null",
        /// A divisor may be zero.
        DivisionByZero = "division-by-zero",
        /// A `\min` or `\max` may range over nothing.
        EmptyRange = "empty-range",
        /// A result is outside the range of its type.
        Overflow = "overflow",
        /// The condition may be false.
        False = "condition-false",
        /// The condition is true, where something claims that nothing shows this.
        True = "condition-true",
        /// A `\forall*` names one location twice.
        NotInjective = "not-injective",
        /// An amount may be negative.
        NegativeAmount = "negative-amount",
        /// A length of a private array may be negative where the array is declared.
        NegativeLength = "negative-length",
        /// An assertion reads a location that its own resources do not provide.
        Unframed = "unframed",
        /// Two threads decide differently.
        NonUniform = "non-uniform",
        /// A permission for unfenced memory would move away from a thread that could have written the location.
        Unfenced = "unfenced",
        /// No state satisfies all clauses.
        Contradiction = "contradictory",
        /// A measure does not decrease, or is negative.
        MeasureNotDecreasing = "measure-not-decreasing",
        /// A recursive function, or a loop, has no `decreases`, and no measure was found.
        NoMeasure = "no-measure",
        /// An access of another thread conflicts with this one, and nothing orders the two. Only the interpreter
        /// reports it.
        DataRace = "data-race",
        /// A location is read before it was written. Only the interpreter reports it.
        Uninitialised = "uninitialised",
        /// An operation of a stream, which may still run, uses the same array.
        InUse = "in-use",
        /// Threads wait for each other, and none can go on. Only the interpreter reports it.
        Deadlock = "deadlock",
        /// The logic cannot express what is checked.
        Unsupported = "unsupported",
    }
}

/// The id of an error, such as `store:insufficient-permission`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    /// What was being checked.
    pub what: What,
    /// Why it fails.
    pub why: Why,
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.what.id(), self.why.id())
    }
}

impl What {
    /// The check that the permissions of the launch, or of a member of a team, suffice for all members inside of it.
    /// `around` is the depth of the launch or the member.
    pub fn resources(around: Depth) -> Self {
        if around == Depth::LAUNCH {
            Self::KernelResources
        } else {
            Self::GroupResources
        }
    }

    /// The check that the precondition at the depth `around` implies the precondition of each member inside.
    pub fn pre(around: Depth) -> Self {
        if around == Depth::LAUNCH {
            Self::KernelPre
        } else {
            Self::GroupPre
        }
    }

    /// The check that the postconditions of all members inside imply the postcondition at the depth `around`.
    pub fn post(around: Depth) -> Self {
        if around == Depth::LAUNCH {
            Self::KernelPost
        } else {
            Self::GroupPost
        }
    }
}
