//! Terms about finite sets.
//!
//! ```text
//! {} ∪ s = s ∪ {} = s ∪ s = s            {} ∩ s = s ∩ {} = {}    s ∩ s = s
//! {} \ s = s \ s = {}                    s \ {} = s
//! s ⊆ t  =  (s \ t = {})
//! ```
//!
//! A set and a sequence never share a function symbol, so no law of one is applied to the other.
//!
//! [`super::elements`] says which elements a set has, and how many.
//!
//! In: terms. Out: terms about them; operations on sets that are empty or equal are left out.

use super::build::{constant, eq};
use super::collection::{parts, raw};
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

/// `{lo .. hi}`: the integers from `lo` to below `hi`.
pub fn range_set(lo: Term, hi: Term) -> Term {
    raw(CollectionFn::RangeSet, vec![lo, hi], Sort::set(Sort::INT))
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

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term], sort: Sort) -> Option<Term> {
    Some(match (f, args) {
        (CollectionFn::EmptySet, []) => empty_set(sort),
        (CollectionFn::Single, [x]) => single(sort, x.clone()),
        (CollectionFn::Union, [a, b]) => union(a.clone(), b.clone()),
        (CollectionFn::Common, [a, b]) => common(a.clone(), b.clone()),
        (CollectionFn::Without, [a, b]) => without(a.clone(), b.clone()),
        (CollectionFn::RangeSet, [lo, hi]) => range_set(lo.clone(), hi.clone()),
        _ => return None,
    })
}
