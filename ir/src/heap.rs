//! Heaps: the sets of locations of a program.
//!
//! In: nothing. Out: [`Heap`]. A location is a heap and a position in it ([`crate::Place`]).

use crate::{ArrayId, FieldId, Type, VarId};

/// A set of locations. Locations in different heaps are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heap {
    /// The elements of an array that a kernel declares.
    Array(ArrayId),
    /// The elements of an array that belongs to one thread alone: a variable with lengths ([`crate::VarDecl::dims`]).
    Private(VarId),
    /// The elements of all arrays to which references refer ([`Type::Array`]) and whose elements have this type. The
    /// position of a location is the reference, then the index in that array.
    Elements(Type),
    /// The values of a field in all objects. The position of a location is the reference to the object.
    Field(FieldId),
}
