//! Names of types in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: the type that a declaration writes, with its position.

use super::unequal::At;

/// `int`, `bool`, `float` or `double`.
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
