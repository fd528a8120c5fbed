//! Enumerations in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: the names of an enumeration and of its constants, with their positions.

use super::expression::Name;
use super::unequal::{At, Notes};

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its name.
    pub name: Name,
    /// Its constants.
    pub constants: Vec<Name>,
    /// The whole item.
    pub at: At,
    /// Its comments, with those between its braces.
    pub notes: Notes,
}
