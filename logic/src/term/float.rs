//! Operations on floats as operators of terms.
//!
//! In: an operation, its format and its direction of rounding (operations with an exact result have none). Out: an
//! operator, the sorts of its arguments and the sort of its value. The sort of an operand is its format, and all
//! operands of one operation have the same format.

use super::Sort;
use ir::{FloatArith, FloatFormat, Rounding};

/// IEEE 754 operations. `F` is a format of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOp {
    /// F² → F, rounded.
    Arith(FloatArith, Rounding),
    /// F → F.
    Neg,
    /// F² → Bool: IEEE equality, which is false if an operand is NaN, and true of 0 and -0.
    Eq,
    /// F² → Bool: IEEE less-than, which is false if an operand is NaN.
    Lt,
    /// F² → Bool: IEEE less-or-equal, which is false if an operand is NaN.
    Le,
    /// F³ → F: the product of the first two operands plus the third, rounded once.
    Fma(Rounding),
    /// F → F: the square root, rounded; NaN for an operand below zero.
    Sqrt(Rounding),
    /// F → `FloatFormat`, rounded. The two formats differ.
    Convert(FloatFormat, Rounding),
    /// Int → `FloatFormat`, rounded.
    FromInt(FloatFormat, Rounding),
    /// F → Int, rounded; an unspecified integer for NaN and infinities.
    ToInt(Rounding),
}

impl FloatOp {
    /// `+` of the source language.
    pub const ADD: Self = Self::Arith(FloatArith::Add, Rounding::NearestEven);
    /// `-` of the source language.
    pub const SUB: Self = Self::Arith(FloatArith::Sub, Rounding::NearestEven);
    /// `*` of the source language.
    pub const MUL: Self = Self::Arith(FloatArith::Mul, Rounding::NearestEven);
    /// `/` of the source language.
    pub const DIV: Self = Self::Arith(FloatArith::Div, Rounding::NearestEven);

    /// Whether the value stays the same when the first two operands change places, for all operands and all roundings.
    pub fn is_commutative(self) -> bool {
        matches!(self, Self::Arith(FloatArith::Add | FloatArith::Mul, _) | Self::Eq)
    }

    /// The direction in which the result is rounded; `None` if the result is exact.
    pub fn rounding(self) -> Option<Rounding> {
        match self {
            Self::Arith(_, r) | Self::Fma(r) | Self::Sqrt(r) => Some(r),
            Self::Convert(_, r) | Self::FromInt(_, r) | Self::ToInt(r) => Some(r),
            Self::Neg | Self::Eq | Self::Lt | Self::Le => None,
        }
    }

    /// The same operation, rounded in this direction.
    #[must_use]
    pub fn rounded(self, r: Rounding) -> Self {
        match self {
            Self::Arith(arith, _) => Self::Arith(arith, r),
            Self::Fma(_) => Self::Fma(r),
            Self::Sqrt(_) => Self::Sqrt(r),
            Self::Convert(to, _) => Self::Convert(to, r),
            Self::FromInt(to, _) => Self::FromInt(to, r),
            Self::ToInt(_) => Self::ToInt(r),
            Self::Neg | Self::Eq | Self::Lt | Self::Le => self,
        }
    }

    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            Self::Arith(..) | Self::Eq | Self::Lt | Self::Le => 2,
            Self::Neg | Self::Sqrt(_) | Self::Convert(..) | Self::FromInt(..) | Self::ToInt(_) => 1,
            Self::Fma(_) => 3,
        }
    }

    /// The sort of the value, where `operand` is the sort of the operands.
    pub fn result(self, operand: Sort) -> Sort {
        match self {
            Self::Arith(..) | Self::Neg | Self::Fma(_) | Self::Sqrt(_) => operand,
            Self::Eq | Self::Lt | Self::Le => Sort::BOOL,
            Self::Convert(to, _) | Self::FromInt(to, _) => Sort::float(to),
            Self::ToInt(_) => Sort::INT,
        }
    }

    /// Whether operands may have the sort `operand`.
    pub fn takes(self, operand: Sort) -> bool {
        match self {
            Self::FromInt(..) => operand == Sort::INT,
            Self::Convert(to, _) => operand.as_float().is_some_and(|from| from != to),
            Self::Arith(..) | Self::Neg | Self::Eq | Self::Lt | Self::Le => operand.as_float().is_some(),
            Self::Fma(_) | Self::Sqrt(_) | Self::ToInt(_) => operand.as_float().is_some(),
        }
    }
}
