//! What a thread knew at a moment that the program marks: the meaning of `\\old[L]`.
//!
//! In: a state. Out: the parts of it that expressions about that moment depend on.

use crate::chunk::Held;
use crate::term::Term;
use imbl::OrdMap;
use ir::{Heap, VarId};

/// Private variables and memory at a moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Values of private variables.
    pub store: OrdMap<VarId, Term>,
    /// Values of each heap, as far as the thread knew them.
    pub memory: OrdMap<Heap, Term>,
    /// Permissions: which locations may be read at that moment.
    pub held: Held,
}
