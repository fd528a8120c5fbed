//! What belongs to a syntax tree and does not make two trees different.
//!
//! In: nothing. Out: places, comments and marks, all of which are equal to each other.

use ir::Span;

/// Where something stands. All places are equal, so that trees compare by what they say.
#[derive(Clone, Copy, Debug, Default)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for At {}

/// Comments that belong to a part of the file. They do not take part in equality.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Whether a blank line stands in front.
    pub blank: bool,
    /// Comments in front, one entry each, with their delimiters.
    pub before: Vec<String>,
    /// A comment behind, on the same line.
    pub after: Option<String>,
}

impl PartialEq for Notes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Notes {}

/// A mark that does not take part in equality.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark(pub bool);

impl PartialEq for Mark {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Mark {}
