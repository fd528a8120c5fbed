//! Identities: numbers that refer to declarations and items of a program.

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
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
    /// Index into [`crate::Procedure::points`]: a stream of the device, or an event.
    PointId,
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
