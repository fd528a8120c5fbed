//! Spots of a file: what can stand there, what can be put there, and what is known about the place.
//!
//! In: nothing. Out: the types that walks and edits of trees share.

use ir::{ClauseKind, Space};
use syntax::pvl::ast::{Clause, Expr, Member, Stmt};

/// What is at a spot.
pub enum Spot<'a> {
    /// An expression; its number is smaller than those of its parts.
    Expr(&'a mut Expr),
    /// The statements of a block.
    Stmts(&'a mut Vec<Stmt>),
    /// The clauses of a contract, or the invariants of a loop.
    Clauses(&'a mut Vec<Clause>),
    /// The members of a kernel.
    Members(&'a mut Vec<Member>),
}

/// The replacement for what is at a spot.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Another expression.
    Expr(Expr),
    /// Other statements.
    Stmts(Vec<Stmt>),
    /// Other clauses.
    Clauses(Vec<Clause>),
    /// Other members.
    Members(Vec<Member>),
}

/// The part of a file that a spot belongs to. It decides what a change there means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Statements and lengths of arrays.
    Code,
    /// A contract of a thread, group, kernel or function: what the file claims.
    Contract,
    /// Loop invariants, barrier contracts, asserts and measures, which help to prove the claims.
    Hint,
    /// The body of a pure function.
    Definition,
}

impl Part {
    /// The name of the part in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Contract => "contract",
            Self::Hint => "hint",
            Self::Definition => "definition",
        }
    }
}

/// What an expression is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A subscript.
    Index,
    /// The amount of a permission.
    Amount,
    /// A condition of `if` or `? :`, or the left side of `==>`.
    Guard,
    /// The condition of a loop.
    LoopGuard,
    /// An assertion, or a part of one that has a truth value.
    Assertion,
    /// The location that a permission is for.
    Place,
    /// Anything else.
    Value,
}

/// How a clause changes if a part of it becomes stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    /// The clause becomes stronger.
    Positive,
    /// The clause becomes weaker.
    Negative,
    /// Nothing is known.
    Neither,
}

impl Polarity {
    /// The polarity of the same part under a negation.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
            Self::Neither => Self::Neither,
        }
    }
}

/// An array of the kernel that a spot is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// How many dimensions it has.
    pub dims: usize,
    /// The memory that it is in.
    pub space: Space,
    /// Whether the code of the kernel writes it.
    pub written: bool,
}

/// What is known about a spot.
#[derive(Clone, Debug)]
pub struct Context {
    /// The part of the file.
    pub part: Part,
    /// The kind of the clause that the spot is in, if it is in one.
    pub clause: Option<ClauseKind>,
    /// What the expression at the spot is used for.
    pub usage: Use,
    /// How the clause changes if the expression becomes stronger.
    pub polarity: Polarity,
    /// Whether the spot is inside of `\old`.
    pub in_old: bool,
    /// The arrays of the kernel.
    pub arrays: Vec<Array>,
}
