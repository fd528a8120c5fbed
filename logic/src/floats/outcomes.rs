//! How a comparison of two floats can come out.
//!
//! In: a comparison. Out: the outcomes for which the comparison is true (the outcome sets of KLEE-CL, section 6).

use crate::term::FloatOp;

/// A set of outcomes of the comparison of `a` with `b`: `a` is less, they are equal, `a` is greater, or one of them is
/// NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes(u8);

impl Outcomes {
    /// Every outcome.
    pub const ALL: Self = Self(15);
    /// `a < b`.
    pub const LESS: Self = Self(1);
    /// `a == b`.
    pub const EQUAL: Self = Self(2);
    /// `a > b`.
    pub const GREATER: Self = Self(4);
    /// One of the two is NaN.
    pub const UNORDERED: Self = Self(8);

    /// The outcomes for which the comparison is true; `None` if the operation is no comparison.
    pub fn of(op: FloatOp) -> Option<Self> {
        match op {
            FloatOp::Eq => Some(Self::EQUAL),
            FloatOp::Lt => Some(Self::LESS),
            FloatOp::Le => Some(Self::LESS.or(Self::EQUAL)),
            FloatOp::Arith(..)
            | FloatOp::Neg
            | FloatOp::Fma(_)
            | FloatOp::Sqrt(_)
            | FloatOp::Convert(..)
            | FloatOp::FromInt(..)
            | FloatOp::ToInt(_) => None,
        }
    }

    /// The outcomes in one of the two sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The outcomes in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The outcomes that are not in the set.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }

    /// The outcomes of the comparison of `b` with `a`.
    #[must_use]
    pub fn exchanged(self) -> Self {
        let less = if self.has(Self::GREATER) { Self::LESS.0 } else { 0 };
        let greater = if self.has(Self::LESS) { Self::GREATER.0 } else { 0 };
        Self(self.0 & (Self::EQUAL.0 | Self::UNORDERED.0) | less | greater)
    }

    /// Whether one of the outcomes of `other` is in the set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all outcomes of the set are in `other`.
    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}
