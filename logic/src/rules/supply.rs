//! What is handed out to threads or groups, and what there is to hand out.
//!
//! In: nothing; these are the data of [`super::distribute`]. Out: what its claims say when they fail.

use crate::chunk::Chunk;
use crate::finding::{Facts, Giver, Lacking};
use crate::iterators::Over;
use crate::obligation::{Hyp, What};
use ir::{Heap, Node};

/// What is there to hand out.
#[derive(Clone, Debug)]
pub enum Supply {
    /// Everything: each location of the array once.
    Whole,
    /// These chunks, already summed.
    Chunks(Vec<Chunk>),
}

/// A sum over threads or groups that must fit a supply.
pub struct Distribution<'d> {
    /// What is checked.
    pub what: What,
    /// Over whom the demand is summed.
    pub over: Over,
    /// What each thread (or group) is given.
    pub demand: &'d [Chunk],
    /// What there is.
    pub supply: Supply,
    /// Facts of the launch alone.
    pub hyps: &'d [Hyp],
    /// Facts of the generic thread, true of each.
    pub each: &'d [Hyp],
    /// Who hands it out.
    pub giver: Giver,
}

impl Distribution<'_> {
    /// Where it is written what is handed out, and what there is.
    pub(super) fn permissions(&self) -> Vec<Node> {
        let supply = match &self.supply {
            Supply::Whole => &[][..],
            Supply::Chunks(chunks) => chunks,
        };
        self.demand.iter().chain(supply).map(|c| c.node).collect()
    }

    /// Whose supply does not suffice.
    fn lacking(&self) -> Lacking {
        match self.what {
            What::BarrierRedistribution => Lacking::Group,
            _ => Lacking::Contract(self.over.around()),
        }
    }

    /// That too much of an array is handed out; `certain` where this is known to happen.
    pub(super) fn hands_out(&self, heap: Heap, certain: bool) -> Facts {
        let giver = self.giver;
        match self.supply {
            Supply::Whole => Facts::TooMuchHandedOut { giver, heap, certain },
            Supply::Chunks(_) => Facts::MissingHandedOut { giver, heap, lacking: self.lacking(), certain },
        }
    }
}
