//! The laws of sets hold for all sets of small numbers, and a law that says too much does not.

use super::{holds, laws};
use logic::term::{self, operation, CollectionFn, Names, Op, Sort, Term};
use std::collections::BTreeSet;

/// All sets of numbers from 0 to 2.
fn sets() -> Vec<BTreeSet<i32>> {
    (0..8).map(|bits| (0..3).filter(|n| bits & (1 << n) != 0).collect()).collect()
}

fn literal(s: &BTreeSet<i32>) -> Term {
    let elements: Vec<Term> = s.iter().map(|n| term::int(*n)).collect();
    term::set_of(Sort::set(Sort::INT), &elements)
}

/// The elements of a set that is made from literals.
fn elements(s: &Term) -> BTreeSet<i32> {
    (-2..6).filter(|n| term::member(s, &term::int(*n)).is_true()).collect()
}

/// The law with the sizes of sets, and with the truth of equations between sets, in their places. `wrong` is added to
/// each size.
fn known(law: &Term, wrong: i32) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    term::for_each_subterm(law, &mut |t| parts.push(t.clone()));
    parts.iter().fold(law.clone(), |law, part| {
        let value = match (part.op(), operation(part), part.args()) {
            (_, Some(CollectionFn::Cardinality), [s]) => term::int(elements(s).len() as i32 + wrong),
            (Op::Eq, _, [a, b]) if term::is_collection(a.sort()) => term::bool(elements(a) == elements(b)),
            _ => return law,
        };
        term::replace(&law, part, &value)
    })
}

#[test]
fn sets_are_equal_if_they_have_the_same_elements() {
    for s in sets() {
        for t in sets().into_iter().filter(|t| *t != s) {
            let (a, b) = (literal(&s), literal(&t));
            let equation = term::eq(a.clone(), b.clone());
            for equal in [false, true] {
                let laws = laws::equality(&a, &b, &mut Names::later());
                let put = |law: &Term| term::replace(law, &equation, &term::bool(equal));
                assert_eq!(laws.iter().map(put).all(|law| holds(&law)), !equal, "{s:?} {t:?} {equal}");
            }
        }
    }
}

/// The operations of the constructors are those of sets.
#[test]
fn operations_are_those_of_sets() {
    for s in sets() {
        for t in sets() {
            let (a, b) = (literal(&s), literal(&t));
            assert_eq!(elements(&term::union(a.clone(), b.clone())), &s | &t);
            assert_eq!(elements(&term::common(a.clone(), b.clone())), &s & &t);
            assert_eq!(elements(&term::without(a.clone(), b.clone())), &s - &t);
            assert!(known(&term::eq(term::subset(a, b), term::bool(s.is_subset(&t))), 0).is_true(), "{s:?} {t:?}");
        }
    }
}

#[test]
fn sizes_of_sets() {
    let mut broken = 0;
    for s in sets() {
        for t in sets() {
            let (a, b) = (literal(&s), literal(&t));
            let made = [
                term::union(a.clone(), b.clone()),
                term::common(a.clone(), b.clone()),
                term::without(a.clone(), b.clone()),
                a.clone(),
            ];
            for set in made {
                for law in laws::cardinality(&set).iter().chain(&laws::subset(&set)) {
                    assert!(known(law, 0).is_true(), "{s:?} {t:?}: {}", term::show(law));
                    broken += usize::from(!known(law, 1).is_true());
                }
            }
        }
    }
    // Most laws are about sizes alone.
    assert!(broken > 80, "sizes that are wrong by one break {broken} laws");
}
