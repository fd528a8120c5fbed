//! Classes and abstract data types in the syntax tree.
//!
//! In: nothing; `parse` builds trees. Out: the tree of a class, with its parts.

use super::clause::Axiom;
use super::code::{Function, Procedure};
use super::expression::Name;
use super::fields::Fields;
use super::resource::Resource;
use super::type_name::TypeName;
use super::unequal::{At, Notes};

/// A class, or an abstract data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Whether it is an abstract data type, which has functions without body, and axioms.
    pub is_data: bool,
    /// Its name.
    pub name: Name,
    /// The parameters of an abstract data type, which stand for types.
    pub types: Vec<Name>,
    /// The abstract data types with parameters that are mentioned between the braces, if this one has parameters.
    pub instances: Vec<TypeName>,
    /// The fields, constructors and methods between its braces.
    pub parts: Vec<ClassPart>,
    /// The head: the word `class` and the name.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
    /// Comments in front of the closing brace.
    pub tail: Notes,
}

/// A field, a constructor or a method of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPart {
    /// Whether the word `static` stands in front of its head. Then there is no `this`.
    pub fixed: bool,
    /// The part itself.
    pub kind: ClassPartKind,
}

/// The kinds of parts of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassPartKind {
    /// `T x, y;`
    Fields(Fields),
    /// `pure T f(…) = …;`
    Function(Function),
    /// `T f(…) { … }`
    Procedure(Procedure),
    /// `C(…) { … }`, `constructor(…) { … }`: its name is the word in front of the parenthesis.
    Constructor(Procedure),
    /// `resource P(…) = …;`
    Resource(Resource),
    /// `axiom e;`
    Axiom(Axiom),
}
