//! Names of types in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: the type that a declaration writes, with its position.

use super::unequal::At;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// `int`, `bool`, `float`, `double` or the name of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// `float`
    Float,
    /// `double`
    Double,
    /// The name of a class.
    Class(&'static str),
}

impl TypeKind {
    /// The type of objects of the class with this name. The one copy of the name is never freed: a file has few types.
    pub fn class(name: &str) -> Self {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(name) {
            return Self::Class(known);
        }
        let new: &'static str = Box::leak(name.to_owned().into_boxed_str());
        let _ = names.insert(new);
        Self::Class(new)
    }
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
