//! The circumstances of a failure: at which moment, from which clauses, who holds a permission, who gives one.
//!
//! In: nothing; rules make these values. Out: parts of [`super::Facts`], from which the report makes sentences.

use ir::Depth;

/// The moment at which a clause should hold.
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
    /// When the group starts. Its local memory has arbitrary values then.
    GroupStart,
    /// When the launch or the group starts that shares an invariant.
    Start,
    /// For an iteration of a parallel block, when it starts.
    MemberStart,
    /// For an iteration of a parallel block, when it ends.
    MemberEnd,
    /// At the end of an atomic step.
    StepEnd,
}

/// The clauses from which a clause of one level should follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The precondition of the launch, or of a member of a team, at this depth.
    Pre(Depth),
    /// The preconditions of all levels.
    Preconditions,
    /// The postconditions of all members at the depth `of` that lie inside of one member at the depth `around`.
    Post {
        /// The depth of the member around them: of the launch, or of the generic group.
        around: Depth,
        /// The depth of the members: of groups or threads.
        of: Depth,
    },
}

/// Who holds permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The thread, at this moment.
    Thread(When),
    /// The thread that calls a procedure.
    Caller,
    /// All threads together, when they have ended.
    ThreadsAtEnd,
}

/// The contract that hands out permissions to threads or groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// The `ensures` of a barrier.
    Barrier,
    /// The `ensures` of a barrier of a kernel whose threads share invariants: it hands out what the threads bring.
    ListingBarrier,
    /// The precondition of the members at this depth.
    Pre(Depth),
    /// The precondition of the iterations of a parallel block.
    Par,
}

/// The supply that does not have a permission that is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// The permissions in the contract of the launch, or of a member of a team, at this depth.
    Contract(Depth),
    /// The permissions that the group holds at a barrier.
    Group,
    /// The permissions of the code around a parallel block.
    Around,
    /// The permissions that the iterations of a parallel block bring to a barrier.
    Brought,
    /// The permissions that the threads of a group bring to a barrier, in a kernel whose threads share invariants.
    BroughtByThreads,
}

/// What a condition decides that must be uniform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// Whether a barrier is reached.
    Whether,
    /// How often a barrier is reached.
    HowOften,
    /// Whose value is broadcast. The number that says it is not about reaching anything.
    Whose,
}

/// What a thread does with a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The thread reads the location.
    Read,
    /// The thread writes the location, which needs the whole permission.
    Write,
}

/// The kind of contract or code in which an expression stands. It decides which permissions frame the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A statement, an `assert`, or the `requires` of a barrier. The permissions that the thread holds frame it.
    Code,
    /// The precondition of the thread.
    Requires,
    /// The postcondition of the thread.
    Ensures,
    /// A loop invariant.
    Invariant,
    /// A shared invariant.
    Shared,
    /// What an iteration of a parallel block sends to another one.
    Message,
    /// What a lock or a thread gives or gets: the invariant of a lock, or the contract of `run`.
    Lock,
    /// The `ensures` of a barrier.
    Barrier,
    /// A contract of the group or the kernel.
    Level,
    /// A pure function.
    Function,
}
