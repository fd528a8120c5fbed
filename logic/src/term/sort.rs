//! Sorts of terms.

use ir::{FloatFormat, Type};

/// Sort of a value that fits one memory location or one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Exact rationals: amounts of permissions.
    Real,
    /// IEEE 754 floats.
    Float(FloatFormat),
}

/// Sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A single value.
    Scalar(Scalar),
    /// Total maps from `dims` integers to elements: the values of one array.
    Array {
        /// How many indices, at least one.
        dims: u8,
        /// Sort of an element.
        elem: Scalar,
    },
}

impl Sort {
    /// Truth values.
    pub const BOOL: Self = Self::Scalar(Scalar::Bool);
    /// Mathematical integers.
    pub const INT: Self = Self::Scalar(Scalar::Int);
    /// Exact rationals.
    pub const REAL: Self = Self::Scalar(Scalar::Real);

    /// The sort of values of a type; an assertion is a truth value.
    pub fn of(ty: Type) -> Self {
        Self::Scalar(match ty {
            Type::Int => Scalar::Int,
            Type::Bool | Type::Resource => Scalar::Bool,
            Type::Frac => Scalar::Real,
            Type::Float(format) => Scalar::Float(format),
        })
    }

    /// Sort of the elements of an array; of a single value, itself.
    pub fn element(self) -> Self {
        match self {
            Self::Scalar(_) => self,
            Self::Array { elem, .. } => Self::Scalar(elem),
        }
    }
}
