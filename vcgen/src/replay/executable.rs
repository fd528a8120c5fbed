//! What runs execute.
//!
//! In: an item. Out: why runs do not show all that the item does, if they do not. No run evaluates a function of arrays
//! by itself: where a procedure calls one, the run of the procedure does. No run comes behind a call of a procedure
//! that has no body. And where code takes a lock, a run has no threads but those that the code itself starts, while a
//! proof has to hold for all other threads that may take the same lock.

use ir::{Block, ItemId, ProcId, Program, StmtKind, SyncOp};
use std::collections::BTreeSet;

/// The reason for a function of arrays.
const OF_ARRAYS: &str =
    "the proof found nothing that excludes the state below, and no run can show whether the function comes to it: runs \
    evaluate functions of arrays only where a procedure calls them";
/// The reason for code that calls a procedure without body.
const NO_BODY: &str =
    "the proof found nothing that excludes the state below, and no run can show whether the code comes to it: runs do \
    not execute procedures without a body";
/// The reason for code that takes a lock.
const OTHER_THREADS: &str =
    "the proof found nothing that excludes the state below, which other threads may leave behind where they have the \
    lock, and a run has only the threads that the code itself starts";

/// Why runs do not show all that an item does; `None` if they do.
pub fn not_run(program: &Program, item: ItemId) -> Option<&'static str> {
    let code = |body| {
        let mut seen = BTreeSet::new();
        let lacks_body = lacks_body(program, body, &mut seen);
        lacks_body.then_some(NO_BODY).or_else(|| takes_lock(program, body, &seen).then_some(OTHER_THREADS))
    };
    match item {
        ItemId::Kernel(id) => code(&program.kernel(id)?.body),
        ItemId::Procedure(id) => code(program.procedure(id)?.body.as_ref()?),
        ItemId::Function(id) => {
            let of_arrays = program.function(id)?.vars.iter().any(|decl| decl.ty.is_reference());
            of_arrays.then_some(OF_ARRAYS)
        }
    }
}

/// Whether code calls a procedure without body, itself or through procedures and kernels.
fn lacks_body(program: &Program, block: &Block, seen: &mut BTreeSet<ProcId>) -> bool {
    let mut found = false;
    block.each(&mut |stmt| {
        if let Some(id) = stmt.outline().callee.filter(|id| seen.insert(**id)) {
            let callee = program.procedure(*id);
            found = found || callee.is_some_and(|p| p.body.as_ref().is_none_or(|body| lacks_body(program, body, seen)));
        }
        if let StmtKind::Launch(launch) = &stmt.kind {
            let kernel = program.kernel(launch.kernel);
            found = found || kernel.is_some_and(|kernel| lacks_body(program, &kernel.body, seen));
        }
    });
    found
}

/// Whether code takes a lock that others may have had, itself or in one of the procedures that it calls.
fn takes_lock(program: &Program, block: &Block, called: &BTreeSet<ProcId>) -> bool {
    let takes = |block: &Block| {
        let is_taken = |stmt: &ir::Stmt| {
            let StmtKind::Synchronise(step) = &stmt.kind else { return false };
            matches!(step.op, SyncOp::Lock | SyncOp::Wake)
        };
        block.first(&is_taken).is_some()
    };
    let mut bodies = called.iter().filter_map(|id| program.procedure(*id)?.body.as_ref());
    takes(block) || bodies.any(takes)
}
