//! Why other places of the program, besides the one that is wrong, matter to a finding.
//!
//! In: nothing; rules make these values. Out: what the report writes at such a place. The comments call the place
//! "this".

use ir::{FnId, Heap, KernelId, ProcId};

/// Why a place matters to a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Related {
    /// This clause gives a permission for the array that the thread holds where the obligation is claimed.
    Holds(Heap),
    /// This clause gives a permission for the array to the contract in which the failing expression stands.
    Given(Heap),
    /// This is a further clause of the kind of the place before, which is `Holds` or `Given`.
    AndOf(Heap),
    /// The function requires this of its arguments.
    Requires(FnId),
    /// The function needs this permission.
    Needs(FnId),
    /// The procedure requires this.
    ProcedureRequires(ProcId),
    /// The procedure needs this permission.
    ProcedureNeeds(ProcId),
    /// The launched kernel requires this.
    LaunchRequires(KernelId),
    /// The operation that may still run.
    MayRun,
    /// The loop in whose iterations the operation starts.
    InLoop,
    /// This clause hands out shares of the same locations.
    AlsoHandedOut,
    /// This clause gives the location to the other thread.
    ToOther,
    /// This conjunct is about memory that the barrier does not fence, so other threads may not assume it.
    Unfenced,
    /// No launch and no memory satisfy this clause.
    Unsatisfiable,
    /// This clause contradicts the others that are shown.
    Contradicts,
    /// The thread held the permission here, and the loop does not keep it.
    LostInLoop,
    /// The thread held the permission here, and the barrier does not give it back.
    LostAtBarrier,
    /// The thread held the permission here, and the `exhale` gives it away.
    LostInExhale,
    /// The thread held the permission here, and the called procedure does not give it back.
    LostInCall(ProcId),
}
