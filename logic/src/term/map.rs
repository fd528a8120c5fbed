//! Terms about finite maps.
//!
//! ```text
//! keys({}) = {}                       {}[k] = ⊥
//! keys(m[k -> v]) = keys(m) ∪ {k}     m[k -> v][j] = j = k ? v : m[j]
//! keys(m \ k) = keys(m) \ {k}         (m \ k)[j]   = j = k ? ⊥ : m[j]
//! values({}) = {}                     items({}) = {}
//! ```
//!
//! As in [`super::collection`], `⊥` is a value about which nothing is known: each map has this value at each key that
//! the map does not have. Programs have to show that there is a key before they ask for its value, so that no program
//! reads `⊥`. `m \ k` is the map without the key `k`.
//!
//! In: terms. Out: terms about them; the keys and values of a map that is made from another are those of the other.

use super::build::{constant, eq, ite};
use super::collection::{branches, nothing, parts, raw};
use super::collection_fn::CollectionFn;
use super::collection_symbol::symbol;
use super::set::{empty_set, single, union, without};
use super::{Sort, SortKind, Term};

/// The sorts of the keys and of the values of a sort of maps.
fn sorts(map: Sort) -> (Sort, Sort) {
    match map.kind() {
        SortKind::Map(parameters) => match parameters.as_slice() {
            [key, value] => (*key, *value),
            _ => (map, map),
        },
        _ => (map, map),
    }
}

/// The map without keys, of a sort of maps.
pub fn empty_map(sort: Sort) -> Term {
    constant(&symbol(CollectionFn::EmptyMap, vec![], sort))
}

/// `m[k -> v]`
pub fn put(m: Term, k: Term, v: Term) -> Term {
    let sort = m.sort();
    raw(CollectionFn::Put, vec![m, k, v], sort)
}

/// The map without a key.
pub fn remove_key(m: Term, k: Term) -> Term {
    if matches!(parts(&m), Some((CollectionFn::EmptyMap, _))) {
        return m;
    }
    let sort = m.sort();
    raw(CollectionFn::RemoveKey, vec![m, k], sort)
}

/// The set of the keys.
pub fn keys(m: &Term) -> Term {
    let sort = Sort::set(sorts(m.sort()).0);
    if let Some([c, a, b]) = branches(m) {
        return ite(c.clone(), keys(a), keys(b));
    }
    match parts(m) {
        Some((CollectionFn::EmptyMap, _)) => empty_set(sort),
        Some((CollectionFn::Put, [m, k, _])) => union(keys(m), single(sort, k.clone())),
        Some((CollectionFn::RemoveKey, [m, k])) => without(keys(m), single(sort, k.clone())),
        _ => raw(CollectionFn::Keys, vec![m.clone()], sort),
    }
}

/// `m[k]`, and `⊥` if there is no such key.
pub fn lookup(m: &Term, k: &Term) -> Term {
    if let Some([c, a, b]) = branches(m) {
        return ite(c.clone(), lookup(a, k), lookup(b, k));
    }
    let (_, value) = sorts(m.sort());
    match parts(m) {
        Some((CollectionFn::EmptyMap, _)) => nothing(value),
        Some((CollectionFn::Put, [m, j, v])) => ite(eq(k.clone(), j.clone()), v.clone(), lookup(m, k)),
        Some((CollectionFn::RemoveKey, [m, j])) => ite(eq(k.clone(), j.clone()), nothing(value), lookup(m, k)),
        _ => raw(CollectionFn::Lookup, vec![m.clone(), k.clone()], value),
    }
}

/// The set of the values.
pub fn values(m: &Term) -> Term {
    let sort = Sort::set(sorts(m.sort()).1);
    if let Some([c, a, b]) = branches(m) {
        return ite(c.clone(), values(a), values(b));
    }
    match parts(m) {
        Some((CollectionFn::EmptyMap, _)) => empty_set(sort),
        _ => raw(CollectionFn::Values, vec![m.clone()], sort),
    }
}

/// The set of the pairs of a key and its value.
pub fn items(m: &Term) -> Term {
    let (key, value) = sorts(m.sort());
    let sort = Sort::set(Sort::tuple(&[key, value]));
    if let Some([c, a, b]) = branches(m) {
        return ite(c.clone(), items(a), items(b));
    }
    match parts(m) {
        Some((CollectionFn::EmptyMap, _)) => empty_set(sort),
        _ => raw(CollectionFn::Items, vec![m.clone()], sort),
    }
}

/// The function applied to arguments that may have changed: made by its constructor.
pub(super) fn rebuilt(f: CollectionFn, args: &[Term], sort: Sort) -> Option<Term> {
    Some(match (f, args) {
        (CollectionFn::EmptyMap, []) => empty_map(sort),
        (CollectionFn::RemoveKey, [m, k]) => remove_key(m.clone(), k.clone()),
        (CollectionFn::Keys, [m]) => keys(m),
        (CollectionFn::Lookup, [m, k]) => lookup(m, k),
        (CollectionFn::Values, [m]) => values(m),
        (CollectionFn::Items, [m]) => items(m),
        _ => return None,
    })
}
