//! Declarations of resources in the syntax tree.
//!
//! In: nothing; `parse` builds them. Out: declarations, which `check` puts in place of their uses.

use super::expression::{Expr, Name};
use super::type_name::TypeName;
use super::unequal::{At, Notes};

/// `resource P(int[] a, int i) = e;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Whether the word `inline` stands in front. It has no meaning, since all resources are put in place of their
    /// uses.
    pub inline: bool,
    /// Whether it is written `lock_invariant R;`.
    pub lock: bool,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<(TypeName, Name)>,
    /// What it stands for; none if the body is missing, which is an error.
    pub body: Option<Expr>,
    /// The whole item.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}
