//! Exchange: a thread gives permissions away, code runs with them, and permissions come back.
//!
//! ```text
//!      held ⊒ P        {P} code {Q}        the code writes the heaps H only
//! ─────────────────────────────────────────────────────────────────────────────────
//!  {held} code {held − P + Q, new values M' of H}   M'(x) = M(x)  where  held − P has a positive amount of x,
//!                                                                  or held had some of x and less than all
//! ```
//!
//! This is the rule of loops (`P` is the invariant on entry, `Q` the invariant) and of calls (`P` is the precondition
//! of the callee, `Q` its postcondition). It holds for closed code: code that gets permissions only from `P`, and gives
//! permissions only to the thread, through `Q`. A loop with a barrier is not closed, and has a rule of its own. Of code
//! that opens shared invariants, or that inhales or exhales permissions, only the first half of the condition is used.
//!
//! A `read` in `P` is a loan: it lends a share of unknown size. `Q` may state `read` for that location again only if
//! nothing of the loan is still lent to other code ([`Held::returns`]). So the share that comes back is the share that
//! was lent.
//!
//! In: what is held, `P`, `Q` and `H`. Out: what is held behind the code, and the facts about values that stay.

use crate::chunk::{Amount, Chunk, Held};
use crate::exec::Exec;
use crate::frame::Frame;
use crate::obligation::Hyp;
use crate::state::State;
use crate::term::{self, Term};
use ir::{Block, Heap};

/// The permissions `held − P + Q`, where `took` are the chunks of `P` and `gives` those of `Q`. A chunk of `P` for
/// which `Q` has the same chunk stays as it is. `lent` are permissions that the code has lent and that did not come
/// back.
pub(super) fn exchanged(held: Held, took: &[Chunk], gives: &[Chunk], lent: &[Chunk]) -> Held {
    let mut after = held;
    let back = same_chunks(took, gives);
    // At first all chunks of `Q`. Each chunk that stays as it was is then taken out; what is left is given to the
    // thread.
    let mut new: Vec<Option<&Chunk>> = gives.iter().map(Some).collect();
    for (t, same) in took.iter().zip(&back) {
        let stays = same.filter(|_| t.amount != Amount::Read || loans_return(gives, &back, t.heap));
        match stays.and_then(|n| new.get_mut(n)) {
            Some(g) => *g = None,
            None => after.lent.push(t.clone()),
        }
    }
    after.given.extend(new.into_iter().flatten().cloned());
    after.lent.extend(lent.iter().cloned());
    after
}

/// For each chunk of `took`, the position of the same chunk in `gives`, if there is one. No position occurs twice. `**`
/// commutes, so the order of the chunks means nothing; the chunk at the same position is preferred.
fn same_chunks(took: &[Chunk], gives: &[Chunk]) -> Vec<Option<usize>> {
    let is_same = |n: usize, t: &Chunk| gives.get(n).is_some_and(|g| t.same_as(g));
    let mut out: Vec<Option<usize>> = took.iter().enumerate().map(|(n, t)| is_same(n, t).then_some(n)).collect();
    for (n, t) in took.iter().enumerate() {
        if out.get(n).is_some_and(Option::is_none) {
            let found = (0..gives.len()).find(|g| !out.contains(&Some(*g)) && is_same(*g, t));
            out.iter_mut().skip(n).take(1).for_each(|place| *place = found);
        }
    }
    out
}

/// Whether each `read` of `Q` for a heap is the same as a `read` of `P`, and no two of them the same as one. `back` are
/// the positions in `Q`, which is `gives`, of the chunks of `P`. Otherwise some `read` of `Q` may be a part of a loan
/// that another chunk of `P` made, and the share that comes back may be smaller than the share that was lent: `P =
/// read(a[i]) ** read(a[j])` and `Q = read(a[i]) ** read(a[i])` return the loan of `a[i]` in two parts.
fn loans_return(gives: &[Chunk], back: &[Option<usize>], heap: Heap) -> bool {
    let is_loan = |chunk: &Chunk| chunk.heap == heap && chunk.amount == Amount::Read;
    gives.iter().enumerate().filter(|(_, g)| is_loan(g)).all(|(n, _)| back.contains(&Some(n)))
}

impl Exec<'_> {
    /// Whether code gets permissions only from those that it is given, and gives them back to the thread only.
    pub(super) fn is_closed(&self, code: &Block) -> bool {
        !code.opens_outside() && !code.moves_permissions(self.cx.program)
    }

    /// Assumes `M'(x) = M(x)` for the locations of `heap` that nobody can write while the code runs, because of this
    /// frame or of the frame of a loop around it. Without the frames around, the state at an exit that leaves those
    /// loops would not know what the thread kept in front of them.
    pub(super) fn kept(&mut self, state: &mut State, frame: &Frame, heap: Heap, new: &Term, old: &Term) {
        let symbols: Vec<_> =
            (self.cx.fresh_location(heap).iter()).map(|s| self.cx.names.element(s.shown(), s.sort())).collect();
        let x: Vec<Term> = symbols.iter().map(term::constant).collect();
        let keeps = term::or(std::iter::once(frame).chain(&self.frames).map(|frame| frame.keeps(heap, &x)));
        let same = term::eq(term::select(new, &x), term::select(old, &x));
        let trigger = vec![vec![term::select(new, &x)]];
        let fact = term::quant(true, symbols, trigger, term::implies(keeps, same));
        state.path.push_back(Hyp { term: term::implies(term::and(state.guard.iter().cloned()), fact), node: None });
    }
}
