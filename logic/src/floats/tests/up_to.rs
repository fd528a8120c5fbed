//! Terms that are the same up to laws are compared by their values where the laws hold exactly: for small integers.

use super::super::up_to::{needed, same};
use super::super::{Assumption, Assumptions};
use super::{apply, Random};
use crate::term::{self, FloatOp, Names, Op, Role, Sort, Term};
use ir::{Float, FloatArith, FloatFormat, Rounding};

use Assumption::{Finite, NoSignedZeros, Reassociation};

const FORMAT: FloatFormat = FloatFormat::Double;

fn float(x: f64) -> Term {
    term::float(FORMAT, x.to_bits())
}

fn constants(n: usize) -> Vec<Term> {
    let mut names = Names::default();
    (0..n).map(|n| term::constant(&names.fresh(format!("x{n}"), vec![], Sort::float(FORMAT), Role::Scalar))).collect()
}

fn op(op: FloatOp, args: &[&Term]) -> Term {
    Term::raw(Op::FloatOp(op), args.iter().map(|t| (*t).clone()).collect(), Sort::float(FORMAT))
}

fn random_term(random: &mut Random, leaves: &[Term], depth: usize) -> Term {
    if depth == 0 || random.below(5) == 0 {
        return leaves[random.below(leaves.len())].clone();
    }
    let mut part = || random_term(random, leaves, depth - 1);
    let (a, b) = (part(), part());
    match random.below(7) {
        0 => op(FloatOp::Neg, &[&a]),
        1 => op(FloatOp::SUB, &[&a, &b]),
        2 | 3 => op(FloatOp::MUL, &[&a, &b]),
        _ => op(FloatOp::ADD, &[&a, &b]),
    }
}

fn value(t: &Term, leaves: &[Term], values: &[Float]) -> Float {
    match t.op() {
        Op::Float(format, bits) => Float::from_bits(*format, *bits),
        Op::FloatOp(op) => apply(*op, &t.args().iter().map(|a| value(a, leaves, values)).collect::<Vec<_>>()),
        _ => values[leaves.iter().position(|leaf| leaf == t).unwrap()],
    }
}

fn set(all: &[Assumption]) -> Assumptions {
    all.iter().copied().collect()
}

#[test]
fn what_is_the_same_has_the_same_value_where_the_laws_hold() {
    let mut random = Random(0xF10A7);
    let variables = constants(3);
    let literals = [float(0.0), float(-0.0), float(1.0), float(-1.0), float(2.0)];
    let leaves: Vec<Term> = variables.iter().chain(&variables).chain(&literals).cloned().collect();
    let small = [0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 5.0].map(|x: f64| Float::from_bits(FORMAT, x.to_bits()));
    let all = set(&Assumption::ALL);
    let mut sets = all.subsets();
    sets.push(Assumptions::NONE);
    let mut found = vec![0; sets.len()];
    for _ in 0..1000 {
        let pool: Vec<Term> = (0..12).map(|_| random_term(&mut random, &leaves, 3)).collect();
        for (a, b) in pool.iter().enumerate().flat_map(|(n, a)| pool[..n].iter().map(move |b| (a, b))) {
            for (assumed, found) in sets.iter().zip(&mut found) {
                if !same(a, b, *assumed) {
                    continue;
                }
                *found += usize::from(a != b);
                for _ in 0..6 {
                    let values = [(); 3].map(|()| small[random.below(small.len())]);
                    let (x, y) = (value(a, &variables, &values), value(b, &variables, &values));
                    let equal =
                        if assumed.has(NoSignedZeros) { x.compare(y).is_some_and(|o| o.is_eq()) } else { x == y };
                    assert!(equal, "{a:?} is {x}, {b:?} is {y}, for {values:?} with {assumed:?}");
                }
                // What holds without assumptions holds for all floats.
                let values = [(); 3].map(|()| random.float(FORMAT));
                let values = values.map(|x| if x.is_nan() { Float::from_bits(FORMAT, f64::NAN.to_bits()) } else { x });
                let (x, y) = (value(a, &variables, &values), value(b, &variables, &values));
                assert!(!assumed.is_empty() || x == y || x.is_nan() && y.is_nan(), "{a:?} is {x}, {b:?} is {y}");
            }
        }
    }
    assert!(found.iter().all(|n| *n > 15), "{found:?}");
}

#[test]
fn each_law_needs_its_assumption() {
    let [x, y, z] = <[Term; 3]>::try_from(constants(3)).unwrap();
    let (add, mul) = (|a: &Term, b: &Term| op(FloatOp::ADD, &[a, b]), |a: &Term, b: &Term| op(FloatOp::MUL, &[a, b]));
    let neg = |a: &Term| op(FloatOp::Neg, &[a]);
    let up = |a: &Term, b: &Term| op(FloatOp::Arith(FloatArith::Add, Rounding::Up), &[a, b]);
    let zero = float(0.0);
    let all = set(&Assumption::ALL);
    let laws: [(Term, Term, Option<&[Assumption]>); 12] = [
        (add(&add(&x, &y), &z), add(&x, &add(&z, &y)), Some(&[Reassociation])),
        (mul(&mul(&x, &y), &neg(&z)), neg(&mul(&x, &mul(&z, &y))), Some(&[Reassociation])),
        (add(&x, &zero), x.clone(), Some(&[NoSignedZeros])),
        (add(&add(&zero, &x), &mul(&y, &z)), add(&mul(&y, &z), &x), Some(&[NoSignedZeros])),
        (neg(&add(&x, &y)), add(&neg(&x), &neg(&y)), Some(&[Reassociation, NoSignedZeros])),
        (mul(&x, &zero), zero.clone(), Some(&[NoSignedZeros, Finite])),
        (add(&x, &x), mul(&float(2.0), &x), None),
        (mul(&x, &add(&y, &z)), add(&mul(&x, &y), &mul(&x, &z)), None),
        (add(&add(&x, &y), &z), mul(&mul(&x, &y), &z), None),
        (up(&up(&x, &y), &z), up(&x, &up(&y, &z)), None),
        (add(&add(&float(1e30), &float(-1e30)), &x), x.clone(), None),
        (add(&x, &neg(&x)), zero, None),
    ];
    for (a, b, assumed) in laws {
        assert_eq!(needed(&a, &b, all), assumed.map(set), "{a:?} and {b:?}");
    }
}

/// Each sum is the sum of the one before with itself, so that the number of its summands is a power of two.
#[test]
fn shared_terms_are_not_written_out() {
    let [x, y, z] = <[Term; 3]>::try_from(constants(3)).unwrap();
    let double = |start: Term, n: usize| (0..n).fold(start, |t, _| op(FloatOp::ADD, &[&t, &t]));
    let (one, other) = (op(FloatOp::ADD, &[&x, &y]), op(FloatOp::ADD, &[&y, &x]));
    for n in [40, 100, 200] {
        assert!(same(&double(one.clone(), n), &double(other.clone(), n), set(&[Reassociation])));
        assert!(!same(&double(one.clone(), n), &double(z.clone(), n), set(&[Reassociation])));
    }
}
