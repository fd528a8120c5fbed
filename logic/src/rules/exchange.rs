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
//! permissions only to the thread, through `Q`. A loop with a barrier is not closed, and has a rule of its own.
//!
//! A `read` in `P` is a loan: it lends a share of unknown size. `Q` may state `read` for that location again only if
//! nothing of the loan is still lent to other code ([`Held::returns`]). So the share that comes back is the share that
//! was lent.
//!
//! In: what is held, `P`, `Q` and `H`. Out: what is held behind the code, and the facts about values that stay.

use crate::chunk::{self, Amount, Chunk, Held};
use crate::exec::Exec;
use crate::obligation::Hyp;
use crate::state::State;
use crate::term::{self, Role, Term};
use ir::Heap;

/// The permissions `held − P + Q`, where `took` are the chunks of `P` and `gives` those of `Q`. A chunk that is in both
/// at the same position stays as it is. `lent` are permissions that the code has lent and that did not come back.
pub(super) fn exchanged(held: Held, took: &[Chunk], gives: &[Chunk], lent: &[Chunk]) -> Held {
    let mut after = held;
    let mut given = gives.iter();
    for t in took {
        match given.next() {
            Some(g) if t.same_as(g) && (t.amount != Amount::Read || loans_return(took, gives, t.heap)) => {}
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

/// Whether each `read` of `Q` for a heap is the `read` of `P` at the same position. Otherwise some `read` of `Q` may be
/// a part of a loan that another chunk of `P` made, and the share that comes back may be smaller than the share that
/// was lent: `P = read(a[i]) ** read(a[j])` and `Q = read(a[i]) ** read(a[i])` return the loan of `a[i]` in two parts.
fn loans_return(took: &[Chunk], gives: &[Chunk], heap: Heap) -> bool {
    let is_loan = |chunk: &Chunk| chunk.heap == heap && chunk.amount == Amount::Read;
    let made = |n: usize, g: &Chunk| took.get(n).is_some_and(|t| t.same_as(g));
    gives.iter().enumerate().filter(|(_, g)| is_loan(g)).all(|(n, g)| made(n, g))
}

impl Exec<'_> {
    /// Assumes `M'(x) = M(x)` for the locations of `heap` that nobody can write while the code runs with `took`: the
    /// thread keeps a positive amount, or it held less than all, so that the code cannot have all either.
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
