//! Checks ghost code: the program does the same without it. These are all laws.
//!
//! 1. *The program reads no ghosts.* A ghost variable is mentioned in specifications and in ghost code only. So no
//!    value, guard, index, argument, size, bound or result of the program depends on one ([`Env::ghost_value`]).
//! 2. *Ghost code writes only ghosts.* It assigns variables that ghost code has declared, and ghost results. It writes
//!    no memory and no variable of the program ([`Env::ghost_target`]).
//! 3. *Ghost code does nothing else.* It declares variables without memory of their own, assigns, branches, loops,
//!    asserts, and calls silent procedures ([`super::silent`]). It launches, copies, creates, waits for and leaves
//!    nothing, and marks no moment ([`misplaced`]).
//! 4. *Ghost code ends.* Each of its loops has a measure ([`misplaced`]), which is proved to decrease, and so have the
//!    procedures that it calls.
//!
//! What ghost code reads must be readable: its expressions are checked as those of the program are. Its integers have
//! no limits.
//!
//! In: ghost code as written. Out: typed statements, or a diagnostic for each law that is broken.

use super::env::{Env, ExprContext};
use super::silent::{creates, is_measured};
use crate::pvl::ast::{self, StmtKind};
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{ProcId, Span, Stmt, VarId};

const CODE: &str = "type.ghost";

impl Env<'_> {
    /// Checks `ghost …;`, which starts at `span`.
    pub fn ghost(&mut self, braces: bool, body: &ast::Block, span: Span, out: &mut Vec<Stmt>) {
        let mut wrong = Vec::new();
        body.each(&mut |stmt| {
            // Calls of procedures are checked where they stand.
            let called = matches!(&stmt.kind, StmtKind::Call(name, _) if self.procedure(&name.text).is_some());
            wrong.extend(misplaced(stmt).filter(|_| !called));
        });
        self.diagnostics.extend(wrong);
        let (outside, unbounded) = (self.in_ghost, self.unbounded);
        (self.in_ghost, self.unbounded) = (true, true);
        if braces {
            let block = self.block(body);
            out.push(At::new(span).block(block));
        } else {
            body.stmts.iter().for_each(|stmt| self.statement(stmt, out));
        }
        (self.in_ghost, self.unbounded) = (outside, unbounded);
    }

    /// Reports a ghost variable in code of the program. Specifications may mention it.
    pub fn ghost_value(&mut self, var: VarId, span: Span) {
        if self.no_results.contains(&var) {
            return self.no_result_yet(var, span);
        }
        let specifies = !matches!(self.context, ExprContext::Code | ExprContext::Length);
        if specifies || self.in_ghost || !self.ghosts.contains(&var) {
            return;
        }
        let Some(decl) = self.vars.get(var.0 as usize) else { return };
        let (name, declared) = (decl.name.name.clone(), decl.name.node.span);
        let needed = match self.ghost_role(&name) {
            Some(false) => format!("make `{name}` a parameter in the parentheses, without `given`"),
            Some(true) => "return it as the result of the procedure, without `yields`".to_owned(),
            None => format!("declare `{name}` without `ghost`"),
        };
        let message = format!("the program cannot use `{name}`, which only ghost code has");
        self.diagnostics.push(
            Diagnostic::new(CODE, span, message)
                .label("a ghost variable")
                .related(declared, "declared here, for ghost code")
                .help(format!(
                    "mention it in specifications and in ghost code; if the program needs the value, {needed}"
                )),
        );
    }

    /// Reports a call in ghost code of a procedure that is not silent.
    pub fn ghost_call(&mut self, callee: ProcId, span: Span) {
        if !self.in_ghost {
            return;
        }
        let Some(signature) = self.procedures.get(callee.0 as usize) else { return };
        let Some(noise) = signature.noise else { return };
        let message = format!("ghost code cannot call `{}`, which does more than ghost code may", signature.name.name);
        self.diagnostics.push(
            Diagnostic::new(CODE, span, message).label("not ghost code").related(noise.at, noise.what).help(
                "ghost code may call procedures that only declare and assign variables, branch, loop with a \
                    measure, assert and return; call this one in the program",
            ),
        );
    }

    /// Reports the target of an assignment in ghost code that is no ghost variable.
    pub fn ghost_target(&mut self, target: &ast::Target) -> Option<()> {
        let ghost = self.variable(&target.name.text).is_some_and(|var| self.ghosts.contains(&var));
        if !self.in_ghost || ghost && target.index.is_empty() {
            return Some(());
        }
        let what = if target.index.is_empty() { "a variable of the program" } else { "memory" };
        self.diagnostics.push(
            Diagnostic::new(CODE, target.at.0, format!("ghost code cannot write {what}"))
                .label("not a ghost variable")
                .help("declare a variable for it in ghost code, as in `ghost int g = 0;`, and assign that"),
        );
        None
    }
}

/// The diagnostic for a statement that ghost code cannot have.
fn misplaced(stmt: &ast::Stmt) -> Option<Diagnostic> {
    let (what, help) = match &stmt.kind {
        StmtKind::Declare(_, names) => {
            let value = names.iter().filter_map(|(_, value)| value.as_ref()).find(|value| creates(value))?;
            return Some(cannot(value.at.0, "create anything", "refer to what the program has, or to `null`"));
        }
        StmtKind::Assign(_, value) if creates(value) => {
            return Some(cannot(value.at.0, "create anything", "refer to what the program has, or to `null`"));
        }
        StmtKind::Assign(..)
        | StmtKind::If(..)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Inhale(_)
        | StmtKind::Exhale(_)
        | StmtKind::Refute(_)
        | StmtKind::Fold { .. }
        | StmtKind::Block(_)
        | StmtKind::Ghost { .. } => return None,
        StmtKind::While { invariants, .. }
        | StmtKind::DoWhile { invariants, .. }
        | StmtKind::For { invariants, .. } => {
            if is_measured(invariants) {
                return None;
            }
            ("have a loop without a measure", "write `decreases e;` in front of it: ghost code must end")
        }
        StmtKind::DeclareArray(..) | StmtKind::DeclareDevice(..) => {
            ("declare an array", "use variables, and describe many values by a `pure` function")
        }
        StmtKind::Store(..) => {
            ("write memory", "declare a variable in ghost code, as in `ghost int g = 0;`, and assign that")
        }
        // The call in it is reported.
        StmtKind::Given { .. } => return None,
        StmtKind::CopyIn(..) => ("copy arrays", "copy them in the program"),
        StmtKind::Streams(_) | StmtKind::Event(..) => ("declare a stream or an event", "declare it in the program"),
        // The method is reported where its name is looked up.
        StmtKind::Invoke(_) => return None,
        StmtKind::Call(name, _) if name.text == "copy" => ("copy an array", "copy it in the program"),
        StmtKind::Call(..) => return None,
        StmtKind::Launch { .. } => ("launch a kernel", "launch it in the program"),
        StmtKind::Exit(_) => ("leave a loop or the code", "use the condition of the loop, or write `if … else`"),
        StmtKind::Label(_) => ("mark a moment", "put the label outside of the ghost code"),
        StmtKind::Barrier { .. } => ("wait at a barrier", "put the barrier outside of the ghost code"),
        StmtKind::Par(_) | StmtKind::Parallel(_) => ("run in parallel", "write a loop"),
        StmtKind::Atomic { .. } => ("be an atomic step", "read the value in an atomic step of the program"),
        StmtKind::Fence(_) => ("order accesses of the program", "put the fence outside of the ghost code"),
        StmtKind::Share { .. } => ("share permissions", "share them in the program"),
        StmtKind::Sync(..) | StmtKind::Synchronized(..) => {
            ("use locks or threads", "write the statement without `ghost`: it is part of the program")
        }
        StmtKind::Send(_) | StmtKind::Receive(..) => {
            ("send or receive", "write the statement without `ghost`: an iteration waits where it receives")
        }
    };
    Some(cannot(stmt.at.0, what, help))
}

/// The diagnostic for something that ghost code cannot do.
pub(super) fn cannot(span: Span, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(CODE, span, format!("ghost code cannot {what}")).label("not ghost code").help(help)
}
