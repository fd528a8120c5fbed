//! Identities: numbers by which parts of a program are known.

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
}
index! {
    /// Index into [`Kernel::arrays`].
    ArrayId,
    /// Index into [`Kernel::scalars`].
    ScalarId,
    /// Index into [`Kernel::vars`] or [`Function::vars`]: a private variable, a parameter or a bound variable.
    VarId,
    /// Index into [`Program::functions`].
    FnId
}
