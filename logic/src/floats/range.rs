//! Sets of floats: the numbers between two others, and perhaps NaN.
//!
//! In: sets that contain the operands of an operation. Out: a set that contains the result. Rounding is monotone, so
//! the least and the greatest result are those of the least and the greatest operands; where a combination of these is
//! NaN, the set is made larger.
//!
//! Numbers are ordered as their values are, and -0 is below 0. In this order, each operation with the other operands
//! fixed is monotone, in both directions of signs and for all directions of rounding.

use crate::term::FloatOp;
use dashu::integer::IBig;
use ir::{Float, FloatArith, FloatFormat, Rounding};

/// The place of 0 in the order of numbers. -0 is before it, the least positive number behind it.
const ZERO: i64 = 0;
/// The place of -0 in the order of numbers.
const MINUS_ZERO: i64 = -1;

/// A set of floats of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    format: FloatFormat,
    /// The place of the least number. There are no numbers if it is behind the greatest one.
    least: i64,
    /// The place of the greatest number.
    greatest: i64,
    /// Whether NaN is in the set.
    nan: bool,
}

/// The place of a number in the order of the numbers of its format; of no use for NaN.
fn place(x: Float) -> i64 {
    let (sign, magnitude) = match x.format() {
        FloatFormat::Single => (x.bits() >> 31 == 1, x.bits() & 0x7fff_ffff),
        FloatFormat::Double => (x.bits() >> 63 == 1, x.bits() & (u64::MAX >> 1)),
    };
    let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
    if sign {
        MINUS_ZERO - magnitude
    } else {
        magnitude
    }
}

/// The number at this place.
fn number(format: FloatFormat, place: i64) -> Float {
    let magnitude = u64::try_from(if place < ZERO { MINUS_ZERO - place } else { place }).unwrap_or_default();
    let x = Float::from_bits(format, magnitude);
    if place < ZERO {
        x.negated()
    } else {
        x
    }
}

/// The place of positive infinity.
fn infinity(format: FloatFormat) -> i64 {
    match format {
        FloatFormat::Single => 0x7f80_0000,
        FloatFormat::Double => 0x7ff0_0000_0000_0000,
    }
}

/// The place of negative infinity.
fn minus_infinity(format: FloatFormat) -> i64 {
    MINUS_ZERO - infinity(format)
}

/// The place of the number, where both zeros have the same place: the order of IEEE's comparisons.
fn without_sign_of_zero(place: i64) -> i64 {
    if place == MINUS_ZERO {
        ZERO
    } else {
        place
    }
}

impl Range {
    /// All numbers, both infinities among them, but not NaN.
    pub fn numbers(format: FloatFormat) -> Self {
        Self { format, least: minus_infinity(format), greatest: infinity(format), nan: false }
    }

    /// All floats.
    pub fn all(format: FloatFormat) -> Self {
        Self { nan: true, ..Self::numbers(format) }
    }

    /// Only NaN.
    pub fn not_a_number(format: FloatFormat) -> Self {
        Self { nan: true, ..Self::none(format) }
    }

    /// No float.
    fn none(format: FloatFormat) -> Self {
        Self { format, least: ZERO, greatest: MINUS_ZERO, nan: false }
    }

    /// Only this float.
    pub fn one(x: Float) -> Self {
        if x.is_nan() {
            return Self::not_a_number(x.format());
        }
        Self { format: x.format(), least: place(x), greatest: place(x), nan: false }
    }

    /// The format of the floats.
    pub fn format(self) -> FloatFormat {
        self.format
    }

    /// Whether NaN is in the set.
    pub fn has_nan(self) -> bool {
        self.nan
    }

    /// Whether there is a number in the set.
    pub fn has_number(self) -> bool {
        self.least <= self.greatest
    }

    /// The least and the greatest number, if there is one.
    fn ends(self) -> Option<[Float; 2]> {
        self.has_number().then(|| [number(self.format, self.least), number(self.format, self.greatest)])
    }

    /// The only float of the set, if there is just one.
    pub fn only(self) -> Option<Float> {
        match (self.has_number(), self.nan) {
            (false, true) => Some(Float::from_bits(self.format, u64::MAX >> 1)),
            (true, false) if self.least == self.greatest => Some(number(self.format, self.least)),
            (true, _) | (false, false) => None,
        }
    }

    /// A float of the set, if there is one: 1, 0, or a number near 0, if the set has such a number.
    pub fn example(self) -> Option<Float> {
        let one = match self.format {
            FloatFormat::Single => u64::from(1.0_f32.to_bits()),
            FloatFormat::Double => 1.0_f64.to_bits(),
        };
        let one = place(Float::from_bits(self.format, one));
        let near = [one, ZERO, self.least, self.greatest].into_iter().filter(|at| self.reaches(*at, *at));
        let number = near.min_by_key(|at| (*at != one, at.unsigned_abs())).map(|at| number(self.format, at));
        number.or_else(|| self.only())
    }

    /// Whether the set has a number at one of these places.
    fn reaches(self, from: i64, to: i64) -> bool {
        self.least.max(from) <= self.greatest.min(to)
    }

    fn has_zero(self) -> bool {
        self.reaches(MINUS_ZERO, ZERO)
    }

    fn has_infinity(self) -> bool {
        let end = |at| self.reaches(at, at);
        end(infinity(self.format)) || end(minus_infinity(self.format))
    }

    /// The floats in both sets, which have the same format.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        let (least, greatest) = (self.least.max(other.least), self.greatest.min(other.greatest));
        let nan = self.nan && other.nan;
        if least > greatest || self.format != other.format {
            return Self { nan, ..Self::none(self.format) };
        }
        Self { format: self.format, least, greatest, nan }
    }

    /// A set with the floats of both sets, which have the same format.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        let nan = self.nan || other.nan;
        match (self.has_number(), other.has_number()) {
            (true, true) => {
                let (least, greatest) = (self.least.min(other.least), self.greatest.max(other.greatest));
                Self { format: self.format, least, greatest, nan }
            }
            (false, true) => Self { nan, ..other },
            (true, false) | (false, false) => Self { nan, ..self },
        }
    }

    /// The set without NaN.
    #[must_use]
    pub fn without_nan(self) -> Self {
        Self { nan: false, ..self }
    }

    /// The set without this float. A number stays in the set unless it is at one of the ends.
    #[must_use]
    pub fn without(self, x: Float) -> Self {
        if x.is_nan() {
            return self.without_nan();
        }
        let at = place(x);
        let (least, greatest) =
            (self.least + i64::from(self.least == at), self.greatest - i64::from(self.greatest == at));
        Self { least, greatest, ..self }.meet(self)
    }

    /// The set without the numbers that are greater than all numbers of the other set. If `strict`, without those that
    /// equal the greatest one, too. IEEE's comparisons are meant, for which both zeros are equal.
    #[must_use]
    pub fn at_most(self, other: Self, strict: bool) -> Self {
        let end = without_sign_of_zero(other.greatest);
        let last = if end == ZERO { MINUS_ZERO } else { end };
        let greatest = if strict { last - 1 } else { end };
        self.meet(Self { least: minus_infinity(self.format), greatest, ..self })
    }

    /// The set without the numbers that are less than all numbers of the other set. If `strict`, without those that
    /// equal the least one, too.
    #[must_use]
    pub fn at_least(self, other: Self, strict: bool) -> Self {
        let end = without_sign_of_zero(other.least);
        let first = if end == ZERO { MINUS_ZERO } else { end };
        let least = if strict { end + 1 } else { first };
        self.meet(Self { least, greatest: infinity(self.format), ..self })
    }

    /// Whether a number of this set can be less than, equal to, or greater than one of the other set.
    pub fn compared(self, other: Self) -> [bool; 3] {
        if !self.has_number() || !other.has_number() {
            return [false; 3];
        }
        let [a, b, c, d] = [self.least, self.greatest, other.least, other.greatest].map(without_sign_of_zero);
        [a < d, a.max(c) <= b.min(d), b > c]
    }

    /// The negations.
    fn negated(self) -> Self {
        match self.ends() {
            Some([least, greatest]) => {
                let (least, greatest) = (place(greatest.negated()), place(least.negated()));
                Self { least, greatest, ..self }
            }
            None => self,
        }
    }

    /// The set of the results of an operation whose result is a float; `None` for other operations, and for operands
    /// that do not fit.
    pub fn of(op: FloatOp, operands: &[Self]) -> Option<Self> {
        Some(match (op, operands) {
            (FloatOp::Neg, [a]) => a.negated(),
            (FloatOp::Arith(arith, r), [a, b]) if a.format == b.format => arithmetic(arith, r, *a, *b),
            (FloatOp::Fma(r), [a, b, c]) if a.format == b.format && b.format == c.format => fused(r, *a, *b, *c),
            (FloatOp::Sqrt(r), [a]) => root(r, *a),
            (FloatOp::Convert(format, r), [a]) => {
                let Some(ends) = a.ends() else { return Some(Self { nan: a.nan, ..Self::none(format) }) };
                let [least, greatest] = ends.map(|x| place(x.converted(format, r)));
                Self { format, least, greatest, nan: a.nan }
            }
            _ => return None,
        })
    }

    /// The floats that integers between two bounds are converted to. No integer is converted to -0.
    pub fn of_int(format: FloatFormat, r: Rounding, least: Option<&IBig>, greatest: Option<&IBig>) -> Self {
        let end = |n: &IBig| place(Float::from_int(format, n, r));
        let least = least.map_or(minus_infinity(format), end);
        let greatest = greatest.map_or(infinity(format), end);
        Self { format, least, greatest, nan: false }
    }

    /// The least and the greatest integer that a float of the set is converted to, if all of them are finite.
    pub fn as_ints(self, r: Rounding) -> Option<[IBig; 2]> {
        if self.nan || self.has_infinity() {
            return None;
        }
        let [least, greatest] = self.ends()?;
        Some([least.to_int(r)?, greatest.to_int(r)?])
    }

    /// Whether some float of the set is neither NaN nor infinite.
    pub fn has_finite(self) -> bool {
        self.reaches(minus_infinity(self.format) + 1, infinity(self.format) - 1)
    }

    /// Whether no float of the set is NaN or infinite.
    pub fn is_finite(self) -> bool {
        !self.nan && !self.has_infinity()
    }
}

/// The set from the least to the greatest of these results; `None` if one of them is NaN or missing.
fn hull(format: FloatFormat, nan: bool, results: &[Option<Float>]) -> Option<Range> {
    let places = results.iter().map(|x| x.filter(|x| !x.is_nan()).map(place)).collect::<Option<Vec<i64>>>()?;
    Some(Range { format, least: *places.iter().min()?, greatest: *places.iter().max()?, nan })
}

/// Sums, differences, products and quotients.
fn arithmetic(arith: FloatArith, r: Rounding, a: Range, b: Range) -> Range {
    let format = a.format;
    let (Some([a1, a2]), Some([b1, b2])) = (a.ends(), b.ends()) else { return Range::not_a_number(format) };
    let mut nan = a.nan || b.nan;
    let results = || [a1, a2].iter().flat_map(|x| [b1, b2].map(|y| x.arith(arith, y, r))).collect::<Vec<_>>();
    let all = |nan| Range { nan, ..Range::all(format) };
    match arith {
        // x - y is x + (-y).
        FloatArith::Sub => arithmetic(FloatArith::Add, r, a, b.negated()),
        FloatArith::Add => {
            // The sum of two infinities of different signs is NaN.
            nan |= a.has_infinity() && b.has_infinity();
            hull(format, nan, &results()).unwrap_or(all(nan))
        }
        FloatArith::Mul => {
            nan |= a.has_zero() && b.has_infinity() || a.has_infinity() && b.has_zero();
            hull(format, nan, &results()).unwrap_or_else(|| {
                // Where a zero meets an infinity, a zero meets finite numbers, too, and the product is a zero.
                let zero = Float::zero(format);
                let results = results().into_iter().filter(|x| x.is_some_and(|x| !x.is_nan()));
                let results: Vec<_> = results.chain([Some(zero), Some(zero.negated())]).collect();
                hull(format, nan, &results).unwrap_or(all(nan))
            })
        }
        FloatArith::Div => {
            nan |= a.has_zero() && b.has_zero() || a.has_infinity() && b.has_infinity();
            // The quotient is monotone in the divisor only as long as the divisor keeps its sign.
            let keeps_sign = b.least > MINUS_ZERO || b.greatest < ZERO;
            keeps_sign.then(|| hull(format, nan, &results())).flatten().unwrap_or(all(nan))
        }
    }
}

/// `a · b + c`, rounded once.
fn fused(r: Rounding, a: Range, b: Range, c: Range) -> Range {
    let format = a.format;
    let (Some(x), Some(y), Some(z)) = (a.ends(), b.ends(), c.ends()) else { return Range::not_a_number(format) };
    let infinite = a.has_infinity() || b.has_infinity();
    let undefined = infinite && (a.has_zero() || b.has_zero() || c.has_infinity());
    let nan = a.nan || b.nan || c.nan || undefined;
    let results = x.iter().flat_map(|x| y.iter().flat_map(move |y| z.map(|z| x.mul_add(*y, z, r))));
    hull(format, nan, &results.collect::<Vec<_>>()).unwrap_or(Range { nan, ..Range::all(format) })
}

/// The square root, which is NaN below -0.
fn root(r: Rounding, a: Range) -> Range {
    let roots = Range { least: a.least.max(MINUS_ZERO), ..a };
    let Some(ends) = roots.ends() else { return Range::not_a_number(a.format) };
    let [least, greatest] = ends.map(|x| place(x.sqrt(r)));
    Range { format: a.format, least, greatest, nan: a.nan || a.least < MINUS_ZERO }
}
