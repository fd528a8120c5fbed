//! The state of a thread at a label `L` of the program, which gives `\old[L]` its meaning.
//!
//! In: a state. Out: the parts of it that the value of an expression depends on.

use crate::chunk::Held;
use crate::pending::Pending;
use crate::term::Term;
use imbl::OrdMap;
use ir::{Heap, VarId};

/// Private variables, memory and permissions at a label.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Values of private variables.
    pub store: OrdMap<VarId, Term>,
    /// For private variables that may not have been written: the condition under which they have been.
    pub written: OrdMap<VarId, Term>,
    /// Values of each array. Only those at locations in `held` may be read.
    pub memory: OrdMap<Heap, Term>,
    /// Permissions, which decide what may be read in that state.
    pub held: Held,
    /// The operations of streams that may run then.
    pub pending: Pending,
}
