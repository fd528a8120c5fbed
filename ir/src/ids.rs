//! Identities: numbers that refer to declarations and items of a program.

use crate::Type;

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
}
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

index! {
    /// Index into [`crate::Kernel::arrays`].
    ArrayId,
    /// Index into [`crate::Kernel::scalars`].
    ScalarId,
    /// Index into the variables of a kernel, a function or a procedure: a private variable, a parameter or a bound
    /// variable.
    VarId,
    /// Index into [`crate::Program::functions`].
    FnId,
    /// Index into [`crate::Program::procedures`].
    ProcId,
    /// Index into the labels of a kernel or a procedure: the label of a scope that exits leave, or of a moment.
    LabelId,
    /// Index into [`crate::Program::kernels`].
    KernelId,
    /// Index into [`crate::Program::classes`].
    ClassId,
    /// Index into [`crate::Program::fields`].
    FieldId
}

/// The identity of an item of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemId {
    /// A pure function.
    Function(FnId),
    /// A procedure.
    Procedure(ProcId),
    /// A kernel.
    Kernel(KernelId),
}
