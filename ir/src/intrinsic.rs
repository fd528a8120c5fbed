//! Operations that have a name: arithmetic of machine integers, as in C, OpenCL and CUDA, and of floats with a rounding
//! direction.

use crate::{FloatFormat, Width};

/// The direction in which a result that cannot be represented is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// `rn`: to the nearest, ties to even. Infix operators round in this direction.
    NearestEven,
    /// `ru`: towards positive infinity.
    Up,
    /// `rd`: towards negative infinity.
    Down,
    /// `rz`: towards zero.
    Zero,
}

impl Rounding {
    /// All directions, with their names, which are those of CUDA.
    pub const ALL: [(&'static str, Self); 4] =
        [("rn", Self::NearestEven), ("ru", Self::Up), ("rd", Self::Down), ("rz", Self::Zero)];

    /// The name of the direction.
    pub fn name(self) -> &'static str {
        match self {
            Self::NearestEven => "rn",
            Self::Up => "ru",
            Self::Down => "rd",
            Self::Zero => "rz",
        }
    }

    /// The direction with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, rounding)| *rounding)
    }
}

/// Operations on the bits of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bits {
    /// `\and`.
    And,
    /// `\or`.
    Or,
    /// `\xor`.
    Xor,
    /// `\shl`: bits that are shifted out of the width are lost.
    Shl,
    /// `\shr`: division by a power of two, rounded down.
    Shr,
}

impl Bits {
    /// The name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::And => "\\and",
            Self::Or => "\\or",
            Self::Xor => "\\xor",
            Self::Shl => "\\shl",
            Self::Shr => "\\shr",
        }
    }
}

/// Arithmetic of two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatArith {
    /// `\add`.
    Add,
    /// `\sub`.
    Sub,
    /// `\mul`.
    Mul,
    /// `\div`.
    Div,
}

/// An operation that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Intrinsic {
    /// `\wrap(T, e)`: the value of `T` that is congruent to `e` modulo the number of values of `T`.
    Wrap(Width),
    /// `\fits(T, e)`: whether `e` is a value of `T`.
    Fits(Width),
    /// `\checked(T, e)`: `e`, which must be a value of `T`.
    Checked(Width),
    /// `\quot(a, b)`: the quotient rounded towards zero, as C's `/`.
    Quot,
    /// `\rem(a, b)`: the remainder of `\quot`, which has the sign of `a`, as C's `%`.
    Rem,
    /// `\and(T, a, b)` and the other operations of [`Bits`], on values of `T`. The distance `b` of a shift is from 0 to
    /// below the width.
    Bits(Bits, Width),
    /// `\not(T, a)`: the value of `T` with all bits inverted.
    Not(Width),
    /// `\add(r, a, b)` and the other operations of [`FloatArith`].
    Arith(FloatArith, Rounding),
    /// `\fma(r, a, b, c)`: `a * b + c`, rounded once.
    Fma(Rounding),
    /// `\sqrt(r, e)`: the square root, rounded; NaN below zero.
    Sqrt(Rounding),
    /// `\float(r, e)`, `\double(r, e)`: conversion of an integer or a float to this format.
    ToFloat(FloatFormat, Rounding),
    /// `\int(r, e)`: conversion of a finite float to an integer.
    ToInt(Rounding),
}

impl Intrinsic {
    /// The name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrap(_) => "\\wrap",
            Self::Fits(_) => "\\fits",
            Self::Checked(_) => "\\checked",
            Self::Quot => "\\quot",
            Self::Rem => "\\rem",
            Self::Bits(bits, _) => bits.name(),
            Self::Not(_) => "\\not",
            Self::Arith(FloatArith::Add, _) => "\\add",
            Self::Arith(FloatArith::Sub, _) => "\\sub",
            Self::Arith(FloatArith::Mul, _) => "\\mul",
            Self::Arith(FloatArith::Div, _) => "\\div",
            Self::Fma(_) => "\\fma",
            Self::Sqrt(_) => "\\sqrt",
            Self::ToFloat(FloatFormat::Single, _) => "\\float",
            Self::ToFloat(FloatFormat::Double, _) => "\\double",
            Self::ToInt(_) => "\\int",
        }
    }
}
