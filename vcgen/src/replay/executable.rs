//! What runs execute.
//!
//! In: an item. Out: whether runs execute the item. No run executes parallel blocks, references to arrays or objects,
//! and shared invariants yet.

use ir::{Block, ItemId, Program, StmtKind, VarDecl};
use logic::procedures;
use std::collections::BTreeSet;

/// Whether runs execute an item, with all procedures that it calls.
pub fn is_executable(program: &Program, item: ItemId) -> bool {
    match item {
        // The procedures that a kernel calls are code of the kernel, where nothing of this may stand.
        ItemId::Kernel(_) => true,
        ItemId::Function(id) => program.function(id).is_none_or(|function| are_values(&function.vars)),
        ItemId::Procedure(id) => procedures::reached(program, BTreeSet::from([id])).into_iter().all(|id| {
            program.procedure(id).is_none_or(|procedure| {
                are_values(&procedure.vars) && procedure.body.as_ref().is_none_or(is_sequential)
            })
        }),
    }
}

/// Whether no variable is a reference.
fn are_values(vars: &[VarDecl]) -> bool {
    vars.iter().all(|decl| !decl.ty.is_reference())
}

/// Whether code has neither parallel blocks nor shared invariants, and makes no arrays or objects.
fn is_sequential(body: &Block) -> bool {
    let mut other = false;
    body.each(&mut |stmt| {
        other |=
            matches!(stmt.kind, StmtKind::Par(_) | StmtKind::Share { .. } | StmtKind::New(..) | StmtKind::NewObject(_));
    });
    !other
}
