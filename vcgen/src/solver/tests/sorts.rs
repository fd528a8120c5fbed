//! Sorts that solvers support are encoded as themselves; terms of other sorts are neither proved nor refuted.

use super::super::{write_smtlib, Header};
use super::{ask, solve, valid, Symbols};
use crate::outcome::FileClaim;
use crate::solving::{Answer, Limits, Query, Reason};
use logic::term::*;

fn data() -> Sort {
    Sort::data(DataId(0), &[Sort::INT])
}

/// Sorts that solvers do not support, and sorts with such a part.
fn unsupported() -> Vec<Sort> {
    vec![
        Sort::reference(ClassId(0)),
        data(),
        Sort::seq(data()),
        Sort::map(Sort::INT, data()),
        Sort::tuple(&[Sort::INT, data()]),
        Sort::option(data()),
        Sort::bag(data()),
        Sort::int_array(1, data()),
        Sort::either(Sort::INT, data()),
        Sort::array(&[Sort::option(data())], Sort::INT),
    ]
}

/// The answer to a query that has no SMT-LIB text to compare with.
fn answer(query: &Query) -> Answer {
    solve(query, Limits::default()).answer
}

/// Goals about sorts that solvers do not support are unknown, even those that hold for all values of all sorts.
#[test]
fn goals_about_unsupported_sorts_are_unknown() {
    for sort in unsupported() {
        let mut w = Symbols::new();
        let (x, y) = (w.constant("x", sort), w.constant("y", sort));
        let equal = eq(x.clone(), y.clone());
        for query in [
            Query::prove(vec![], equal.clone()),
            Query::prove(vec![equal.clone()], eq(y.clone(), x.clone())),
            Query { observe: vec![x.clone()], ..Query::prove(vec![], bool(false)) },
        ] {
            let Answer::Unknown(Reason::UnknownSort(found)) = answer(&query) else { panic!("{sort}") };
            assert_eq!(query.unknown_sort(), Some(found));
        }
    }
}

/// An unsupported sort is found even if only an argument or a binder has it.
#[test]
fn arguments_and_binders_of_unsupported_sorts_are_found() {
    let mut w = Symbols::new();
    let set = data();
    let length = w.symbol("length", vec![set], Sort::INT);
    let s = w.constant("s", set);
    let applied = le(int(0), app(&length, vec![s]));
    assert_eq!(answer(&Query::prove(vec![], applied)), Answer::Unknown(Reason::UnknownSort(set)));
    let b = w.symbol("b", vec![], set);
    let all = forall(vec![b.clone()], le(int(0), app(&length, vec![constant(&b)])));
    assert_eq!(answer(&Query::prove(vec![], all)), Answer::Unknown(Reason::UnknownSort(set)));
    let header = Header { name: "n".into(), code: "c".into(), span: ir::Span::default(), claim: FileClaim::Nothing };
    let text = write_smtlib(&Query::prove(vec![], eq(constant(&b), constant(&b.clone()))), &header);
    assert!(!text.contains("data#"), "{text}");
}

/// Sequences are values of which the solver knows what the query says, and that functions of equal values are equal.
#[test]
fn sequences_have_the_meaning_that_facts_give_them() {
    let mut w = Symbols::new();
    let seq = Sort::seq(Sort::seq(Sort::INT));
    let (s, t) = (w.constant("s", seq), w.constant("t", seq));
    let equal = eq(s.clone(), t.clone());
    valid(&[&equal], eq(length(&s), length(&t)));
    valid(&[&equal], eq(at(&at(&s, &int(0)), &int(1)), at(&at(&t, &int(0)), &int(1))));
    assert!(ask(&Query::prove(vec![], le(int(0), length(&s)))).model().is_some(), "no law is built in");
}

/// Arrays may have keys of any supported sort. Reads at different keys are different, whatever the sorts of the keys.
#[test]
fn arrays_by_other_keys() {
    let mut w = Symbols::new();
    let a = w.constant("a", Sort::array(&[Sort::BOOL, Sort::REAL], Sort::int_array(1, Sort::INT)));
    let (b, r, i) = (w.bool("b"), w.real("r"), w.int("i"));
    let inner = select(&a, &[b.clone(), r.clone()]);
    let changed = store(&a, &[b.clone(), r.clone()], store(&inner, std::slice::from_ref(&i), int(5)));
    let raw = |array: &Term, index: &[Term]| select(array, index);
    valid(&[], eq(raw(&raw(&changed, &[b.clone(), r.clone()]), std::slice::from_ref(&i)), int(5)));
    let other = not(b.clone());
    valid(&[], eq(raw(&changed, &[other.clone(), r.clone()]), raw(&a, &[other, r.clone()])));
    let same = eq(raw(&changed, &[b.clone(), zero()]), raw(&a, &[b, zero()]));
    assert!(ask(&Query::prove(vec![], same)).model().is_some());
}
