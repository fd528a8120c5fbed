//! Counterexamples with floats, found by trying characteristic values.
//!
//! A solver that reasons about bits has difficulty finding floats that violate an equation. Trying values is easier:
//! the laws that people expect fail at NaN, at the two zeros, at infinities, and for numbers of different magnitude. So
//! each float that the query does not determine gets a value, and operations on literals are computed as the
//! interpreter computes them. The facts that remain have no floats, except those that unknown integers are converted
//! to.
//!
//! In: ground facts. Out: trials, which are sets of facts without unknown floats. If such a set is satisfiable, so are
//! the facts that went in.

use ir::{Float, FloatFormat};
use logic::term::{self, FloatOp, Op, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

use crate::solving::{Model, ModelValue};

/// Values for which laws fail that hold for real numbers.
const TELLING: [f64; 10] = [1.0, f64::NAN, -0.0, 0.0, 1e30, -1e30, 0.1, 3.0, f64::INFINITY, 1e-30];
/// Assignments of ordinary numbers that are tried first where the facts have more than a few floats. In a long sum or
/// product, one NaN or infinity among the values hides every difference.
const ORDINARY: usize = 32;
/// The number of floats up to which combinations of the telling values find what there is.
const FEW: usize = 3;
/// Most values that are tried because of literals in the facts.
const LITERALS: usize = 12;
/// Most assignments of values that are tried.
const TRIALS: usize = 600;

/// Facts in which every float is a literal.
pub struct Trial {
    /// The facts that are not computed. An equation says the value of each float that may depend on them.
    pub facts: Vec<Term>,
    /// Terms with their literals in the place of floats, computed as far as these go.
    computed: FxHashMap<Term, Term>,
}

impl Trial {
    /// The value of a term, if it depends on the literals alone.
    pub fn value(&mut self, t: &Term) -> Option<ModelValue> {
        Model::default().value(&fold(t, &mut self.computed))
    }
}

/// The trials of facts. Those with facts that are plainly false are left out.
pub fn trials(facts: &[Term]) -> impl Iterator<Item = Trial> + '_ {
    let leaves = leaves(facts);
    let values = values(facts);
    let count = (0..leaves.len()).fold(1usize, |n, _| n.saturating_mul(values.len())).min(TRIALS);
    let ordinary = if leaves.len() > FEW { ORDINARY } else { 0 };
    let all = leaves.len();
    let ordinaries = (0..ordinary).map(move |trial| (0..all).map(|n| ordinary_number(trial, n)).collect::<Vec<f64>>());
    let telling = (0..count).map(move |trial| {
        let mut digits = trial;
        let mut value_of = |n: usize| {
            let value = values.get((digits + n * (trial / values.len())) % values.len()).copied().unwrap_or(1.0);
            digits /= values.len();
            value
        };
        (0..all).map(&mut value_of).collect()
    });
    ordinaries.chain(telling).filter_map(move |assigned| {
        let mut computed: FxHashMap<Term, Term> = leaves
            .iter()
            .zip(assigned)
            .map(|((leaf, format), value)| (leaf.clone(), literal(*format, value)))
            .collect();
        let pins: Vec<(Term, Term)> =
            leaves.iter().filter_map(|(l, _)| Some((l.clone(), computed.get(l)?.clone()))).collect();
        let mut open: Vec<Term> = facts.iter().map(|f| fold(f, &mut computed)).filter(|f| !f.is_true()).collect();
        if open.iter().any(Term::is_false) {
            return None;
        }
        // An element of an array may be the same as another one. A constant that occurs nowhere else may have any
        // value.
        let (constants, others): (Vec<_>, Vec<_>) = pins.into_iter().partition(|(leaf, _)| leaf.args().is_empty());
        open.extend(others.into_iter().map(|(leaf, value)| term::eq(leaf, value)));
        let mut mentioned = FxHashSet::default();
        open.iter().for_each(|f| {
            term::for_each_subterm(f, &mut |t| {
                let _ = mentioned.insert(t.clone());
            })
        });
        let constants = constants.into_iter().filter(|(leaf, _)| mentioned.contains(leaf));
        open.extend(constants.map(|(leaf, value)| term::eq(leaf, value)));
        Some(Trial { facts: open, computed })
    })
}

/// The number of one trial for one float: from 1/2 to 3/2, rarely negative, with few bits. Sums and products of many
/// such numbers stay finite, and differ if their operands do.
fn ordinary_number(trial: usize, n: usize) -> f64 {
    let mut z = (trial as u64 * 0x1_0000 + n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^= z >> 27;
    let size = 0.5 + (z % 1024) as f64 / 1024.0;
    if z >> 60 == 0 {
        -size
    } else {
        size
    }
}

/// The values that are tried: those for which laws fail, then literals of the facts, numbers next to them, and
/// their negations.
fn values(facts: &[Term]) -> Vec<f64> {
    let mut values = TELLING.to_vec();
    for f in facts {
        term::for_each_subterm(f, &mut |t| {
            let near = match t.op() {
                Op::Float(FloatFormat::Single, bits) => {
                    let x = f32::from_bits(*bits as u32);
                    [x, x.next_up(), x.next_down()].map(f64::from)
                }
                Op::Float(FloatFormat::Double, bits) => {
                    let x = f64::from_bits(*bits);
                    [x, x.next_up(), x.next_down()]
                }
                _ => return,
            };
            let new = |x: &f64| !x.is_nan() && !values.iter().any(|known| known.to_bits() == x.to_bits());
            let new: Vec<f64> = near.into_iter().chain(near.map(|x| -x)).filter(new).collect();
            if values.len() < TELLING.len() + LITERALS {
                values.extend(new);
            }
        });
    }
    values
}

fn leaves(facts: &[Term]) -> Vec<(Term, FloatFormat)> {
    let mut out: Vec<(Term, FloatFormat)> = Vec::new();
    for f in facts {
        term::for_each_subterm(f, &mut |t| {
            let Some(format) = t.sort().as_float() else { return };
            if matches!(t.op(), Op::App(_) | Op::Select) && !out.iter().any(|(known, _)| known == t) {
                out.push((t.clone(), format));
            }
        });
    }
    out
}

fn literal(format: FloatFormat, value: f64) -> Term {
    let bits = match format {
        // The logic has one NaN.
        FloatFormat::Single if value.is_nan() => u64::from(f32::NAN.to_bits()),
        FloatFormat::Double if value.is_nan() => f64::NAN.to_bits(),
        FloatFormat::Single => u64::from((value as f32).to_bits()),
        FloatFormat::Double => value.to_bits(),
    };
    term::float(format, bits)
}

/// A term with values in the place of some parts, computed as far as literals go.
pub(super) fn fold(t: &Term, memo: &mut FxHashMap<Term, Term>) -> Term {
    if let Some(done) = memo.get(t) {
        return done.clone();
    }
    let args: Vec<Term> = t.args().iter().map(|a| fold(a, memo)).collect();
    let result = match (t.op(), args.as_slice()) {
        (Op::FloatOp(op), args) => compute(*op, args).unwrap_or_else(|| term::float_op(*op, args.to_vec())),
        (Op::Eq, [a, b]) => match (a.op(), b.op()) {
            (Op::Float(_, x), Op::Float(_, y)) => term::bool(x == y),
            _ => term::eq(a.clone(), b.clone()),
        },
        (_, []) => t.clone(),
        (op, _) => term::rebuild(op, args.clone(), t.sort()),
    };
    let _ = memo.insert(t.clone(), result.clone());
    result
}

/// The value of an operation on literals, as the interpreter computes it.
fn compute(op: FloatOp, args: &[Term]) -> Option<Term> {
    if let (FloatOp::FromInt(format, rounding), Some(n)) = (op, args.first()?.as_int()) {
        let value = Float::from_int(format, n, rounding);
        return Some(term::float(format, value.bits()));
    }
    let float = |t: &Term| match t.op() {
        Op::Float(format, bits) => Some(Float::from_bits(*format, *bits)),
        _ => None,
    };
    let values: Vec<Float> = args.iter().map(float).collect::<Option<_>>()?;
    let number = |x: Float| term::float(x.format(), x.bits());
    match (op, values.as_slice()) {
        (FloatOp::Arith(arith, r), [a, b]) => a.arith(arith, *b, r).map(number),
        (FloatOp::Neg, [a]) => Some(number(a.negated())),
        (FloatOp::Eq, [a, b]) => Some(term::bool(a.compare(*b) == Some(Ordering::Equal))),
        (FloatOp::Lt, [a, b]) => Some(term::bool(a.compare(*b) == Some(Ordering::Less))),
        (FloatOp::Le, [a, b]) => Some(term::bool(a.compare(*b).is_some_and(Ordering::is_le))),
        (FloatOp::Fma(r), [a, b, c]) => a.mul_add(*b, *c, r).map(number),
        (FloatOp::Sqrt(r), [a]) => Some(number(a.sqrt(r))),
        (FloatOp::Convert(format, r), [a]) => Some(number(a.converted(format, r))),
        // The integer value of NaN and infinities is unknown.
        (FloatOp::ToInt(r), [a]) => a.to_int(r).map(term::int),
        _ => None,
    }
}
