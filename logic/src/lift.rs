//! Lifting: the sum `⊛ t. R(t)` of a permission over all threads of a group, or over all groups, as chunks.
//!
//! | the location | the sum over threads |
//! |---|---|
//! | depends on the thread | a chunk with the thread as one more binder, inverted again |
//! | does not depend on the thread | the share, times the number of threads |
//! | depends on it only by `(lid + c) div w`, `w` a literal | the share, times the number of threads per quotient |
//! | belongs to threads that can be counted | the share, times the number of these threads ([`crate::shares`]) |
//!
//! In a launch of several dimensions, the sum is taken dimension by dimension where that is possible: threads are
//! counted in a dimension that the chunk does not mention, and in the dimension of a quotient. The remaining dimensions
//! make one family with a binder for each, and its inverse must recover all binders.
//!
//! In: chunks of the generic thread (or group). Out: chunks of the group (or launch), and for each member of the family
//! the thread that it belongs to.

use crate::chunk::{Amount, Chunk};
use crate::context::Context;
use crate::family;
use crate::invert::invert;
use crate::iterators::{first, how_many, spans, Iterators, TeamRange};
use crate::normalise::linear::Poly;
use crate::sum::{Lifted, Sum};
use crate::teams::Dim;
use crate::term::{self, Role, Sort, Substitution, Symbol, Term};

/// The terms of a chunk that may mention the thread: its index, its guard and its amount.
fn parts(chunk: &Chunk) -> Vec<Term> {
    let mut parts = chunk.index.clone();
    parts.push(chunk.guard.clone());
    if let Amount::Exact(p) = &chunk.amount {
        parts.push(p.clone());
    }
    parts
}

/// The sum of a chunk over the members that `over` ranges over; `None` if it cannot be expressed.
pub fn lift(cx: &mut Context<'_>, over: TeamRange, chunk: &Chunk) -> Option<Lifted> {
    let teams = cx.teams.clone();
    lift_in(cx, &Sum { over, dims: teams.dims.iter().collect(), written: true }, chunk)
}

fn lift_in(cx: &mut Context<'_>, sum: &Sum<'_>, chunk: &Chunk) -> Option<Lifted> {
    let (over, parts) = (sum.over, parts(chunk));
    let (named, unnamed): (Vec<&Dim>, Vec<&Dim>) = sum.dims().partition(|d| parts.iter().any(|t| d.in_term(over, t)));
    if !named.is_empty() && !unnamed.is_empty() {
        // All members that differ only in dimensions that the chunk does not mention have the same share.
        let many = how_many(over, unnamed.iter().copied());
        let rest = Sum { over, dims: named, written: sum.written };
        let mut lifted = lift_in(cx, &rest, &times(chunk, many))?;
        if !lifted.counted {
            unnamed.iter().for_each(|d| first(over, d, &mut lifted.to_member));
        }
        return Some(lifted);
    }
    if !chunk.index.iter().any(|i| sum.in_term(i)) {
        return lift_location(cx, sum, chunk);
    }
    let located = |over: TeamRange, d: &Dim| chunk.index.iter().any(|i| d.in_term(over, i));
    if let Some((inside, around)) = over.split() {
        if sum.dims().any(|d| located(around, d) && !located(inside, d)) {
            // For example `out[gid]`: the sum over the threads of a group, and then over groups.
            let inner = lift_in(cx, &sum.next(inside, sum.written), chunk)?;
            let mut outer = lift_in(cx, &sum.next(around, false), &inner.chunk)?;
            outer.exact &= inner.exact;
            return Some(outer);
        }
    }
    let family = lift_family(cx, sum, chunk);
    if family.chunk.uninterpreted && over.split().is_none() && matches!(chunk.amount, Amount::Exact(_)) {
        let quotient = |d: &Dim| lift_quotient(cx, over, d, chunk).and_then(|one| lift_rest(cx, sum, d, one));
        if let Some(counted) = sum.dims().find_map(quotient) {
            return Some(counted);
        }
    }
    Some(counted_or(cx, sum, chunk, family))
}

/// The sum over all other dimensions of a chunk that is the sum over the dimension `d` already.
fn lift_rest(cx: &mut Context<'_>, sum: &Sum<'_>, d: &Dim, one: Lifted) -> Option<Lifted> {
    let rest = sum.without(d);
    if rest.dims.is_empty() {
        return Some(one);
    }
    let mut all = lift_in(cx, &rest, &one.chunk)?;
    all.exact &= one.exact;
    if !all.counted {
        first(sum.over, d, &mut all.to_member);
    }
    Some(all)
}

/// The family; or, if no inverse was found for it, the share of each location times the number of its holders.
fn counted_or(cx: &mut Context<'_>, sum: &Sum<'_>, chunk: &Chunk, family: Lifted) -> Lifted {
    // A location with write permission must belong to one thread. The rule of redistribution claims that for two
    // different threads, and needs neither an inverse nor a count.
    if !family.chunk.uninterpreted || chunk.is_write() {
        return by_equal_sizes(cx, family);
    }
    if let Some(counted) = holders(cx, sum, chunk) {
        return counted;
    }
    if let (true, Some((inside, around))) = (spans(&cx.teams, sum.over), sum.over.split()) {
        // The sum over the threads of a group, and then over groups.
        let inner = holders(cx, &sum.next(inside, sum.written), chunk);
        let both = inner.and_then(|inner| lift_in(cx, &sum.next(around, false), &inner.chunk));
        return both.filter(closed).unwrap_or_else(|| by_equal_sizes(cx, family));
    }
    by_equal_sizes(cx, family)
}

/// Looks for an inverse of a family again, after replacing sizes that the preconditions make equal by one of them. For
/// example, `gid.x * gsize.x + lid.y` has an inverse if `gsize.x == gsize.y`. Like every inverse, this one is proved
/// where the family is handed out.
fn by_equal_sizes(cx: &Context<'_>, mut family: Lifted) -> Lifted {
    let c = &mut family.chunk;
    if c.uninterpreted {
        let alike = |t: &Term| term::substitute(t, &cx.same_sizes);
        let location: Vec<Term> = c.location.iter().map(term::constant).collect();
        let index: Vec<Term> = c.index.iter().map(alike).collect();
        if let Some(inverse) = invert(&c.binders, &alike(&c.guard), &index, &location) {
            (c.inverse, c.uninterpreted) = (inverse, false);
        }
    }
    family
}

/// The sum of a chunk, made by counting the holders of each location in one dimension, if it then has a closed form.
fn holders(cx: &mut Context<'_>, sum: &Sum<'_>, chunk: &Chunk) -> Option<Lifted> {
    let one =
        |d: &Dim| crate::shares::lift(cx, sum, d, chunk).and_then(|one| lift_rest(cx, sum, d, one)).filter(closed);
    sum.dims().find_map(one)
}

/// Whether the sum is exact, and an inverse was found.
fn closed(l: &Lifted) -> bool {
    l.exact && !l.chunk.uninterpreted
}

/// The chunk with each amount multiplied by `many`.
fn times(chunk: &Chunk, many: Term) -> Chunk {
    let amount = match &chunk.amount {
        Amount::Read => Amount::Read,
        Amount::Atomic => Amount::Atomic,
        Amount::Exact(p) => Amount::Exact(term::mul(term::to_real(many), p.clone())),
    };
    Chunk { amount, ..chunk.clone() }
}

/// The sum over one team of a chunk whose location depends on the member only by `(lid + c) div w`: the members with
/// one quotient share a location.
fn lift_quotient(cx: &mut Context<'_>, over: TeamRange, d: &Dim, chunk: &Chunk) -> Option<Lifted> {
    let Amount::Exact(amount) = &chunk.amount else { return None };
    // Because `tid` is `gbase + lid`, one symbol suffices for the thread.
    let position = d.at(over.inner)?;
    let lid = position.index.clone();
    let mut by = Substitution::new();
    d.place(over, &[term::constant(&lid)], &mut by);
    let (guard, index) = (term::substitute(&chunk.guard, &by), chunk.index.iter().map(|i| term::substitute(i, &by)));
    let index: Vec<Term> = index.collect();
    let quotient = index.iter().find_map(|i| quotient_of(i, &lid))?;
    let [dividend, w] = quotient.args() else { return None };
    w.as_int().filter(|n| **n >= dashu::integer::IBig::ONE)?;
    let q = cx.names.fresh("quotient", vec![], Sort::INT, Role::Bound);
    let value = term::constant(&q);
    let index: Vec<Term> = index.iter().map(|i| term::replace(i, &quotient, &value)).collect();
    let guard = term::replace(&guard, &quotient, &value);
    if index.iter().chain([&guard, amount]).any(|t| d.in_term(over, t)) {
        return None;
    }
    // With c the dividend of thread 0, the threads of quotient q are those with w·q ≤ lid + c < w·q + w.
    let c = term::substitute(dividend, &Substitution::one(&lid, term::int(0)));
    let (zero, gsize) = (term::int(0), term::constant(&position.count));
    let first = term::sub(term::mul(w.clone(), value), c);
    let end = term::add([first.clone(), w.clone()]);
    let from = term::ite(term::le(zero.clone(), first.clone()), first, zero);
    let to = term::ite(term::le(end.clone(), gsize.clone()), end, gsize);
    let range = term::lt(from.clone(), to.clone());
    let shares = term::mul(term::sub(term::to_real(to), term::to_real(from)), amount.clone());
    let mut binders = vec![q];
    binders.extend(chunk.binders.iter().cloned());
    let guard = term::and([range, guard]);
    let lifted = family::chunk(cx, chunk.heap, binders, guard, index, Amount::Exact(shares), chunk.node);
    Some(Lifted { chunk: lifted, to_member: Substitution::new(), counted: true, exact: true })
}

/// A subterm `(lid + c) div w`.
fn quotient_of(t: &Term, lid: &Symbol) -> Option<Term> {
    let mut found = None;
    term::for_each_subterm(t, &mut |s| {
        if let (term::Op::Div, [p, _]) = (s.op(), s.args()) {
            let poly = Poly::of(p);
            let atom = term::constant(lid);
            if poly.coefficient_of(&atom).and_then(|c| c.as_int()) == Some(dashu::integer::IBig::ONE) {
                found = Some(s.clone());
            }
        }
    });
    found
}

/// The sum of a chunk whose location depends on the thread.
fn lift_family(cx: &mut Context<'_>, sum: &Sum<'_>, chunk: &Chunk) -> Lifted {
    let members = Iterators::new(&mut cx.names, sum.over, sum.dims(), &parts(chunk));
    let moved = chunk.substitute(&members.to_member);
    let mut all = members.binders();
    all.extend(chunk.binders.iter().cloned());
    let guard = term::and([members.range(), moved.guard]);
    let lifted = family::chunk(cx, chunk.heap, all.clone(), guard, moved.index, moved.amount, chunk.node);
    // `family::chunk` renames its binders.
    let mut rename = Substitution::new();
    for (old, new) in all.iter().zip(&lifted.binders) {
        rename.insert(old, term::constant(new));
    }
    let to_member = members.to_member.map(|t| term::substitute(t, &rename));
    Lifted { chunk: lifted, to_member, counted: false, exact: true }
}

/// The sum of a chunk whose location is the same for all threads: its share times the number of threads, or, if the
/// guard depends on the thread, of the threads that satisfy the guard. If these cannot be counted, the sum is an upper
/// bound.
fn lift_location(cx: &mut Context<'_>, sum: &Sum<'_>, chunk: &Chunk) -> Option<Lifted> {
    let exact = !sum.in_term(&chunk.guard);
    if !exact {
        let family = lift_family(cx, sum, chunk);
        let family = counted_or(cx, sum, chunk, family);
        // The sum below would count all threads, which is too much for a location that is given to only one of them.
        if !family.chunk.uninterpreted || chunk.is_write() {
            return Some(family);
        }
    }
    if matches!(&chunk.amount, Amount::Exact(p) if sum.in_term(p)) {
        return None;
    }
    let mut counted = times(chunk, how_many(sum.over, sum.dims()));
    if !exact {
        let kept = crate::invert::conjuncts(&chunk.guard).into_iter().filter(|c| !sum.in_term(c));
        counted.guard = term::and(kept.collect::<Vec<_>>());
    }
    Some(Lifted { chunk: counted, to_member: Substitution::new(), counted: true, exact })
}
