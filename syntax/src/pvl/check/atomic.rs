//! Checks the body of an `atomic`, which a thread executes in one indivisible step.
//!
//! In: the block of an `atomic`. Out: a diagnostic for each statement that cannot be part of one indivisible step.

use crate::pvl::ast::{Block, Name, StmtKind};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// Diagnostics for the statements that cannot be part of the `atomic` with its head at `head`. `is_host`
/// says whether a call of this name is host code: a copy between arrays, or one about streams.
pub fn misplaced(body: &Block, head: Span, is_host: &dyn Fn(&Name) -> bool) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    check_block(body, head, is_host, &mut out);
    out
}

/// Adds the diagnostics for a block inside of an `atomic`.
fn check_block(block: &Block, head: Span, is_host: &dyn Fn(&Name) -> bool, out: &mut Vec<Diagnostic>) {
    for stmt in &block.stmts {
        let (what, help) = match &stmt.kind {
            StmtKind::Declare(..) | StmtKind::DeclareArray(..) => continue,
            StmtKind::Assign(..) | StmtKind::Store(..) => continue,
            // Host code is reported where it stands.
            StmtKind::DeclareDevice(..) | StmtKind::Launch { .. } => continue,
            StmtKind::CopyIn(..) | StmtKind::Streams(_) | StmtKind::Event(..) => continue,
            StmtKind::Call(name, _) if is_host(name) => continue,
            StmtKind::Call(..) | StmtKind::Invoke(_) | StmtKind::Given { .. } => {
                ("a call of a procedure", "write its statements into the `atomic` instead of the call")
            }
            StmtKind::Exit(_) => {
                ("an exit", "keep the decision in a variable, and exit behind the `atomic`: `if (done) break;`")
            }
            StmtKind::Label(_) => ("a label", "put the label in front of the `atomic` or behind it"),
            StmtKind::If(_, then, other) => {
                check_block(then, head, is_host, out);
                other.iter().for_each(|other| check_block(other, head, is_host, out));
                continue;
            }
            StmtKind::Block(inner) => {
                check_block(inner, head, is_host, out);
                continue;
            }
            StmtKind::Barrier { .. } => (
                "a barrier",
                "no other thread runs during an `atomic`, so no other thread could reach the barrier: put it behind",
            ),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                ("a loop", "an `atomic` is a single step of a few accesses: put the loop around it")
            }
            // Host code is reported where it stands.
            StmtKind::Par(_) | StmtKind::Parallel(_) | StmtKind::Share { .. } => continue,
            StmtKind::Atomic { .. } => {
                ("another `atomic`", "leave the inner one out: the whole outer one is a single step already")
            }
            StmtKind::Fence(_) => ("a fence", "put the fence in front of the `atomic` or behind it"),
            StmtKind::Assert(_) => {
                ("an `assert`", "keep what was read in a variable, and `assert` it behind the `atomic`")
            }
            StmtKind::Ghost { .. } => ("ghost code", "write it in front of the `atomic` or behind it"),
            StmtKind::Fold { .. } => (
                "a `fold` or an `unfold`",
                "leave it out: a resource and its body are the same, so nothing needs to be folded",
            ),
            StmtKind::Inhale(_) | StmtKind::Exhale(_) => {
                ("an `inhale` or an `exhale`", "put it in front of the `atomic` or behind it")
            }
            StmtKind::Sync(..) | StmtKind::Synchronized(..) => (
                "a statement about a lock or a thread",
                "put it in front of the `atomic` or behind it: no other thread runs during an `atomic`, so nobody \
                could unlock",
            ),
            StmtKind::Send(_) | StmtKind::Receive(..) => {
                ("a `send` or a `recv`", "put it in front of the `atomic` or behind it")
            }
            StmtKind::Refute(_) => ("a `refute`", "put it behind the `atomic`"),
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
