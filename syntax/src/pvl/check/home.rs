//! Where an item is declared, as data.
//!
//! In: nothing; the checks of a file make it. Out: the kernel or the class that an item belongs to.

use ir::{ClassId, KernelId, Origin};

/// The part that an item has in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A method without `this`.
    Static,
    /// A method of an object, `this`.
    Method,
    /// A constructor.
    Constructor,
}

/// Where an item is declared: in a kernel, in a class, or at the top level of the file or of a file of specifications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Home {
    /// The kernel, if it is in one.
    pub kernel: Option<KernelId>,
    /// The class, if it is in one, and the part that it has there.
    pub class: Option<(ClassId, Role)>,
    /// Who declares it.
    pub origin: Origin,
}
