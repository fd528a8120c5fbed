//! Floats, uninterpreted and with the meaning of IEEE 754.

use super::{invalid, solve, valid, Symbols};
use crate::solving::{Floats, Limits, ModelValue, Query};
use ir::FloatFormat::{self, Double, Single};
use logic::term::*;

fn sort(format: FloatFormat) -> Sort {
    Sort::float(format)
}

fn op(op: FloatOp, args: &[&Term]) -> Term {
    float_op(op, args.iter().map(|a| (*a).clone()).collect())
}

/// The answer if floats have the meaning of IEEE 754.
fn precise(hyps: Vec<Term>, goal: Term) -> super::Answer {
    let mut query = Query::prove(hyps, goal);
    query.floats = Floats::BitPrecise;
    let answer = solve(&query, Limits { rlimit: 0, timeout_ms: 0, mbqi: false, thorough: true, seed: 0 }).answer;
    super::smtlib::agrees(&query, &answer);
    answer
}

#[test]
fn equality_is_not_identity() {
    for format in [Single, Double] {
        let mut w = Symbols::new();
        let x = w.constant("x", sort(format));
        invalid(&[], op(FloatOp::Eq, &[&x, &x]));
        valid(&[], eq(x.clone(), x.clone()));
        assert!(precise(vec![], op(FloatOp::Eq, &[&x, &x])).model().is_some());
        let y = w.constant("y", sort(format));
        assert!(precise(vec![op(FloatOp::Eq, &[&x, &y])], eq(x.clone(), y.clone())).model().is_some());
        assert!(precise(vec![op(FloatOp::Eq, &[&x, &y])], op(FloatOp::Eq, &[&x, &x])).is_unsat());
    }
}

#[test]
fn addition_commutes_and_does_not_associate() {
    for o in [FloatOp::ADD, FloatOp::MUL] {
        let mut w = Symbols::new();
        let [x, y, z] = ["x", "y", "z"].map(|n| w.constant(n, sort(Single)));
        valid(&[], eq(op(o, &[&x, &y]), op(o, &[&y, &x])));
        let (left, right) = (op(o, &[&op(o, &[&x, &y]), &z]), op(o, &[&x, &op(o, &[&y, &z])]));
        invalid(&[], eq(left, right));
        // Equal operands whose equality is known only from hypotheses.
        let (u, v) = (w.constant("u", sort(Single)), w.constant("v", sort(Single)));
        let same = and([eq(u.clone(), x.clone()), eq(v.clone(), y.clone())]);
        valid(&[&same], eq(op(o, &[&x, &y]), op(o, &[&v, &u])));
    }
    let mut w = Symbols::new();
    let [x, y] = ["x", "y"].map(|n| w.constant(n, sort(Double)));
    invalid(&[], eq(op(FloatOp::SUB, &[&x, &y]), op(FloatOp::SUB, &[&y, &x])));
    invalid(&[], eq(op(FloatOp::DIV, &[&x, &y]), op(FloatOp::DIV, &[&y, &x])));
    invalid(&[], eq(op(FloatOp::Neg, &[&x]), x.clone()));
    valid(&[&op(FloatOp::Eq, &[&x, &y])], op(FloatOp::Eq, &[&y, &x]));
    invalid(&[&op(FloatOp::Lt, &[&x, &y])], op(FloatOp::Lt, &[&y, &x]));
    invalid(&[&op(FloatOp::Le, &[&x, &y])], op(FloatOp::Lt, &[&x, &y]));
}

#[test]
fn addition_commutes_under_quantifiers() {
    let mut w = Symbols::new();
    let a = w.constant("a", Sort::int_array(1, Sort::float(Single)));
    let (b, r) = (w.constant("b", a.sort()), w.constant("r", a.sort()));
    let (i, k) = (w.bound("i"), w.int("k"));
    let at = |m: &Term, t: &Term| select(m, std::slice::from_ref(t));
    let all = forall(
        vec![i.clone()],
        eq(at(&r, &constant(&i)), op(FloatOp::ADD, &[&at(&a, &constant(&i)), &at(&b, &constant(&i))])),
    );
    valid(&[&all], eq(at(&r, &k), op(FloatOp::ADD, &[&at(&b, &k), &at(&a, &k)])));
}

#[test]
fn literals_are_distinct_and_nan_is_one() {
    let zero = float(Single, 0);
    let minus_zero = float(Single, 0x8000_0000);
    let mut w = Symbols::new();
    let x = w.constant("x", sort(Single));
    valid(&[&eq(x.clone(), zero.clone())], ne(x.clone(), minus_zero.clone()));
    invalid(&[&eq(x.clone(), zero.clone())], not(op(FloatOp::Eq, &[&x, &minus_zero])));
    assert!(precise(vec![eq(x.clone(), zero)], op(FloatOp::Eq, &[&x, &minus_zero])).is_unsat());
    let (nan, other_nan) = (float(Single, 0x7fc0_0000), float(Single, 0xffc0_0001));
    valid(&[&eq(x.clone(), nan)], eq(x, other_nan));
}

#[test]
fn bit_precise_operations_compute() {
    let f = |v: f64| float(Double, v.to_bits());
    let mut w = Symbols::new();
    let x = w.constant("x", sort(Double));
    let is = eq(x.clone(), f(1.5));
    for (o, expected) in [(FloatOp::ADD, 1.75), (FloatOp::SUB, 1.25), (FloatOp::MUL, 0.375), (FloatOp::DIV, 6.0)] {
        assert!(precise(vec![is.clone()], eq(op(o, &[&x, &f(0.25)]), f(expected))).is_unsat(), "{o:?}");
        assert!(precise(vec![is.clone()], eq(op(o, &[&x, &f(0.25)]), f(9.0))).model().is_some(), "{o:?}");
    }
    assert!(precise(vec![is.clone()], eq(op(FloatOp::Neg, &[&x]), f(-1.5))).is_unsat());
    assert!(precise(vec![is.clone()], op(FloatOp::Lt, &[&x, &f(2.0)])).is_unsat());
    assert!(precise(vec![is], op(FloatOp::Le, &[&x, &f(1.0)])).model().is_some());
}

#[test]
fn models_give_literals_bits_and_names() {
    let mut w = Symbols::new();
    let [x, y] = ["x", "y"].map(|n| w.constant(n, sort(Single)));
    let half = float(Single, u64::from(0.5f32.to_bits()));
    let query = Query::prove(vec![eq(x.clone(), half.clone()), ne(y.clone(), half.clone())], bool(false));
    let answer = super::ask(&query);
    let model = answer.model().unwrap();
    assert_eq!(model.value(&x), Some(ModelValue::Float(Single, u64::from(0.5f32.to_bits()))));
    assert!(matches!(model.value(&y), Some(ModelValue::Opaque(Single, _))), "{model:?}");
    let answer = precise(
        vec![op(FloatOp::Lt, &[&half, &x]), op(FloatOp::Lt, &[&x, &float(Single, u64::from(1f32.to_bits()))])],
        bool(false),
    );
    let Some(ModelValue::Float(Single, bits)) = answer.model().unwrap().value(&x) else { panic!("{answer:?}") };
    let value = f32::from_bits(bits as u32);
    assert!(0.5 < value && value < 1.0);
}
