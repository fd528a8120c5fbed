//! Checks `(\let T x = e; body)`, which is `body` with `e` in place of `x`.
//!
//! No name can mean something else by that: `e` is resolved in front of `x`, and `x` is a variable that nothing else
//! has. `\old` in `body` would read `e` at an earlier moment; so `x` may stand in `\old` only if `e` has one value for
//! all moments. As `e` stands where `x` does, conditions around `x` are conditions around `e`.
//!
//! In: the definition as written. Out: the typed body, without the variable, or a diagnostic.

use super::env::Env;
use super::extent::{nesting, parts};
use crate::pvl::ast::{self, Name, TypeName};
use ir::diagnostic::Diagnostic;
use ir::{Expr, ExprKind, VarId};

/// The greatest number of expressions that one definition may become.
const MAX_SIZE: usize = 20_000;
/// How deeply expressions may nest, with the values in place of the variables.
const MAX_NESTING: usize = 300;

impl Env<'_> {
    /// Checks `(\let T x = e; body)`.
    #[inline(never)]
    pub fn definition(
        &mut self,
        (ty, name): (TypeName, &Name),
        value: &ast::Expr,
        body: &ast::Expr,
        hint: Option<ir::Type>,
    ) -> Option<Expr> {
        self.reference_type(ty);
        let ty = self.declared(ty);
        let ty = self.read_as(ty);
        let value = self.value(value, ty);
        let (var, body) = self.scoped(|env| {
            let var = env.declare(name, ty, true);
            (var, env.expr(body, hint))
        });
        let (value, mut body) = (value?, body?);
        self.reads_once(&body, var, &value, name)?;
        let (mut size, is_var) = (0, |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == var));
        let mut count = |e: &Expr| size += if is_var(e) { parts(&value) } else { 1 };
        body.each(&mut count);
        self.triggers.iter().flatten().flatten().for_each(|e| e.each(&mut count));
        if size > MAX_SIZE || nesting(&body) + nesting(&value) > MAX_NESTING {
            let message = format!("this becomes too long, with the value of `{}` in its place", name.text);
            self.diagnostics.push(
                Diagnostic::new("parse.too-long", name.at.0, message)
                    .label("too long")
                    .help("use fewer definitions inside of definitions, or declare a `pure` function"),
            );
            return None;
        }
        let put = |e: &mut Expr| {
            if is_var(e) {
                *e = value.clone();
            }
        };
        body.each_mut(&mut |e| put(e));
        self.triggers.iter_mut().flatten().flatten().for_each(|e| e.each_mut(&mut |e| put(e)));
        Some(body)
    }

    /// Checks that each use of the variable is about the moment that its value is about.
    fn reads_once(&mut self, body: &Expr, var: VarId, value: &Expr, name: &Name) -> Option<()> {
        let mut wrong = None;
        if !self.is_timeless(value) {
            body.each(&mut |e| {
                let ExprKind::At(_, inner) = &e.kind else { return };
                inner.each(&mut |part| {
                    if matches!(part.kind, ExprKind::Var(v) if v == var) {
                        wrong = wrong.or(Some(part.node.span));
                    }
                });
            });
        }
        let Some(span) = wrong else { return Some(()) };
        let message = format!("`{}` is a value of this moment, and `\\old` asks for another moment", name.text);
        self.diagnostics.push(
            Diagnostic::new("resolve.old-outside", span, message)
                .label("defined outside of `\\old`")
                .related(name.at.0, "defined here")
                .help("define another value with `\\old` in it, as in `(\\let int x = \\old(e); …)`, and use that"),
        );
        None
    }

    /// Whether an expression has the same value at all moments: it mentions only literals and bound variables.
    fn is_timeless(&self, value: &Expr) -> bool {
        !value.any(&|e| match &e.kind {
            ExprKind::Var(v) => !self.bound.contains(v),
            ExprKind::Read(_) | ExprKind::Call(..) | ExprKind::Result | ExprKind::Perm(..) | ExprKind::PointsTo(..) => {
                true
            }
            _ => false,
        })
    }
}
