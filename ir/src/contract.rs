//! Contracts: clauses, and the moments at which each of them holds.

use crate::{BinaryOp, Expr, ExprKind, Node};

/// A contract: its clauses in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl Contract {
    /// The clauses of the precondition: `requires` and `context`.
    pub fn pre(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|c| matches!(c.kind, ClauseKind::Requires | ClauseKind::Context))
    }

    /// The clause of a method that its first parameter, the object, is not `null`. It is the first one, and no person
    /// wrote it.
    pub fn receiver(&self) -> Option<&Clause> {
        let first = self.clauses.first()?;
        let exists =
            matches!(&first.expr.kind, ExprKind::Binary(BinaryOp::Ne, _, b) if matches!(b.kind, ExprKind::Null));
        (first.kind == ClauseKind::Requires && first.by == By::Generated && exists).then_some(first)
    }

    /// The clauses of the postcondition: `ensures` and `context`.
    pub fn post(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|c| matches!(c.kind, ClauseKind::Ensures | ClauseKind::Context))
    }
}

/// The moments at which a clause holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// Before the code that the contract is about: `requires`.
    Requires,
    /// After the code: `ensures`.
    Ensures,
    /// Before and after the code: `context`.
    Context,
    /// Each time that control comes to the head of a loop: `loop_invariant`.
    Invariant,
    /// `decreases`: an integer of the measure of a loop, and no condition. `decreases a, b;` is two clauses.
    Decreases,
}

/// The author of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum By {
    /// A person.
    #[default]
    Written,
    /// A person, in an option of the command line.
    CommandLine,
    /// Sepal: the clause is part of the meaning of something that a person wrote.
    Generated,
    /// Inference: the clause is a guess that is not proved yet.
    Candidate,
    /// Inference: the clause is a guess that is proved.
    Inferred,
}

/// The invariants among the clauses of a loop.
pub fn invariants(of_loop: &[Clause]) -> impl Iterator<Item = &Clause> {
    of_loop.iter().filter(|clause| clause.kind != ClauseKind::Decreases)
}

/// The measure among the clauses of a loop: integers that are compared from the first on; empty if the loop has none.
pub fn measure(of_loop: &[Clause]) -> Vec<&Expr> {
    of_loop.iter().filter(|clause| clause.kind == ClauseKind::Decreases).map(|clause| &clause.expr).collect()
}

/// One clause of a contract or a loop.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The moments at which the clause holds.
    pub kind: ClauseKind,
    /// The condition or permission that the clause states, of type `Bool` or `Resource`; the measure of a loop,
    /// of type `Int`.
    pub expr: Expr,
    /// The author of the clause.
    pub by: By,
    /// The identity of the clause, and its place in the source, keyword included.
    pub node: Node,
}
