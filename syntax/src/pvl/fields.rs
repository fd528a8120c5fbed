//! Declarations of fields in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: fields, which are parts of a class.

use super::expression::Name;
use super::type_name::TypeName;
use super::unequal::Notes;

/// Fields of a class that are declared together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// Their type.
    pub ty: TypeName,
    /// Their names.
    pub names: Vec<Name>,
    /// Its comments.
    pub notes: Notes,
}
