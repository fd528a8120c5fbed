//! Checks opaque functions, and `reveal f(e)`.
//!
//! ```text
//! opaque pure int f(int x) = e;      calls are known by the contract of `f`
//! reveal f(a)                        the value of `f(a)`; proofs may use that it is `e` with `a` in place of `x`
//! ```
//!
//! In: functions and expressions as written. Out: the typed expression, or a diagnostic.

use super::env::Env;
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{Expr, ExprKind, Span, Type};

const CODE: &str = "type.opaque";

impl Env<'_> {
    /// Checks `reveal f(e)`.
    #[inline(never)]
    pub fn reveal(&mut self, inner: &ast::Expr, hint: Option<Type>, span: Span) -> Option<Expr> {
        let typed = self.expr(inner, hint)?;
        if matches!(typed.kind, ExprKind::Call(..)) {
            let ty = typed.ty;
            return Some(At::new(span).expr(ExprKind::Reveal(Box::new(typed)), ty));
        }
        self.diagnostics.push(
            Diagnostic::new(CODE, inner.at.0, "`reveal` shows the body of a function, and this is no call of one")
                .label("no call of a `pure` function")
                .help("write `reveal` directly in front of a call: `reveal f(x)`, or `(reveal f(x)).length`"),
        );
        None
    }

    /// Reports `reveal (f(e))`, which has the form of a call.
    pub fn revealed_in_parentheses(&mut self, reveal: &ast::Name) {
        self.diagnostics.push(
            Diagnostic::new(CODE, reveal.at.0, "`reveal` stands directly in front of a call, without parentheses")
                .label("in front of a parenthesis")
                .help("write `reveal f(x)`, or `(reveal f(x))`"),
        );
    }

    /// Reports an opaque function that has no body to be hidden.
    pub fn opaque(&mut self, function: &ast::Function) {
        let Some(at) = function.opaque.filter(|_| function.body.is_none()) else { return };
        let message = format!("`{}` is opaque and has no body", function.name.text);
        self.diagnostics.push(
            Diagnostic::new(CODE, at.0, message)
                .label("there is no body to be hidden")
                .help("leave the word `opaque` out: of a function without a body only the contract is known"),
        );
    }
}
