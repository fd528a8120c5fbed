//! Parses loops with a contract of their iterations: `requires P; ensures Q; for (int i = lo; i < hi; i++) { … }`.
//!
//! The contract says that each iteration needs `P` and gives `Q`, whatever the others do. So the iterations may run in
//! any order or at the same time, as those of `par (int i = lo .. hi) requires P; ensures Q; { … }`.
//!
//! In: the clauses, the head and the body of a loop. Out: the parallel block, or a diagnostic.
//!
//! Source: S. Blom, S. Darabi, M. Huisman, "Verification of loop parallelisations", FASE 2015: iteration contracts.

use super::clauses::Read;
use super::{Parser, Range};
use crate::pvl::ast::{Block, Clause, Expr, ExprKind, Name, Par, Stmt, StmtKind, TypeName};
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, ClauseKind, Span};

/// The three parts between the parentheses of a `for`.
pub(super) type Head = (Option<Box<Stmt>>, Expr, Option<Box<Stmt>>);

impl Parser<'_> {
    /// Whether clauses start here that are the contract of the iterations of a `for` loop.
    pub(super) fn has_iteration_contract(&self, range: Range) -> bool {
        let behind = self.behind_clauses(range);
        !self.in_kernel && behind < range.to && self.text(behind) == "for"
    }

    /// Takes the contract of the iterations out of the clauses of a loop. There is none outside of host code, where
    /// such clauses are reported like others that are no invariants.
    pub(super) fn iteration_contract(&mut self, read: Vec<Read>, word: &str) -> (Vec<Clause>, Vec<Read>) {
        if word != "for" || self.in_kernel {
            return (Vec::new(), read);
        }
        let of_iteration = |read: &Read| match read {
            Read::Clause(clause) => clause.kind != ClauseKind::Invariant,
            Read::Decreases(_) | Read::Ghost(_) => false,
        };
        let (contract, others) = read.into_iter().partition(of_iteration);
        (self.contract(contract, "the contract of the iterations of a loop"), others)
    }

    /// The parallel block that a loop with a contract of its iterations is. `invariants` should be none.
    pub(super) fn iterations(
        &mut self,
        head: Head,
        contract: Vec<Clause>,
        invariants: &[Clause],
        body: Block,
        span: Span,
    ) -> Option<StmtKind> {
        if let Some(first) = invariants.first() {
            let message = "a loop has invariants, or a contract of its iterations, and not both";
            self.diagnostics.push(
                Diagnostic::new("parse.stray-clause", first.at.0, message)
                    .label("an invariant")
                    .related(contract.first().map_or(span, |clause| clause.at.0), "the contract of the iterations")
                    .help(
                        "leave the invariant out: the contract says what each iteration needs and gives; or write \
                        invariants alone",
                    ),
            );
            return None;
        }
        let Some((ty, name, lo, hi, end)) = counted(head) else {
            let message = "the iterations of a loop with a contract are counted by its head";
            self.diagnostics.push(Diagnostic::new("parse.stray-clause", span, message).label("another head").help(
                "write `for (int i = lo; i < hi; i++)`; or write `loop_invariant …;` instead of the contract, \
                    which holds each time before the guard is evaluated",
            ));
            return None;
        };
        let iterators = vec![(ty, name, Some((lo, hi)))];
        Some(StmtKind::Par(Par { name: None, looped: Some(end), iterators, contract, body }))
    }
}

/// The variable of `for (int i = lo; i < hi; i++)`, its first value, its bound, and the comparison with the bound.
fn counted((init, guard, update): Head) -> Option<(TypeName, Name, Expr, Expr, BinaryOp)> {
    let StmtKind::Declare(ty, mut declared) = init?.kind else { return None };
    let (name, lo) = declared.pop().filter(|_| declared.is_empty())?;
    let is_counter = |e: &Expr| matches!(&e.kind, ExprKind::Name(found) if *found == name.text);
    let one = |e: &Expr| matches!(&e.kind, ExprKind::Int(n) if *n == IBig::ONE);
    let StmtKind::Assign(target, next) = update?.kind else { return None };
    let ExprKind::Binary(BinaryOp::Add, _, counter, step) = &next.kind else { return None };
    if target.name.text != name.text || !target.index.is_empty() || !is_counter(counter) || !one(step) {
        return None;
    }
    let ExprKind::Binary(end @ (BinaryOp::Lt | BinaryOp::Le), _, counter, hi) = guard.kind else { return None };
    is_counter(&counter).then_some((ty, name, lo?, *hi, end))
}
