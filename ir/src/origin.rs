//! Who declares a function: the file itself, or a file of specifications that it does not name.
//!
//! In: nothing; front ends make it. Out: data, in the order in which a name is looked for.

use crate::{Float, FloatFormat, Rounding};
use std::cmp::Ordering;

/// Who declares a function. A name means the first function of this name in this order. In a function of a file of
/// specifications, only those that stand there or behind it are looked for, so that no user changes what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The file that is read.
    #[default]
    File,
    /// A file of specifications that the user names.
    Specs,
    /// A file of specifications that belongs to Sepal.
    BuiltIn,
}

/// A function without body whose value IEEE 754 defines for each number, so that a run can compute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exact {
    /// The nearest integer that is not above: `roundToIntegralTowardNegative`.
    Floor,
    /// The nearest integer that is not below: `roundToIntegralTowardPositive`.
    Ceil,
    /// The nearest integer towards zero: `roundToIntegralTowardZero`.
    Trunc,
    /// The nearest integer, and of two the even one: `roundToIntegralTiesToEven`.
    Rint,
    /// The nearest integer, and of two the one away from zero: `roundToIntegralTiesToAway`.
    Round,
    /// The lesser of two numbers. That of two zeros with different signs is not defined.
    Least,
    /// The greater of two numbers. That of two zeros with different signs is not defined.
    Greatest,
}

impl Exact {
    /// The functions, by the names of C for `double`.
    pub const ALL: [(&'static str, Self); 7] = [
        ("floor", Self::Floor),
        ("ceil", Self::Ceil),
        ("trunc", Self::Trunc),
        ("rint", Self::Rint),
        ("round", Self::Round),
        ("fmin", Self::Least),
        ("fmax", Self::Greatest),
    ];

    /// The function with this name; that for `float` has an `f` behind it.
    pub fn named(name: &str) -> Option<Self> {
        let known = |name: &str| Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, exact)| *exact);
        known(name).or_else(|| known(name.strip_suffix('f')?))
    }

    /// The value at these arguments; `None` where IEEE 754 leaves it open.
    pub fn value(self, args: &[Float]) -> Option<Float> {
        let integral = |rounding| rounded(*args.first()?, rounding);
        match (self, args) {
            (Self::Floor, [_]) => integral(Rounding::Down),
            (Self::Ceil, [_]) => integral(Rounding::Up),
            (Self::Trunc, [_]) => integral(Rounding::Zero),
            (Self::Rint, [_]) => integral(Rounding::NearestEven),
            (Self::Round, [x]) => away(*x),
            (Self::Least, [a, b]) => chosen(*a, *b, Ordering::Less),
            (Self::Greatest, [a, b]) => chosen(*a, *b, Ordering::Greater),
            (Self::Floor | Self::Ceil | Self::Trunc | Self::Rint | Self::Round | Self::Least | Self::Greatest, _) => {
                None
            }
        }
    }
}

/// A float rounded to an integer of its format. An integer that a finite float rounds to is one of its format. A zero
/// has the sign of the argument.
fn rounded(x: Float, rounding: Rounding) -> Option<Float> {
    let Some(integer) = x.to_int(rounding) else { return Some(x) };
    let value = Float::from_int(x.format(), &integer, Rounding::NearestEven);
    let is_zero = value == Float::zero(x.format());
    Some(if is_zero && is_negative(x) { value.negated() } else { value })
}

/// A float rounded to the nearest integer, and away from zero if two are nearest.
fn away(x: Float) -> Option<Float> {
    let Some(whole) = rounded(x, Rounding::Zero).filter(|_| x.to_int(Rounding::Zero).is_some()) else {
        return Some(x);
    };
    // Exact, because the fraction of a float has no more digits than the float.
    let rest = x.arith(crate::FloatArith::Sub, whole, Rounding::NearestEven)?;
    let one = Float::from_int(x.format(), &1.into(), Rounding::NearestEven);
    let half = Float::from_bits(
        x.format(),
        match x.format() {
            FloatFormat::Single => u64::from(0.5_f32.to_bits()),
            FloatFormat::Double => 0.5_f64.to_bits(),
        },
    );
    let magnitude = if is_negative(rest) { rest.negated() } else { rest };
    if magnitude.compare(half)? == Ordering::Less {
        return Some(whole);
    }
    let step = if is_negative(x) { one.negated() } else { one };
    whole.arith(crate::FloatArith::Add, step, Rounding::NearestEven)
}

/// `a` if `a` compares with `b` as `first`, else `b`. `None` for a NaN and for zeros with different signs, where the
/// standards allow several results.
fn chosen(a: Float, b: Float, first: Ordering) -> Option<Float> {
    match a.compare(b)? {
        order if order == first => Some(a),
        Ordering::Equal => (a == b).then_some(a),
        Ordering::Less | Ordering::Greater => Some(b),
    }
}

fn is_negative(x: Float) -> bool {
    match x.format() {
        FloatFormat::Single => x.bits() >> 31 & 1 == 1,
        FloatFormat::Double => x.bits() >> 63 == 1,
    }
}
