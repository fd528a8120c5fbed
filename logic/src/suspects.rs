//! Who may have taken the permission that a claim asks for: loops and barriers in front of it.
//!
//! In: a claim about permission, and the loops and barriers that took what the thread held. Out: those that may have
//! taken what is asked for, with the clause that would keep it. Nothing here is part of a proof.

use crate::chunk::{Amount, Chunk};
use crate::exec::Exec;
use crate::finding::{Add, Asserted, Edit, Help, Related, Share};
use crate::permission_loss::{Suspect, Taker};
use crate::state::State;
use crate::term::{self, Term};
use ir::{Heap, Node};

/// Places that a claim names at most.
const MOST: usize = 4;

/// What a claim asks for.
pub struct MissingPermission<'a> {
    /// The array.
    pub heap: Heap,
    /// The location.
    pub index: &'a [Term],
    /// How much of it.
    pub amount: Amount,
    /// When.
    pub guard: Term,
    /// How it is written.
    pub source: Source,
}

/// What is written where a permission is asked for.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A location that is read or written.
    Location(Node),
    /// A permission.
    Permission(Node),
    /// A permission inside a `\forall*`.
    Family(Node),
}

impl Exec<'_> {
    /// The places that may have taken what is asked for, the last one first.
    pub fn suspects(&self, state: Option<&State>, missing: &MissingPermission<'_>) -> Vec<Suspect> {
        let takers = state.into_iter().flat_map(|s| s.takers.iter().rev());
        let had = takers.filter(|t| t.held.given.iter().any(|c| c.heap == missing.heap));
        // A share of the array that is held all the same: it was given away on purpose.
        let still = state.is_some_and(|s| s.held.given.iter().any(|c| c.heap == missing.heap));
        had.take(MOST).map(|t| self.suspect(t, missing, still)).collect()
    }

    fn suspect(&self, taker: &Taker, missing: &MissingPermission<'_>, still: bool) -> Suspect {
        let clause = self.keeping(taker, missing);
        // A clause that only some threads have is only some threads' to give back.
        let of_array = taker.held.given.iter().filter(|c| c.heap == missing.heap);
        let conditional =
            of_array.clone().count() > 0 && of_array.clone().all(|c| c.binders.is_empty() && !c.guard.is_true());
        let (related, edit) = if taker.is_loop {
            (Related::LostInLoop, Edit::Loop { at: taker.node, clause })
        } else {
            (Related::LostAtBarrier, Edit::Barrier { at: taker.node, clause })
        };
        Suspect {
            taker: taker.clone(),
            heap: missing.heap,
            index: missing.index.to_vec(),
            amount: missing.amount.clone(),
            guard: missing.guard.clone(),
            related,
            help: Help::Add(Add { edit, conditional, on_purpose: still }),
        }
    }

    /// What a loop or barrier would have to say, so that what is asked for is still there.
    fn keeping(&self, taker: &Taker, missing: &MissingPermission<'_>) -> Asserted {
        match missing.source {
            Source::Permission(node) => Asserted::Conjunct(node),
            Source::Family(node) => Asserted::Family(node),
            Source::Location(place) => {
                let whole = |c: &Chunk| c.is_write() || c.heap != missing.heap;
                let all = matches!(&missing.amount, Amount::Exact(p) if *p == term::one())
                    || self.cx.written.contains(&missing.heap) && taker.held.given.iter().all(whole);
                let share = if all { Share::Write } else { Share::Read };
                Asserted::Location { place, heap: missing.heap, share }
            }
        }
    }
}
