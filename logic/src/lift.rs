//! From one thread to all: `⊛ t. R(t)` as chunks (DESIGN 3.2).
//!
//! | the location | the sum over threads |
//! |---|---|
//! | depends on the thread | a chunk with the thread as one more binder, inverted again |
//! | does not | counted: `n` times its share |
//! | depends by `(lid + c) div w`, `w` a literal | counted: the threads of each quotient, times their share |
//! | that of several threads, by conditions that can be counted | counted: who holds it, times their share ([`crate::shares`]) |
//!
//! In: chunks of the generic thread (or group). Out: chunks of the group (or launch), and which thread each member is.

use crate::assertion;
use crate::chunk::{Amount, Chunk};
use crate::context::Context;
use crate::normalise::linear::Poly;
use crate::term::{self, Role, Sort, Substitution, Symbol, Term};

/// Over whom the sum is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// All threads of the generic group.
    Threads,
    /// All groups of the launch; the chunk speaks of the generic group.
    Groups,
    /// All threads of all groups.
    Launch,
}

/// A chunk summed over threads or groups.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The sum.
    pub chunk: Chunk,
    /// Replaces the generic thread by the one that the binders name; empty where the chunk was counted.
    pub who: Substitution,
    /// Whether the chunk was counted (its location is that of every thread).
    pub counted: bool,
    /// Whether the amount is the sum, and not only an upper bound of it.
    pub exact: bool,
}

/// Whether a term depends on which thread (or group) it is about.
pub fn depends(cx: &Context<'_>, over: Over, t: &Term) -> bool {
    let l = &cx.launch;
    term::any_subterm(t, |s| {
        s.as_app().is_some_and(|a| match over {
            Over::Threads => *a == l.lid || *a == l.tid,
            Over::Groups => *a == l.gid || *a == l.gbase,
            Over::Launch => [&l.lid, &l.tid, &l.gid, &l.gbase].contains(&a),
        })
    })
}

/// The binders for a sum over the parts of a chunk, their ranges, and what they replace.
pub(crate) fn iterators(cx: &mut Context<'_>, over: Over, parts: &[Term]) -> (Vec<Symbol>, Term, Substitution) {
    let mut fresh = |shown: &str| cx.names.fresh(shown, vec![], Sort::INT, Role::Bound);
    match over {
        Over::Threads => {
            let u = fresh("lid");
            let thread = term::constant(&u);
            (vec![u], cx.launch.is_thread(&thread), cx.launch.thread(&thread))
        }
        Over::Groups => {
            let g = fresh("gid");
            let group = term::constant(&g);
            (vec![g], cx.launch.is_group(&group), cx.launch.group(&group))
        }
        Over::Launch if cx.launch.one_group => iterators(cx, Over::Threads, parts),
        Over::Launch => {
            let l = cx.launch.clone();
            let only_tid = !parts
                .iter()
                .any(|t| term::any_subterm(t, |s| s.as_app().is_some_and(|a| [&l.lid, &l.gid, &l.gbase].contains(&a))));
            if only_tid {
                // `tid` numbers the threads of the launch: one linear binder instead of two and a product.
                let t = fresh("tid");
                let thread = term::constant(&t);
                let range = term::within(term::int(0), thread.clone(), term::constant(&l.tcount));
                let gsize = term::constant(&l.gsize);
                let mut who = Substitution::one(&l.tid, thread.clone());
                who.insert(&l.lid, term::modulo(thread.clone(), gsize.clone()));
                who.insert(&l.gid, term::div(thread.clone(), gsize.clone()));
                who.insert(&l.gbase, term::sub(thread.clone(), term::modulo(thread, gsize)));
                (vec![t], range, who)
            } else {
                let (g, u) = (fresh("gid"), fresh("lid"));
                let (group, thread) = (term::constant(&g), term::constant(&u));
                let range = term::and([l.is_group(&group), l.is_thread(&thread)]);
                (vec![g, u], range, l.thread_of_group(&group, &thread))
            }
        }
    }
}

fn how_many(cx: &Context<'_>, over: Over) -> Term {
    term::to_real(match over {
        Over::Threads => term::constant(&cx.launch.gsize),
        Over::Groups => cx.launch.var(syntax::typed::LaunchVar::Ngroups, syntax::typed::Axis::X),
        Over::Launch => term::constant(&cx.launch.tcount),
    })
}

/// The sum of a chunk over all threads, groups or both; `None` if it cannot be expressed.
pub fn lift(cx: &mut Context<'_>, over: Over, chunk: &Chunk) -> Option<Lifted> {
    if over == Over::Launch && !cx.launch.one_group && !chunk.index.iter().any(|i| depends(cx, Over::Launch, i)) {
        return lift_location(cx, over, chunk);
    }
    if over == Over::Launch && !chunk.index.iter().any(|i| depends(cx, Over::Threads, i)) && !cx.launch.one_group {
        // `out[gid]`: first over the threads of a group, then over groups.
        let inner = lift(cx, Over::Threads, chunk)?;
        let mut outer = lift(cx, Over::Groups, &inner.chunk)?;
        outer.exact &= inner.exact;
        return Some(outer);
    }
    if chunk.index.iter().any(|i| depends(cx, over, i)) {
        let family = lift_family(cx, over, chunk);
        if family.chunk.uninterpreted && over == Over::Threads && !matches!(chunk.amount, Amount::Read) {
            if let Some(counted) = lift_quotient(cx, chunk) {
                return Some(counted);
            }
        }
        return Some(counted_or(cx, over, chunk, family));
    }
    lift_location(cx, over, chunk)
}

/// The family, or, where no inverse tells its members apart, who holds each location counted.
fn counted_or(cx: &mut Context<'_>, over: Over, chunk: &Chunk, family: Lifted) -> Lifted {
    // A location that is written belongs to one thread: that is shown of two threads, without counting.
    if !family.chunk.uninterpreted || chunk.is_write() {
        return family;
    }
    if let Some(counted) = crate::shares::lift(cx, over, chunk) {
        return counted;
    }
    if over == Over::Launch && !cx.launch.one_group {
        // First over the threads of a group, then over groups.
        let inner = crate::shares::lift(cx, Over::Threads, chunk);
        let both = inner.and_then(|inner| lift(cx, Over::Groups, &inner.chunk));
        return both.filter(|l| l.exact && !l.chunk.uninterpreted).unwrap_or(family);
    }
    family
}

/// The location depends on the thread by `(lid + c) div w` alone: the threads of one quotient share it.
fn lift_quotient(cx: &mut Context<'_>, chunk: &Chunk) -> Option<Lifted> {
    let Amount::Exact(amount) = &chunk.amount else { return None };
    // `tid` is `gbase + lid`, so that one symbol names the thread.
    let lid = cx.launch.lid.clone();
    let by = cx.launch.thread(&term::constant(&lid));
    let (guard, index) = (term::substitute(&chunk.guard, &by), chunk.index.iter().map(|i| term::substitute(i, &by)));
    let index: Vec<Term> = index.collect();
    let quotient = index.iter().find_map(|i| quotient_of(i, &lid))?;
    let [dividend, w] = quotient.args() else { return None };
    w.as_int().filter(|n| **n >= dashu::integer::IBig::ONE)?;
    let q = cx.names.fresh("quotient", vec![], Sort::INT, Role::Bound);
    let value = term::constant(&q);
    let index: Vec<Term> = index.iter().map(|i| term::replace(i, &quotient, &value)).collect();
    let guard = term::replace(&guard, &quotient, &value);
    if depends(cx, Over::Threads, amount) || index.iter().chain([&guard]).any(|t| depends(cx, Over::Threads, t)) {
        return None;
    }
    // With c the dividend of thread 0, these are lid with w·q ≤ lid + c < w·q + w.
    let c = term::substitute(dividend, &Substitution::one(&lid, term::int(0)));
    let (zero, gsize) = (term::int(0), term::constant(&cx.launch.gsize));
    let first = term::sub(term::mul(w.clone(), value), c);
    let end = term::add([first.clone(), w.clone()]);
    let from = term::ite(term::le(zero.clone(), first.clone()), first, zero);
    let to = term::ite(term::le(end.clone(), gsize.clone()), end, gsize);
    let range = term::lt(from.clone(), to.clone());
    let shares = term::mul(term::sub(term::to_real(to), term::to_real(from)), amount.clone());
    let mut binders = vec![q];
    binders.extend(chunk.binders.iter().cloned());
    let guard = term::and([range, guard]);
    let lifted = assertion::chunk(cx, chunk.array, binders, guard, index, Amount::Exact(shares), chunk.span);
    Some(Lifted { chunk: lifted, who: Substitution::new(), counted: true, exact: true })
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

/// The location depends on the thread.
fn lift_family(cx: &mut Context<'_>, over: Over, chunk: &Chunk) -> Lifted {
    let mut parts = chunk.index.clone();
    parts.push(chunk.guard.clone());
    if let Amount::Exact(p) = &chunk.amount {
        parts.push(p.clone());
    }
    let (binders, range, who) = iterators(cx, over, &parts);
    let moved = chunk.substitute(&who);
    let mut all = binders;
    all.extend(chunk.binders.iter().cloned());
    let guard = term::and([range, moved.guard]);
    let lifted = assertion::chunk(cx, chunk.array, all.clone(), guard, moved.index, moved.amount, chunk.span);
    // `assertion::chunk` names its binders anew.
    let mut rename = Substitution::new();
    for (old, new) in all.iter().zip(&lifted.binders) {
        rename.insert(old, term::constant(new));
    }
    let who = who.map(|t| term::substitute(t, &rename));
    Lifted { chunk: lifted, who, counted: false, exact: true }
}

/// The location is the same for all threads: counted, unless the guard names one thread.
fn lift_location(cx: &mut Context<'_>, over: Over, chunk: &Chunk) -> Option<Lifted> {
    if depends(cx, over, &chunk.guard) {
        let family = lift_family(cx, over, chunk);
        let family = counted_or(cx, over, chunk, family);
        // Counting all threads would give a location too often that only one of them is given.
        if !family.chunk.uninterpreted || chunk.is_write() {
            return Some(family);
        }
    }
    let exact = !depends(cx, over, &chunk.guard);
    let guard = if exact {
        chunk.guard.clone()
    } else {
        let kept = crate::invert::conjuncts(&chunk.guard).into_iter().filter(|c| !depends(cx, over, c));
        term::and(kept.collect::<Vec<_>>())
    };
    let amount = match &chunk.amount {
        Amount::Read => Amount::Read,
        Amount::Exact(p) if depends(cx, over, p) => return None,
        Amount::Exact(p) => Amount::Exact(term::mul(how_many(cx, over), p.clone())),
    };
    let mut counted = chunk.clone();
    counted.guard = guard;
    counted.amount = amount;
    Some(Lifted { chunk: counted, who: Substitution::new(), counted: true, exact })
}
