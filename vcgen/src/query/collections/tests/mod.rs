//! The laws of collections hold for all short sequences of small numbers, and a law that says too much does not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod bags;
mod maps;
mod sets;

use super::laws;
use logic::term::{self, Names, Op, Role, Sort, Substitution, Symbol, Term};

/// All sequences of at most three numbers below 2.
fn sequences() -> Vec<Vec<i32>> {
    let mut all = vec![vec![]];
    let mut last: Vec<Vec<i32>> = vec![vec![]];
    for _ in 0..3 {
        last = last.iter().flat_map(|s| (0..2).map(|n| [s.clone(), vec![n]].concat()).collect::<Vec<_>>()).collect();
        all.extend(last.clone());
    }
    all
}

fn literal(s: &[i32]) -> Term {
    term::sequence(Sort::seq(Sort::INT), s.iter().map(|n| term::int(*n)).collect())
}

/// Whether a law is true: for each value of what it binds, and for some value of its new constant.
fn holds(law: &Term) -> bool {
    let range = || -2..6;
    if let (Op::Quant(binding), [body]) = (law.op(), law.args()) {
        let of = |n: i32| term::substitute(body, &Substitution::one(&binding.binders[0], term::int(n)));
        return range().all(|n| holds(&of(n)));
    }
    let new: Vec<Symbol> = term::free_symbols(law).into_iter().filter(|s| s.role() == Role::Skolem).collect();
    match new.first() {
        Some(new) => range().any(|n| holds(&term::substitute(law, &Substitution::one(new, term::int(n))))),
        None => law.is_true(),
    }
}

/// The laws of two sequences, with the truth of `s = t` put in.
fn equality(s: &[i32], t: &[i32]) -> Vec<Term> {
    let (a, b) = (literal(s), literal(t));
    let equation = term::eq(a.clone(), b.clone());
    let laws = laws::equality(&a, &b, &mut Names::later());
    assert_eq!(laws.len(), 3);
    laws.iter().map(|law| term::replace(law, &equation, &term::bool(s == t))).collect()
}

#[test]
fn equality_is_that_of_lengths_and_elements() {
    for s in sequences() {
        for t in sequences() {
            for law in equality(&s, &t) {
                assert!(holds(&law), "{s:?} {t:?}: {}", term::show(&law));
            }
        }
    }
}

/// If all sequences were equal, or none, some of these laws would be false.
#[test]
fn wrong_equalities_break_the_laws() {
    let wrong = |s: &[i32], t: &[i32], truth: bool| {
        let (a, b) = (literal(s), literal(t));
        let equation = term::eq(a.clone(), b.clone());
        let laws = laws::equality(&a, &b, &mut Names::later());
        laws.iter().any(|law| !holds(&term::replace(law, &equation, &term::bool(truth))))
    };
    for s in sequences() {
        for t in sequences().into_iter().filter(|t| *t != s) {
            assert!(wrong(&s, &t, true), "{s:?} {t:?}");
        }
    }
}

#[test]
fn lengths_and_elements_outside() {
    for s in sequences() {
        assert!(holds(&laws::length(&literal(&s))));
        for i in -2..6 {
            assert!(holds(&laws::outside(&literal(&s), &term::int(i))), "{s:?}[{i}]");
        }
    }
}

/// The laws are about a sequence without a known form, so that the constructors do not answer; then it gets its value.
#[test]
fn contained_is_to_be_an_element() {
    let mut names = Names::default();
    let sort = Sort::seq(Sort::INT);
    let unknown = names.fresh("s", vec![], sort, Role::Scalar);
    for s in sequences() {
        for x in -1..3 {
            let laws = laws::contains(&term::constant(&unknown), &term::int(x), &mut names);
            let put = |law: &Term| term::substitute(law, &Substitution::one(&unknown, literal(&s)));
            let laws: Vec<Term> = laws.iter().map(put).collect();
            assert!(laws.iter().all(holds), "{x} in {s:?}");
            let negated = |law: &Term| {
                let has = term::contains(&term::constant(&unknown), &term::int(x));
                put(&term::replace(law, &has, &term::not(has.clone())))
            };
            let laws = laws::contains(&term::constant(&unknown), &term::int(x), &mut names);
            assert!(!laws.iter().map(negated).all(|law| holds(&law)), "not {x} in {s:?}");
        }
    }
}

fn option(held: Option<i32>) -> Term {
    let sort = Sort::option(Sort::INT);
    held.map_or_else(|| term::none(sort), |n| term::some(sort, term::int(n)))
}

fn tuple((a, b): (i32, i32)) -> Term {
    term::pair(Sort::tuple(&[Sort::INT, Sort::INT]), term::int(a), term::int(b))
}

/// The laws of two values without a known form, with the truth of equations put in, and then the values.
fn laws_of(values: [(&Term, bool); 2], equal: bool) -> Vec<Term> {
    let mut names = Names::default();
    let [a, b] = values.map(|(value, _)| names.fresh("x", vec![], value.sort(), Role::Scalar));
    let [x, y] = [term::constant(&a), term::constant(&b)];
    let laws = laws::equality(&x, &y, &mut names);
    let put = |law: &Term| {
        let mut law = term::replace(law, &term::eq(x.clone(), y.clone()), &term::bool(equal));
        for (unknown, (value, none)) in [(&x, values[0]), (&y, values[1])] {
            if matches!(value.sort().kind(), term::SortKind::Option(_)) {
                law = term::replace(&law, &term::is_none(unknown), &term::bool(none));
            }
        }
        let law = term::substitute(&law, &Substitution::one(&a, values[0].0.clone()));
        term::substitute(&law, &Substitution::one(&b, values[1].0.clone()))
    };
    laws.iter().map(put).collect()
}

/// An equation between constructors is replaced by its truth; so the laws are about what the constructors hold.
fn laws_of_known(a: &Term, b: &Term, equal: bool) -> Vec<Term> {
    let equation = term::eq(a.clone(), b.clone());
    let laws = laws::equality(a, b, &mut Names::default());
    laws.iter().map(|law| term::replace(law, &equation, &term::bool(equal))).collect()
}

/// Of each two options, the laws say whether they are equal: the other answer makes a law false.
#[test]
fn options_are_equal_if_both_are_none_or_have_one_value() {
    let all = [None, Some(0), Some(1), Some(2)];
    for o in all {
        for p in all {
            let (a, b) = (option(o), option(p));
            for equal in [false, true] {
                let right = equal == (o == p);
                let unknown = laws_of([(&a, o.is_none()), (&b, p.is_none())], equal);
                assert_eq!(unknown.iter().all(holds), right, "{o:?} {p:?} {equal}");
                // Nothing is said about an equation that is true by its form.
                if a != b {
                    assert_eq!(laws_of_known(&a, &b, equal).iter().all(holds), right, "{o:?} {p:?} {equal}");
                }
            }
        }
    }
}

/// An option may be compared with `None` or with `Some(x)`: one side has a form, and the other has none.
#[test]
fn options_without_a_form_are_compared_with_those_that_have_one() {
    let mut names = Names::default();
    let symbol = names.fresh("o", vec![], Sort::option(Sort::INT), Role::Scalar);
    let o = term::constant(&symbol);
    for known in [None, Some(0), Some(1)] {
        for value in [None, Some(0), Some(1)] {
            for equal in [false, true] {
                let laws = laws::equality(&o, &option(known), &mut names);
                let put = |law: &Term| {
                    let law = term::replace(law, &term::eq(o.clone(), option(known)), &term::bool(equal));
                    let law = term::replace(&law, &term::is_none(&o), &term::bool(value.is_none()));
                    term::substitute(&law, &Substitution::one(&symbol, option(value)))
                };
                let right = equal == (known == value) || known.is_none();
                assert_eq!(laws.iter().map(put).all(|law| holds(&law)), right, "{known:?} {value:?} {equal}");
            }
        }
    }
}

#[test]
fn tuples_are_equal_if_their_parts_are() {
    let all: Vec<(i32, i32)> = (0..3).flat_map(|a| (0..3).map(move |b| (a, b))).collect();
    for t in &all {
        for u in &all {
            for equal in [false, true] {
                let (a, b) = (tuple(*t), tuple(*u));
                let laws = laws_of([(&a, false), (&b, false)], equal);
                assert_eq!(laws.iter().all(holds), equal == (t == u), "{t:?} {u:?} {equal}");
            }
        }
    }
}

fn either((left, n): (bool, i32)) -> Term {
    term::either(Sort::either(Sort::INT, Sort::INT), left, term::int(n))
}

#[test]
fn values_of_two_types_are_equal_if_their_sides_and_values_are() {
    let all: Vec<(bool, i32)> = [true, false].into_iter().flat_map(|left| (0..3).map(move |n| (left, n))).collect();
    for e in &all {
        for f in &all {
            for equal in [false, true] {
                let (a, b) = (either(*e), either(*f));
                let right = equal == (e == f);
                assert_eq!(laws_of([(&a, false), (&b, false)], equal).iter().all(holds), right, "{e:?} {f:?} {equal}");
                if a != b {
                    assert_eq!(laws_of_known(&a, &b, equal).iter().all(holds), right, "{e:?} {f:?} {equal}");
                }
            }
        }
    }
}
