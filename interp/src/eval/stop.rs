//! Why an expression has no value.

use dashu::integer::IBig;
use syntax::span::Span;
use syntax::typed::{ArrayId, FnId, VarId};

/// An expression has no value here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Why not.
    pub reason: Reason,
    /// The part of the expression that has none; inside a function, a part of the function.
    pub span: Span,
    /// The calls around that part, the outermost first: where each is written.
    pub calls: Vec<Span>,
}

impl Stop {
    /// A stop outside every function.
    pub fn new(reason: Reason, span: Span) -> Self {
        Self { reason, span, calls: Vec::new() }
    }

    /// Whether the expression is wrong, and not only this evaluation unable to tell its value.
    pub fn is_wrong(&self) -> bool {
        match self.reason {
            Reason::DivisionByZero
            | Reason::OutOfBounds { .. }
            | Reason::NoPermission { .. }
            | Reason::Precondition { .. } => true,
            Reason::Uninitialised { .. }
            | Reason::NoValue(_)
            | Reason::NotComputable(_)
            | Reason::Abstract(_)
            | Reason::Limit(_) => false,
        }
    }
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A divisor is zero.
    DivisionByZero,
    /// An index is outside its array.
    OutOfBounds {
        /// The array.
        array: ArrayId,
        /// The indices.
        index: Vec<IBig>,
    },
    /// An element is read that nobody wrote.
    Uninitialised {
        /// The array.
        array: ArrayId,
        /// The indices.
        index: Vec<IBig>,
    },
    /// An element is read without permission.
    NoPermission {
        /// The array.
        array: ArrayId,
        /// The indices.
        index: Vec<IBig>,
        /// Whether the state before the kernel is read.
        old: bool,
    },
    /// A variable without initial value is read.
    NoValue(VarId),
    /// A precondition of a called function does not hold.
    Precondition {
        /// The function.
        function: FnId,
        /// The conjunct of its `requires`.
        conjunct: Span,
        /// Whether a permission is missing; otherwise the conjunct is false.
        permission: bool,
    },
    /// No finite evaluation is known, for the reason that is said.
    NotComputable(&'static str),
    /// A function without body is called.
    Abstract(FnId),
    /// More work than is allowed: what is exhausted.
    Limit(&'static str),
}
