//! Where the bytes of a number are, if they are in elements of other sizes.
//!
//! In: nothing. Out: [`Bytes`] and [`Slice`]s of elements.

use ir::Type;

/// A number whose bytes are in elements of other sizes.
#[derive(Clone, Debug)]
pub struct Bytes {
    /// Where its bytes are, the lowest ones first.
    pub slices: Vec<Slice>,
    /// The type of the number.
    pub to: Type,
}

/// Some bytes of an element.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The element.
    pub place: ir::Place,
    /// Its type.
    pub from: Type,
    /// How many of its bytes are below the slice.
    pub skip: u64,
    /// How many bytes the slice has.
    pub take: u64,
    /// Whether the slice has all bytes of the element.
    pub whole: bool,
}
