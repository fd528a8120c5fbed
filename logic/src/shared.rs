//! A shared invariant as data.
//!
//! In: nothing; the rule of sharing makes it. Out: what atomic steps open.

use crate::assertion::Assertion;
use crate::state::State;
use crate::syntactic::{arrays, is_shared};
use ir::{Clause, Heap};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A shared invariant, while the code of its block is executed symbolically.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Its parts.
    pub clauses: Vec<Clause>,
    /// The state in which it was shared. Its variables have the values of that state.
    pub then: Arc<State>,
    /// The invariant in memory with arbitrary values, in which its families were shown to name each location once.
    pub generic: Arc<Assertion>,
}

impl Shared {
    /// The heaps that the invariant speaks of.
    pub fn heaps(&self) -> BTreeSet<Heap> {
        self.clauses.iter().flat_map(|clause| arrays(&clause.expr)).filter(is_shared).collect()
    }
}
