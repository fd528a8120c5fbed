//! Sums of permissions over the members of teams.
//!
//! In: nothing; these are the data of [`crate::lift`] and [`crate::shares`]. Out: chunks that are sums.

use crate::chunk::Chunk;
use crate::iterators::Over;
use crate::teams::Dim;
use crate::term::{Substitution, Term};

/// A chunk that is a sum over threads or groups.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The sum.
    pub chunk: Chunk,
    /// Replaces the generic thread by the one that the binders stand for; empty if the chunk was counted.
    pub who: Substitution,
    /// Whether the threads were counted, because all have the same location.
    pub counted: bool,
    /// Whether the amount is the exact sum, and not only an upper bound.
    pub exact: bool,
}

/// A sum over some dimensions of some teams.
pub(crate) struct Sum<'d> {
    pub(crate) over: Over,
    pub(crate) dims: Vec<&'d Dim>,
    /// Whether the chunk is as it was written, and not a sum itself. Then its own inverse is claimed where it is
    /// written.
    pub(crate) written: bool,
}

impl<'d> Sum<'d> {
    pub(crate) fn dims(&self) -> impl Iterator<Item = &'d Dim> + '_ {
        self.dims.iter().copied()
    }

    /// Whether a term depends on the generic member, in the dimensions of the sum.
    pub(crate) fn in_term(&self, t: &Term) -> bool {
        self.dims().any(|d| d.in_term(self.over, t))
    }

    /// The same sum for a chunk that is a sum over the dimension `d` already.
    pub(crate) fn without(&self, d: &Dim) -> Self {
        Self { over: self.over, dims: self.dims().filter(|o| o.axis != d.axis).collect(), written: false }
    }

    /// The same sum over other teams, for a chunk that may be a sum already.
    pub(crate) fn next(&self, over: Over, written: bool) -> Self {
        Self { over, dims: self.dims.clone(), written }
    }
}
