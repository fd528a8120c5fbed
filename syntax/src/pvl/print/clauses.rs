//! Prints clauses and measures.
//!
//! In: a clause or a measure. Out: its text.

use super::expr::expr;
use super::types::parameters;
use crate::pvl::ast::{Clause, Expr, GhostClause, Level, Measure, Name};
use ir::ClauseKind;

/// The text of `given` or `yields` in a contract.
pub fn ghosts_text(clause: &GhostClause) -> String {
    format!("{} {};", if clause.yields { "yields" } else { "given" }, parameters(&clause.names))
}

/// The text of the ghost arguments behind a call, with the blank in front of it.
pub fn ghost_arguments(given: &[(Name, Expr)], yields: &[(Name, Name)]) -> String {
    let list = |word: &str, parts: Vec<String>| {
        if parts.is_empty() {
            String::new()
        } else {
            format!(" {word} {{{}}}", parts.join(", "))
        }
    };
    let given = given.iter().map(|(name, value)| format!("{} = {}", name.text, expr(value))).collect();
    let yields = yields.iter().map(|(target, name)| format!("{} = {}", target.text, name.text)).collect();
    list("given", given) + &list("yields", yields)
}

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

/// `, stream = s`
pub fn in_stream(stream: Option<&Name>) -> String {
    stream.map_or_else(String::new, |stream| format!(", stream = {}", stream.text))
}

/// The word in front of a clause or an invariant of this level.
pub fn level_word(level: Level) -> &'static str {
    match level {
        Level::Kernel => "kernel",
        Level::Group => "group",
    }
}
