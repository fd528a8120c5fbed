//! Operations on the bits of integers, as operators of terms.
//!
//! Integers have infinitely many bits, in two's complement: the high bits of a negative integer are all ones, and those
//! of other integers are all zeros. So an operation needs no width. Applied to values of a machine type, it computes
//! what the operation of that type computes, since all bits from the sign bit on are equal. The only exception is a
//! shift to the left, which loses no bits here; [`crate::intrinsic`] wraps its result around.
//!
//! ```text
//! and, or, xor: Int² → Int, bit by bit
//! shl(a, k) = a · 2^k        shr(a, k) = a div 2^k        unspecified where k < 0
//! and(a, m) = Σ 2^l · (a div 2^l mod 2^(h − l))   over the runs of ones of m ≥ 0, from bit l to below bit h
//! and(a, m) = a − and(a, −1 − m)   where m < 0
//! or(a, m) = a + m − and(a, m)        xor(a, m) = a + m − 2 · and(a, m)
//! ```
//!
//! In: an operation and its operands. Out: a term of arithmetic, if one operand is a literal; else the operator applied
//! to the operands.

use super::build::{add, div, int, modulo, mul, sub};
use super::{Op, Sort, Term};
use dashu::base::BitTest;
use dashu::integer::IBig;
use ir::Bits;

/// The greatest number of bits of a literal that is turned into arithmetic. A longer one could give a long sum.
const MAX_BITS: usize = 128;

/// An operation on the bits of two integers.
pub fn bits(op: Bits, a: Term, b: Term) -> Term {
    known(op, &a, &b).unwrap_or_else(|| Term::raw(Op::Bits(op), vec![a, b], Sort::INT))
}

/// The result as arithmetic, if an operand is a literal, or if a law of bits gives the result.
fn known(op: Bits, a: &Term, b: &Term) -> Option<Term> {
    match op {
        Bits::Shl => Some(mul(a.clone(), power(b)?)),
        Bits::Shr => Some(div(a.clone(), power(b)?)),
        Bits::And | Bits::Or | Bits::Xor => {
            if let (Some(x), Some(y)) = (literal(a), literal(b)) {
                return Some(int(of_literals(op, x, y)?));
            }
            if a == b {
                return Some(if op == Bits::Xor { int(0) } else { a.clone() });
            }
            match (literal(a), literal(b)) {
                (_, Some(mask)) => masked(op, a, mask),
                (Some(mask), None) => masked(op, b, mask),
                (None, None) => (op == Bits::Xor).then(|| undone(a, b)).flatten(),
            }
        }
    }
}

/// The value of a literal that is not too long.
fn literal(t: &Term) -> Option<&IBig> {
    t.as_int().filter(|n| n.bit_len() <= MAX_BITS)
}

fn of_literals(op: Bits, x: &IBig, y: &IBig) -> Option<IBig> {
    match op {
        Bits::And => Some(x & y),
        Bits::Or => Some(x | y),
        Bits::Xor => Some(x ^ y),
        Bits::Shl | Bits::Shr => None,
    }
}

/// The term `2^k`, for a literal `k`.
fn power(k: &Term) -> Option<Term> {
    let places = usize::try_from(k.as_int()?).ok()?;
    (places <= MAX_BITS).then(|| int(IBig::ONE << places))
}

/// The result of `xor` by the law `xor(xor(x, y), y) = x`, in any order of operands.
fn undone(a: &Term, b: &Term) -> Option<Term> {
    for (whole, part) in [(a, b), (b, a)] {
        if let (Op::Bits(Bits::Xor), [x, y]) = (whole.op(), whole.args()) {
            if x == part {
                return Some(y.clone());
            }
            if y == part {
                return Some(x.clone());
            }
        }
    }
    None
}

/// The result of an operation with a literal.
fn masked(op: Bits, a: &Term, mask: &IBig) -> Option<Term> {
    let common = match *mask < IBig::ZERO {
        false => ones(a, mask),
        true => sub(a.clone(), ones(a, &(-IBig::ONE - mask))),
    };
    let sum = || add([a.clone(), int(mask.clone())]);
    match op {
        Bits::And => Some(common),
        Bits::Or => Some(sub(sum(), common)),
        Bits::Xor => Some(sub(sum(), mul(int(2), common))),
        Bits::Shl | Bits::Shr => None,
    }
}

/// The term of `and(a, mask)`, for a mask that is not negative.
fn ones(a: &Term, mask: &IBig) -> Term {
    let power = |n: usize| int(IBig::ONE << n);
    let (mut sum, mut from) = (int(0), 0);
    while from < mask.bit_len() {
        let to = (from..).find(|at| !mask.bit(*at)).unwrap_or(from);
        if to > from {
            let high = if from == 0 { a.clone() } else { div(a.clone(), power(from)) };
            sum = add([sum, mul(power(from), modulo(high, power(to - from)))]);
        }
        from = to + 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{bits, of_literals};
    use crate::term::{constant, int, substitute, Names, Op, Role, Sort, Substitution, Term};
    use dashu::integer::IBig;
    use ir::Bits;

    const BITWISE: [Bits; 3] = [Bits::And, Bits::Or, Bits::Xor];

    fn names() -> [crate::term::Symbol; 2] {
        let mut names = Names::default();
        ["x", "y"].map(|name| names.fresh(name, vec![], Sort::INT, Role::Scalar))
    }

    /// With a literal, the result is arithmetic, and its values are those of the operation on `i64`.
    #[test]
    fn a_literal_makes_arithmetic() {
        let [x, _] = names();
        let large: [i64; 5] = [i64::MAX, i64::MIN, 0x5555_5555_5555_5555, -0x1234_5678, 0xff00];
        for mask in (-40..=40).chain(large) {
            for op in BITWISE {
                let (left, right) = (bits(op, int(mask), constant(&x)), bits(op, constant(&x), int(mask)));
                assert!(!left.has_bits() && !right.has_bits());
                for value in (-40..=40).chain(large) {
                    let expected = match op {
                        Bits::And => mask & value,
                        Bits::Or => mask | value,
                        _ => mask ^ value,
                    };
                    let by = Substitution::one(&x, int(value));
                    for t in [&left, &right] {
                        assert_eq!(substitute(t, &by), int(expected), "{op:?} of {mask} and {value}");
                    }
                    assert_eq!(of_literals(op, &mask.into(), &value.into()), Some(IBig::from(expected)));
                }
            }
        }
    }

    #[test]
    fn shifts_by_a_literal_are_arithmetic() {
        let [x, k] = names();
        for places in 0..=20 {
            for value in -70..=70_i64 {
                let by = Substitution::one(&x, int(value));
                let of = |op| substitute(&bits(op, constant(&x), int(places)), &by);
                assert_eq!(of(Bits::Shl), int(value << places));
                assert_eq!(of(Bits::Shr), int(value >> places));
            }
        }
        let open: [Term; 2] = [bits(Bits::Shl, constant(&x), constant(&k)), bits(Bits::Shr, constant(&x), int(-1))];
        assert!(open.iter().all(|t| matches!(t.op(), Op::Bits(_)) && t.has_bits()));
    }

    #[test]
    fn what_is_undone() {
        let [x, y] = names().map(|s| constant(&s));
        let xor = |a: &Term, b: &Term| bits(Bits::Xor, a.clone(), b.clone());
        assert_eq!(xor(&xor(&x, &y), &y), x);
        assert_eq!(xor(&y, &xor(&x, &y)), x);
        assert_eq!(xor(&x, &x), int(0));
        assert_eq!(bits(Bits::Or, x.clone(), x.clone()), x);
        assert!(xor(&x, &y).has_bits());
    }
}
