//! Terms about the elements of sets.
//!
//! ```text
//! x ∈ {} = false    x ∈ {y} = (x = y)    x ∈ s ∪ t = x ∈ s ∨ x ∈ t
//! x ∈ s ∩ t = x ∈ s ∧ x ∈ t              x ∈ s \ t = x ∈ s ∧ ¬(x ∈ t)
//! |{}| = 0    |{x}| = 1                  |s ∩ {x}| = |{x} ∩ s| = x ∈ s ? 1 : 0
//! x ∈ {a..b} = a ≤ x < b                 |{a..b}| = max(0, b - a)
//! x ∈ items(m) = x.fst ∈ keys(m) ∧ m[x.fst] = x.snd           |items(m)| = |keys(m)|
//! ```
//!
//! In: terms. Out: terms about them; the elements of a set that is made from others are those of the others.

use super::build::{and, bool, eq, int, ite, le, not, or, sub, within};
use super::collection::{branches, parts, raw};
use super::collection_fn::CollectionFn;
use super::map::{keys, lookup};
use super::optional::{first, second};
use super::{Sort, Term};

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
        Some((CollectionFn::RangeSet, [lo, hi])) => within(lo.clone(), x.clone(), hi.clone()),
        Some((CollectionFn::Items, [m])) => {
            let key = first(x);
            and([member(&keys(m), &key), eq(lookup(m, &key), second(x))])
        }
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
        Some((CollectionFn::RangeSet, [lo, hi])) => {
            ite(le(lo.clone(), hi.clone()), sub(hi.clone(), lo.clone()), int(0))
        }
        Some((CollectionFn::Items, [m])) => cardinality(&keys(m)),
        Some((CollectionFn::Common, [a, b])) => match (parts(a), parts(b)) {
            (_, Some((CollectionFn::Single, [x]))) => counted(a, x),
            (Some((CollectionFn::Single, [x])), _) => counted(b, x),
            _ => raw(CollectionFn::Cardinality, vec![s.clone()], Sort::INT),
        },
        _ => raw(CollectionFn::Cardinality, vec![s.clone()], Sort::INT),
    }
}

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term]) -> Option<Term> {
    match (f, args) {
        (CollectionFn::Member, [s, x]) => Some(member(s, x)),
        (CollectionFn::Cardinality, [s]) => Some(cardinality(s)),
        _ => None,
    }
}
