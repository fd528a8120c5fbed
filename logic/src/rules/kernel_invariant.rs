//! Invariants that the threads of a launch share, or those of each group.
//!
//! ```text
//!  K_res ⊒ R_res ** ⊛ t. T_res(t)     K_pre ⇒ R     {T(t)} body {T_post(t)}     R ** ⊛ t. T_post(t) ⇒ K_post
//! ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!                {K}  kernel with `kernel invariant inv(R);`  {K_post}
//! ```
//!
//! `K` is the contract of the launch and `T(t)` that of thread `t`; for an invariant of groups, `K` is the contract of
//! a group. The body opens `R` by atomic steps ([`super::share`]). This is the rule of a shared invariant around a
//! parallel block, with the launch or the group as the block. `R` is taken once, from the permissions of the level that
//! shares it, before these are divided among threads; at the end of the level it is there again, in the final memory.
//!
//! A barrier hands out only what the threads bring to it ([`Exec::barriers_list`]): threads may have moved permissions
//! into an invariant, so they do not have together what they started with.
//!
//! In: a kernel, and the preconditions at each level. Out: the claims at the start, and the invariants that steps open.
//! [`crate::levels`] claims that what is left suffices for the threads, and [`crate::flow`] uses `R` at the end.

use super::exchange::exchanged;
use crate::assertion::Assertion;
use crate::chunk::{Amount, Chunk, Held};
use crate::exec::Exec;
use crate::finding::{Facts, When};
use crate::iterators::TeamRange;
use crate::levels::{hyps, Levels};
use crate::obligation::{Hyp, What};
use crate::shared::Shared;
use crate::state::State;
use crate::term;
use imbl::OrdMap;
use ir::{Depth, Heap, Kernel, Space};
use std::sync::Arc;

impl<'k> Exec<'k> {
    /// Claims for each invariant of the kernel that its level has its permissions and satisfies its facts, and records
    /// it for the steps that open it.
    pub fn share_with_threads(&mut self, kernel: &'k Kernel, levels: &Levels<'k>) {
        for depth in levels.around().rev() {
            if levels.shared(depth).is_empty() {
                continue;
            }
            let mut state = State::new(OrdMap::new(), self.old.clone(), &Assertion::default());
            state.held = self.owned_at(depth, levels);
            state.path.extend(self.known_at_start(depth, levels));
            self.initial = state.held.clone();
            for (invariant, entry) in kernel.shared_at(depth).zip(levels.shared(depth)) {
                let clauses = invariant.clauses.clone();
                let mut shared = Shared { clauses, then: Arc::new(state.clone()), generic: Arc::default() };
                shared.generic = Arc::new(self.any_invariant(&state, &shared));
                self.refuse_unknown_shares(&shared);
                self.inverses_of(&state, entry, &shared.generic);
                self.consume(&state, entry, What::Sharing, When::Start);
                state.held = exchanged(std::mem::take(&mut state.held), &entry.chunks, &[], &[]);
                let _ = self.shared.insert(invariant.label, shared);
            }
        }
    }

    /// The permissions from which a level shares: those that its contract states. A launch whose contract states none
    /// has all global memory, and each group has all its local memory.
    fn owned_at(&mut self, depth: Depth, levels: &Levels<'k>) -> Held {
        let stated = levels.pre(depth).chunks.iter().filter(|c| self.cx.space(c.heap) == Space::Global);
        let mut given: Vec<Chunk> = stated.cloned().collect();
        let states_none = levels.pre(depth).chunks.is_empty();
        for heap in self.cx.heaps() {
            let owner = self.cx.owner(heap);
            if owner == depth && (owner != Depth::LAUNCH || states_none) {
                given.extend(self.all_of(heap));
            }
        }
        Held::new(given)
    }

    /// The whole permission of each location of an array of the kernel.
    fn all_of(&mut self, heap: Heap) -> Option<Chunk> {
        let node = self.cx.array(heap)?.node;
        let (binders, bound) = (self.cx.fresh_location(heap), self.cx.fresh_location(heap));
        let location = self.cx.fresh_location(heap);
        let index: Vec<_> = binders.iter().map(term::constant).collect();
        Some(Chunk {
            heap,
            guard: self.cx.in_bounds(heap, &index),
            index,
            amount: Amount::Exact(term::one()),
            inverse: location.iter().map(term::constant).collect(),
            binders,
            bound,
            location,
            uninterpreted: false,
            node,
        })
    }

    /// What holds when a level starts: its precondition, those of the levels around it, and those of all threads inside
    /// of it.
    fn known_at_start(&mut self, depth: Depth, levels: &Levels<'k>) -> Vec<Hyp> {
        let mut known: Vec<Hyp> = Vec::new();
        for around in (0..=depth.0).map(Depth) {
            known.extend(hyps(&levels.pre(around).facts).iter());
        }
        let inside = TeamRange::inside(depth, levels.kernel.innermost());
        let threads = levels.of_thread().facts.clone();
        known.extend(levels.for_all(self, inside, &threads));
        known.extend(levels.for_everyone(self));
        known
    }

    /// Refuses an invariant with a share of unknown size, `read`. The share that comes back at the end of a step would
    /// have to be the share that was lent, and a step that opens several invariants could pay two of them from one.
    pub(super) fn refuse_unknown_shares(&mut self, shared: &Shared) {
        if let Some(read) = shared.generic.chunks.iter().find(|chunk| chunk.amount == Amount::Read) {
            let _ = self.unsupported(What::Sharing, read.node, Facts::SharedRead);
        }
    }
}
