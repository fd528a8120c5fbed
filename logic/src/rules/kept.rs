//! What loops keep without being asked: the permissions of heaps that the invariant does not list.
//!
//! ```text
//!  {I ** K ∧ g} S {I ** K}      K are all permissions that the thread holds of heaps which I does not list
//! ──────────────────────────────────────────────────────────────────────────────────────────────────────────
//!           {I ** K ** F} while (g) S {I ** K ∧ ¬g ** F}
//! ```
//!
//! This is the rule of loops, with `K` as a part of the invariant. The locations of `K` are those in front of the loop,
//! whatever the iterations do. Which heaps `K` is about is decided by the text alone ([`ir::LoopKeeps`]).
//!
//! Permissions that were lent in part stay with the thread, since an invariant cannot state what is left of a share of
//! unknown size.
//!
//! In: a loop, and the state in front of it or behind an iteration. Out: the permissions `K`, or the claims that an
//! iteration gives them back.

use crate::assertion::Assertion;
use crate::chunk::{Chunk, Held};
use crate::exec::Exec;
use crate::finding::When;
use crate::obligation::What;
use crate::state::State;
use crate::term::{self, Term};
use ir::{Block, Clause, Expr, Heap, LoopKeeps, Node};

impl Exec<'_> {
    /// The permissions that a loop keeps without being asked.
    pub(super) fn kept_by_loop(&self, state: &State, of: &[Clause], guard: &Expr, body: &Block) -> Vec<Chunk> {
        let (loops, held) = (LoopKeeps::new(of, guard, body, self.vars, self.cx.program), &state.held);
        let whole = |heap: Heap| !held.partial.contains(&heap) && !held.lent.iter().any(|lent| lent.heap == heap);
        held.given.iter().filter(|chunk| loops.keeps(chunk.heap) && whole(chunk.heap)).cloned().collect()
    }

    /// Assumes at the head of a loop with a barrier that the locations of `kept` have the values that they had in front
    /// of the loop. The loop does not write their heap, and no other thread can, as long as this one has a share. The
    /// body must be closed: a step that opens an invariant may give the share away and take it back.
    pub(super) fn unwritten(&mut self, head: &mut State, kept: &[Chunk], heap: Heap, new: &Term, old: &Term) {
        let symbols: Vec<_> =
            (self.cx.fresh_location(heap).iter()).map(|s| self.cx.names.element(s.shown(), s.sort())).collect();
        let x: Vec<Term> = symbols.iter().map(term::constant).collect();
        let same = term::eq(term::select(new, &x), term::select(old, &x));
        let has = Held::new(kept.to_vec()).positive(heap, &x);
        let fact = term::quant(true, symbols, vec![vec![term::select(new, &x)]], term::implies(has, same));
        head.assume(fact, None);
    }

    /// Claims that an iteration of the loop at `node` ends with these permissions. Of a heap of which it ends with the
    /// same chunks, nothing has to be claimed.
    pub(super) fn gives_back(&mut self, iteration: &State, kept: &[Chunk], node: Node) {
        let held = &iteration.held;
        let same = |heap: Heap| {
            let now = held.given.iter().filter(|chunk| chunk.heap == heap);
            now.eq(kept.iter().filter(|chunk| chunk.heap == heap)) && !held.lent.iter().any(|lent| lent.heap == heap)
        };
        let chunks = kept.iter().filter(|chunk| !same(chunk.heap)).cloned().collect();
        let again = Assertion { chunks, ..Assertion::default() };
        self.consume_chunks_at(iteration, &again, What::InvariantPreserved, When::Iteration, Some(node));
    }
}
