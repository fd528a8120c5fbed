//! Exchange: some of what a thread holds is given away, code runs with it, and something comes back.
//!
//! ```text
//!      held ⊒ P        {P} code {Q}        the code writes the heaps H only
//! ─────────────────────────────────────────────────────────────────────────────────
//!  {held} … {held − P + Q, new values M' of H}      M'(x) = M(x)  where  held − P has some of x,
//!                                                                  or held had some of x and not all
//! ```
//!
//! This is the rule of loops (`P` the invariant on entry, `Q` the invariant) and of calls (`P` what the callee
//! requires, `Q` what it ensures). It holds for closed code: code that takes no permission from anywhere but `P`, and
//! gives none to anybody but back. Loops with a barrier are not closed, and have a rule of their own.
//!
//! `read` is a loan: `P` lends some share of no known size, and `Q` may say `read` again only where nothing of the loan
//! is still lent to others ([`Held::returns`]). So a loan that comes back is the loan that was given.

use crate::chunk::{self, Amount, Chunk, Held};
use crate::exec::Exec;
use crate::obligation::Hyp;
use crate::state::State;
use crate::term::{self, Role, Term};
use ir::Heap;

/// `held − P + Q`. What is in both, at the same place of both, stays as it was. `lent` is what `Q` lacks besides:
/// shares of it that the code gave away.
pub(super) fn exchanged(held: Held, took: &[Chunk], gives: &[Chunk], lent: &[Chunk]) -> Held {
    let mut after = held;
    let mut given = gives.iter();
    for t in took {
        match given.next() {
            // A loan that comes back in several parts is not as it was: each part is a share of no known size.
            Some(g) if t.same_as(g) && !(t.amount == Amount::Read && loans(gives, t) > loans(took, t)) => {}
            g => {
                after.lent.push(t.clone());
                after.given.extend(g.cloned());
            }
        }
    }
    after.given.extend(given.cloned());
    after.lent.extend(lent.iter().cloned());
    after
}

/// How many of the chunks are shares of no known size of the same heap.
fn loans(chunks: &[Chunk], like: &Chunk) -> usize {
    chunks.iter().filter(|c| c.heap == like.heap && c.amount == Amount::Read).count()
}

impl Exec<'_> {
    /// That a location of `heap` keeps its value while `took` is given away: `M'(x) = M(x)`.
    pub(super) fn kept(&mut self, state: &mut State, held: &Held, took: &[Chunk], heap: Heap, new: &Term, old: &Term) {
        let symbols: Vec<_> = (self.cx.fresh_location(heap).iter())
            .map(|s| self.cx.names.fresh(s.shown(), vec![], s.sort(), Role::Bound))
            .collect();
        let x: Vec<Term> = symbols.iter().map(term::constant).collect();
        let mut frame = held.clone();
        frame.lent.extend(took.iter().cloned());
        let read_only = term::and([held.positive(heap, &x), term::not(held.at_least(heap, &x, &term::one()))]);
        let lent_reader = chunk::reader(&frame.lent, heap, &x);
        let framed = term::and([term::not(lent_reader), term::lt(term::zero(), frame.balance(heap, &x))]);
        let same = term::eq(term::select(new, &x), term::select(old, &x));
        let trigger = vec![vec![term::select(new, &x)]];
        let fact = term::quant(true, symbols, trigger, term::implies(term::or([read_only, framed]), same));
        state.path.push_back(Hyp { term: term::implies(term::and(state.guard.iter().cloned()), fact), node: None });
    }
}
