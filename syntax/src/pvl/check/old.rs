//! Checks `\old(e)` and `\old[L](e)`, the value of an expression at an earlier moment.
//!
//! In: an expression as written, and its label if there is one. Out: the typed expression, or a diagnostic.

use super::env::{Env, ExprContext};
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, Expr, ExprKind, Heap, Moment, Span, Type};

impl Env<'_> {
    /// Checks `\old(e)` and `\old[L](e)`.
    #[inline(never)]
    pub(super) fn old(
        &mut self,
        label: Option<&ast::Name>,
        inner: &ast::Expr,
        hint: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        if self.in_resource {
            self.old_in_resource(span);
            return None;
        }
        let allowed = match self.context {
            ExprContext::Assertion | ExprContext::Thread | ExprContext::Group | ExprContext::Kernel => true,
            ExprContext::Code
            | ExprContext::Length
            | ExprContext::Requires
            | ExprContext::Ensures
            | ExprContext::Body => false,
        };
        if !allowed {
            let help = match (label, self.context) {
                (Some(label), ExprContext::Code) => format!(
                    "code cannot read earlier values, and specifications can: keep the value in a variable where \
                    `label {}` stands, and write the variable here",
                    label.text
                ),
                (None, ExprContext::Code) => "code cannot read earlier values, and specifications can: keep the value \
                    in a variable at the start of the code, and write the variable here"
                    .to_owned(),
                (
                    _,
                    ExprContext::Assertion
                    | ExprContext::Thread
                    | ExprContext::Group
                    | ExprContext::Kernel
                    | ExprContext::Length
                    | ExprContext::Requires
                    | ExprContext::Ensures
                    | ExprContext::Body,
                ) => "`\\old` may be used in `ensures` of kernels and procedures, in contracts of barriers, in \
                    invariants and in `assert`, where it gives an earlier value"
                    .to_owned(),
            };
            self.diagnostics.push(
                Diagnostic::new("resolve.old-outside", span, "`\\old` has no meaning here")
                    .label("no meaning here")
                    .help(help),
            );
            return None;
        }
        if let Some(help) = self.precondition() {
            self.diagnostics.push(
                Diagnostic::new("resolve.old-outside", span, "`\\old` has no meaning in a precondition")
                    .label("there is no earlier state")
                    .help(help),
            );
            return None;
        }
        let moment = label.map_or(Some(Moment::Start), |label| self.moment(label).map(Moment::Label));
        let inner =
            if label.is_none() { self.before_results(|env| env.expr(inner, hint))? } else { self.expr(inner, hint)? };
        if inner.ty == Type::Resource {
            self.misplaced_resource(inner.node.span);
            return None;
        }
        if label.is_some_and(|label| !self.no_later_variables(label, &inner)) {
            return None;
        }
        let is_private = |e: &Expr| matches!(&e.kind, ExprKind::Read(place) if matches!(place.heap, Heap::Private(_)));
        if label.is_none() && inner.any(&is_private) {
            self.diagnostics.push(
                Diagnostic::new("resolve.old-outside", span, "`\\old` of a private array has no meaning")
                    .label("the array did not exist at the start")
                    .help("put `label L;` where the array has the values that you mean, and write `\\old[L](…)`"),
            );
            return None;
        }
        let ty = inner.ty;
        Some(At::new(span).expr(ExprKind::At(moment?, Box::new(inner)), ty))
    }

    /// Advice about `\old`, if the current expression belongs to a precondition of a kernel or a procedure. A
    /// precondition is about the very state that `\old` stands for.
    fn precondition(&self) -> Option<&'static str> {
        let at_start = match self.context {
            ExprContext::Thread | ExprContext::Group | ExprContext::Kernel => true,
            ExprContext::Assertion
            | ExprContext::Code
            | ExprContext::Length
            | ExprContext::Requires
            | ExprContext::Ensures
            | ExprContext::Body => false,
        };
        match self.clause.filter(|_| at_start)? {
            ClauseKind::Requires => {
                Some("write `e` for `\\old(e)`: a precondition is about the state that `\\old` stands for")
            }
            ClauseKind::Context => {
                Some("`context` is a precondition and a postcondition: state in an `ensures` what is about both states")
            }
            ClauseKind::Ensures | ClauseKind::Invariant | ClauseKind::Decreases => None,
        }
    }
}
