//! Each operator: an instance that holds, and one that does not.

use super::{invalid, valid, Symbols};
use dashu::rational::RBig;
use logic::term::*;

#[test]
fn booleans() {
    let mut w = Symbols::new();
    let (p, q, r) = (w.bool("p"), w.bool("q"), w.bool("r"));
    valid(&[&p, &q], and([p.clone(), q.clone()]));
    invalid(&[&p], and([p.clone(), q.clone()]));
    valid(&[&q], or([p.clone(), q.clone()]));
    invalid(&[], or([p.clone(), q.clone()]));
    valid(&[&p, &implies(p.clone(), q.clone())], q.clone());
    invalid(&[&q, &implies(p.clone(), q.clone())], p.clone());
    valid(&[&not(p.clone()), &or([p.clone(), q.clone()])], q.clone());
    invalid(&[], not(p.clone()));
    valid(&[&p], eq(ite(p.clone(), q.clone(), r.clone()), q.clone()));
    invalid(&[], eq(ite(p.clone(), q.clone(), r.clone()), q.clone()));
    valid(&[&bool(false)], p.clone());
    invalid(&[&bool(true)], p);
}

#[test]
fn integers() {
    let mut w = Symbols::new();
    let (x, y) = (w.int("x"), w.int("y"));
    valid(&[&lt(x.clone(), y.clone())], le(add([x.clone(), int(1)]), y.clone()));
    invalid(&[&le(x.clone(), y.clone())], lt(x.clone(), y.clone()));
    valid(&[], eq(sub(add([x.clone(), y.clone()]), y.clone()), x.clone()));
    invalid(&[], eq(sub(x.clone(), y.clone()), sub(y.clone(), x.clone())));
    valid(&[], eq(neg(x.clone()), sub(int(0), x.clone())));
    invalid(&[], eq(neg(x.clone()), x.clone()));
    valid(&[], eq(mul(x.clone(), int(2)), add([x.clone(), x.clone()])));
    invalid(&[], eq(mul(x.clone(), x.clone()), x.clone()));
}

#[test]
fn division_is_euclidean() {
    let mut w = Symbols::new();
    let (x, n) = (w.int("x"), w.int("n"));
    let seven = |d: i32| (div(int(-7), int(d)), modulo(int(-7), int(d)));
    for d in [2, -2] {
        let at = w.int("d");
        let here = eq(at.clone(), int(d));
        valid(&[&here], eq(div(int(-7), at.clone()), seven(d).0));
        valid(&[&here], eq(modulo(int(-7), at.clone()), seven(d).1));
        invalid(&[&here], eq(modulo(x.clone(), at), int(0)));
    }
    let positive = lt(int(0), n.clone());
    valid(&[&positive], within(int(0), modulo(x.clone(), n.clone()), n.clone()));
    invalid(&[], within(int(0), modulo(x.clone(), n.clone()), n.clone()));
    invalid(&[], eq(div(x.clone(), n), x));
}

#[test]
fn reals() {
    let mut w = Symbols::new();
    let (p, q, n) = (w.real("p"), w.real("q"), w.int("n"));
    let half = real(RBig::from_parts(1.into(), 2u8.into()));
    valid(&[], eq(add([mul(p.clone(), half.clone()), mul(p.clone(), half.clone())]), p.clone()));
    invalid(&[], lt(mul(p.clone(), half.clone()), p.clone()));
    valid(&[&lt(p.clone(), q.clone())], lt(sub(p.clone(), q.clone()), zero()));
    invalid(&[&le(p.clone(), q.clone())], lt(p.clone(), q.clone()));
    valid(&[&lt(int(0), n.clone())], le(real_div(one(), to_real(n.clone())), one()));
    invalid(&[], le(real_div(one(), to_real(n.clone())), half));
    valid(&[&lt(int(0), n.clone())], le(one(), to_real(n)));
    valid(&[&eq(neg(p.clone()), q.clone())], eq(add([p, q]), zero()));
}

#[test]
fn large_literals() {
    let mut w = Symbols::new();
    let big: dashu::integer::IBig = "-170141183460469231731687303715884105729000".parse().unwrap();
    let x = w.int("x");
    valid(&[&eq(x.clone(), int(big.clone()))], lt(x.clone(), int(0)));
    invalid(&[&lt(x.clone(), int(0))], lt(x, int(big)));
}

#[test]
fn applications() {
    let mut w = Symbols::new();
    let f = w.symbol("f", vec![Sort::INT, Sort::BOOL], Sort::INT);
    let (x, y, p) = (w.int("x"), w.int("y"), w.bool("p"));
    let at = |i: &Term| app(&f, vec![i.clone(), p.clone()]);
    valid(&[&eq(x.clone(), y.clone())], eq(at(&x), at(&y)));
    invalid(&[&eq(at(&x), at(&y))], eq(x, y));
}

#[test]
fn names_with_bars_and_equal_names_are_kept_apart() {
    let mut w = Symbols::new();
    let (x, y) = (w.int("a|b\\c"), w.int("a|b\\c"));
    invalid(&[], eq(x, y));
}

#[test]
fn quantifiers() {
    let mut w = Symbols::new();
    let f = w.symbol("f", vec![Sort::INT], Sort::INT);
    let (i, x) = (w.bound("i"), w.int("x"));
    let at = |t: Term| app(&f, vec![t]);
    let positive = lt(int(0), at(constant(&i)));
    let all = forall(vec![i.clone()], positive.clone());
    valid(&[&all], lt(int(0), at(x.clone())));
    // Of these triggers, only the first can be used. The second has no binder in it, the third has arithmetic at its
    // root. Without a usable trigger the solver chooses one.
    for trigger in [at(constant(&i)), at(x.clone()), add([constant(&i), int(1)])] {
        let all = quant(true, vec![i.clone()], vec![vec![trigger]], positive.clone());
        valid(&[&all], lt(int(0), at(x.clone())));
    }
    let some = quant(false, vec![i.clone()], vec![], positive);
    valid(&[&lt(int(0), at(x.clone()))], some.clone());
    let none = super::ask(&super::Query::prove(vec![all], lt(int(1), at(x))));
    assert!(matches!(none, super::Answer::Unknown(crate::solving::Reason::Incomplete(_))), "{none:?}");
    let some = super::ask(&super::Query::prove(vec![some], bool(false)));
    assert!(some.model().is_some(), "{some:?}");
}
