//! Trials of floats: folded values are those of IEEE arithmetic, and the model of a trial is a model of the facts.

use super::value::{double, single, Model, Value};
use super::*;
use crate::query::{trials, Trial};
use crate::solving::ModelValue;
use ir::FloatFormat;
use logic::term::{self, FloatOp};

fn float(names: &mut Names, shown: &str, format: FloatFormat) -> Symbol {
    names.fresh(shown, vec![], Sort::float(format), Role::Scalar)
}

/// Facts about two floats, one operation or comparison each.
fn facts(a: &Term, b: &Term) -> Vec<Vec<Term>> {
    let op = |o, x: &Term, y: &Term| term::float_op(o, vec![x.clone(), y.clone()]);
    let neg = |x: &Term| term::float_op(FloatOp::Neg, vec![x.clone()]);
    let mut out = vec![
        vec![term::not(term::eq(op(FloatOp::SUB, a, a), op(FloatOp::SUB, b, b)))],
        vec![op(FloatOp::Lt, a, b), term::not(op(FloatOp::Le, &neg(b), &neg(a)))],
        vec![op(FloatOp::Eq, a, b), term::ne(a.clone(), b.clone())],
        vec![term::ne(
            op(FloatOp::MUL, a, &op(FloatOp::ADD, b, b)),
            op(FloatOp::ADD, &op(FloatOp::MUL, a, b), &op(FloatOp::MUL, a, b)),
        )],
        vec![term::ne(op(FloatOp::DIV, &op(FloatOp::MUL, a, b), b), a.clone())],
        vec![term::not(op(FloatOp::Lt, a, b)), term::not(op(FloatOp::Eq, a, b)), term::not(op(FloatOp::Lt, b, a))],
    ];
    for o in [FloatOp::ADD, FloatOp::SUB, FloatOp::MUL, FloatOp::DIV] {
        out.push(vec![term::not(op(FloatOp::Eq, &op(o, a, b), &op(o, b, a)))]);
    }
    out
}

#[test]
fn a_trial_says_no_less_than_the_facts() {
    for format in [FloatFormat::Single, FloatFormat::Double] {
        let mut names = Names::default();
        let (a, b) = (float(&mut names, "a", format), float(&mut names, "b", format));
        let mut tried = 0;
        for facts in facts(&term::constant(&a), &term::constant(&b)) {
            for mut trial in trials(&facts) {
                tried += 1;
                let mut m = Model::default();
                for symbol in [&a, &b] {
                    let Some(ModelValue::Float(format, bits)) = trial.value(&term::constant(symbol)) else {
                        panic!("no value of {}", term::show(&term::constant(symbol)))
                    };
                    put(&mut m, symbol, Value::Float(format, bits));
                }
                // Everything was computed: the facts hold for the values.
                assert_eq!(trial.facts, Vec::<Term>::new());
                for f in &facts {
                    assert!(m.eval(f).truth(), "{} is false", term::show(f));
                    assert_eq!(trial.value(f), Some(ModelValue::Bool(true)));
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}

#[test]
fn false_facts_have_no_trial_and_true_ones_have_all() {
    let mut names = Names::default();
    let (a, b) = (float(&mut names, "a", FloatFormat::Single), float(&mut names, "b", FloatFormat::Single));
    let (ta, tb) = (term::constant(&a), term::constant(&b));
    let op = |o, x: &Term, y: &Term| term::float_op(o, vec![x.clone(), y.clone()]);
    // Addition is commutative, and two floats are not both less than each other.
    assert_eq!(trials(&[term::ne(op(FloatOp::ADD, &ta, &tb), op(FloatOp::ADD, &tb, &ta))]).count(), 0);
    assert_eq!(trials(&[op(FloatOp::Lt, &ta, &tb), op(FloatOp::Lt, &tb, &ta)]).count(), 0);
    assert_eq!(trials(&[term::eq(op(FloatOp::MUL, &ta, &tb), op(FloatOp::MUL, &tb, &ta))]).count(), 100);
}

#[test]
fn singles_round_as_singles() {
    let mut names = Names::default();
    for (format, narrow) in [(FloatFormat::Single, true), (FloatFormat::Double, false)] {
        let a = float(&mut names, "a", format);
        let ta = term::constant(&a);
        // 0.1 + 0.1 + 0.1 differs from 0.1 * 3 in double and, by another amount, in single precision.
        let twice = term::float_op(FloatOp::ADD, vec![ta.clone(), ta.clone()]);
        let thrice = term::float_op(FloatOp::ADD, vec![twice, ta.clone()]);
        let value = if narrow { single(0.1 + 0.1 + 0.1) } else { double(0.1 + 0.1 + 0.1) };
        let Value::Float(f, bits) = value else { panic!("a float") };
        let tenth = if narrow { single(0.1) } else { double(0.1) };
        let Value::Float(_, tenth) = tenth else { panic!("a float") };
        let facts = [term::eq(thrice, term::float(f, bits)), term::eq(ta.clone(), term::float(format, tenth))];
        // Two doubles may be the same single.
        let mut found: Vec<_> = trials(&facts).map(|mut trial| trial.value(&ta)).collect();
        found.dedup();
        assert_eq!(found.len(), 1, "{format:?}");
    }
}

/// Facts that do not depend on floats are left to the solver.
#[test]
fn other_facts_stay() {
    let mut names = Names::default();
    let (a, k) = (float(&mut names, "a", FloatFormat::Double), int(&mut names, "k", Role::Scalar));
    let (ta, tk) = (term::constant(&a), term::constant(&k));
    let small = term::lt(tk, term::int(3));
    let nan = term::not(term::float_op(FloatOp::Eq, vec![ta.clone(), ta]));
    let found: Vec<_> = trials(&[small.clone(), nan]).collect();
    let [Trial { facts: only, .. }] = found.as_slice() else {
        panic!("NaN alone is not equal to itself: {}", found.len())
    };
    assert!(only.contains(&small));
}

/// Elements of an array may be the same element, so their values stay equations. So do those of constants on which
/// other facts depend.
#[test]
fn values_that_other_facts_depend_on_stay() {
    let mut names = Names::default();
    let (x, y) = (float(&mut names, "x", FloatFormat::Double), float(&mut names, "y", FloatFormat::Double));
    let (tx, ty) = (term::constant(&x), term::constant(&y));
    let sort = Sort::float(FloatFormat::Double);
    let f = term::app(&names.fresh("f", vec![sort], sort, Role::Scalar), vec![ty.clone()]);
    let different = term::ne(tx.clone(), f.clone());
    let Some(Trial { facts, .. }) = trials(&[different]).next() else { panic!("a trial") };
    let pinned: Vec<&Term> = facts.iter().filter_map(|fact| fact.args().first()).collect();
    assert!(pinned.contains(&&f) && pinned.contains(&&ty) && !pinned.contains(&&tx), "{facts:?}");
}
