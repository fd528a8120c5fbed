//! Exits and labels: resolves where `break`, `continue` and `return` lead, and which labels `\old[…]` may name.
//!
//! In: exits and labels as written. Out: exits from scopes ([`ir::build`] makes these).

use super::env::{Env, ExprContext};
use super::names::{duplicate, ident};
use crate::pvl::ast;
use ir::build::{At, LoopLabels};
use ir::diagnostic::Diagnostic;
use ir::{Expr, ExprKind, LabelId, Span, Stmt, StmtKind};

impl Env<'_> {
    /// Runs `inside` as the body of a loop. Returns its result, and the labels of the loop that exits lead to.
    pub fn looped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, LoopLabels) {
        self.exits.loops.push(LoopLabels::default());
        let out = inside(self);
        (out, self.exits.loops.pop().unwrap_or_default())
    }

    /// Checks `break;`, `continue;` and `return e;`.
    pub fn exit(&mut self, exit: &ast::Exit, span: Span, out: &mut Vec<Stmt>) {
        let word = match exit {
            ast::Exit::Break => "break",
            ast::Exit::Continue => "continue",
            ast::Exit::Return(value) => {
                self.store_result(value.as_ref(), span, out);
                "return"
            }
        };
        if !self.stays_in_par(exit, span) || !self.stays_in_share(exit, span) {
            return;
        }
        let loops = &self.exits.loops;
        let known = match exit {
            ast::Exit::Break => loops.last().map(|l| l.behind),
            ast::Exit::Continue => loops.last().map(|l| l.again),
            ast::Exit::Return(_) => Some(self.exits.end),
        };
        let Some(known) = known else {
            self.diagnostics.push(
                Diagnostic::new("type.stray-exit", span, format!("`{word}` is not inside a loop"))
                    .label("no loop around it")
                    .help(
                        "`break` leaves the loop around it, and `continue` goes on with the next iteration; `return` \
                        ends the thread or the procedure",
                    ),
            );
            return;
        };
        let id = match known {
            Some(id) => id,
            None => self.exits.label(At::new(span).name(word)),
        };
        match (exit, self.exits.loops.last_mut()) {
            (ast::Exit::Break, Some(around)) => around.behind = Some(id),
            (ast::Exit::Continue, Some(around)) => around.again = Some(id),
            (ast::Exit::Return(_) | ast::Exit::Break | ast::Exit::Continue, _) => self.exits.end = Some(id),
        }
        out.push(At::new(span).exit(id));
    }

    /// Stores the value of a `return` in the variable for the result.
    fn store_result(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        let wrong = |message: &str, label: &str, help: &str| {
            Diagnostic::new("type.return", span, message).label(label).help(help)
        };
        match (self.exits.result, value) {
            (Some((var, ty)), Some(value)) => self.assign_to(var, ty, value, span, out),
            (None, None) => {}
            (None, Some(value)) => {
                let _ = self.expr(value, None);
                self.diagnostics.push(wrong(
                    "this `return` gives a value, but there is no result here",
                    "gives a value",
                    "write `return;`, or name the type of the result in front of the procedure: `int f() { … }`; a \
                    kernel's `main` has no result: store the value in an array",
                ));
            }
            (Some(_), None) => self.diagnostics.push(wrong(
                "this `return` gives no value, but the procedure has a result",
                "without a value",
                "write `return e;`",
            )),
        }
    }

    /// Checks `label L;`.
    pub fn mark(&mut self, name: &ast::Name) -> StmtKind {
        if let Some((_, _, first)) = self.exits.mark(&name.text) {
            self.diagnostics.push(duplicate(name, first));
        }
        let id = self.exits.label(ident(name));
        self.exits.marks.push((id, self.vars.len()));
        StmtKind::Mark(id)
    }

    /// The label that `\old[L]` names.
    pub fn moment(&mut self, name: &ast::Name) -> Option<LabelId> {
        if let Some((id, ..)) = self.exits.mark(&name.text) {
            return Some(id);
        }
        let help = match self.context {
            ExprContext::Thread | ExprContext::Group | ExprContext::Kernel => {
                "a contract knows no labels of the code: write `\\old(e)` for the value of `e` at the start, or \
                `assert` in the code what holds since the label"
                    .to_owned()
            }
            ExprContext::Code
            | ExprContext::Assertion
            | ExprContext::Length
            | ExprContext::Requires
            | ExprContext::Ensures
            | ExprContext::Body => format!(
                "write `label {};` before this, in the same block or in one around it, so that every path to this \
                place passes it",
                name.text
            ),
        };
        self.diagnostics.push(
            Diagnostic::new("resolve.unknown-label", name.at.0, format!("there is no label `{}` here", name.text))
                .label("unknown moment")
                .help(help),
        );
        None
    }

    /// Reports the variables of `inner`, the expression in `\old[L](…)`, that are declared behind the label: they had
    /// no value there.
    pub fn no_later_variables(&mut self, label: &ast::Name, inner: &Expr) -> bool {
        let Some((_, declared, mark)) = self.exits.mark(&label.text) else { return true };
        let mut later = Vec::new();
        inner.each(&mut |part| {
            if let ExprKind::Var(var) = part.kind {
                // Variables that quantifiers bind have values at all moments, and iterators never change.
                if var.0 as usize >= declared && !self.bound.contains(&var) && !self.is_iterator(var) {
                    later.push((var, part.node.span));
                }
            }
        });
        for (var, span) in &later {
            let name = self.vars.get(var.0 as usize).map_or("", |decl| &decl.name.name);
            self.diagnostics.push(
                Diagnostic::new(
                    "resolve.later-name",
                    *span,
                    format!("`{name}` is declared behind the label `{}` and had no value there", label.text),
                )
                .label("no value at that moment")
                .related(mark, "the moment")
                .help(format!(
                    "write `label {};` behind the declaration, or write `{name}` outside of `\\old[{}](…)` to mention \
                    its current value",
                    label.text, label.text
                )),
            );
        }
        later.is_empty()
    }

    /// Reports a statement that no path reaches.
    pub fn never_run(&mut self, stmt: &ast::Stmt, before: Option<&Stmt>) {
        let error = Diagnostic::new("type.never-run", stmt.at.0, "no path leads to this statement")
            .label("can never run")
            .help(
                "every path to it has an exit such as `return` or `break`: leave the statement out, or put the exit \
                under a condition",
            );
        let error = match before {
            Some(exit) => error.related(exit.node.span, "control never goes on from here to the next statement"),
            None => error,
        };
        self.diagnostics.push(error);
    }
}
