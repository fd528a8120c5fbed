//! The syntax tree of a file: its text, parsed, before names and types are resolved.
//!
//! In: nothing; `parse` builds trees. Out: the tree of a file, which `check` resolves and `print` writes back as text.
//! Equality of trees ignores positions ([`At`]) and comments ([`Notes`]).

pub use super::class::{Class, ClassPart, ClassPartKind};
pub use super::clause::{Axiom, Clause, GhostClause, Measure};
pub use super::code::{Block, Distance, Exit, Function, Par, Procedure, Send, Stmt, StmtKind, SyncWord};
pub use super::enumeration::Enum;
pub use super::expression::{Bounds, Collected, Described, Expr, ExprKind, Join, Name};
pub use super::fields::Fields;
pub use super::resource::Resource;
pub use super::target::Target;
pub use super::type_name::{TypeKind, TypeName};
pub use super::unequal::{At, Mark, Notes};
use ir::Space;

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its kernels, functions and procedures.
    pub items: Vec<Item>,
    /// The abstract data types with parameters that the file mentions, with the types for their parameters. Those that
    /// a data type with parameters mentions are in [`Class::instances`].
    pub instances: Vec<TypeName>,
    /// Comments behind the last item.
    pub tail: Notes,
}

/// A top-level item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `kernel K { … }`
    Kernel(Kernel),
    /// `pure T f(…) = …;`
    Function(Function),
    /// `T f(…) { … }`
    Procedure(Procedure),
    /// `class C { … }`
    Class(Class),
    /// `enum Colour { Red, Green }`
    Enum(Enum),
    /// `resource P(…) = …;`
    Resource(Resource),
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: Name,
    /// The members between its braces.
    pub members: Vec<Member>,
    /// Whether a part of the kernel could not be read. Then missing parts are not reported.
    pub damaged: Mark,
    /// The whole item.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
    /// Comments in front of the closing brace.
    pub tail: Notes,
}

/// A declaration, function, procedure, clause or `main` of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The kind of member.
    pub kind: MemberKind,
    /// The whole member.
    pub at: At,
    /// Its comments.
    pub notes: Notes,
}

/// The level whose contract a clause inside of a kernel belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `kernel requires …`
    Kernel,
    /// `group requires …`
    Group,
}

/// The kinds of members of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// `global T[e]… a, b;`, or without dimensions a constant `global T n, m;`
    Memory {
        /// `global` or `local`.
        space: Space,
        /// Type of the elements, or of the scalar.
        ty: TypeName,
        /// Lengths of an array, one per dimension; none for a scalar.
        dims: Vec<Expr>,
        /// The declared names.
        names: Vec<Name>,
    },
    /// A pure function of the kernel.
    Function(Function),
    /// A procedure of the kernel.
    Procedure(Procedure),
    /// A resource of the kernel.
    Resource(Resource),
    /// `kernel requires e;`, `group ensures e;`, …
    Clause(Level, Clause),
    /// `kernel invariant inv(e);`, `group invariant inv(e);`: what the threads of the launch or of a group share.
    Invariant(Level, Name, Expr),
    /// `requires …; void main() { … }`
    Main {
        /// The thread's contract.
        contract: Vec<Clause>,
        /// The code.
        body: Block,
    },
}
