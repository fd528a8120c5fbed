//! Sorts that solvers support are encoded as themselves; terms of other sorts are neither proved nor refuted.

use super::super::check;
use super::super::{write_smtlib, Header};
use super::{ask, solve, solve_in_batch, valid, Symbols};
use crate::outcome::FileClaim;
use crate::solving::{Answer, Limits, Query, Reason};
use ir::Enumeration;
use logic::term::*;

fn data() -> Sort {
    Sort::data(ir::DataType::named("Box"), &[Sort::INT])
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
    assert!(!text.contains("Box"), "{text}");
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

fn enumeration(name: &str, constants: &[&str]) -> &'static Enumeration {
    Enumeration::of(name, &constants.iter().map(|constant| (*constant).to_owned()).collect::<Vec<_>>())
}

/// A value of an enumeration is one of its constants, and different constants are different values.
#[test]
fn enumerations_have_exactly_their_constants() {
    let mut w = Symbols::new();
    let colour = enumeration("Colour", &["Red", "Green", "Blue"]);
    let sort = Sort::enumeration(colour);
    let red = |n| enum_constant(colour, n);
    let (x, y) = (w.constant("x", sort), w.constant("y", sort));
    let is = |t: &Term, n| eq(t.clone(), red(n));
    valid(&[], or([is(&x, 0), is(&x, 1), is(&x, 2)]));
    valid(&[&ne(x.clone(), y.clone()), &is(&x, 0)], or([is(&y, 1), is(&y, 2)]));
    assert!(ask(&Query::prove(vec![], or([is(&x, 0), is(&x, 1)]))).model().is_some());
    assert_eq!(eq(red(0), red(1)), bool(false));
    // Also where the values are elements of memory, values of functions or bound variables.
    let memory = w.constant("a", Sort::int_array(1, sort));
    let f = w.symbol("f", vec![sort], sort);
    let i = w.int("i");
    let element = select(&memory, &[i]);
    valid(&[], or([is(&element, 0), is(&element, 1), is(&element, 2)]));
    let applied = app(&f, vec![x.clone()]);
    valid(&[], or([is(&applied, 0), is(&applied, 1), is(&applied, 2)]));
    let b = w.symbol("b", vec![], sort);
    valid(&[], forall(vec![b.clone()], or([is(&constant(&b), 0), is(&constant(&b), 1), is(&constant(&b), 2)])));
}

/// Queries that share a context may have enumerations with one name and other constants.
#[test]
fn queries_of_a_batch_have_their_own_enumerations() {
    check::in_batch(|| {
        for count in [2_u32, 3, 2, 1] {
            let names = ["A", "B", "C"];
            let of = enumeration("E", names.get(..count as usize).unwrap());
            let mut w = Symbols::new();
            let x = w.constant("x", Sort::enumeration(of));
            let some = |n: u32| or((0..n).map(|n| eq(x.clone(), enum_constant(of, n))));
            assert!(solve_in_batch(&Query::prove(vec![], some(count)), Limits::default()).answer.is_unsat());
            let fewer = Query { observe: vec![x.clone()], ..Query::prove(vec![], some(count - 1)) };
            let Answer::Sat(model) = solve_in_batch(&fewer, Limits::default()).answer else { panic!("{count}") };
            assert_eq!(model.value(&x), Some(crate::solving::ModelValue::Enum(of, count - 1)));
        }
    });
}
