//! Places besides the one that is wrong, and why they matter.

use ir::{FnId, Heap, ProcId};

/// Why a place matters to a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Related {
    /// This gives what the thread holds of an array at this point of the code.
    Holds(Heap),
    /// This gives what the contract around the expression gives of an array.
    Given(Heap),
    /// And so does this.
    AndOf(Heap),
    /// The function requires this of its arguments.
    Requires(FnId),
    /// The function needs this permission.
    Needs(FnId),
    /// The procedure requires this.
    ProcedureRequires(ProcId),
    /// The procedure needs this permission.
    ProcedureNeeds(ProcId),
    /// This hands out shares of the same locations.
    AlsoHandedOut,
    /// This gives the location to the other thread.
    ToOther,
    /// No other thread learns this, since the barrier does not fence its memory.
    Unfenced,
    /// Nothing satisfies this clause.
    Unsatisfiable,
    /// This clause contradicts the others that are shown.
    Contradicts,
    /// The thread held the permission here, and the loop does not keep it.
    LostInLoop,
    /// The thread held the permission here, and the barrier does not give it back.
    LostAtBarrier,
}
