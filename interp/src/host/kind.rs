//! The programs of a file: host procedures that nothing calls.
//!
//! In: a program. Out: these procedures, in the order of the text.

use ir::{Block, ProcId, Program, Stmt};

/// The host procedures that no other procedure and no kernel calls.
pub fn programs(program: &Program) -> Vec<ProcId> {
    let all = || (0..).map(ProcId).zip(&program.procedures);
    let calls = |body: &Block, id: ProcId| body.first(&|stmt: &Stmt| stmt.outline().callee == Some(&id)).is_some();
    let is_called = |id: ProcId| {
        let others = all().filter(|(other, _)| *other != id).filter_map(|(_, p)| p.body.as_ref());
        others.chain(program.kernels.iter().map(|k| &k.body)).any(|body| calls(body, id))
    };
    program.host_procedures().into_keys().filter(|id| !is_called(*id)).collect()
}
