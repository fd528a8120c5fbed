//! Terms about finite bags.
//!
//! ```text
//! #x {} = 0    #x {y} = x = y ? 1 : 0    #x (b + c) = #x b + #x c
//! #x (b ∩ c) = min(#x b, #x c)           #x (b \ c) = max(0, #x b - #x c)
//! {} + b = b + {} = b                    {} ∩ b = b ∩ {} = {}    b ∩ b = b
//! {} \ b = b \ b = {}                    b \ {} = b
//! |{}| = 0    |{x}| = 1                  |b + c| = |b| + |c|     |b ∩ {x}| = |{x} ∩ b| = 0 < #x b ? 1 : 0
//! b ⊆ c  =  (b \ c = {})
//! ```
//!
//! Here `#x b` is how often `x` is in `b`.
//!
//! In: terms. Out: terms about them; how often a bag that is made from others has an element follows from the others.

use super::build::{add, constant, eq, int, ite, le, lt, sub};
use super::collection::{branches, parts, raw};
use super::collection_fn::CollectionFn;
use super::collection_symbol::symbol;
use super::{Sort, Term};

/// `{}`, of a sort of bags.
pub fn empty_bag(sort: Sort) -> Term {
    constant(&symbol(CollectionFn::EmptyBag, vec![], sort))
}

/// The bag of these elements, of a sort of bags.
pub fn bag_of(sort: Sort, elements: &[Term]) -> Term {
    elements.iter().fold(empty_bag(sort), |rest, x| bag_sum(rest, raw(CollectionFn::Once, vec![x.clone()], sort)))
}

fn is_empty_bag(b: &Term) -> bool {
    matches!(parts(b), Some((CollectionFn::EmptyBag, _)))
}

/// `a + b`: each element as often as in both together.
pub fn bag_sum(a: Term, b: Term) -> Term {
    if is_empty_bag(&a) {
        return b;
    }
    if is_empty_bag(&b) {
        return a;
    }
    let sort = a.sort();
    raw(CollectionFn::BagSum, vec![a, b], sort)
}

/// `a ∩ b`: each element as often as in the one that has it less often.
pub fn bag_common(a: Term, b: Term) -> Term {
    if is_empty_bag(&a) || a == b {
        return a;
    }
    if is_empty_bag(&b) {
        return b;
    }
    let sort = a.sort();
    raw(CollectionFn::BagCommon, vec![a, b], sort)
}

/// `a \ b`: each element as many times as `a` has it more often than `b`.
pub fn bag_without(a: Term, b: Term) -> Term {
    let sort = a.sort();
    if a == b {
        return empty_bag(sort);
    }
    if is_empty_bag(&a) || is_empty_bag(&b) {
        return a;
    }
    raw(CollectionFn::BagWithout, vec![a, b], sort)
}

/// `a ⊆ b`: whether `b` has each element at least as often as `a`.
pub fn subbag(a: Term, b: Term) -> Term {
    let sort = a.sort();
    eq(bag_without(a, b), empty_bag(sort))
}

/// `#x b`: how often a bag has an element.
pub fn count(b: &Term, x: &Term) -> Term {
    if let Some([c, a, b]) = branches(b) {
        return ite(c.clone(), count(a, x), count(b, x));
    }
    match parts(b) {
        Some((CollectionFn::EmptyBag, _)) => int(0),
        Some((CollectionFn::Once, [y])) => ite(eq(x.clone(), y.clone()), int(1), int(0)),
        Some((CollectionFn::BagSum, [a, b])) => add([count(a, x), count(b, x)]),
        Some((CollectionFn::BagCommon, [a, b])) => {
            let (a, b) = (count(a, x), count(b, x));
            ite(le(a.clone(), b.clone()), a, b)
        }
        Some((CollectionFn::BagWithout, [a, b])) => {
            let (a, b) = (count(a, x), count(b, x));
            ite(le(a.clone(), b.clone()), int(0), sub(a, b))
        }
        _ => raw(CollectionFn::Count, vec![b.clone(), x.clone()], Sort::INT),
    }
}

/// `|b|`: how many elements a bag has, each counted as often as the bag has it.
pub fn bag_size(bag: &Term) -> Term {
    if let Some([c, a, b]) = branches(bag) {
        return ite(c.clone(), bag_size(a), bag_size(b));
    }
    let once = |b: &Term, x: &Term| ite(lt(int(0), count(b, x)), int(1), int(0));
    match parts(bag) {
        Some((CollectionFn::EmptyBag, _)) => int(0),
        Some((CollectionFn::Once, _)) => int(1),
        Some((CollectionFn::BagSum, [a, b])) => add([bag_size(a), bag_size(b)]),
        Some((CollectionFn::BagCommon, [a, b])) => match (parts(a), parts(b)) {
            (_, Some((CollectionFn::Once, [x]))) => once(a, x),
            (Some((CollectionFn::Once, [x])), _) => once(b, x),
            _ => raw(CollectionFn::BagSize, vec![bag.clone()], Sort::INT),
        },
        _ => raw(CollectionFn::BagSize, vec![bag.clone()], Sort::INT),
    }
}

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term], sort: Sort) -> Option<Term> {
    Some(match (f, args) {
        (CollectionFn::EmptyBag, []) => empty_bag(sort),
        (CollectionFn::BagSum, [a, b]) => bag_sum(a.clone(), b.clone()),
        (CollectionFn::BagCommon, [a, b]) => bag_common(a.clone(), b.clone()),
        (CollectionFn::BagWithout, [a, b]) => bag_without(a.clone(), b.clone()),
        (CollectionFn::Count, [b, x]) => count(b, x),
        (CollectionFn::BagSize, [b]) => bag_size(b),
        _ => return None,
    })
}
