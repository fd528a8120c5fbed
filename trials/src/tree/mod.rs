//! Changing syntax trees: every spot of a file has a number, and an edit replaces what stands there.
//!
//! In: a file. Out: its spots, in a fixed order, and copies of the file that differ at one spot.

mod walk;

use ir::{ClauseKind, Space};
use syntax::pvl::ast::{Clause, Expr, File, Member, Stmt};

pub use walk::walk;

/// What stands at a spot.
pub enum Spot<'a> {
    /// An expression, before its parts.
    Expr(&'a mut Expr),
    /// The statements of a block.
    Stmts(&'a mut Vec<Stmt>),
    /// The clauses of a contract, or the invariants of a loop.
    Clauses(&'a mut Vec<Clause>),
    /// The members of a kernel.
    Members(&'a mut Vec<Member>),
}

/// What is put at a spot instead.
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

/// The part of a file that a spot belongs to, by what a change of it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Statements and array lengths.
    Code,
    /// A contract of a thread, group, kernel or function: what is claimed.
    Contract,
    /// Loop invariants, barrier contracts, asserts, measures: what helps to prove it.
    Hint,
    /// The body of a pure function.
    Definition,
}

impl Part {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Contract => "contract",
            Self::Hint => "hint",
            Self::Definition => "definition",
        }
    }
}

/// What an expression is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A subscript.
    Index,
    /// The amount of a permission.
    Amount,
    /// What decides between two branches, or the left of `==>`.
    Guard,
    /// What decides whether a loop goes on.
    LoopGuard,
    /// An assertion, or a part of one that is true or false.
    Assertion,
    /// The place that a permission is for.
    Place,
    /// Anything else.
    Value,
}

/// How the truth of an expression bears on its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    /// A stronger one makes a stronger clause.
    Positive,
    /// A stronger one makes a weaker clause.
    Negative,
    /// Neither is known.
    Neither,
}

impl Polarity {
    /// Under a negation.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
            Self::Neither => Self::Neither,
        }
    }
}

/// An array of the kernel that a spot belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// How many dimensions it has.
    pub dims: usize,
    /// Where it lives.
    pub space: Space,
    /// Whether the kernel's code writes it.
    pub written: bool,
}

/// What is known about a spot.
#[derive(Clone, Debug)]
pub struct Context {
    /// The part of the file.
    pub part: Part,
    /// In a clause: its kind.
    pub clause: Option<ClauseKind>,
    /// What an expression is there for.
    pub usage: Use,
    /// How its truth bears on the clause.
    pub polarity: Polarity,
    /// Whether it stands inside `\old`.
    pub in_old: bool,
    /// The kernel's arrays.
    pub arrays: Vec<Array>,
}

/// A copy of the file with `edit` at spot `number`; the file itself if the edit does not fit there.
pub fn edited(file: &File, number: usize, edit: &Edit) -> File {
    let mut copy = file.clone();
    let mut at = 0;
    walk(&mut copy, &mut |spot, _| {
        if at == number {
            match (spot, edit) {
                (Spot::Expr(old), Edit::Expr(new)) => old.clone_from(new),
                (Spot::Stmts(old), Edit::Stmts(new)) => old.clone_from(new),
                (Spot::Clauses(old), Edit::Clauses(new)) => old.clone_from(new),
                (Spot::Members(old), Edit::Members(new)) => old.clone_from(new),
                (Spot::Expr(_) | Spot::Stmts(_) | Spot::Clauses(_) | Spot::Members(_), _) => {}
            }
        }
        at += 1;
    });
    copy
}

/// The parts of an expression, as written.
pub fn parts(e: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    e.parts(&mut |part| out.push(part));
    out
}
