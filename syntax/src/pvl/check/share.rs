//! Checks shared invariants, and the atomic steps that open them.
//!
//! In: `invariant inv(e) { … }` and `atomic(inv, …)` as written. Out: their typed forms, with the guarantees of
//! [`ir::StmtKind::Share`].

use super::around::Sharing;
use super::env::{Env, ExprContext};
use super::host::HostCode;
use super::names::{duplicate, ident};
use crate::pvl::ast;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ClauseKind, LabelId, Span, StmtKind};

const CODE: &str = "type.shared-invariant";

impl Env<'_> {
    /// Checks `invariant inv(e) { … }`, with its head at `span`.
    pub fn share(
        &mut self,
        name: &ast::Name,
        invariant: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Option<StmtKind> {
        let here = self.is_host_code(HostCode::Share, span);
        if let Some(first) = self.shared.iter().find(|s| s.name.text == name.text).map(|s| s.name.at.0) {
            self.diagnostics.push(duplicate(name, first));
        }
        let invariant = self.at(ExprContext::Assertion, |env| env.assertion(invariant));
        let label = self.exits.label(ident(name));
        let loops = std::mem::take(&mut self.exits.loops);
        self.shared.push(Sharing { name: name.clone(), label, head: span });
        let body = self.block(body);
        let _ = self.shared.pop();
        self.exits.loops = loops;
        let invariant = invariant?;
        let clause = At::new(invariant.node.span).clause(ClauseKind::Invariant, invariant);
        here.then_some(StmtKind::Share { label, invariant: vec![clause], body })
    }

    /// The invariants that an atomic step opens.
    pub fn opened(&mut self, names: &[ast::Name]) -> Vec<LabelId> {
        let mut out: Vec<LabelId> = Vec::new();
        for name in names {
            let found = self.shared.iter().find(|s| s.name.text == name.text).map(|s| s.label);
            let error = |message: String| Diagnostic::new(CODE, name.at.0, message);
            match found {
                Some(label) if out.contains(&label) => self.diagnostics.push(
                    error(format!("`{}` is opened twice by one step", name.text))
                        .label("the second time")
                        .help("a step opens each invariant once: its permissions exist once"),
                ),
                Some(label) => out.push(label),
                None => self.diagnostics.push(
                    error(format!("no invariant `{}` is shared here", name.text)).label("unknown invariant").help(
                        format!(
                            "write `invariant {}(…) {{ … }}` around the parallel block, with what the steps need",
                            name.text
                        ),
                    ),
                ),
            }
        }
        out
    }

    /// Reports an exit that would leave the block of a shared invariant; `false` if it would.
    pub fn stays_in_share(&mut self, exit: &ast::Exit, span: Span) -> bool {
        let Some(around) = self.shared.last() else { return true };
        let word = match exit {
            ast::Exit::Break | ast::Exit::Continue if !self.exits.loops.is_empty() => return true,
            ast::Exit::Break => "break",
            ast::Exit::Continue => "continue",
            ast::Exit::Return(_) => "return",
        };
        self.diagnostics.push(
            Diagnostic::new(CODE, span, format!("this `{word}` would leave the block of `{}`", around.name.text))
                .label("leaves the block")
                .related(around.head, "the shared invariant")
                .help(format!("keep the decision in a variable, and `{word}` behind the block")),
        );
        false
    }
}
