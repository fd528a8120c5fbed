//! What an expression asks of a collection.

use ir::Node;

/// What an expression asks of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// An element.
    Element,
    /// The first element, or all others.
    First,
    /// The elements in front of the index, or those from there on. The index may be the length.
    Side,
    /// The elements up to this index, which may be the length.
    UpTo(Node),
    /// The value of an option.
    Value,
    /// The value of a map for a key.
    Key,
    /// The value of a `Left(x)`.
    Left,
    /// The value of a `Right(x)`.
    Right,
}
