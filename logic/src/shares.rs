//! Shares of one location that several threads hold, added up by counting the holders.
//!
//! The sums are over threads `t` and over the binders `b` of a family that each thread has:
//!
//! ```text
//! (1)  ⊛ t. ⊛ b. guard(t, b) ⇒ Perm(a[index(b)], p(b))
//!        =  ⊛ b. Perm(a[index(b)], #{t in range : guard(t, b)} · p(b))
//!
//! (2)  If p(t, inv(t, x)) is the same amount p for all t, then
//!      ⊛ t. ⊛ b. guard(t, b) ⇒ Perm(a[index(t, b)], p(t, b))
//!        gives at x the amount  #{t in range : guard(t, b) ∧ index(t, b) = x, where b = inv(t, x)} · p
//! ```
//!
//! **Proof.** (1) A member `b` adds `p(b)` at `index(b)` for each thread with `guard(t, b)`, and nothing for the other
//! threads; sums over `t` and `b` commute. The right-hand side is a family like any other, whose inverse is claimed
//! where the family is handed out. (2) For each thread `t`, the family over `b` names a location at most once, since
//! `inv(t, ·)` is its inverse, which is claimed where the chunk is written (`well_formed`). So `t` holds at `x` the
//! amount `p(t, inv(t, x))` if `inv(t, x)` is a member at `x`, and nothing otherwise. Where that amount does not depend
//! on `t`, the sum is the amount times the number of threads that have a member at `x`. [`crate::count`] makes the
//! terms for the numbers of threads. ∎
//!
//! In: a chunk of the generic thread (or group) with an exact amount. Out: the sum over all threads (or groups), as a
//! closed term of the location; `None` if the holders cannot be counted.

use crate::chunk::{Amount, Chunk};
use crate::context::Context;
use crate::count::count;
use crate::family;
use crate::invert::conjuncts;
use crate::iterators::Iterators;
use crate::sum::{Lifted, Sum};
use crate::teams::Dim;
use crate::term::{self, Op, Substitution, Symbol, Term};

/// The sum over threads or groups, in one dimension, of a chunk of which several threads may hold the same location.
pub(crate) fn lift(cx: &mut Context<'_>, sum: &Sum<'_>, d: &Dim, chunk: &Chunk) -> Option<Lifted> {
    let Amount::Exact(amount) = &chunk.amount else { return None };
    let mut parts = chunk.index.clone();
    parts.extend([chunk.guard.clone(), amount.clone()]);
    let members = Iterators::new(&mut cx.names, sum.over, [d], &parts);
    // One binder must stand for the member. Pairs of a group and a thread are not counted.
    let (binders, range) = (members.binders(), members.range());
    let [t] = binders.as_slice() else { return None };
    let moved = chunk.substitute(&members.to_member);
    // The second law needs the inverse of the chunk. It is claimed for chunks as they are written in contracts, and not
    // for chunks that are themselves sums over some dimension.
    let by_location = |cx: &mut Context<'_>| if sum.written { by_location(cx, t, &range, &moved) } else { None };
    let lifted = by_member(cx, t, &range, &moved).or_else(|| by_location(cx))?;
    Some(Lifted { chunk: lifted, to_member: Substitution::new(), counted: true, exact: true })
}

fn mentions(term: &Term, t: &Symbol) -> bool {
    term::any_subterm(term, |s| s.as_app() == Some(t))
}

/// The sum by the first law: a member has the same location for every thread that has the member.
fn by_member(cx: &mut Context<'_>, t: &Symbol, range: &Term, c: &Chunk) -> Option<Chunk> {
    let Amount::Exact(amount) = &c.amount else { return None };
    if c.index.iter().chain([amount]).any(|e| mentions(e, t)) {
        return None;
    }
    let (own, common): (Vec<Term>, Vec<Term>) = conjuncts(&c.guard).into_iter().partition(|g| mentions(g, t));
    let holders = count(t, &term::and(own.into_iter().chain([range.clone()])))?;
    let amount = Amount::Exact(times(&holders, amount));
    let guard = term::and(common.into_iter().chain([term::lt(term::int(0), holders)]));
    let lifted = family::chunk(cx, c.heap, c.binders.clone(), guard, c.index.clone(), amount, c.node);
    (!lifted.uninterpreted).then_some(lifted)
}

/// The sum by the second law, where the location of a member depends on the thread: a chunk whose binder is the
/// location.
fn by_location(cx: &mut Context<'_>, t: &Symbol, range: &Term, c: &Chunk) -> Option<Chunk> {
    if c.uninterpreted {
        return None;
    }
    let location = cx.fresh_location(c.heap);
    let x: Vec<Term> = location.iter().map(term::constant).collect();
    let (member, covers) = (c.member_at(&x), c.covers(&x));
    let Amount::Exact(amount) = &c.amount else { return None };
    let amount = term::substitute(amount, &member);
    if mentions(&amount, t) {
        return None;
    }
    let holders = count(t, &term::and([range.clone(), covers]))?;
    let amount = Amount::Exact(times(&holders, &amount));
    let guard = term::lt(term::int(0), holders);
    Some(family::chunk(cx, c.heap, location, guard, x, amount, c.node))
}

/// The product of `n` and an amount, distributed over conditionals, so that each product can be simplified.
fn times(n: &Term, amount: &Term) -> Term {
    match (n.op(), n.args()) {
        (Op::Ite, [c, a, b]) => term::ite(c.clone(), times(a, amount), times(b, amount)),
        _ => term::mul(term::to_real(n.clone()), amount.clone()),
    }
}
