//! Operations on floats, as operators of terms.
//!
//! In: a format and a direction of rounding, or none where a result is exact. Out: an operator, and the sorts of its
//! arguments and of its value. The format of operands is their sort, and all of them have the same.

use super::Sort;
use ir::{FloatArith, FloatFormat, Rounding};

/// IEEE 754 operations. `F` is a format of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOp {
    /// F² → F, rounded.
    Arith(FloatArith, Rounding),
    /// F → F.
    Neg,
    /// F² → Bool; false on NaN, true on 0 and -0.
    Eq,
    /// F² → Bool; false on NaN.
    Lt,
    /// F² → Bool; false on NaN.
    Le,
    /// F³ → F: the product of the first two and the third added, rounded once.
    Fma(Rounding),
    /// F → F, rounded; NaN below zero.
    Sqrt(Rounding),
    /// F → this format, rounded. Never between equal formats.
    Convert(FloatFormat, Rounding),
    /// Int → this format, rounded.
    FromInt(FloatFormat, Rounding),
    /// F → Int, rounded; unspecified of NaN and infinities.
    ToInt(Rounding),
}

impl FloatOp {
    /// `+` of programs.
    pub const ADD: Self = Self::Arith(FloatArith::Add, Rounding::NearestEven);
    /// `-` of programs.
    pub const SUB: Self = Self::Arith(FloatArith::Sub, Rounding::NearestEven);
    /// `*` of programs.
    pub const MUL: Self = Self::Arith(FloatArith::Mul, Rounding::NearestEven);
    /// `/` of programs.
    pub const DIV: Self = Self::Arith(FloatArith::Div, Rounding::NearestEven);

    /// Whether its two operands may change places, whatever they are and however is rounded.
    pub fn is_commutative(self) -> bool {
        matches!(self, Self::Arith(FloatArith::Add | FloatArith::Mul, _) | Self::Eq)
    }

    /// How many operands it has.
    pub fn arity(self) -> usize {
        match self {
            Self::Arith(..) | Self::Eq | Self::Lt | Self::Le => 2,
            Self::Neg | Self::Sqrt(_) | Self::Convert(..) | Self::FromInt(..) | Self::ToInt(_) => 1,
            Self::Fma(_) => 3,
        }
    }

    /// The sort of its value, of operands of this sort.
    pub fn result(self, operand: Sort) -> Sort {
        match self {
            Self::Arith(..) | Self::Neg | Self::Fma(_) | Self::Sqrt(_) => operand,
            Self::Eq | Self::Lt | Self::Le => Sort::BOOL,
            Self::Convert(to, _) | Self::FromInt(to, _) => Sort::float(to),
            Self::ToInt(_) => Sort::INT,
        }
    }

    /// Whether its operands may have this sort.
    pub fn takes(self, operand: Sort) -> bool {
        match self {
            Self::FromInt(..) => operand == Sort::INT,
            Self::Convert(to, _) => operand.as_float().is_some_and(|from| from != to),
            Self::Arith(..) | Self::Neg | Self::Eq | Self::Lt | Self::Le => operand.as_float().is_some(),
            Self::Fma(_) | Self::Sqrt(_) | Self::ToInt(_) => operand.as_float().is_some(),
        }
    }
}
