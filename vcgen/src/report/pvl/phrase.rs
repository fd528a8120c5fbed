//! Phrases of sentences that say what failed.
//!
//! In: a part of the data of a finding. Out: the words for it.

use ir::finding::What;
use ir::Depth;
use logic::fault::Missing;
use logic::finding::{Access, From, Giver, Site, When};

/// Whether a failure is only possible, or a run has shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// "the divisor may be zero"
    Possible,
    /// "the divisor is zero"
    Shown,
}

impl Mood {
    /// The verb of a sentence: "may be" or "is".
    pub(super) fn verb(self, possible: &'static str, shown: &'static str) -> &'static str {
        match self {
            Self::Possible => possible,
            Self::Shown => shown,
        }
    }

    pub(super) fn is(self) -> &'static str {
        self.verb("may be", "is")
    }

    /// "may not hold" or "does not hold"
    pub(super) fn not(self) -> &'static str {
        self.verb("may not", "does not")
    }
}

/// The contract that hands out permissions.
pub(super) fn who(giver: Giver) -> &'static str {
    match giver {
        Giver::Barrier | Giver::ListingBarrier => "the barrier",
        Giver::Pre(Depth::GROUP) => "the group's precondition",
        Giver::Pre(_) => "the precondition",
        Giver::Par => "the precondition of the parallel block",
    }
}

/// Those to which permissions are given.
pub(super) fn receivers(giver: Giver) -> &'static str {
    match giver {
        Giver::Barrier | Giver::ListingBarrier => "threads",
        Giver::Pre(Depth::GROUP) => "groups",
        Giver::Pre(_) => "threads",
        Giver::Par => "iterations",
    }
}

/// The part of a program that the logic did not find.
pub(super) fn part(missing: Missing) -> &'static str {
    match missing {
        Missing::Variable(_) => "a variable",
        Missing::Scalar(_) => "a scalar of the kernel",
        Missing::Heap(_) => "an array",
        Missing::Function(_) => "a function",
        Missing::Procedure(_) => "a procedure",
        Missing::Launch(_) => "a launched kernel or its arguments",
        Missing::Mark(_) => "the state at a label",
        Missing::Result => "the value of `\\result`",
        Missing::Value => "the value of an expression",
        Missing::Place => "a place in which `atomic` permissions have a meaning",
        Missing::Arguments(_) => "an argument of an operation",
    }
}

/// The verb for a contract that hands out permissions.
pub(super) fn hands_out(certain: bool, mood: Mood) -> &'static str {
    if certain {
        "hands out"
    } else {
        mood.verb("may hand out", "hands out")
    }
}

/// The verb for an access.
pub(super) fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

/// The contract or code that gives the permissions which an expression at this place may use.
pub(super) fn framing(site: Site) -> &'static str {
    match site {
        Site::Code => "the thread",
        Site::Requires => "the precondition itself",
        Site::Ensures => "the postcondition itself",
        Site::Invariant => "the loop invariant itself",
        Site::Shared => "the shared invariant itself",
        Site::Message => "the message itself",
        Site::Lock => "the lock invariant, or the contract of `run`, itself",
        Site::Barrier => "the `ensures` of the barrier itself",
        Site::Level => "the contract itself",
        Site::Function => "the function's `requires`",
    }
}

/// The moment at which something should hold.
pub(super) fn when(at: When) -> &'static str {
    match at {
        When::Here => "here",
        When::AtBarrier => "when the thread reaches the barrier",
        When::BehindBarrier => "for a thread that leaves the barrier",
        When::FirstIteration => "before the first iteration",
        When::Iteration => "after an iteration",
        When::End => "when the thread ends",
        When::Return => "when the procedure returns",
        When::Arguments => "for some argument that satisfies the precondition",
        When::GroupStart => "since local memory has no initial value",
        When::MemberStart => "for an iteration that starts",
        When::MemberEnd => "when an iteration ends",
        When::StepEnd => "at the end of the atomic step",
        When::Start => "at the start",
    }
}

/// The clauses from which something should follow.
pub(super) fn ground(from: From) -> &'static str {
    match from {
        From::Pre(Depth::LAUNCH) => "the kernel's precondition",
        From::Pre(Depth::GROUP) => "the group's precondition",
        From::Pre(_) => "the thread's precondition",
        From::Preconditions => "the preconditions",
        From::Post { of: Depth::GROUP, .. } => "the postconditions of the groups",
        From::Post { around: Depth::LAUNCH, .. } => "the postconditions of the threads",
        From::Post { .. } => "the postconditions of the group's threads",
    }
}

/// The name of a clause that may be false.
pub(super) fn subject(what: What) -> &'static str {
    match what {
        What::Post => "the postcondition",
        What::Assert => "the assertion",
        What::Exhale => "the condition of the `exhale`",
        What::Send => "what the iteration sends",
        What::Lock => "the invariant of the lock",
        What::Thread => "what the thread requires",
        What::Atomic => "the invariant of the atomic step",
        What::InvariantEntry | What::InvariantPreserved => "the loop invariant",
        What::BarrierPre => "what the barrier requires",
        What::BarrierTransfer => "what the barrier ensures",
        What::KernelPre | What::GroupPre => "this precondition",
        What::KernelPost => "the kernel's postcondition",
        What::GroupPost => "the group's postcondition",
        What::FunctionPost => "the function's postcondition",
        What::ProcedurePost => "the procedure's postcondition",
        What::Sharing => "the shared invariant",
        What::ParPre => "what the parallel block requires",
        What::ParPost => "what the parallel block ensures",
        What::WellFormed
        | What::Vacuous
        | What::KernelResources
        | What::GroupResources
        | What::Load
        | What::Store
        | What::Expr
        | What::BarrierRedistribution
        | What::BarrierUniform
        | What::CallPre
        | What::Copy
        | What::Inhale
        | What::Refute
        | What::LaunchPre
        | What::LaunchResources
        | What::Lifetime
        | What::ParResources
        | What::Termination
        | What::LoopTermination => "this",
    }
}

/// The advice for a `refute` whose condition is proved.
pub(super) const DROP_REFUTE: &str =
    "leave the `refute` out if the condition should hold; otherwise ask whether this place is reached at all, and \
    whether what is required contradicts itself: then everything is proved";

/// The advice for a value that is not known behind an `inhale` or `exhale`.
pub(super) fn moved(name: &str, line: ir::Line) -> String {
    format!("others may have changed `{name}` when its permission is exhaled or inhaled at line {line}")
}
