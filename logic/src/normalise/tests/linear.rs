//! Polynomials are equal to the terms that they are made from.

use super::eval::{eval, Constants, Random};
use crate::normalise::facts::Facts;
use crate::normalise::linear::{to_term, Poly};
use crate::normalise::system::System;
use crate::proof::{Recorder, Why};
use crate::term::{add, int, le, lt, modulo, mul, neg, real, real_div, show, sub, to_real, Sort, Term};
use dashu::rational::RBig;

#[test]
fn a_term_and_its_canonical_form_are_equal_at_random_points() {
    let constants = Constants::new();
    let mut random = Random(0x5eed);
    for round in 0..2000 {
        let sort = if round % 3 == 0 { Sort::REAL } else { Sort::INT };
        let t = constants.term(sort, 4, &mut random);
        let canonical = to_term(&Poly::of(&t), sort);
        assert_eq!(canonical.sort(), sort);
        for _ in 0..4 {
            let env = constants.env(&mut random);
            assert_eq!(eval(&t, &env), eval(&canonical, &env), "{} became {}", show(&t), show(&canonical));
        }
        assert_eq!(Poly::of(&canonical), Poly::of(&t), "{}", show(&t));
    }
}

#[test]
fn order_and_grouping_do_not_matter() {
    let w = Constants::new();
    let (a, b, c) = (w.int(0), w.int(1), w.int(2));
    let left = mul(add([a.clone(), b.clone()]), sub(a.clone(), b.clone()));
    let right = sub(mul(a.clone(), a.clone()), mul(b.clone(), b.clone()));
    assert_eq!(Poly::of(&left), Poly::of(&right));
    assert_ne!(Poly::of(&left), Poly::of(&add([right, c])));
}

#[test]
fn coefficients_are_found_where_the_occurrence_is_linear() {
    let w = Constants::new();
    let (a, b, c, n) = (w.int(0), w.int(1), w.int(2), w.int(3));
    let p = Poly::of(&add([mul(n.clone(), add([a.clone(), int(2)])), mul(int(3), b.clone()), neg(a.clone())]));
    assert_eq!(p.coefficient_of(&a), Some(Poly::of(&sub(n.clone(), int(1)))));
    assert_eq!(p.coefficient_of(&b), Some(Poly::constant(3)));
    assert_eq!(p.coefficient_of(&c), Some(Poly::zero()));
    assert_eq!(p.without(&a), Poly::of(&add([mul(int(2), n.clone()), mul(int(3), b.clone())])));
    assert_eq!(Poly::of(&mul(a.clone(), a.clone())).coefficient_of(&a), None);
    assert_eq!(Poly::of(&add([a.clone(), modulo(a.clone(), n.clone())])).coefficient_of(&a), None);
    assert_eq!(Poly::of(&mul(a.clone(), modulo(a.clone(), n))).coefficient_of(&a), None);
}

#[test]
fn fractions_add_up() {
    let part = |n: i32, d: i32| real(RBig::from(n) / RBig::from(d));
    assert_eq!(Poly::of(&add([part(1, 4), part(1, 4), part(1, 2)])).as_constant(), Some(RBig::ONE));
    let w = Constants::new();
    let n = to_real(w.int(3));
    let share = real_div(real(RBig::ONE), n.clone());
    // n · (1\n) is 1 only where n is not 0: the polynomial does not cancel it.
    assert!(!Poly::of(&mul(n, share)).is_constant());
}

#[test]
fn wide_products_stay_bounded() {
    let w = Constants::new();
    let sum = add([w.int(0), w.int(1), w.int(2), w.int(3), int(1)]);
    let mut product = sum.clone();
    for _ in 0..12 {
        product = mul(product, sum.clone());
    }
    assert!(Poly::of(&product).len() < 1000);
}

/// A product of many factors is one atom, and its multiples are multiples of that atom.
#[test]
fn multiples_of_long_products_are_multiples() {
    let w = Constants::new();
    let mut product = w.int(0);
    for _ in 0..5 {
        product = mul(product.clone(), product);
    }
    let twice = mul(int(2), product.clone());
    assert_eq!(Poly::of(&twice), Poly::of(&add([product.clone(), product.clone()])));
    assert_ne!(Poly::of(&twice), Poly::of(&product));
}

#[test]
fn nothing_is_less_than_itself() {
    let n = Constants::new().int(3);
    assert!(lt(n.clone(), n.clone()).is_false() && le(n.clone(), n).is_true());
}

/// What was derived from facts is derived again when there are more facts.
#[test]
fn new_facts_count() {
    let w = Constants::new();
    let (a, b) = (w.int(0), w.int(1));
    let mut system = System::new(Facts::new(Recorder::OFF));
    let least = |t: &Term, n: i32| Poly::of(&sub(t.clone(), int(n)));
    assert!(system.at_least_zero(&least(&a, 2)).is_none());
    assert!(system.assume_at_least_zero(least(&a, 3), &Why::NONE));
    assert!(!system.assume_at_least_zero(least(&a, 3), &Why::NONE));
    assert!(system.at_least_zero(&least(&a, 2)).is_some() && system.at_least_zero(&least(&b, 2)).is_none());
    assert!(system.assume_zero(Poly::of(&sub(b.clone(), a)), &Why::NONE));
    assert!(system.at_least_zero(&least(&b, 2)).is_some() && system.at_least_zero(&least(&b, 4)).is_none());
}
