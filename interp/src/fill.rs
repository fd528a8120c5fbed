//! Contents of arrays that are made by a rule: zeros, numbers in order, random values.
//!
//! In: the shape of an array and a way to fill it. Out: its elements.

use ir::{FloatFormat, Type, Width};

use crate::collection;
use crate::exact;
use crate::int::Int;
use crate::rng::{scaled, Rng};
use crate::shape::Shape;
use crate::value::Value;

/// A way to fill an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Zeros, and `false`.
    Zero,
    /// 0, 1, 2, … in row-major order, modulo 2^N where they have N bits; truth values alternate.
    Iota,
    /// Small values that a seed determines: integers from -100 to 100, or from 0 to 100 where they are unsigned;
    /// floats in eighths from -100 to 100.
    Random(u64),
}

impl Fill {
    /// The elements of an array of this shape; `None` if their number does not fit a machine integer.
    pub fn values(self, shape: &Shape) -> Option<Vec<Value>> {
        Some((0..shape.len()?).map(|i| self.value(shape.elem, i)).collect())
    }

    /// The element at a row-major position.
    pub fn value(self, elem: Type, i: usize) -> Value {
        let random = |seed, below| scaled(Rng::at(seed, i as u64), below) as i64;
        let number = |eighths: bool| match self {
            Self::Zero => 0,
            Self::Iota => i64::try_from(i).unwrap_or(i64::MAX) * if eighths { 8 } else { 1 },
            Self::Random(seed) if eighths => random(seed, 1601) - 800,
            Self::Random(seed) => random(seed, 201) - 100,
        };
        match elem {
            Type::Int => Value::from(number(false)),
            Type::Machine(width) => Value::Int(fitted(Int::from(number(false)), width, self)),
            Type::Bool | Type::Frac | Type::Resource => Value::from(number(false).rem_euclid(2) == 1),
            Type::Array(_) | Type::Object(_) | Type::Data(_) => Value::NULL,
            Type::Enum(of) => {
                let number = number(false).rem_euclid(i64::from(of.count().max(1)));
                Value::Enum(of, u32::try_from(number).unwrap_or(0))
            }
            Type::Collection(..) => self.of_collections(elem, i),
            Type::Float(FloatFormat::Single) => Value::from(number(true) as f32 / 8.0),
            Type::Float(FloatFormat::Double) => Value::from(number(true) as f64 / 8.0),
        }
    }
}

impl Fill {
    /// A collection; a random one has at most four elements.
    fn of_collections(self, ty: Type, i: usize) -> Value {
        let Self::Random(seed) = self else { return Value::zero(ty).unwrap_or(Value::NULL) };
        let mut rng = Rng::new(Rng::at(seed, i as u64));
        collection::random(ty, &mut rng).unwrap_or(Value::NULL)
    }
}

/// A number as a machine integer.
fn fitted(number: Int, width: Width, how: Fill) -> Int {
    match (exact::Width::of(width), how) {
        (Some(_), Fill::Random(_)) if !width.signed => {
            if number < Int::ZERO {
                number.neg()
            } else {
                number
            }
        }
        (Some(exact), _) => exact.wrap(&number),
        (None, _) => Int::ZERO,
    }
}
