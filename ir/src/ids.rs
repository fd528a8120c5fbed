//! Identities: numbers by which parts of a program are known.

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
}
/// What a location is in. Two locations of different heaps are never the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heap {
    /// The elements of an array that a kernel declares.
    Array(ArrayId),
}

index! {
    /// Index into [`Kernel::arrays`].
    ArrayId,
    /// Index into [`Kernel::scalars`].
    ScalarId,
    /// Index into [`Kernel::vars`] or [`Function::vars`]: a private variable, a parameter or a bound variable.
    VarId,
    /// Index into [`Program::functions`].
    FnId,
    /// Index into [`Program::kernels`].
    KernelId
}

/// Which item of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemId {
    /// A pure function.
    Function(FnId),
    /// A kernel.
    Kernel(KernelId),
}
