//! Names of types in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: the type that a declaration writes, with its position.

use super::unequal::At;
use ir::{CollectionKind, DataType, Enumeration};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The enumerations and abstract data types that a file declares, by their names.
pub type Declared = BTreeMap<String, TypeKind>;

/// `int`, `bool`, `float`, `double`, a fraction, a collection, or the name of an enumeration or of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TypeKind {
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `frac`, `zfrac`, `rational`: a quotient of two integers, such as the amount of a permission.
    Frac(FracKind),
    /// The name of an enumeration of the file.
    Enum(&'static Enumeration),
    /// The name of an abstract data type of the file.
    Data(DataType),
    /// The name of a class, or an unknown name.
    Class(&'static str),
    /// `seq<T>`, `map<K, V>`, …: a collection, with the types of its parts.
    Collection(CollectionKind, &'static [TypeKind]),
    /// `pair<int, bool>`: an abstract data type with parameters, and the types that stand for them.
    Generic(&'static str, &'static [TypeKind]),
}

/// The types of fractions, by their ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FracKind {
    /// `frac`: above 0, and at most 1.
    Positive,
    /// `zfrac`: from 0 to 1.
    NotNegative,
    /// `rational`: any fraction.
    Any,
}

impl FracKind {
    /// All types of fractions.
    pub const ALL: [Self; 3] = [Self::Positive, Self::NotNegative, Self::Any];

    /// The word of the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Positive => "frac",
            Self::NotNegative => "zfrac",
            Self::Any => "rational",
        }
    }

    /// The type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl TypeKind {
    /// The type of objects of the class with this name.
    pub fn class(name: &str) -> Self {
        Self::Class(kept_name(name))
    }

    /// The type of collections of a kind.
    pub fn collection(kind: CollectionKind, parts: &[Self]) -> Self {
        Self::Collection(kind, kept_list(parts))
    }

    /// The abstract data type with this name, and types for its parameters.
    pub fn generic(name: &str, arguments: &[Self]) -> Self {
        Self::Generic(kept_name(name), kept_list(arguments))
    }
}

/// The one copy of a name. It is never freed: a file has few types.
fn kept_name(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let new: &'static str = Box::leak(name.to_owned().into_boxed_str());
    let _ = names.insert(new);
    new
}

/// The one copy of a list of types. It is never freed: a file has few types.
fn kept_list(parts: &[TypeKind]) -> &'static [TypeKind] {
    static LISTS: Mutex<BTreeSet<&'static [TypeKind]>> = Mutex::new(BTreeSet::new());
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lists.get(parts) {
        return known;
    }
    let new: &'static [TypeKind] = Box::leak(parts.into());
    let _ = lists.insert(new);
    new
}

/// A type as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// The type in front of the brackets.
    pub kind: TypeKind,
    /// How many `[]` stand behind it. With one, the type is that of references to arrays.
    pub brackets: usize,
    /// Position of the type.
    pub at: At,
}
