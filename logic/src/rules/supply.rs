//! The data of a redistribution: the permissions that are handed out, and those from which they come.
//!
//! In: nothing; these are the data of [`super::distribute`]. Out: what the report says if the claims fail.

use crate::chunk::Chunk;
use crate::finding::{Facts, Giver, Lacking};
use crate::hyps::Hyps;
use crate::iterators::TeamRange;
use crate::obligation::What;
use ir::{Heap, Node};

/// The permissions that can be handed out.
#[derive(Clone, Debug)]
pub enum Supply {
    /// The whole permission of each location.
    Whole,
    /// These chunks, which belong to all threads or groups of the sum together.
    Chunks(Vec<Chunk>),
}

/// A sum over threads or groups that must not exceed a supply.
pub struct Distribution<'d> {
    /// What is checked.
    pub what: What,
    /// The threads or groups that the demand is summed over.
    pub over: TeamRange,
    /// The permissions of each thread or group.
    pub demand: &'d [Chunk],
    /// The permissions that can be handed out.
    pub supply: Supply,
    /// Facts that mention no thread.
    pub hyps: &'d Hyps,
    /// Facts about the generic thread, which hold for each thread.
    pub each: &'d Hyps,
    /// The barrier or contract that hands the permissions out.
    pub giver: Giver,
}

impl Distribution<'_> {
    /// The permissions in the source that are handed out, and those from which they come.
    pub(super) fn permissions(&self) -> Vec<Node> {
        let supply = match &self.supply {
            Supply::Whole => &[][..],
            Supply::Chunks(chunks) => chunks,
        };
        self.demand.iter().chain(supply).map(|c| c.node).collect()
    }

    /// The level whose supply may not suffice.
    fn lacking(&self) -> Lacking {
        match self.what {
            What::BarrierRedistribution => Lacking::Group,
            _ => Lacking::Contract(self.over.around()),
        }
    }

    /// What the report says if more permission for an array may be handed out than there is. `certain` says that it
    /// happens in a launch of a few threads.
    pub(super) fn hands_out(&self, heap: Heap, certain: bool) -> Facts {
        let giver = self.giver;
        match self.supply {
            Supply::Whole => Facts::TooMuchHandedOut { giver, heap, certain },
            Supply::Chunks(_) => Facts::MissingHandedOut { giver, heap, lacking: self.lacking(), certain },
        }
    }
}
