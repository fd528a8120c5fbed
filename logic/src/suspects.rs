//! Finds the loops, barriers and calls that may have taken the permission that a claim asks for.
//!
//! In: a claim about permission, and the loops, barriers and calls that took what the thread held. Out: those which may
//! have taken the permission, each with the edit that would keep it. Nothing here is part of a proof.

use crate::chunk::{Amount, Chunk, Held};
use crate::exec::Exec;
use crate::finding::{Add, Asserted, Edit, Help, Related, Returned, Share};
use crate::permission_loss::{Suspect, Taker, TakerKind};
use crate::state::State;
use crate::term::{self, Role, Term};
use ir::{Heap, Node};

/// The greatest number of loops, barriers and calls that are considered for one claim.
const MAX_SUSPECTS: usize = 4;

/// The permission that a claim asks for.
pub struct MissingPermission<'a> {
    /// The array.
    pub heap: Heap,
    /// The index of the location, one term per dimension.
    pub index: &'a [Term],
    /// The amount.
    pub amount: Amount,
    /// The condition under which the permission is needed.
    pub guard: Term,
    /// The part of the program that needs it.
    pub source: Source,
}

/// The part of the program that needs a permission.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A location that is read or written.
    Location(Node),
    /// A permission in a contract.
    Permission(Node),
    /// A permission inside a `\forall*` in a contract.
    Family(Node),
    /// A permission that a called procedure requires.
    Callee {
        /// The permission in the contract of the procedure.
        needs: Node,
        /// The call.
        call: Node,
    },
}

impl MissingPermission<'_> {
    /// Whether the permission, or all of the location, is one of those that are held.
    fn is_held(&self, held: &Held) -> bool {
        let here = |c: &Chunk| c.heap == self.heap && c.index == self.index && c.binders.is_empty();
        let enough = |c: &Chunk| c.guard.is_true() && (c.is_write() || c.amount == self.amount);
        held.given.iter().any(|c| here(c) && enough(c))
    }
}

impl Exec<'_> {
    /// The loops, barriers and calls that may have taken the permission, the last one first.
    pub fn suspects(&self, state: Option<&State>, missing: &MissingPermission<'_>) -> Vec<Suspect> {
        // Loops and barriers of parallel blocks leave what they do not list with the iteration.
        if self.barriers_list() {
            return Vec::new();
        }
        // If the thread held the permission again in front of a later taker, the takers before did not lose it.
        let mut returned = false;
        let takers = state.into_iter().flat_map(|s| s.takers.iter().rev()).take_while(|t| {
            let last = returned;
            returned |= missing.is_held(&t.held);
            !last
        });
        let took = |t: &&Taker| match &t.kind {
            TakerKind::Loop | TakerKind::Barrier => true,
            TakerKind::Call { keeps, .. } | TakerKind::Exhale(keeps) => keeps.iter().any(|c| c.heap == missing.heap),
        };
        let had = takers.filter(|t| t.held.given.iter().any(|c| c.heap == missing.heap)).filter(took);
        // If the thread still holds some of the array, the loop or barrier may have given the rest away on purpose.
        let still = state.is_some_and(|s| s.held.given.iter().any(|c| c.heap == missing.heap));
        let mut found: Vec<Suspect> = had.take(MAX_SUSPECTS).map(|t| self.suspect(t, missing, state, still)).collect();
        // If the last barrier or loop gives a share of the location, its clause should give all of it.
        let all = matches!(&missing.amount, Amount::Exact(p) if *p == term::one());
        let share = state
            .into_iter()
            .flat_map(|s| &s.held.given)
            .find(|c| c.heap == missing.heap && c.index == missing.index && c.guard.is_true() && !c.is_write());
        let gives = |t: &Taker| matches!(t.kind, TakerKind::Loop | TakerKind::Barrier);
        if let (true, Some(share), Some(last)) = (all, share, found.first_mut().filter(|s| gives(&s.taker))) {
            let at_barrier = matches!(last.taker.kind, TakerKind::Barrier);
            last.help = Help::AllOfIt { permission: share.node, at_barrier };
        }
        found
    }

    /// The taker as a suspect. `still` says that the thread holds some permission for the array at the claim.
    fn suspect(&self, taker: &Taker, missing: &MissingPermission<'_>, state: Option<&State>, still: bool) -> Suspect {
        let clause = self.keeping(taker, missing, state);
        // If only some threads hold a permission for the array, a clause that keeps it needs their condition.
        let of_array = taker.held.given.iter().filter(|c| c.heap == missing.heap);
        let conditional =
            of_array.clone().count() > 0 && of_array.clone().all(|c| c.binders.is_empty() && !c.guard.is_true());
        // The clause that gave the location says under which condition.
        let same = |c: &&Chunk| c.index == missing.index && c.binders.is_empty();
        let (clause, conditional) = match of_array.clone().next() {
            Some(given) if conditional && of_array.clone().count() == 1 && same(&given) => {
                (Asserted::Family(given.node), false)
            }
            _ => (clause, conditional),
        };
        let (related, help) = match &taker.kind {
            TakerKind::Loop => {
                let edit = Edit::Loop { at: taker.node, clause };
                (Related::LostInLoop, Help::Add(Add { edit, conditional, on_purpose: still }))
            }
            TakerKind::Barrier => {
                let edit = Edit::Barrier { at: taker.node, clause };
                (Related::LostAtBarrier, Help::Add(Add { edit, conditional, on_purpose: still }))
            }
            TakerKind::Exhale(_) => (Related::LostInExhale, Help::Exhaled),
            TakerKind::Call { procedure, keeps, gives } => {
                let kept = keeps.iter().find(|c| c.heap == missing.heap);
                let permission = kept.map(|c| c.node).unwrap_or_default();
                let returned = match kept.map(|c| &c.amount) {
                    _ if !gives.contains(&missing.heap) => Returned::Nothing,
                    Some(Amount::Read) => Returned::OtherLoan,
                    Some(Amount::Exact(_) | Amount::Atomic) | None => Returned::Part,
                };
                (Related::LostInCall(*procedure), Help::GiveBack { permission, heap: missing.heap, returned })
            }
        };
        Suspect {
            taker: taker.clone(),
            heap: missing.heap,
            index: missing.index.to_vec(),
            amount: missing.amount.clone(),
            guard: missing.guard.clone(),
            related,
            help,
        }
    }

    /// The clause that the loop or barrier needs, so that the thread keeps the permission.
    fn keeping(&self, taker: &Taker, missing: &MissingPermission<'_>, state: Option<&State>) -> Asserted {
        match missing.source {
            Source::Permission(node) => Asserted::Conjunct(node),
            Source::Family(node) => Asserted::Family(node),
            Source::Callee { needs, call } => Asserted::OfCallee { needs, call },
            Source::Location(place) => {
                // A permission for an element whose number changes in the loop would not be kept by an iteration.
                let mut families = taker.held.given.iter().filter(|c| c.heap == missing.heap && !c.binders.is_empty());
                let varies = |t: &Term| term::free_symbols(t).iter().any(|s| s.role() == Role::Private);
                if let (TakerKind::Loop, true, Some(family), None) =
                    (&taker.kind, missing.index.iter().any(varies), families.next(), families.next())
                {
                    return Asserted::Family(family.node);
                }
                let whole = |c: &Chunk| c.is_write() || c.heap != missing.heap;
                let now = || state.into_iter().flat_map(|s| &s.held.given);
                // Where the array is handed out in shares now, nobody can keep all of a location.
                let all = matches!(&missing.amount, Amount::Exact(p) if *p == term::one())
                    || self.cx.written.contains(&missing.heap)
                        && taker.held.given.iter().all(whole)
                        && now().all(whole);
                let share = if all { Share::Write } else { Share::Read };
                Asserted::Location { place, heap: missing.heap, share }
            }
        }
    }
}
