//! Faster arithmetic of rational numbers, most of which are integers.
//!
//! The library divides numerator and denominator of every result by their greatest common divisor. For integers that is
//! superfluous, and nearly all coefficients are integers.
//!
//! In: rational numbers. Out: the results that the operators of the library give.

use dashu::base::Gcd;
use dashu::{integer::IBig, rational::RBig};

/// `a · b`
pub(super) fn times(a: &RBig, b: &RBig) -> RBig {
    if a.is_int() && b.is_int() {
        RBig::from(a.numerator() * b.numerator())
    } else {
        a * b
    }
}

/// `a + b`
pub(super) fn plus(a: &RBig, b: RBig) -> RBig {
    if a.is_int() && b.is_int() {
        RBig::from(a.numerator() + b.numerator())
    } else {
        a + b
    }
}

/// `a / b`; `b` is not 0.
pub(super) fn over(a: &RBig, b: &RBig) -> RBig {
    if b.is_one() {
        a.clone()
    } else if *b == RBig::NEG_ONE {
        -a.clone()
    } else {
        a / b
    }
}

/// The largest positive rational number such that each of the values, divided by it, is an integer; 1 if all values are
/// 0.
pub(super) fn content<'c>(values: impl Iterator<Item = &'c RBig>) -> RBig {
    let mut numerator = IBig::ZERO;
    let mut denominator = IBig::ONE;
    for c in values {
        numerator = IBig::from((&numerator).gcd(c.numerator()));
        if c.is_int() && denominator.is_one() {
            continue;
        }
        let d = IBig::from(c.denominator().clone());
        let common = IBig::from((&denominator).gcd(&d));
        denominator = denominator / common * d;
    }
    if numerator.is_zero() {
        return RBig::ONE;
    }
    match denominator.is_one() {
        true => RBig::from(numerator),
        false => RBig::from(numerator) / RBig::from(denominator),
    }
}
