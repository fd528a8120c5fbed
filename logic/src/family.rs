//! Makes chunks from families of permissions. A chunk has an inverse, which computes from a location the member of the
//! family that is there.
//!
//! In: binders, and a guard, an index and an amount over them. Out: a closed chunk. Its inverse is a term if
//! [`crate::invert`] finds one, and else an uninterpreted function.

use crate::chunk::{Amount, Chunk};
use crate::context::Context;
use crate::invert::invert;
use crate::term::{self, Role, Sort, Substitution, Symbol, Term};
use ir::Node;

/// Makes a chunk with its inverse. The binders are replaced by fresh symbols, so that nothing else mentions them.
pub fn chunk(
    cx: &mut Context<'_>,
    heap: ir::Heap,
    binders: Vec<Symbol>,
    guard: Term,
    index: Vec<Term>,
    amount: Amount,
    node: Node,
) -> Chunk {
    // Each binder gets two fresh copies: one that is free in the chunk, and one to be bound by quantifiers.
    let mut by = Substitution::new();
    let (mut own, mut bound) = (Vec::new(), Vec::new());
    for b in &binders {
        let mut fresh = || cx.names.again(b, Role::Bound);
        let symbol = fresh();
        bound.push(fresh());
        by.insert(b, term::constant(&symbol));
        own.push(symbol);
    }
    let go = |t: &Term| term::substitute(t, &by);
    let (guard, index): (Term, Vec<Term>) = (go(&guard), index.iter().map(go).collect());
    let amount = match amount {
        Amount::Exact(p) => Amount::Exact(go(&p)),
        Amount::Read => Amount::Read,
        Amount::Atomic => Amount::Atomic,
    };
    let location = cx.fresh_location(heap);
    let x: Vec<Term> = location.iter().map(term::constant).collect();
    let inverse = invert(&own, &guard, &index, &x);
    let uninterpreted = inverse.is_none();
    let inverse = inverse.unwrap_or_else(|| uninterpreted_inverse(cx, &own, &location));
    Chunk { heap, binders: own, bound, guard, index, amount, location, inverse, uninterpreted, node }
}

/// Function symbols that stand for the inverse of each binder, applied to the location, the thread and the group.
fn uninterpreted_inverse(cx: &mut Context<'_>, binders: &[Symbol], location: &[Symbol]) -> Vec<Term> {
    let mut args = cx.teams.members(cx.teams.innermost);
    args.extend(location.iter().map(term::constant));
    let params: Vec<Sort> = args.iter().map(Term::sort).collect();
    let make = |b: &Symbol| {
        let role = Role::Inverse(location.len());
        term::app(&cx.names.fresh(b.shown(), params.clone(), b.sort(), role), args.clone())
    };
    binders.iter().map(make).collect()
}
