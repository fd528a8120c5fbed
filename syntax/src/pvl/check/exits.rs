//! Exits and labels: resolves where `break`, `continue` and `return` lead, and which labels `\old[…]` may name.
//!
//! In: exits and labels as written. Out: exits from scopes. A scope is made only if an exit leaves it. An exit at the
//! end of what it leaves is dropped, since control goes to the same place without it.

use super::env::Env;
use super::labels::Loop;
use super::names::{duplicate, ident};
use crate::pvl::ast;
use ir::diagnostic::Diagnostic;
use ir::{Block, Expr, ExprKind, Ident, Inside, LabelId, Labelled, Span, Stmt, StmtKind};

impl Env<'_> {
    /// Runs `inside` as the body of a loop. Returns its result, and the labels of the loop that exits lead to.
    pub fn looped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Loop) {
        self.exits.loops.push(Loop::default());
        let out = inside(self);
        (out, self.exits.loops.pop().unwrap_or_default())
    }

    /// Checks `break;`, `continue;` and `return e;`.
    pub fn exit(&mut self, exit: &ast::Exit, span: Span, out: &mut Vec<Stmt>) {
        let word = match exit {
            ast::Exit::Break => "break",
            ast::Exit::Continue => "continue",
            ast::Exit::Return(value) => {
                self.give(value.as_ref(), span, out);
                "return"
            }
        };
        let loops = &self.exits.loops;
        let known = match exit {
            ast::Exit::Break => loops.last().map(|l| l.behind),
            ast::Exit::Continue => loops.last().map(|l| l.again),
            ast::Exit::Return(_) => Some(self.exits.end),
        };
        let Some(known) = known else {
            self.diagnostics.push(
                Diagnostic::new("type.stray-exit", span, format!("`{word}` stands in no loop"))
                    .label("leads nowhere")
                    .help(
                        "`break` leaves the loop around it, and `continue` goes on with its next round; `return` \
                        ends the thread or the procedure",
                    ),
            );
            return;
        };
        let id = match known {
            Some(id) => id,
            None => self.exits.label(Ident { name: word.into(), node: span.into() }),
        };
        match (exit, self.exits.loops.last_mut()) {
            (ast::Exit::Break, Some(around)) => around.behind = Some(id),
            (ast::Exit::Continue, Some(around)) => around.again = Some(id),
            (ast::Exit::Return(_) | ast::Exit::Break | ast::Exit::Continue, _) => self.exits.end = Some(id),
        }
        out.push(Stmt { kind: StmtKind::Exit(id), node: span.into() });
    }

    /// Stores the value of a `return` in the variable for the result.
    fn give(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        let wrong = |message: &str, label: &str, help: &str| {
            Diagnostic::new("type.return", span, message).label(label).help(help)
        };
        match (self.exits.result, value) {
            (Some((var, ty)), Some(value)) => self.assign_to(var, ty, value, span, out),
            (None, None) => {}
            (None, Some(value)) => {
                let _ = self.expr(value, None);
                self.diagnostics.push(wrong(
                    "there is no result here to which `return` could give a value",
                    "gives a value",
                    "write `return;`, or name the type of the result in front of the procedure: `int f() { … }`; a \
                    kernel's `main` has no result: store the value in an array",
                ));
            }
            (Some(_), None) => self.diagnostics.push(wrong(
                "this `return` gives no value, and the procedure has a result",
                "without a value",
                "write `return e;`",
            )),
        }
    }

    /// Checks `label L;`.
    pub fn mark(&mut self, name: &ast::Name) -> StmtKind {
        if let Some((_, first)) = self.exits.mark(&name.text) {
            self.diagnostics.push(duplicate(name, first));
        }
        let id = self.exits.label(ident(name));
        self.exits.marks.push(id);
        StmtKind::Mark(id)
    }

    /// The label that `\old[L]` names.
    pub fn moment(&mut self, name: &ast::Name) -> Option<LabelId> {
        if let Some((id, _)) = self.exits.mark(&name.text) {
            return Some(id);
        }
        self.diagnostics.push(
            Diagnostic::new("resolve.unknown-label", name.at.0, format!("there is no label `{}` here", name.text))
                .label("unknown moment")
                .help(format!(
                    "write `label {};` in front, in this block or in one around it, so that control comes by on every \
                    way here",
                    name.text
                )),
        );
        None
    }

    /// Reports a statement that no path reaches.
    pub fn never_run(&mut self, stmt: &ast::Stmt, before: Option<&Stmt>) {
        let error =
            Diagnostic::new("type.never-run", stmt.at.0, "no way leads to this statement").label("can never run").help(
                "an exit such as `return` or `break` stands in front of it on every way: leave this out, or put the \
                exit under a condition",
            );
        let error = match before {
            Some(exit) => error.related(exit.node.span, "what stands here never goes on to the next statement"),
            None => error,
        };
        self.diagnostics.push(error);
    }
}

/// The block as a scope that ends at `label`, if an exit leads there.
pub fn scope(label: Option<LabelId>, mut block: Block, span: Span) -> Block {
    let Some(label) = label else { return block };
    drop_last(&mut block, label);
    if !leads_to(&block, label) {
        return block;
    }
    Block { stmts: vec![Stmt { kind: StmtKind::Scope(label, block), node: span.into() }] }
}

/// Removes exits to `label` that are the last statement of the block.
fn drop_last(block: &mut Block, label: LabelId) {
    while block.stmts.last().is_some_and(|last| matches!(last.kind, StmtKind::Exit(l) if l == label)) {
        let _ = block.stmts.pop();
    }
    let inside = block.stmts.last_mut().and_then(|last| last.outline_mut().inside);
    match inside {
        Some(Inside::Once(block)) => drop_last(block, label),
        Some(Inside::Branch(_, then, other)) => {
            drop_last(then, label);
            drop_last(other, label);
        }
        Some(Inside::Step(_) | Inside::Loop(..)) | None => {}
    }
}

fn leads_to(block: &Block, label: LabelId) -> bool {
    block.first(&|stmt| matches!(stmt.kind, StmtKind::Exit(l) if l == label)).is_some()
}

/// Whether some path leads through the statement to what follows it. Loops are assumed to end.
pub fn goes_on(stmt: &Stmt) -> bool {
    passes(stmt, &|_| true)
}

/// Whether control may reach the end of a procedure's code: like [`goes_on`], but only exits leave `while (true)`.
pub fn comes_to_end(block: &Block) -> bool {
    let ends = |guard: &Expr| !matches!(guard.kind, ExprKind::Bool(true));
    block.stmts.iter().all(|stmt| passes(stmt, &ends))
}

/// Whether some path leads through the statement to what follows it, where `ends` says whether a loop with a given
/// condition may end.
fn passes(stmt: &Stmt, ends: &dyn Fn(&Expr) -> bool) -> bool {
    let all = |block: &Block| block.stmts.iter().all(|stmt| passes(stmt, ends));
    let outline = stmt.outline();
    let behind = match outline.inside {
        Some(Inside::Branch(_, then, other)) => all(then) || all(other),
        Some(Inside::Once(inner)) => all(inner),
        Some(Inside::Loop(guard, _)) => ends(guard),
        Some(Inside::Step(_)) | None => true,
    };
    match outline.label {
        Some(Labelled::Exit(_)) => false,
        Some(Labelled::Scope(label)) => {
            behind || outline.inside.into_iter().flat_map(Inside::blocks).any(|inner| leads_to(inner, *label))
        }
        Some(Labelled::Moment(_)) | None => behind,
    }
}
