//! Contents of arrays that nobody chose.
//!
//! In: the shape of an array and a manner. Out: its elements.

use syntax::typed::{FloatFormat, Type};

use crate::machine::Shape;
use crate::rng::Rng;
use crate::value::Value;

/// A manner to fill an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Zeros, and `false`.
    Zero,
    /// 0, 1, 2, … in row-major order; truth values alternate.
    Iota,
    /// Small values that a seed determines: integers from -100 to 100, floats in eighths from -100 to 100.
    Random(u64),
}

impl Fill {
    /// The elements of an array of that shape; `None` if they cannot be counted.
    pub fn values(self, shape: &Shape) -> Option<Vec<Value>> {
        let len = shape.len()?;
        let mut rng = Rng::new(match self {
            Self::Random(seed) => seed,
            Self::Zero | Self::Iota => 0,
        });
        let mut number = |i: usize, eighths: bool| match self {
            Self::Zero => 0,
            Self::Iota => i64::try_from(i).unwrap_or(i64::MAX) * if eighths { 8 } else { 1 },
            Self::Random(_) if eighths => rng.below(1601) as i64 - 800,
            Self::Random(_) => rng.below(201) as i64 - 100,
        };
        let mut value = |i: usize| match shape.elem {
            Type::Int => Value::from(number(i, false)),
            Type::Bool | Type::Frac | Type::Resource => Value::from(number(i, false).rem_euclid(2) == 1),
            Type::Float(FloatFormat::Single) => Value::from(number(i, true) as f32 / 8.0),
            Type::Float(FloatFormat::Double) => Value::from(number(i, true) as f64 / 8.0),
        };
        Some((0..len).map(&mut value).collect())
    }
}
