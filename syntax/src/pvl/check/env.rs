//! What is known while one item is checked.
//!
//! In: the signatures of the file, the memory of the kernel. Out: variables and diagnostics, collected on the way.

use super::labels::Exits;
use super::mentions::Mentions;
use ir::diagnostic::Diagnostic;
use ir::{Expr, ExprKind, Ident, KernelId, ScalarDecl, Space, Type, VarDecl, VarId};
use std::collections::BTreeSet;

/// Where an expression stands: it decides what the expression may mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the code of `main`.
    Code,
    /// In `assert`, `assume`, a loop invariant or the contract of a barrier.
    Assertion,
    /// In the contract of `main`.
    Thread,
    /// In a `group` clause.
    Group,
    /// In a `kernel` clause.
    Kernel,
    /// In the length of an array.
    Length,
    /// In `requires` of a function.
    Requires,
    /// In `ensures`, `context` or `decreases` of a function.
    Ensures,
    /// In the body of a function.
    Body,
}

/// An array by its name.
#[derive(Clone, Debug)]
pub struct ArraySignature {
    /// Its name.
    pub name: Ident,
    /// Where it lives.
    pub space: Space,
    /// Type of an element.
    pub elem: Type,
    /// How many dimensions it has.
    pub dims: usize,
}

/// The memory of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Arrays in the order of the text.
    pub arrays: Vec<ArraySignature>,
    /// Scalars in the order of the text.
    pub scalars: Vec<ScalarDecl>,
}

/// A function by its name.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name.
    pub name: Ident,
    /// The kernel that it belongs to.
    pub kernel: Option<KernelId>,
    /// Types of its parameters.
    pub params: Vec<Type>,
    /// Type of its result.
    pub ret: Type,
}

/// A procedure by its name.
#[derive(Clone, Debug)]
pub struct ProcedureSignature {
    /// Its name.
    pub name: Ident,
    /// The kernel that it belongs to.
    pub kernel: Option<KernelId>,
    /// Types of its parameters.
    pub params: Vec<Type>,
    /// Type of its result; none for `void`.
    pub ret: Option<Type>,
}

/// What is known while one item is checked.
pub struct Env<'a> {
    /// All functions of the file.
    pub signatures: &'a [Signature],
    /// All procedures of the file.
    pub procedures: &'a [ProcedureSignature],
    /// The memory of the kernel; none at top level.
    pub memory: &'a Memory,
    /// The kernel that the item is or belongs to.
    pub kernel: Option<KernelId>,
    /// Names whose declaration could not be read.
    pub poisoned: &'a BTreeSet<String>,
    /// Private variables of the kernel's code, which its contracts do not see.
    pub private: BTreeSet<String>,
    /// Every variable so far.
    pub vars: Vec<VarDecl>,
    /// Those that are visible.
    pub scope: Vec<(String, VarId)>,
    /// Where the expression stands.
    pub place: Place,
    /// What `\result` is, where it may be used.
    pub result: Option<(ExprKind, Type)>,
    /// Where `break`, `continue` and `return` lead, and the labels that are visible.
    pub exits: Exits,
    /// Triggers of the quantifiers around the expression, the innermost last.
    pub triggers: Vec<Vec<Vec<Expr>>>,
    /// What the text says about the launch.
    pub mentions: Mentions,
    /// Unknown names that were reported.
    pub reported: BTreeSet<String>,
    /// Everything found.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Env<'a> {
    /// An item of a kernel, or of the top level.
    pub fn new(
        (signatures, procedures): (&'a [Signature], &'a [ProcedureSignature]),
        memory: &'a Memory,
        kernel: Option<KernelId>,
        poisoned: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            signatures,
            procedures,
            memory,
            kernel,
            poisoned,
            private: BTreeSet::new(),
            vars: Vec::new(),
            scope: Vec::new(),
            place: Place::Code,
            result: None,
            exits: Exits::default(),
            triggers: Vec::new(),
            mentions: Mentions::default(),
            reported: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Runs `inside` at another place.
    pub fn at<T>(&mut self, place: Place, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let out = inside(self);
        self.place = before;
        out
    }

    /// Runs `inside` in a scope of its own.
    pub fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let (depth, labels) = (self.scope.len(), self.exits.visible());
        let out = inside(self);
        self.scope.truncate(depth);
        self.exits.hide(labels);
        out
    }
}
