//! Terms about options, tuples, and values of one of two sorts.
//!
//! ```text
//! None = None        Some(x) ≠ None     Some(x).get = x    None.get = ⊥
//! (a, b).fst = a     (a, b).snd = b
//! Left(x).isLeft     Left(x).left = x      Left(x).right = ⊥
//! ¬Right(x).isLeft   Right(x).right = x    Right(x).left = ⊥
//! ```
//!
//! As in [`super::collection`], `⊥` is a value of the sort of the option's value, about which nothing else is known.
//! Programs have to show that an option has a value before they ask for it, so no program reads `⊥`. An option and a
//! sequence never share a function symbol, so no law of one is applied to the other.
//!
//! In: terms. Out: terms about them; the value of `Some(x)` is `x`, and the parts of a pair are those that the pair was
//! made of.

use super::build::{bool, constant, eq, ite};
use super::collection::{branches, nothing, parts, raw};
use super::collection_fn::CollectionFn;
use super::collection_symbol::symbol;
use super::{Sort, SortKind, Term};

/// `None`, of a sort of options.
pub fn none(sort: Sort) -> Term {
    constant(&symbol(CollectionFn::None, vec![], sort))
}

/// `Some(x)`, of a sort of options.
pub fn some(sort: Sort, x: Term) -> Term {
    raw(CollectionFn::Some, vec![x], sort)
}

/// Whether an option is `None`.
pub fn is_none(o: &Term) -> Term {
    if let Some([c, a, b]) = branches(o) {
        return ite(c.clone(), is_none(a), is_none(b));
    }
    match parts(o) {
        Some((CollectionFn::None, _)) => bool(true),
        Some((CollectionFn::Some, _)) => bool(false),
        _ => eq(o.clone(), none(o.sort())),
    }
}

/// `o.get`
pub fn get(o: &Term) -> Term {
    if let Some([c, a, b]) = branches(o) {
        return ite(c.clone(), get(a), get(b));
    }
    let value = o.sort().element();
    match parts(o) {
        Some((CollectionFn::None, _)) => nothing(value),
        Some((CollectionFn::Some, [x])) => x.clone(),
        _ => raw(CollectionFn::Get, vec![o.clone()], value),
    }
}

/// The tuple of two values, of a sort of tuples.
pub fn pair(sort: Sort, a: Term, b: Term) -> Term {
    raw(CollectionFn::Pair, vec![a, b], sort)
}

/// `t.fst`
pub fn first(t: &Term) -> Term {
    if let Some([c, a, b]) = branches(t) {
        return ite(c.clone(), first(a), first(b));
    }
    match parts(t) {
        Some((CollectionFn::Pair, [a, _])) => a.clone(),
        _ => raw(CollectionFn::First, vec![t.clone()], part(t.sort(), 0)),
    }
}

/// `t.snd`
pub fn second(t: &Term) -> Term {
    if let Some([c, a, b]) = branches(t) {
        return ite(c.clone(), second(a), second(b));
    }
    match parts(t) {
        Some((CollectionFn::Pair, [_, b])) => b.clone(),
        _ => raw(CollectionFn::Second, vec![t.clone()], part(t.sort(), 1)),
    }
}

/// `Left(x)` or `Right(x)`, of a sort of values of one of two sorts.
pub fn either(sort: Sort, left: bool, x: Term) -> Term {
    raw(if left { CollectionFn::Left } else { CollectionFn::Right }, vec![x], sort)
}

/// `e.isLeft`
pub fn is_left(e: &Term) -> Term {
    if let Some([c, a, b]) = branches(e) {
        return ite(c.clone(), is_left(a), is_left(b));
    }
    match parts(e) {
        Some((CollectionFn::Left, _)) => bool(true),
        Some((CollectionFn::Right, _)) => bool(false),
        _ => raw(CollectionFn::IsLeft, vec![e.clone()], Sort::BOOL),
    }
}

/// `e.left`
pub fn left(e: &Term) -> Term {
    if let Some([c, a, b]) = branches(e) {
        return ite(c.clone(), left(a), left(b));
    }
    let sort = part(e.sort(), 0);
    match parts(e) {
        Some((CollectionFn::Left, [x])) => x.clone(),
        Some((CollectionFn::Right, _)) => nothing(sort),
        _ => raw(CollectionFn::GetLeft, vec![e.clone()], sort),
    }
}

/// `e.right`
pub fn right(e: &Term) -> Term {
    if let Some([c, a, b]) = branches(e) {
        return ite(c.clone(), right(a), right(b));
    }
    let sort = part(e.sort(), 1);
    match parts(e) {
        Some((CollectionFn::Right, [x])) => x.clone(),
        Some((CollectionFn::Left, _)) => nothing(sort),
        _ => raw(CollectionFn::GetRight, vec![e.clone()], sort),
    }
}

/// One of the two sorts that a sort of tuples, or of values of one of two sorts, has as parts.
fn part(tuple: Sort, at: usize) -> Sort {
    match tuple.kind() {
        SortKind::Tuple(parts) | SortKind::Either(parts) => parts.as_slice().get(at).copied().unwrap_or(tuple),
        _ => tuple,
    }
}

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term], sort: Sort) -> Option<Term> {
    Some(match (f, args) {
        (CollectionFn::None, []) => none(sort),
        (CollectionFn::Some, [x]) => some(sort, x.clone()),
        (CollectionFn::Get, [o]) => get(o),
        (CollectionFn::Pair, [a, b]) => pair(sort, a.clone(), b.clone()),
        (CollectionFn::First, [t]) => first(t),
        (CollectionFn::Second, [t]) => second(t),
        (CollectionFn::Left, [x]) => either(sort, true, x.clone()),
        (CollectionFn::Right, [x]) => either(sort, false, x.clone()),
        (CollectionFn::IsLeft, [e]) => is_left(e),
        (CollectionFn::GetLeft, [e]) => left(e),
        (CollectionFn::GetRight, [e]) => right(e),
        _ => return None,
    })
}
