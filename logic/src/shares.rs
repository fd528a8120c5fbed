//! Shares of one location that several threads hold, added up by counting the holders.
//!
//! In: a chunk of the generic thread (or group) with a fixed amount. Out: the sum over all of them, as a closed term of
//! the location; `None` if the holders cannot be counted.
//!
//! ```text
//! ⊛ t. ⊛ b. guard(t, b) ⇒ Perm(a[index(b)], p(b))
//!   =  ⊛ b. Perm(a[index(b)], #{t in range : guard(t, b)} · p(b))
//!
//! ⊛ t. ⊛ b. guard(t, b) ⇒ Perm(a[index(t, b)], p(t, b))    gives at x, if p(t, inv(t, x)) is the same p for all t,
//!      #{t in range : guard(t, b) ∧ index(t, b) = x, where b = inv(t, x)} · p
//! ```
//!
//! **Proof.** The first: a member `b` adds `p(b)` at `index(b)` for each thread that has it, and nothing for the
//! others; sums over `t` and `b` commute. That the closed form of the right-hand side is one is claimed like that of
//! any family. The second: for each thread `t` the family over `b` names a location at most once, since `inv(t, ·)` is
//! its inverse, which is an obligation where the chunk is written (`well_formed`). So `t` holds at `x` the amount `p(t,
//! inv(t, x))` if `inv(t, x)` is a member at `x`, and nothing otherwise; where that amount does not depend on `t`, the
//! sum is the number of threads that are members, times it. [`crate::count`] gives the numbers. ∎

use crate::chunk::{Amount, Chunk};
use crate::context::Context;
use crate::count::count;
use crate::family;
use crate::invert::conjuncts;
use crate::iterators::Iterators;
use crate::sum::{Lifted, Sum};
use crate::teams::Dim;
use crate::term::{self, Op, Substitution, Symbol, Term};

/// The sum over threads or groups, in one dimension, of a chunk whose members overlap.
pub(crate) fn lift(cx: &mut Context<'_>, sum: &Sum<'_>, d: &Dim, chunk: &Chunk) -> Option<Lifted> {
    let Amount::Exact(amount) = &chunk.amount else { return None };
    let mut parts = chunk.index.clone();
    parts.extend([chunk.guard.clone(), amount.clone()]);
    let members = Iterators::new(&mut cx.names, sum.over, [d], &parts);
    // Pairs of a group and a thread are not counted.
    let (binders, range) = (members.binders(), members.range());
    let [t] = binders.as_slice() else { return None };
    let moved = chunk.substitute(&members.who);
    // The inverse of a sum is claimed for the complete sum only.
    let by_location = |cx: &mut Context<'_>| if sum.written { by_location(cx, t, &range, &moved) } else { None };
    let lifted = by_member(cx, t, &range, &moved).or_else(|| by_location(cx))?;
    Some(Lifted { chunk: lifted, who: Substitution::new(), counted: true, exact: true })
}

fn mentions(term: &Term, t: &Symbol) -> bool {
    term::any_subterm(term, |s| s.as_app() == Some(t))
}

/// The sum if a member has the same location for every thread that has the member.
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

/// The sum if the location of a member depends on the thread: a chunk with the location itself as binder.
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
