//! Sums, products and quotients of rational numbers that are integers most of the time.
//!
//! The library reduces every result by a greatest common divisor. A result of integers needs none, and nearly all
//! coefficients are integers.
//!
//! In: two rational numbers. Out: what the operators of the library give, sooner.

use dashu::rational::RBig;

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
