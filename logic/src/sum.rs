//! Sums of permissions over the members of teams.
//!
//! In: nothing; these are the data of [`crate::lift`] and [`crate::shares`]. Out: chunks that are sums.

use crate::chunk::Chunk;
use crate::iterators::TeamRange;
use crate::teams::Dim;
use crate::term::{Substitution, Term};

/// A chunk that is a sum over threads or groups.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The sum.
    pub chunk: Chunk,
    /// Replaces the generic thread by the one that a member of `chunk` belongs to. Empty if `counted`, because then a
    /// location belongs to several threads.
    pub to_member: Substitution,
    /// Whether the amount is a share times the number of threads that hold it.
    pub counted: bool,
    /// Whether the amount is the exact sum, and not only an upper bound.
    pub exact: bool,
}

/// A sum over some dimensions of some teams.
pub(crate) struct Sum<'d> {
    /// The members that the sum ranges over.
    pub(crate) over: TeamRange,
    /// The dimensions in which the sum ranges over them.
    pub(crate) dims: Vec<&'d Dim>,
    /// Whether the summed chunk is one of a contract, and not a sum itself. The inverse of such a chunk is claimed
    /// where the contract is checked.
    pub(crate) written: bool,
}

impl<'d> Sum<'d> {
    /// The dimensions of the sum.
    pub(crate) fn dims(&self) -> impl Iterator<Item = &'d Dim> + '_ {
        self.dims.iter().copied()
    }

    /// Whether a term depends on the generic member, in the dimensions of the sum.
    pub(crate) fn in_term(&self, t: &Term) -> bool {
        self.dims().any(|d| d.in_term(self.over, t))
    }

    /// The same sum for a chunk that is a sum over the dimension `d` already.
    pub(crate) fn without(&self, d: &Dim) -> Self {
        Self { over: self.over, dims: self.dims().filter(|o| !o.is(d)).collect(), written: false }
    }

    /// The same sum over other teams, for a chunk that may be a sum already.
    pub(crate) fn next(&self, over: TeamRange, written: bool) -> Self {
        Self { over, dims: self.dims.clone(), written }
    }
}
