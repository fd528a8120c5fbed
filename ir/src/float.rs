//! IEEE 754 numbers and every operation on them, each with its rounding mode.
//!
//! In: bits of a format. Out: bits of the exactly rounded result. This is the only file that computes floats: Rust's
//! own `+ - * /` on `f32` and `f64` where they are defined to be IEEE's (rounding to nearest, ties to even; the tests
//! compare them with the other way), and `rustc_apfloat`, LLVM's software floats, for the rest.
//!
//! A NaN is always the same NaN: no program of ours can see its payload, and results have to be deterministic.

use std::cmp::Ordering;
use std::fmt;

use crate::{FloatArith, FloatFormat, Rounding};
use dashu::base::{BitTest, Signed, SquareRoot};
use dashu::integer::{IBig, UBig};
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float as _, FloatConvert as _, Round};

/// How many leading bits of an integer decide how it is rounded: more than the mantissa of a float has.
const DECISIVE: usize = 100;
/// To how many binary places the root of an integer is computed: more than the mantissa of a float has.
const ROOT_PLACES: i64 = 60;

/// The direction as `rustc_apfloat` names it.
fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

/// An IEEE 754 number: its format and its bits. Derived equality is identity: NaN is NaN, and 0 is not -0. The derived
/// order has no meaning but to be total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Float {
    format: FloatFormat,
    bits: u64,
}

impl Float {
    /// The number with these bits; any NaN becomes the one NaN. Of a single the low 32 bits count.
    pub fn from_bits(format: FloatFormat, bits: u64) -> Self {
        match format {
            FloatFormat::Single => single(f32::from_bits(bits as u32)),
            FloatFormat::Double => double(f64::from_bits(bits)),
        }
    }

    /// Positive zero.
    pub fn zero(format: FloatFormat) -> Self {
        Self { format, bits: 0 }
    }

    /// The bits, of a single in the low half.
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// The format.
    pub fn format(self) -> FloatFormat {
        self.format
    }

    /// Whether it is a NaN.
    pub fn is_nan(self) -> bool {
        match self.format {
            FloatFormat::Single => self.f32().is_nan(),
            FloatFormat::Double => self.f64().is_nan(),
        }
    }

    /// `-a`: flips the sign of everything but NaN, whose sign nobody sees.
    #[must_use]
    pub fn negated(self) -> Self {
        match self.format {
            FloatFormat::Single => single(-self.f32()),
            FloatFormat::Double => double(-self.f64()),
        }
    }

    /// `a ∘ b`, exactly rounded. `None` if the formats differ.
    pub fn arith(self, operation: FloatArith, other: Self, rounding: Rounding) -> Option<Self> {
        match (self.format, other.format) {
            (FloatFormat::Single, FloatFormat::Single) if rounding == Rounding::NearestEven => {
                let (a, b) = (self.f32(), other.f32());
                Some(single(match operation {
                    FloatArith::Add => a + b,
                    FloatArith::Sub => a - b,
                    FloatArith::Mul => a * b,
                    FloatArith::Div => a / b,
                }))
            }
            (FloatFormat::Double, FloatFormat::Double) if rounding == Rounding::NearestEven => {
                let (a, b) = (self.f64(), other.f64());
                Some(double(match operation {
                    FloatArith::Add => a + b,
                    FloatArith::Sub => a - b,
                    FloatArith::Mul => a * b,
                    FloatArith::Div => a / b,
                }))
            }
            (a, b) if a == b => Some(self.soft(operation, other, rounding)),
            (FloatFormat::Single, _) | (FloatFormat::Double, _) => None,
        }
    }

    /// `a ∘ b` computed by software floats, of operands of one format.
    fn soft(self, operation: FloatArith, other: Self, rounding: Rounding) -> Self {
        let round = direction(rounding);
        macro_rules! by {
            ($ieee:ty) => {{
                let (a, b) = (<$ieee>::from_bits(self.bits.into()), <$ieee>::from_bits(other.bits.into()));
                match operation {
                    FloatArith::Add => a.add_r(b, round).value,
                    FloatArith::Sub => a.sub_r(b, round).value,
                    FloatArith::Mul => a.mul_r(b, round).value,
                    FloatArith::Div => a.div_r(b, round).value,
                }
                .to_bits()
            }};
        }
        let bits = match self.format {
            FloatFormat::Single => by!(Single),
            FloatFormat::Double => by!(Double),
        };
        Self::from_bits(self.format, bits as u64)
    }

    /// `a * b + c`, rounded once. `None` if the formats differ.
    pub fn mul_add(self, b: Self, c: Self, rounding: Rounding) -> Option<Self> {
        if self.format != b.format || self.format != c.format {
            return None;
        }
        macro_rules! by {
            ($ieee:ty) => {{
                let of = |x: Self| <$ieee>::from_bits(x.bits.into());
                of(self).mul_add_r(of(b), of(c), direction(rounding)).value.to_bits()
            }};
        }
        let bits = match self.format {
            FloatFormat::Single => by!(Single),
            FloatFormat::Double => by!(Double),
        };
        Some(Self::from_bits(self.format, bits as u64))
    }

    /// The square root, exactly rounded; NaN below zero, and of -0 itself.
    #[must_use]
    pub fn sqrt(self, rounding: Rounding) -> Self {
        let value = match self.format {
            FloatFormat::Single => f64::from(self.f32()),
            FloatFormat::Double => self.f64(),
        };
        if value == 0.0 || value == f64::INFINITY {
            return self;
        }
        if value.is_nan() || value < 0.0 {
            return match self.format {
                FloatFormat::Single => single(f32::NAN),
                FloatFormat::Double => double(f64::NAN),
            };
        }
        let (mantissa, exponent) = decomposed(value);
        // `mantissa * 2^exponent` with an even exponent, shifted so that its root is longer than any mantissa.
        let odd = exponent.rem_euclid(2);
        let wide = UBig::from(mantissa) << usize::try_from(2 * ROOT_PLACES + odd).unwrap_or(0);
        let root = wide.sqrt();
        let exact = root.clone() * root.clone() == wide;
        // The bit behind the last place says whether anything else is there.
        let high = (i128::try_from(root).unwrap_or(0) << 1) | i128::from(!exact);
        let scale = i32::try_from((exponent - odd) / 2 - ROOT_PLACES - 1).unwrap_or(0);
        macro_rules! by {
            ($ieee:ty) => {{
                let round = direction(rounding);
                <$ieee>::from_i128_r(high, round).value.scalbn_r(scale, round).to_bits()
            }};
        }
        let bits = match self.format {
            FloatFormat::Single => by!(Single),
            FloatFormat::Double => by!(Double),
        };
        Self::from_bits(self.format, bits as u64)
    }

    /// The float nearest to an integer, in the direction of rounding.
    pub fn from_int(format: FloatFormat, value: &IBig, rounding: Rounding) -> Self {
        let negative = value.is_negative();
        let magnitude = if negative { -value } else { value.clone() };
        // The highest bits, and one that says whether anything else is there, decide how it is rounded.
        let shift = magnitude.bit_len().saturating_sub(DECISIVE);
        let high = &magnitude >> shift;
        let exact = &high << shift == magnitude;
        let high = i128::try_from(high).unwrap_or(0) | i128::from(!exact);
        let (high, scale) = (if negative { -high } else { high }, i32::try_from(shift).unwrap_or(i32::MAX));
        macro_rules! by {
            ($ieee:ty) => {{
                let round = direction(rounding);
                <$ieee>::from_i128_r(high, round).value.scalbn_r(scale, round).to_bits()
            }};
        }
        let bits = match format {
            FloatFormat::Single => by!(Single),
            FloatFormat::Double => by!(Double),
        };
        Self::from_bits(format, bits as u64)
    }

    /// The same number in another format, rounded.
    #[must_use]
    pub fn converted(self, format: FloatFormat, rounding: Rounding) -> Self {
        let (round, mut loses) = (direction(rounding), false);
        let bits = match (self.format, format) {
            (FloatFormat::Single, FloatFormat::Double) => {
                let to: Double = Single::from_bits(self.bits.into()).convert_r(round, &mut loses).value;
                to.to_bits()
            }
            (FloatFormat::Double, FloatFormat::Single) => {
                let to: Single = Double::from_bits(self.bits.into()).convert_r(round, &mut loses).value;
                to.to_bits()
            }
            (FloatFormat::Single, FloatFormat::Single) | (FloatFormat::Double, FloatFormat::Double) => return self,
        };
        Self::from_bits(format, bits as u64)
    }

    /// The number as an integer, rounded; `None` if it is not finite.
    pub fn to_int(self, rounding: Rounding) -> Option<IBig> {
        let value = match self.format {
            FloatFormat::Single => f64::from(self.f32()),
            FloatFormat::Double => self.f64(),
        };
        if !value.is_finite() {
            return None;
        }
        let (mantissa, exponent) = decomposed(value);
        let negative = value.is_sign_negative();
        let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(0);
        let magnitude = if exponent >= 0 {
            IBig::from(mantissa) << places
        } else {
            // Beyond these places there is less than a quarter.
            let places = places.min(56);
            let (whole, rest, half) = (mantissa >> places, mantissa & ((1 << places) - 1), 1_u64 << (places - 1));
            let away = match rounding {
                Rounding::NearestEven => rest > half || rest == half && whole & 1 == 1,
                Rounding::Up => rest > 0 && !negative,
                Rounding::Down => rest > 0 && negative,
                Rounding::Zero => false,
            };
            IBig::from(whole + u64::from(away))
        };
        Some(if negative { -magnitude } else { magnitude })
    }

    /// IEEE's comparison, the same for both formats: `None` if an operand is NaN (or the formats differ, which the type
    /// checker excludes).
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self.format, other.format) {
            (FloatFormat::Single, FloatFormat::Single) => self.f32().partial_cmp(&other.f32()),
            (FloatFormat::Double, FloatFormat::Double) => self.f64().partial_cmp(&other.f64()),
            (FloatFormat::Single, FloatFormat::Double) | (FloatFormat::Double, FloatFormat::Single) => None,
        }
    }

    fn f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    fn f64(self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// `(m, e)` with `m * 2^e` the magnitude of a finite number.
fn decomposed(value: f64) -> (u64, i64) {
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
    (mantissa, i64::try_from(biased.max(1)).unwrap_or(0) - 1075)
}

fn single(value: f32) -> Float {
    let value = if value.is_nan() { f32::NAN } else { value };
    Float { format: FloatFormat::Single, bits: u64::from(value.to_bits()) }
}

fn double(value: f64) -> Float {
    let value = if value.is_nan() { f64::NAN } else { value };
    Float { format: FloatFormat::Double, bits: value.to_bits() }
}

impl fmt::Display for Float {
    /// The shortest decimal that reads back as this number; a single ends in `f`, as the language writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            FloatFormat::Single if self.f32().is_finite() => write!(f, "{:?}f", self.f32()),
            FloatFormat::Single => write!(f, "{}", self.f32()),
            FloatFormat::Double if self.f64().is_finite() => write!(f, "{:?}", self.f64()),
            FloatFormat::Double => write!(f, "{}", self.f64()),
        }
    }
}
