//! Types of expressions, and the kinds of memory.

use crate::{ClassId, CollectionKind, DataType, Enumeration, Width};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Precision of an IEEE 754 float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// `float`, binary32.
    Single,
    /// `double`, binary64.
    Double,
}

/// Type of an expression. A machine integer is an integer, so an expression of type `Machine` may be used where an
/// `Int` is expected. Where a `Machine` is expected, an `Int` must be converted
/// ([`Expr::into_machine`](crate::Expr::into_machine)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `int`: a mathematical integer.
    Int,
    /// A machine integer of the given width. Variables and elements of this type always have one of its values, and so
    /// do operations of this type.
    Machine(Width),
    /// `bool`.
    Bool,
    /// `float` or `double`.
    Float(FloatFormat),
    /// `frac`: an exact fraction, the amount of a permission.
    Frac,
    /// An assertion that may contain permissions.
    Resource,
    /// `T[]`: a reference to an array whose elements have the given type, or `null`. Different variables may refer to
    /// the same array. The elements are scalars or references.
    Array(&'static Type),
    /// A reference to an object of a class, or `null`. Different variables may refer to the same object.
    Object(ClassId),
    /// A constant of an enumeration. There is no `null` among its values.
    Enum(&'static Enumeration),
    /// A value of an abstract data type, which no run can compute.
    Data(DataType),
    /// A mathematical collection, such as `seq<int>` or `map<int, bool>`, with the types of its parts. Only
    /// specifications, ghost code and host code have such values.
    Collection(CollectionKind, &'static [Type]),
}

impl Type {
    /// Whether values of the type are integers.
    pub fn is_int(self) -> bool {
        match self {
            Self::Int | Self::Machine(_) => true,
            Self::Bool | Self::Float(_) | Self::Frac | Self::Resource | Self::Array(_) | Self::Object(_) => false,
            Self::Collection(..) | Self::Enum(_) | Self::Data(_) => false,
        }
    }

    /// The width, if this is a type of machine integers.
    pub fn width(self) -> Option<Width> {
        match self {
            Self::Machine(width) => Some(width),
            Self::Int
            | Self::Bool
            | Self::Float(_)
            | Self::Frac
            | Self::Resource
            | Self::Array(_)
            | Self::Object(_)
            | Self::Enum(_)
            | Self::Data(_)
            | Self::Collection(..) => None,
        }
    }

    /// The type of references to arrays whose elements have this type.
    #[must_use]
    pub fn array(self) -> Self {
        Self::Array(self.interned())
    }

    /// The one copy of the type that is a part of other types. It is never freed: a program has few types.
    pub(crate) fn interned(self) -> &'static Self {
        static TYPES: Mutex<BTreeSet<&'static Type>> = Mutex::new(BTreeSet::new());
        let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = types.get(&self) {
            return known;
        }
        let new: &'static Self = Box::leak(Box::new(self));
        let _ = types.insert(new);
        new
    }

    /// The type of collections of a kind, with the types of their parts.
    #[must_use]
    pub fn collection(kind: CollectionKind, parts: &[Self]) -> Self {
        Self::Collection(kind, Self::list(parts))
    }

    /// The one copy of a list of types. It is never freed: a program has few types.
    pub(crate) fn list(parts: &[Self]) -> &'static [Self] {
        static LISTS: Mutex<BTreeSet<&'static [Type]>> = Mutex::new(BTreeSet::new());
        let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lists.get(parts) {
            return known;
        }
        let new: &'static [Self] = Box::leak(parts.into());
        let _ = lists.insert(new);
        new
    }

    /// The kind of a collection, and the types of its parts.
    pub fn as_collection(self) -> Option<(CollectionKind, &'static [Self])> {
        match self {
            Self::Collection(kind, parts) => Some((kind, parts)),
            Self::Int
            | Self::Machine(_)
            | Self::Bool
            | Self::Float(_)
            | Self::Frac
            | Self::Resource
            | Self::Array(_)
            | Self::Object(_)
            | Self::Enum(_)
            | Self::Data(_) => None,
        }
    }

    /// The enumeration, if values of the type are its constants.
    pub fn enumeration(self) -> Option<&'static Enumeration> {
        if let Self::Enum(of) = self {
            Some(of)
        } else {
            None
        }
    }

    /// The abstract data type, if it is one.
    pub fn data_type(self) -> Option<DataType> {
        if let Self::Data(data) = self {
            Some(data)
        } else {
            None
        }
    }

    /// For references to arrays, the type of the elements.
    pub fn element(self) -> Option<Self> {
        match self {
            Self::Array(element) => Some(*element),
            Self::Int
            | Self::Machine(_)
            | Self::Bool
            | Self::Float(_)
            | Self::Frac
            | Self::Resource
            | Self::Object(_)
            | Self::Enum(_)
            | Self::Data(_)
            | Self::Collection(..) => None,
        }
    }

    /// Whether values of the type are references: numbers of arrays or objects, or `null`.
    pub fn is_reference(self) -> bool {
        match self {
            Self::Array(_) | Self::Object(_) => true,
            Self::Int | Self::Machine(_) | Self::Bool | Self::Float(_) | Self::Frac | Self::Resource => false,
            Self::Collection(..) | Self::Enum(_) | Self::Data(_) => false,
        }
    }

    /// `Int` for types of integers, and the type itself for others.
    #[must_use]
    pub fn unbounded(self) -> Self {
        if self.is_int() {
            Self::Int
        } else {
            self
        }
    }

    /// Whether each value of this type is also a value of the other type.
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

/// The kinds of memory that contain arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Global memory, which all groups of a launch share.
    Global,
    /// Local memory: each group has its own copy.
    Local,
}
