//! Why an evaluation has no value.
//!
//! In: nothing. Out: [`Stop`]. The execution or the check that evaluates an expression makes a failure of it.

use std::fmt;

use ir::Node;
use ir::{FnId, Heap, VarId};

use crate::int::Int;
use crate::location::Location;

/// An evaluation that ends without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The reason.
    pub cause: Cause,
    /// The smallest expression at which it happened.
    pub node: Node,
}

impl Stop {
    /// `cause`, at `node`.
    pub fn new(cause: Cause, node: Node) -> Self {
        Self { cause, node }
    }

    /// A program that the type checker does not accept; `what` says what is wrong.
    pub fn ill_typed(what: &str, node: Node) -> Self {
        Self::new(Cause::IllTyped(what.into()), node)
    }
}

/// The reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The divisor of `/`, `%` or `\` is 0.
    DivisionByZero,
    /// A `\min` or `\max` ranges over nothing.
    EmptyRange,
    /// A result is no value of its type; the text is a sentence that says so.
    Overflow(String),
    /// An index is outside its array.
    OutOfBounds {
        /// The array.
        array: Heap,
        /// Which dimension.
        dim: usize,
        /// The index.
        index: Int,
        /// The length of that dimension.
        length: Int,
    },
    /// An index does not exist in a sequence.
    OutsideSequence {
        /// The index.
        index: Int,
        /// The length of the sequence.
        length: Int,
    },
    /// A part of a value is asked for that the value does not have, such as `.get` of `None`. The sentence says so.
    NoSuchPart(&'static str),
    /// The object for which a method is called is `null`.
    NullObject,
    /// A reference that is used is `null`.
    Null {
        /// Whether the length of the array is asked for; otherwise a location in it.
        length: bool,
    },
    /// A private variable is read before it has a value.
    UninitialisedVar(VarId),
    /// A location is read before it has a value.
    UninitialisedLocation(Location),
    /// A location is read without permission, by code or by an assertion that does not provide it.
    NoPermission(Location),
    /// A `requires` of a pure function does not hold at a call.
    CallPrecondition {
        /// The function.
        function: FnId,
        /// The clause, or the smallest part of it that is false.
        clause: Node,
        /// Whether that part is a permission that is missing; otherwise it is a condition that is false.
        permission: bool,
    },
    /// An `ensures` of a pure function does not hold of its value.
    FunctionPostcondition {
        /// The function.
        function: FnId,
        /// The clause, or the smallest part of it that is false.
        clause: Node,
    },
    /// The measure of a recursive pure function does not decrease, or is negative.
    Measure(FnId),
    /// No execution computes this: an unbounded quantifier, a function without a body, an amount `read`. The text says
    /// which.
    NotComputable(String),
    /// A limit of this run was reached.
    Limit(Limit),
    /// A program that the type checker does not accept: a defect of the front end that built it. The text says what is
    /// wrong.
    IllTyped(String),
}

/// A limit that keeps a run from hanging or growing without bound. A run that meets one says nothing about the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Steps of threads.
    Steps,
    /// Evaluated nodes of expressions in contracts and pure functions.
    Work,
    /// Nested calls of pure functions.
    Depth,
    /// Elements of arrays, and words of all integers together.
    Memory,
    /// Bits of one integer.
    Integer,
    /// Interleavings of an exhaustive exploration.
    Schedules,
    /// Accesses of one interleaving of an exhaustive exploration.
    Length,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "the limit of steps is reached",
            Self::Work => "the limit of work in contracts is reached",
            Self::Depth => "the limit of nested calls is reached",
            Self::Memory => "the limit of memory is reached",
            Self::Integer => "the limit of the size of an integer is reached",
            Self::Length => "the limit of accesses in one interleaving is reached",
            Self::Schedules => "the limit of schedules is reached",
        })
    }
}
