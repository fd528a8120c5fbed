//! Types of expressions, and the memory that an array lives in.

use crate::Width;

/// Precision of an IEEE 754 float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// `float`, binary32.
    Single,
    /// `double`, binary64.
    Double,
}

/// Type of an expression. A machine integer is an integer, so an expression of type `Machine` may stand where an `Int`
/// is wanted. The other way round takes an operation that makes the value fit
/// ([`Expr::into_machine`](crate::Expr::into_machine)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `int`: a mathematical integer.
    Int,
    /// An integer of so many bits. What is declared with it always has one of its values, and an operation of this type
    /// gives one.
    Machine(Width),
    /// `bool`.
    Bool,
    /// `float` or `double`.
    Float(FloatFormat),
    /// `frac`: an exact fraction, the amount of a permission.
    Frac,
    /// An assertion that may contain permissions.
    Resource,
}

impl Type {
    /// Whether its values are integers.
    pub fn is_int(self) -> bool {
        match self {
            Self::Int | Self::Machine(_) => true,
            Self::Bool | Self::Float(_) | Self::Frac | Self::Resource => false,
        }
    }

    /// How wide its integers are, if they are machine integers.
    pub fn width(self) -> Option<Width> {
        match self {
            Self::Machine(width) => Some(width),
            Self::Int | Self::Bool | Self::Float(_) | Self::Frac | Self::Resource => None,
        }
    }

    /// The type without its width: what a value of it is.
    #[must_use]
    pub fn unbounded(self) -> Self {
        if self.is_int() {
            Self::Int
        } else {
            self
        }
    }

    /// Whether each value of this type is one of the other.
    pub fn is_within(self, other: Self) -> bool {
        match (self, other) {
            (Self::Machine(inner), Self::Machine(outer)) => {
                outer.least() <= inner.least() && inner.greatest() <= outer.greatest()
            }
            (Self::Machine(_), Self::Int) => true,
            _ => self == other,
        }
    }
}

/// Which memory an array lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Shared by all groups of a launch.
    Global,
    /// One copy per group.
    Local,
}
