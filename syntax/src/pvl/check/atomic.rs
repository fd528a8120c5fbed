//! Checks the body of an atomic, which one thread executes in one step.
//!
//! In: the block of an `atomic`. Out: a diagnostic for each statement that cannot be a part of one indivisible step.

use crate::pvl::ast::{Block, StmtKind};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// Diagnostics for the statements that cannot be part of the atomic with its head at `head`.
pub fn strangers(body: &Block, head: Span) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    look(body, head, &mut out);
    out
}

fn look(block: &Block, head: Span, out: &mut Vec<Diagnostic>) {
    for stmt in &block.stmts {
        let (what, help) = match &stmt.kind {
            StmtKind::Declare(..) | StmtKind::DeclareArray(..) => continue,
            StmtKind::Assign(..) => continue,
            StmtKind::Call(..) => (
                "a call of a procedure",
                "write what it does into the `atomic`: an atomic is a few accesses done as one",
            ),
            StmtKind::Exit(_) => {
                ("an exit", "keep the decision in a variable, and leave behind the `atomic`: `if (done) break;`")
            }
            StmtKind::Label(_) => ("a label", "put the label in front of the `atomic` or behind it"),
            StmtKind::If(_, then, other) => {
                look(then, head, out);
                other.iter().for_each(|other| look(other, head, out));
                continue;
            }
            StmtKind::Block(inner) => {
                look(inner, head, out);
                continue;
            }
            StmtKind::Barrier { .. } => (
                "a barrier",
                "nobody else moves while an atomic is done, so nobody could come to the barrier: put it behind",
            ),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => (
                "a loop",
                "an atomic is a few accesses done as one: put the loop around it, or the atomic into each iteration",
            ),
            StmtKind::Atomic { .. } => {
                ("another `atomic`", "leave the inner one out: all of the outer one is one step")
            }
            StmtKind::Assert(_) => {
                ("an `assert`", "keep what was read in a variable, and `assert` it behind the `atomic`")
            }
            StmtKind::Assume(_) => {
                ("an `assume`", "keep what was read in a variable, and `assume` it behind the `atomic`")
            }
        };
        out.push(
            Diagnostic::new("type.atomic-body", stmt.at.0, format!("an `atomic` cannot contain {what}"))
                .label("not part of one step")
                .related(head, "in this `atomic`")
                .help(help),
        );
    }
}
