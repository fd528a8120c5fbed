//! The laws of collections hold for all short sequences of small numbers, and a law that says too much does not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

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
