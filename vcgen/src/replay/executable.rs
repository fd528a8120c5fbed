//! What runs execute.
//!
//! In: an item. Out: why runs do not execute the item, if they do not. No run evaluates a function of arrays by itself:
//! where a procedure calls one, the run of the procedure does. And no run comes behind a call of a procedure that has
//! no body.

use ir::{Block, ItemId, ProcId, Program, StmtKind};
use std::collections::BTreeSet;

/// The reason for a function of arrays.
const OF_ARRAYS: &str =
    "the proof found nothing that excludes the state below, and no run can show whether the function comes to it: runs \
    evaluate functions of arrays only where a procedure calls them";
/// The reason for code that calls a procedure without body.
const NO_BODY: &str =
    "the proof found nothing that excludes the state below, and no run can show whether the code comes to it: runs do \
    not execute procedures without a body";

/// Why runs do not execute an item; `None` if they do.
pub fn not_run(program: &Program, item: ItemId) -> Option<&'static str> {
    match item {
        ItemId::Kernel(id) => {
            let kernel = program.kernel(id)?;
            lacks_body(program, &kernel.body, &mut BTreeSet::new()).then_some(NO_BODY)
        }
        ItemId::Procedure(id) => {
            let body = program.procedure(id)?.body.as_ref()?;
            lacks_body(program, body, &mut BTreeSet::new()).then_some(NO_BODY)
        }
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
