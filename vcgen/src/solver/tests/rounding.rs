//! Rounded operations and conversions: in every direction the solver computes what the interpreter computes.

use super::{solve, Symbols};
use crate::solving::{Answer, Floats, Limits, Query};
use interp::Rng;
use ir::FloatFormat::{Double, Single};
use ir::{Float, FloatArith, FloatFormat, Rounding};
use logic::term::*;

fn precise(goal: Term) -> Answer {
    let mut query = Query::prove(vec![], goal);
    query.floats = Floats::BitPrecise;
    solve(&query, Limits::default()).answer
}

fn literal(f: Float) -> Term {
    float(f.format(), f.bits())
}

/// A random float of a format, often one at the edge of a format.
fn some(rng: &mut Rng, format: FloatFormat) -> Float {
    let special = [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5, 1.5, 2.5, -2.5, 16_777_217.0];
    let edges = [f64::from(f32::MAX), f64::MAX, 1e-45, 5e-324, f64::from(f32::MIN_POSITIVE), 1e300, 3e9, -3e9];
    let value = match rng.below(4) {
        0 => special[rng.below(special.len())],
        1 => edges[rng.below(edges.len())],
        2 => f64::from_bits(rng.bits()),
        _ => (rng.below(2000) as f64 - 1000.0) / 7.0,
    };
    Float::from_bits(Double, value.to_bits()).converted(format, Rounding::NearestEven)
}

/// A random operation on literals, and its value as the interpreter computes it.
fn instance(rng: &mut Rng) -> (Term, Option<Term>) {
    let format = [Single, Double][rng.below(2)];
    let (_, r) = Rounding::ALL[rng.below(4)];
    let [a, b, c] = [0; 3].map(|_| some(rng, format));
    let of = |op, args: &[Float]| float_op(op, args.iter().map(|f| literal(*f)).collect());
    match rng.below(9) {
        0 => (of(FloatOp::Fma(r), &[a, b, c]), a.mul_add(b, c, r).map(literal)),
        1 => (of(FloatOp::Sqrt(r), &[a]), Some(literal(a.sqrt(r)))),
        2 => {
            let to = if format == Single { Double } else { Single };
            (of(FloatOp::Convert(to, r), &[a]), Some(literal(a.converted(to, r))))
        }
        3 => (of(FloatOp::ToInt(r), &[a]), a.to_int(r).map(int)),
        4 => {
            let shift = rng.below(64);
            let n = (rng.bits() >> shift) as i64;
            let value = Float::from_int(format, &n.into(), r);
            (float_op(FloatOp::FromInt(format, r), vec![int(n)]), Some(literal(value)))
        }
        n => {
            let op = [FloatArith::Add, FloatArith::Sub, FloatArith::Mul, FloatArith::Div][n % 4];
            (of(FloatOp::Arith(op, r), &[a, b]), a.arith(op, b, r).map(literal))
        }
    }
}

/// Equality here is identity of values. There is one NaN.
#[test]
fn the_solver_and_the_interpreter_compute_the_same() {
    let mut rng = Rng::new(7);
    let (mut checked, mut told_apart) = (0, 0);
    for _ in 0..400 {
        let (computed, expected) = instance(&mut rng);
        let Some(expected) = expected else { continue };
        let answer = precise(eq(computed.clone(), expected.clone()));
        assert!(answer.is_unsat(), "{} is not {}: {answer:?}", show(&computed), show(&expected));
        checked += 1;
        // The solver does not prove a neighbour of the value.
        let other = match expected.op() {
            Op::Float(format, bits) => float(*format, bits ^ 1),
            _ => add([expected.clone(), int(1)]),
        };
        told_apart += usize::from(precise(eq(computed, other)).model().is_some());
    }
    assert!(checked > 350 && told_apart > 300, "{checked} {told_apart}");
}

/// The directions of rounding differ for inexact results; proofs must not assume that they agree.
#[test]
fn directions_are_told_apart() {
    let mut w = Symbols::new();
    let x = w.constant("x", Sort::float(Single));
    let one = literal(Float::from_bits(Single, u64::from(1.0_f32.to_bits())));
    let three = literal(Float::from_bits(Single, u64::from(3.0_f32.to_bits())));
    let div = |r| float_op(FloatOp::Arith(FloatArith::Div, r), vec![one.clone(), three.clone()]);
    let (up, down) = (div(Rounding::Up), div(Rounding::Down));
    assert!(precise(eq(up.clone(), down.clone())).model().is_some());
    assert!(precise(float_op(FloatOp::Lt, vec![down, up])).is_unsat());
    // Uninterpreted operations with different directions are different functions; those with one direction are the
    // same.
    for (r, same) in [(Rounding::Up, true), (Rounding::NearestEven, false)] {
        let of = |r| float_op(FloatOp::Sqrt(r), vec![x.clone()]);
        let answer = solve(&Query::prove(vec![], eq(of(Rounding::Up), of(r))), Limits::default()).answer;
        assert_eq!(answer.is_unsat(), same, "{r:?}");
    }
}

/// What proofs know about the float of an unknown integer: it is a number, has the sign of the integer, and is zero for
/// 0; and nothing more for integers that the format may not contain.
#[test]
fn integers_as_floats() {
    let mut w = Symbols::new();
    let i = w.int("i");
    for r in Rounding::ALL.map(|(_, r)| r) {
        let y = float_op(FloatOp::FromInt(Single, r), vec![i.clone()]);
        let zero = float(Single, 0);
        assert!(precise(float_op(FloatOp::Eq, vec![y.clone(), y.clone()])).is_unsat());
        let sign = implies(le(int(0), i.clone()), float_op(FloatOp::Le, vec![zero.clone(), y.clone()]));
        assert!(precise(sign).is_unsat());
        assert!(precise(implies(eq(i.clone(), int(0)), eq(y.clone(), zero))).is_unsat());
        // Large integers are not exact, and may become infinite.
        let back = float_op(FloatOp::ToInt(Rounding::Zero), vec![y]);
        assert!(!precise(eq(back, i.clone())).is_unsat());
    }
}
