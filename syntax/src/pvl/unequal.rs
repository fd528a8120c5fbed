//! Parts of a syntax tree that equality of trees ignores: positions, comments and marks.
//!
//! In: nothing. Out: types whose values are all equal to each other.

use ir::Span;

/// A position in the text. All positions are equal, so that trees are equal if their contents are.
#[derive(Clone, Copy, Debug, Default)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for At {}

/// The comments that belong to a part of the file. Equality ignores them.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Whether a blank line is in front of the part.
    pub blank: bool,
    /// The comments in front of the part, each with its delimiters.
    pub before: Vec<String>,
    /// The comment behind the part, on the same line.
    pub after: Option<String>,
}

impl PartialEq for Notes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Notes {}

/// A flag that equality ignores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark(pub bool);

impl PartialEq for Mark {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Mark {}
