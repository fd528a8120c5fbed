//! The data of a redistribution: the permissions that are handed out, and those from which they come.
//!
//! In: nothing; these are the data of [`super::distribute`]. Out: what the report says if the claims fail.

use crate::chunk::{Chunk, Held};
use crate::finding::{Facts, Giver, Lacking};
use crate::hyps::Hyps;
use crate::iterators::TeamRange;
use crate::obligation::What;
use crate::term::{self, Term};
use ir::{Depth, Heap, Node};

/// The permissions that can be handed out.
#[derive(Clone, Debug)]
pub enum Supply {
    /// The whole permission of each location, less these permissions, which shared invariants have.
    Whole(Vec<Chunk>),
    /// These permissions, which belong to all threads or groups of the sum together.
    Held(Held),
}

impl Supply {
    /// The exact amount that is available at location `x` of the array.
    pub(super) fn exact(&self, heap: Heap, x: &[Term]) -> Term {
        match self {
            Self::Whole(less) => term::sub(term::one(), crate::chunk::exact(less, heap, x)),
            Self::Held(held) => held.balance(heap, x),
        }
    }
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
            Supply::Whole(less) => less,
            Supply::Held(held) => &held.given,
        };
        self.demand.iter().chain(supply).map(|c| c.node).collect()
    }

    /// Whether the supply for an array may be greater than what is known of it.
    pub(super) fn is_partial(&self, heap: Heap) -> bool {
        match &self.supply {
            Supply::Whole(_) => false,
            Supply::Held(held) => held.partial.contains(&heap),
        }
    }

    /// The level whose supply may not suffice.
    fn lacking(&self) -> Lacking {
        match self.what {
            What::BarrierRedistribution if self.over.inner > Depth::THREAD => Lacking::Brought,
            What::BarrierRedistribution if self.giver == Giver::ListingBarrier => Lacking::BroughtByThreads,
            What::BarrierRedistribution => Lacking::Group,
            What::ParResources => Lacking::Around,
            _ => Lacking::Contract(self.over.around()),
        }
    }

    /// What the report says if more permission for an array may be handed out than there is. `certain` says that it
    /// happens in a launch of a few threads.
    pub(super) fn hands_out(&self, heap: Heap, certain: bool) -> Facts {
        let giver = self.giver;
        match &self.supply {
            Supply::Whole(_) => Facts::TooMuchHandedOut { giver, heap, certain },
            Supply::Held(_) => Facts::MissingHandedOut { giver, heap, lacking: self.lacking(), certain },
        }
    }
}
