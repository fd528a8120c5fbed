//! Terms about finite sets.
//!
//! ```text
//! x ∈ {} = false    x ∈ {y} = (x = y)    x ∈ s ∪ t = x ∈ s ∨ x ∈ t
//! x ∈ s ∩ t = x ∈ s ∧ x ∈ t              x ∈ s \ t = x ∈ s ∧ ¬(x ∈ t)
//! {} ∪ s = s ∪ {} = s ∪ s = s            {} ∩ s = s ∩ {} = {}    s ∩ s = s
//! {} \ s = s \ s = {}                    s \ {} = s
//! |{}| = 0    |{x}| = 1                  |s ∩ {x}| = |{x} ∩ s| = x ∈ s ? 1 : 0
//! s ⊆ t  =  (s \ t = {})
//! ```
//!
//! A set and a sequence never share a function symbol, so no law of one is applied to the other.
//!
//! In: terms. Out: terms about them; the elements of a set that is made from others are those of the others.

use super::build::{and, bool, constant, eq, int, ite, not, or};
use super::collection::{branches, parts, raw};
use super::collection_fn::CollectionFn;
use super::collection_symbol::symbol;
use super::{Sort, Term};

/// `{}`, of a sort of sets.
pub fn empty_set(sort: Sort) -> Term {
    constant(&symbol(CollectionFn::EmptySet, vec![], sort))
}

/// `{x}`, of a sort of sets.
pub fn single(sort: Sort, x: Term) -> Term {
    raw(CollectionFn::Single, vec![x], sort)
}

/// The set of these elements, of a sort of sets.
pub fn set_of(sort: Sort, elements: &[Term]) -> Term {
    elements.iter().fold(empty_set(sort), |rest, x| union(rest, single(sort, x.clone())))
}

fn is_empty_set(s: &Term) -> bool {
    matches!(parts(s), Some((CollectionFn::EmptySet, _)))
}

/// `a ∪ b`
pub fn union(a: Term, b: Term) -> Term {
    if is_empty_set(&a) || a == b {
        return b;
    }
    if is_empty_set(&b) {
        return a;
    }
    let sort = a.sort();
    raw(CollectionFn::Union, vec![a, b], sort)
}

/// `a ∩ b`
pub fn common(a: Term, b: Term) -> Term {
    if is_empty_set(&a) || a == b {
        return a;
    }
    if is_empty_set(&b) {
        return b;
    }
    let sort = a.sort();
    raw(CollectionFn::Common, vec![a, b], sort)
}

/// `a \ b`
pub fn without(a: Term, b: Term) -> Term {
    let sort = a.sort();
    if a == b {
        return empty_set(sort);
    }
    if is_empty_set(&a) || is_empty_set(&b) {
        return a;
    }
    raw(CollectionFn::Without, vec![a, b], sort)
}

/// `a ⊆ b`
pub fn subset(a: Term, b: Term) -> Term {
    let sort = a.sort();
    eq(without(a, b), empty_set(sort))
}

/// `x ∈ s`
pub fn member(s: &Term, x: &Term) -> Term {
    if let Some([c, a, b]) = branches(s) {
        return ite(c.clone(), member(a, x), member(b, x));
    }
    match parts(s) {
        Some((CollectionFn::EmptySet, _)) => bool(false),
        Some((CollectionFn::Single, [y])) => eq(x.clone(), y.clone()),
        Some((CollectionFn::Union, [a, b])) => or([member(a, x), member(b, x)]),
        Some((CollectionFn::Common, [a, b])) => and([member(a, x), member(b, x)]),
        Some((CollectionFn::Without, [a, b])) => and([member(a, x), not(member(b, x))]),
        _ => raw(CollectionFn::Member, vec![s.clone(), x.clone()], Sort::BOOL),
    }
}

/// `|s|`
pub fn cardinality(s: &Term) -> Term {
    if let Some([c, a, b]) = branches(s) {
        return ite(c.clone(), cardinality(a), cardinality(b));
    }
    let counted = |s: &Term, x: &Term| ite(member(s, x), int(1), int(0));
    match parts(s) {
        Some((CollectionFn::EmptySet, _)) => int(0),
        Some((CollectionFn::Single, _)) => int(1),
        Some((CollectionFn::Common, [a, b])) => match (parts(a), parts(b)) {
            (_, Some((CollectionFn::Single, [x]))) => counted(a, x),
            (Some((CollectionFn::Single, [x])), _) => counted(b, x),
            _ => raw(CollectionFn::Cardinality, vec![s.clone()], Sort::INT),
        },
        _ => raw(CollectionFn::Cardinality, vec![s.clone()], Sort::INT),
    }
}

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term], sort: Sort) -> Option<Term> {
    Some(match (f, args) {
        (CollectionFn::EmptySet, []) => empty_set(sort),
        (CollectionFn::Single, [x]) => single(sort, x.clone()),
        (CollectionFn::Union, [a, b]) => union(a.clone(), b.clone()),
        (CollectionFn::Common, [a, b]) => common(a.clone(), b.clone()),
        (CollectionFn::Without, [a, b]) => without(a.clone(), b.clone()),
        (CollectionFn::Member, [s, x]) => member(s, x),
        (CollectionFn::Cardinality, [s]) => cardinality(s),
        _ => return None,
    })
}
