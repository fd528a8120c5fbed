//! Ground lemmas about conversions of integers to floats and back.
//!
//! ```text
//! n ≤ m   ⇒   float(r, n) ≤ float(r, m)
//! int(q, float(r, n)) = n   where −2^p ≤ n ≤ 2^p, and the format has p bits of precision
//! n ≤ int(q, float(ru, n))      int(q, float(rd, n)) ≤ n      |int(q, float(rz, n))| ≤ |n|      where |n| ≤ 2^100
//! ```
//!
//! A float that is made from an integer has an integer value, if it is finite. So the direction `q` in which it is
//! rounded to an integer does not matter.
//!
//! Here `float(r, n)` is the integer `n` as a float, rounded in direction `r`, and `int(q, x)` is the float `x` as an
//! integer, rounded in direction `q`. `ru`, `rd` and `rz` are the directions up, down and towards zero.
//!
//! In: the conversions in ground facts. Out: lemmas, each of which holds for all integers.

use dashu::integer::IBig;
use ir::{FloatFormat, Rounding};
use logic::term::{self, FloatOp, Op, Term};

/// No format rounds an integer whose absolute value is at most 2 to this power to infinity.
const FINITE: usize = 100;

/// Lemmas for the conversions among these terms.
pub fn conversions(found: &[Term], out: &mut Vec<Term>) {
    for (n, t) in found.iter().enumerate() {
        match (t.op(), t.args()) {
            (Op::FloatOp(FloatOp::FromInt(..)), [a]) => {
                for other in found.iter().take(n).filter(|o| o.op() == t.op()) {
                    if let [b] = other.args() {
                        out.push(in_order((a, t), (b, other)));
                        out.push(in_order((b, other), (a, t)));
                    }
                }
            }
            (Op::FloatOp(FloatOp::ToInt(_)), [x]) => back(t, x, out),
            _ => {}
        }
    }
}

/// The lemma that the conversion is monotone: if `a ≤ b`, their floats `x` and `y` are ordered in the same way.
fn in_order((a, x): (&Term, &Term), (b, y): (&Term, &Term)) -> Term {
    let le = term::float_op(FloatOp::Le, vec![x.clone(), y.clone()]);
    term::implies(term::le(a.clone(), b.clone()), le)
}

/// The lemmas about the integer `t` that a float `x` was converted to, if `x` itself was made from an integer `n`.
fn back(t: &Term, x: &Term, out: &mut Vec<Term>) {
    let (Op::FloatOp(FloatOp::FromInt(format, r)), [n]) = (x.op(), x.args()) else { return };
    let up_to = |bits: usize| {
        let power = IBig::ONE << bits;
        term::and([term::le(term::int(-&power), n.clone()), term::le(n.clone(), term::int(power))])
    };
    let precision = match format {
        FloatFormat::Single => 24,
        FloatFormat::Double => 53,
    };
    out.push(term::implies(up_to(precision), term::eq(t.clone(), n.clone())));
    let le = |a: &Term, b: &Term| term::le(a.clone(), b.clone());
    let zero = term::int(0);
    let towards = match r {
        Rounding::NearestEven => return,
        Rounding::Up => le(n, t),
        Rounding::Down => le(t, n),
        Rounding::Zero => {
            let positive = term::implies(le(&zero, n), term::and([le(&zero, t), le(t, n)]));
            term::and([positive, term::implies(le(n, &zero), term::and([le(n, t), le(t, &zero)]))])
        }
    };
    out.push(term::implies(up_to(FINITE), towards));
}
