//! Values of a run.
//!
//! In: nothing. Out: [`Value`], which a private variable or an element of an array holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use dashu::rational::RBig;
use ir::{CollectionKind, Enumeration, FloatFormat, Type, Width};

use crate::exact;
use crate::int::Int;
use ir::Float;

/// A value that memory holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A mathematical integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// An IEEE 754 number. The derived equality of `Value` is identity (`===`), and not IEEE's.
    Float(Float),
    /// A reference: the number of an array or an object of the run; 0 is `null`.
    Reference(u32),
    /// A quotient of two integers, such as the amount of a permission.
    Fraction(Arc<RBig>),
    /// The constant of an enumeration with this number.
    Enum(&'static Enumeration, u32),
    /// A mathematical collection.
    Collection(Arc<Collection>),
}

/// A collection. Equal collections have the same representation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Collection {
    /// The elements in their order.
    Seq(Vec<Value>),
    /// The elements, each once.
    Set(BTreeSet<Value>),
    /// The elements, each with the number of times that the bag has it, which is not 0.
    Bag(BTreeMap<Value, u64>),
    /// The keys, each with its value.
    Map(BTreeMap<Value, Value>),
    /// The value of an option, if the option has one.
    Option(Option<Value>),
    /// The two parts of a tuple.
    Tuple([Value; 2]),
    /// A value of the first of two types.
    Left(Value),
    /// A value of the second of two types.
    Right(Value),
}

impl Collection {
    /// The collection that a variable of a type has before it is written: an empty one, or a tuple of such values.
    /// `None` for types that are not supported.
    pub fn zero(kind: CollectionKind, parts: &[Type]) -> Option<Self> {
        match (kind, parts) {
            (CollectionKind::Seq, _) => Some(Self::Seq(vec![])),
            (CollectionKind::Set, _) => Some(Self::Set(BTreeSet::new())),
            (CollectionKind::Option, _) => Some(Self::Option(None)),
            (CollectionKind::Tuple, [a, b]) => Some(Self::Tuple([Value::zero(*a)?, Value::zero(*b)?])),
            (CollectionKind::Bag, _) => Some(Self::Bag(BTreeMap::new())),
            (CollectionKind::Map, _) => Some(Self::Map(BTreeMap::new())),
            (CollectionKind::Either, [a, _]) => Some(Self::Left(Value::zero(*a)?)),
            (CollectionKind::Tuple | CollectionKind::Either, _) => None,
        }
    }

    /// Whether it is a value of the type.
    pub fn is_of(&self, ty: Type) -> bool {
        match (self, ty.as_collection()) {
            (Self::Seq(elements), Some((CollectionKind::Seq, [element]))) => elements.iter().all(|x| x.is_of(*element)),
            (Self::Set(elements), Some((CollectionKind::Set, [element]))) => elements.iter().all(|x| x.is_of(*element)),
            (Self::Bag(elements), Some((CollectionKind::Bag, [element]))) => elements.keys().all(|x| x.is_of(*element)),
            (Self::Map(entries), Some((CollectionKind::Map, [key, value]))) => {
                entries.iter().all(|(k, v)| k.is_of(*key) && v.is_of(*value))
            }
            (Self::Option(held), Some((CollectionKind::Option, [part]))) => held.iter().all(|x| x.is_of(*part)),
            (Self::Tuple([x, y]), Some((CollectionKind::Tuple, [a, b]))) => x.is_of(*a) && y.is_of(*b),
            (Self::Left(x), Some((CollectionKind::Either, [a, _]))) => x.is_of(*a),
            (Self::Right(x), Some((CollectionKind::Either, [_, b]))) => x.is_of(*b),
            (Self::Seq(_) | Self::Set(_) | Self::Bag(_) | Self::Map(_), _) => false,
            (Self::Option(_) | Self::Tuple(_) | Self::Left(_) | Self::Right(_), _) => false,
        }
    }
}

impl Value {
    /// The reference to nothing.
    pub const NULL: Self = Self::Reference(0);

    /// The zero of a type that memory holds; `None` for `resource`, which no memory holds, and
    /// for abstract data types, whose values no run knows.
    pub fn zero(ty: Type) -> Option<Self> {
        match ty {
            Type::Int | Type::Machine(_) => Some(Self::Int(Int::ZERO)),
            Type::Bool => Some(Self::Bool(false)),
            Type::Enum(of) => Some(Self::Enum(of, 0)),
            Type::Float(format) => Some(Self::Float(Float::zero(format))),
            Type::Array(_) | Type::Object(_) => Some(Self::NULL),
            Type::Collection(kind, parts) => Collection::zero(kind, parts).map(Self::from),
            Type::Frac => Some(Self::from(RBig::ZERO)),
            Type::Resource | Type::Data(_) => None,
        }
    }

    /// Its type; for an integer, the type without limits. `None` for a reference or a collection, whose type is not
    /// known.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Self::Int(_) => Some(Type::Int),
            Self::Bool(_) => Some(Type::Bool),
            Self::Float(float) => Some(Type::Float(float.format())),
            Self::Fraction(_) => Some(Type::Frac),
            Self::Enum(of, _) => Some(Type::Enum(of)),
            Self::Reference(_) | Self::Collection(_) => None,
        }
    }

    /// The collection, if it is one.
    pub fn as_collection(&self) -> Option<&Collection> {
        match self {
            Self::Collection(collection) => Some(collection),
            Self::Int(_) | Self::Bool(_) | Self::Float(_) | Self::Reference(_) | Self::Fraction(_) | Self::Enum(..) => {
                None
            }
        }
    }

    /// Whether it is one of the values of a type.
    pub fn is_of(&self, ty: Type) -> bool {
        if let Self::Collection(collection) = self {
            return collection.is_of(ty);
        }
        let holds = |width: Width| self.as_int().is_some_and(|n| exact::Width::of(width).is_some_and(|w| w.holds(n)));
        self.ty().map_or(ty.is_reference(), |own| own == ty.unbounded()) && ty.width().is_none_or(holds)
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Self::Int(int) => Some(int),
            Self::Bool(_)
            | Self::Float(_)
            | Self::Reference(_)
            | Self::Fraction(_)
            | Self::Collection(_)
            | Self::Enum(..) => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            Self::Int(_)
            | Self::Float(_)
            | Self::Reference(_)
            | Self::Fraction(_)
            | Self::Collection(_)
            | Self::Enum(..) => None,
        }
    }

    /// The number of the array or object, if it is a reference; 0 for `null`.
    pub fn as_reference(&self) -> Option<u32> {
        match self {
            Self::Reference(number) => Some(*number),
            Self::Int(_)
            | Self::Bool(_)
            | Self::Float(_)
            | Self::Fraction(_)
            | Self::Collection(_)
            | Self::Enum(..) => None,
        }
    }

    /// The fraction, if it is one.
    pub fn as_fraction(&self) -> Option<&RBig> {
        match self {
            Self::Fraction(fraction) => Some(fraction),
            Self::Int(_)
            | Self::Bool(_)
            | Self::Float(_)
            | Self::Reference(_)
            | Self::Collection(_)
            | Self::Enum(..) => None,
        }
    }

    /// The float, if it is one.
    pub fn as_float(&self) -> Option<Float> {
        match self {
            Self::Float(float) => Some(*float),
            Self::Int(_)
            | Self::Bool(_)
            | Self::Reference(_)
            | Self::Fraction(_)
            | Self::Collection(_)
            | Self::Enum(..) => None,
        }
    }
}

impl From<i64> for Value {
    fn from(int: i64) -> Self {
        Self::Int(Int::from(int))
    }
}

impl From<Collection> for Value {
    fn from(collection: Collection) -> Self {
        Self::Collection(Arc::new(collection))
    }
}

impl From<RBig> for Value {
    fn from(fraction: RBig) -> Self {
        Self::Fraction(Arc::new(fraction))
    }
}

impl From<Int> for Value {
    fn from(int: Int) -> Self {
        Self::Int(int)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<f32> for Value {
    fn from(single: f32) -> Self {
        Self::Float(Float::from_bits(FloatFormat::Single, u64::from(single.to_bits())))
    }
}

impl From<f64> for Value {
    fn from(double: f64) -> Self {
        Self::Float(Float::from_bits(FloatFormat::Double, double.to_bits()))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => int.fmt(f),
            Self::Bool(truth) => truth.fmt(f),
            Self::Float(float) => float.fmt(f),
            Self::Fraction(fraction) => match fraction.is_int() {
                true => write!(f, "{}", fraction.numerator()),
                false => write!(f, "{}\\{}", fraction.numerator(), fraction.denominator()),
            },
            Self::Enum(of, number) => f.write_str(&of.constant(*number)),
            Self::Reference(0) => f.write_str("null"),
            Self::Reference(number) => write!(f, "#{number}"),
            Self::Collection(collection) => collection.fmt(f),
        }
    }
}

/// Writes parts with commas between them.
fn list(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [&str; 2],
    parts: impl Iterator<Item = impl fmt::Display>,
) -> fmt::Result {
    f.write_str(open)?;
    for (n, part) in parts.enumerate() {
        write!(f, "{}{part}", if n > 0 { ", " } else { "" })?;
    }
    f.write_str(close)
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seq(elements) => list(f, ["[", "]"], elements.iter()),
            Self::Set(elements) => list(f, ["{", "}"], elements.iter()),
            Self::Bag(elements) => {
                let many = |n: &u64| usize::try_from(*n).unwrap_or(usize::MAX);
                list(f, ["b{", "}"], elements.iter().flat_map(|(x, n)| std::iter::repeat_n(x, many(n))))
            }
            Self::Map(entries) => list(f, ["{", "}"], entries.iter().map(|(k, v)| format!("{k} -> {v}"))),
            Self::Option(None) => f.write_str("None"),
            Self::Option(Some(x)) => write!(f, "Some({x})"),
            Self::Left(x) => write!(f, "Left({x})"),
            Self::Right(x) => write!(f, "Right({x})"),
            Self::Tuple([x, y]) => write!(f, "({x}, {y})"),
        }
    }
}
