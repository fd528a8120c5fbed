//! Numbers as SMT-LIB text, and operations on integers that are bit vectors.
//!
//! In: literals; operators, the text of their operands, and a width that is so large that no integer of the query wraps
//! around. Out: SMT-LIB text.

use super::float_text;
use dashu::base::BitTest;
use dashu::{integer::IBig, rational::RBig};
use ir::Bits;
use logic::term::{FloatOp, Op};

/// The text of an integer literal of sort `Int`.
pub fn integer(n: &IBig) -> String {
    signed(&n.to_string(), "")
}

/// A literal of a rational number.
pub fn rational(r: &RBig) -> String {
    let numerator = signed(&r.numerator().to_string(), ".0");
    match r.denominator().is_one() {
        true => numerator,
        false => format!("(/ {numerator} {}.0)", r.denominator()),
    }
}

/// The text of the number with these decimal digits. SMT-LIB has no negative numerals, so `-3` becomes `(- 3)`.
fn signed(digits: &str, suffix: &str) -> String {
    match digits.strip_prefix('-') {
        Some(rest) => format!("(- {rest}{suffix})"),
        None => format!("{digits}{suffix}"),
    }
}

/// The sort of integers that are bit vectors.
pub fn sort(width: u32) -> String {
    format!("(_ BitVec {width})")
}

/// The function that stands for an operation on the bits of integers without a width.
pub fn function(op: Bits) -> &'static str {
    match op {
        Bits::And => "bits.and",
        Bits::Or => "bits.or",
        Bits::Xor => "bits.xor",
        Bits::Shl => "bits.shl",
        Bits::Shr => "bits.shr",
    }
}

/// A literal of a bit vector.
pub fn literal(width: u32, n: &IBig) -> String {
    let modulus = IBig::ONE << width as usize;
    let natural = if *n < IBig::ZERO { n + &modulus } else { n.clone() };
    format!("(_ bv{natural} {width})")
}

/// Whether an operation has another text where integers are bit vectors.
pub fn differs(op: &Op) -> bool {
    let converts = matches!(op, Op::FloatOp(FloatOp::FromInt(..) | FloatOp::ToInt(_)));
    let compares = matches!(op, Op::Lt | Op::Le);
    let computes = matches!(op, Op::Int(_) | Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::Bits(_) | Op::Div | Op::Mod);
    converts || compares || computes
}

/// The text of an operation on integers that are bit vectors, up to its operands. `divisor` is the last operand if it
/// is a literal. `None` if the text does not depend on how integers are treated.
pub fn operation(width: u32, op: &Op, args: &[String], divisor: Option<&IBig>) -> Option<String> {
    let nested = |name: &str| {
        let mut args = args.iter();
        let first = args.next()?.clone();
        Some(args.fold(first, |all, a| format!("({name} {all} {a})")))
    };
    match (op, args) {
        (Op::Int(n), _) => Some(literal(width, n)),
        (Op::Lt, _) => nested("bvslt"),
        (Op::Le, _) => nested("bvsle"),
        (Op::Add, _) => nested("bvadd"),
        (Op::Sub, _) => nested("bvsub"),
        (Op::Mul, _) => nested("bvmul"),
        (Op::Neg, [a]) => Some(format!("(bvneg {a})")),
        (Op::Bits(Bits::And), _) => nested("bvand"),
        (Op::Bits(Bits::Or), _) => nested("bvor"),
        (Op::Bits(Bits::Xor), _) => nested("bvxor"),
        (Op::Bits(Bits::Shl), _) => nested("bvshl"),
        (Op::Bits(Bits::Shr), _) => nested("bvashr"),
        (Op::Div, [a, _]) => quotient(width, a, divisor?),
        (Op::Mod, [a, _]) => remainder(width, a, divisor?),
        (Op::FloatOp(FloatOp::FromInt(format, r)), [a]) => Some(float_text::from_bits(*format, *r, a)),
        (Op::FloatOp(FloatOp::ToInt(r)), [a]) => Some(float_text::to_bits(width, *r, a)),
        _ => None,
    }
}

/// The Euclidean quotient by a literal: rounded down, and for a negative divisor the negated quotient by its magnitude.
fn quotient(width: u32, a: &str, divisor: &IBig) -> Option<String> {
    let positive = magnitude(divisor)?;
    let down = match exponent(&positive) {
        Some(places) => format!("(bvashr {a} {})", literal(width, &IBig::from(places))),
        None => {
            let (d, one, zero) = (literal(width, &positive), literal(width, &IBig::ONE), literal(width, &IBig::ZERO));
            format!("(let ((q (bvsdiv {a} {d}))) (ite (bvslt (bvsrem {a} {d}) {zero}) (bvsub q {one}) q))")
        }
    };
    Some(if *divisor < IBig::ZERO { format!("(bvneg {down})") } else { down })
}

/// The Euclidean remainder by a literal. It does not depend on the sign of the divisor.
fn remainder(width: u32, a: &str, divisor: &IBig) -> Option<String> {
    let positive = magnitude(divisor)?;
    let d = literal(width, &positive);
    Some(match exponent(&positive) {
        Some(_) => format!("(bvand {a} {})", literal(width, &(positive - IBig::ONE))),
        None => {
            let zero = literal(width, &IBig::ZERO);
            format!("(let ((r (bvsrem {a} {d}))) (ite (bvslt r {zero}) (bvadd r {d}) r))")
        }
    })
}

/// The absolute value of a divisor; `None` if the divisor is zero.
fn magnitude(divisor: &IBig) -> Option<IBig> {
    match divisor.is_zero() {
        true => None,
        false => Some(if *divisor < IBig::ZERO { -divisor } else { divisor.clone() }),
    }
}

/// `k`, if the number is 2 to the power of `k`.
fn exponent(n: &IBig) -> Option<usize> {
    let places = n.bit_len().checked_sub(1)?;
    (*n == IBig::ONE << places).then_some(places)
}
