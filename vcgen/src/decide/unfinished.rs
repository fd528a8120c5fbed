//! What a short search leaves to a longer one.
//!
//! In: the facts of an obligation for which a short search has found nothing. Out: the queries about them.

use crate::query::Ground;
use crate::solving::Query;

/// What a longer search for a proof starts from.
pub struct Unfinished {
    pub(super) ground: Ground,
    /// The facts whose contradiction is a proof.
    pub(super) facts: Query,
    /// Whether the solver gave an answer to that query.
    pub(super) answered: bool,
    /// The same query over bit vectors, if that is possible.
    pub(super) vectors: Option<Query>,
    /// The same query with floats as bits, if there are floats in it.
    pub(super) blasted: Option<Query>,
}

impl Unfinished {
    /// Whether a search in a small world takes little time: there are no floats to be chosen.
    pub(super) fn is_cheap(&self) -> bool {
        !self.facts.abstracts_floats()
    }
}
