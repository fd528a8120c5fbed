//! Counterexamples with floats, by trying telling values.
//!
//! Finding floats that violate an equation is hard for a solver that reasons bit by bit, and easy by trial: the laws that
//! people expect fail at NaN, at the two zeros, at infinities, and where magnitudes differ. Here each float that the query
//! does not determine gets a value, and operations on literals are computed by the machine's IEEE arithmetic, rounding to
//! nearest even; what is left has no floats.
//!
//! In: ground facts. Out: facts without unknown floats, each set at most as satisfiable as the one given.

use ir::FloatFormat;
use logic::term::{self, FloatOp, Op, Term};
use rustc_hash::FxHashMap;

/// Values that violate what does not hold of floats.
const TELLING: [f64; 10] = [1.0, f64::NAN, -0.0, 0.0, 1e30, -1e30, 0.1, 3.0, f64::INFINITY, 1e-30];
/// How many assignments are tried.
const TRIALS: usize = 400;

/// Fact sets in which every float is a literal; those that are false at once are left out.
pub fn trials(facts: &[Term]) -> impl Iterator<Item = Vec<Term>> + '_ {
    let leaves = leaves(facts);
    let count = (0..leaves.len()).fold(1usize, |n, _| n.saturating_mul(TELLING.len())).min(TRIALS);
    (0..count).filter_map(move |trial| {
        let mut digits = trial;
        let mut memo = FxHashMap::default();
        let mut out = Vec::new();
        for (n, (leaf, format)) in leaves.iter().enumerate() {
            let value = TELLING.get((digits + n * (trial / TELLING.len())) % TELLING.len()).copied().unwrap_or(1.0);
            digits /= TELLING.len();
            let literal = literal(*format, value);
            out.push((leaf.clone(), literal.clone()));
            let _ = memo.insert(leaf.clone(), literal);
        }
        let folded: Vec<Term> = facts.iter().map(|f| fold(f, &mut memo)).filter(|f| !f.is_true()).collect();
        let possible = !folded.iter().any(Term::is_false);
        let pinned = out.into_iter().map(|(leaf, value)| term::eq(leaf, value));
        possible.then(|| folded.into_iter().chain(pinned).collect())
    })
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
        // One NaN, as the logic has one.
        FloatFormat::Single if value.is_nan() => u64::from(f32::NAN.to_bits()),
        FloatFormat::Double if value.is_nan() => f64::NAN.to_bits(),
        FloatFormat::Single => u64::from((value as f32).to_bits()),
        FloatFormat::Double => value.to_bits(),
    };
    term::float(format, bits)
}

fn fold(t: &Term, memo: &mut FxHashMap<Term, Term>) -> Term {
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

/// IEEE arithmetic on literals. A single is computed as a single: Rust rounds each operation once.
fn compute(op: FloatOp, args: &[Term]) -> Option<Term> {
    let Op::Float(format, first) = args.first()?.op() else { return None };
    let second = match args.get(1).map(Term::op) {
        Some(Op::Float(_, bits)) => *bits,
        Some(_) => return None,
        None => *first,
    };
    Some(match format {
        FloatFormat::Single => {
            let (a, b) = (f32::from_bits(*first as u32), f32::from_bits(second as u32));
            let number = |x: f32| literal(*format, f64::from(x));
            match op {
                FloatOp::Add => number(a + b),
                FloatOp::Sub => number(a - b),
                FloatOp::Mul => number(a * b),
                FloatOp::Div => number(a / b),
                FloatOp::Neg => number(-a),
                FloatOp::Eq => term::bool(a == b),
                FloatOp::Lt => term::bool(a < b),
                FloatOp::Le => term::bool(a <= b),
            }
        }
        FloatFormat::Double => {
            let (a, b) = (f64::from_bits(*first), f64::from_bits(second));
            let number = |x: f64| literal(*format, x);
            match op {
                FloatOp::Add => number(a + b),
                FloatOp::Sub => number(a - b),
                FloatOp::Mul => number(a * b),
                FloatOp::Div => number(a / b),
                FloatOp::Neg => number(-a),
                FloatOp::Eq => term::bool(a == b),
                FloatOp::Lt => term::bool(a < b),
                FloatOp::Le => term::bool(a <= b),
            }
        }
    })
}
