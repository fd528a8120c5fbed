//! Prints clauses and measures.
//!
//! In: a clause or a measure. Out: its text.

use super::expr::expr;
use crate::pvl::ast::{Clause, Measure};
use ir::ClauseKind;

/// The text of a measure.
pub fn measure_text(measure: &Measure) -> String {
    let exprs: Vec<String> = measure.exprs.iter().map(expr).collect();
    format!("decreases {};", exprs.join(", "))
}

/// The text of a clause with its keyword.
pub fn clause_text(clause: &Clause) -> String {
    let word = match clause.kind {
        ClauseKind::Requires => "requires",
        ClauseKind::Ensures => "ensures",
        ClauseKind::Context if clause.everywhere => "context_everywhere",
        ClauseKind::Context => "context",
        ClauseKind::Invariant => "loop_invariant",
        ClauseKind::Decreases => "decreases",
    };
    let exprs: Vec<String> = std::iter::once(&clause.expr).chain(&clause.more).map(expr).collect();
    format!("{word} {};", exprs.join(", "))
}
