//! Checks measures: `decreases a, b;`
//!
//! In: the measures of a function, a procedure or a loop. Out: the typed measure. A second one is reported.

use super::env::{Env, ExprContext};
use crate::pvl::ast;
use crate::pvl::parse::advice::MEASURE;
use ir::diagnostic::Diagnostic;
use ir::Type;

/// Checks the measure of a function or a procedure.
pub fn measure(env: &mut Env<'_>, name: &ast::Name, decreases: &[ast::Measure], context: ExprContext) -> Vec<ir::Expr> {
    if let Some(second) = decreases.get(1) {
        second_measure(env, &format!("`{}`", name.text), second.first());
    }
    let first = decreases.first().into_iter().flat_map(|measure| &measure.exprs);
    first.filter_map(|expr| measure_of(env, expr, context)).collect()
}

/// Reports that `what` has a second measure at a place.
pub fn second_measure(env: &mut Env<'_>, what: &str, at: ir::Span) {
    env.diagnostics.push(
        Diagnostic::new("resolve.second-measure", at, format!("{what} has two measures"))
            .label("the second")
            .help("write one `decreases` clause; with `decreases a, b;`, `b` decreases where `a` stays the same"),
    );
}

/// Checks one expression of a measure.
pub fn measure_of(env: &mut Env<'_>, expr: &ast::Expr, context: ExprContext) -> Option<ir::Expr> {
    let typed = env.at(context, |env| env.scoped(|env| env.expr(expr, Some(Type::Int))))?;
    if typed.ty == Type::Bool {
        let error = Diagnostic::new("type.mismatch", typed.node.span, "this measure is a condition")
            .label("this is of type `bool`")
            .help(MEASURE);
        env.diagnostics.push(error);
        return None;
    }
    env.coerce(typed, Type::Int)
}
