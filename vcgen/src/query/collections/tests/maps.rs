//! The laws of maps hold for all maps of few small numbers, and a law that says too much does not.

use super::{holds, laws};
use logic::term::{self, operation, CollectionFn, Names, Op, Sort, Term};
use std::collections::{BTreeMap, BTreeSet};

type Map = BTreeMap<i32, i32>;

/// All maps from 0 and 1 to 0, 1 and 2.
fn maps() -> Vec<Map> {
    let values = [None, Some(0), Some(1), Some(2)];
    let entry = |k: i32, v: Option<i32>| v.map(|v| (k, v));
    values.iter().flat_map(|a| values.map(|b| entry(0, *a).into_iter().chain(entry(1, b)).collect())).collect()
}

fn literal(m: &Map) -> Term {
    let empty = term::empty_map(Sort::map(Sort::INT, Sort::INT));
    m.iter().fold(empty, |made, (k, v)| term::put(made, term::int(*k), term::int(*v)))
}

/// The entries of a map that is made from literals.
fn entries(m: &Term) -> Map {
    let keys = (-2..6).filter(|k| term::member(&term::keys(m), &term::int(*k)).is_true());
    let value = |k: i32| (-2..6).find(|v| term::lookup(m, &term::int(k)) == term::int(*v)).expect("a literal");
    keys.map(|k| (k, value(k))).collect()
}

/// The elements of a set that is made from literals, or of the values of such a map.
fn elements(s: &Term) -> BTreeSet<i32> {
    match (operation(s), s.args()) {
        (Some(CollectionFn::Values), [m]) => entries(m).into_values().collect(),
        _ => (-2..6).filter(|n| term::member(s, &term::int(*n)).is_true()).collect(),
    }
}

/// The law with what is known of literals in its places. `wrong` is added to each size.
fn known(law: &Term, wrong: i32) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    term::for_each_subterm(law, &mut |t| parts.push(t.clone()));
    parts.iter().fold(law.clone(), |law, part| {
        let value = match (part.op(), operation(part), part.args()) {
            (_, Some(CollectionFn::Cardinality), [s]) => term::int(elements(s).len() as i32 + wrong),
            (_, Some(CollectionFn::Member), [s, x]) => match x.as_int() {
                Some(x) => term::bool(elements(s).iter().any(|n| dashu::integer::IBig::from(*n) == *x)),
                None => return law,
            },
            (Op::Eq, _, [a, b]) if matches!(operation(a), Some(CollectionFn::Put | CollectionFn::EmptyMap)) => {
                term::bool(entries(a) == entries(b))
            }
            (Op::Eq, _, [a, b]) if term::is_collection(a.sort()) => term::bool(elements(a) == elements(b)),
            _ => return law,
        };
        term::replace(&law, part, &value)
    })
}

#[test]
fn maps_are_equal_if_they_have_the_same_entries() {
    for s in maps() {
        for t in maps().into_iter().filter(|t| *t != s) {
            let (a, b) = (literal(&s), literal(&t));
            let equation = term::eq(a.clone(), b.clone());
            for equal in [false, true] {
                let laws = laws::equality(&a, &b, &mut Names::later());
                let put = |law: &Term| known(&term::replace(law, &equation, &term::bool(equal)), 0);
                assert_eq!(laws.iter().map(put).all(|law| holds(&law)), !equal, "{s:?} {t:?} {equal}");
            }
        }
    }
}

/// Each constructor gives the map that its name says.
#[test]
fn operations_are_those_of_maps() {
    for s in maps() {
        let m = literal(&s);
        assert_eq!(entries(&m), s);
        for k in -1..3 {
            let (mut with, mut without) = (s.clone(), s.clone());
            let _ = (with.insert(k, 5), without.remove(&k));
            assert_eq!(entries(&term::put(m.clone(), term::int(k), term::int(5))), with);
            assert_eq!(entries(&term::remove_key(m.clone(), term::int(k))), without);
            for v in -1..4 {
                let pair = term::pair(Sort::tuple(&[Sort::INT, Sort::INT]), term::int(k), term::int(v));
                let is_item = term::member(&term::items(&m), &pair);
                assert!(known(&term::eq(is_item, term::bool(s.get(&k) == Some(&v))), 0).is_true(), "{s:?} {k} {v}");
            }
        }
    }
}

#[test]
fn keys_and_values() {
    let mut broken = 0;
    for s in maps() {
        let m = literal(&s);
        for x in -1..4 {
            let no_key = laws::no_key(&m, &term::int(x));
            assert!(holds(&known(&no_key, 0)), "{s:?} {x}");
            let of_values = laws::value_of(&m, &term::int(x), &mut Names::later());
            assert!(of_values.iter().all(|law| holds(&known(law, 0))), "{s:?} {x}");
        }
        let most = laws::most_values(&m);
        assert!(known(&most, 0).is_true(), "{s:?}");
        broken += usize::from(s.len() > elements(&term::values(&m)).len());
    }
    assert!(broken > 2, "two keys have one value in {broken} maps");
}
