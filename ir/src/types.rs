//! Types of expressions, and the memory that an array lives in.

/// Precision of an IEEE 754 float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// `float`, binary32.
    Single,
    /// `double`, binary64.
    Double,
}

/// Type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `int`: a mathematical integer.
    Int,
    /// `bool`.
    Bool,
    /// `float` or `double`.
    Float(FloatFormat),
    /// `frac`: an exact fraction, the amount of a permission.
    Frac,
    /// An assertion that may contain permissions.
    Resource,
}

/// Which memory an array lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Shared by all groups of a launch.
    Global,
    /// One copy per group.
    Local,
}
