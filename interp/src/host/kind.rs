//! The programs of a file: procedures that a person runs.
//!
//! In: a program. Out: these procedures, in the order of the text.

use ir::{Block, ProcId, Program, Stmt};

/// The procedures of the top level with a body. The host can execute each of them.
pub fn executable(program: &Program) -> impl Iterator<Item = ProcId> + '_ {
    let all = (0..).map(ProcId).zip(&program.procedures);
    all.filter(|(_, procedure)| procedure.kernel.is_none() && procedure.body.is_some()).map(|(id, _)| id)
}

/// The host procedures that no other procedure and no kernel calls. In a file with neither kernels nor host procedures,
/// all procedures that no other one calls.
pub fn programs(program: &Program) -> Vec<ProcId> {
    let all = || (0..).map(ProcId).zip(&program.procedures);
    let calls = |body: &Block, id: ProcId| body.first(&|stmt: &Stmt| stmt.outline().callee == Some(&id)).is_some();
    let is_called = |id: &ProcId| {
        let others = all().filter(|(other, _)| other != id).filter_map(|(_, p)| p.body.as_ref());
        others.chain(program.kernels.iter().map(|k| &k.body)).any(|body| calls(body, *id))
    };
    let host = program.host_procedures();
    let plain = host.is_empty() && program.kernels.is_empty();
    executable(program).filter(|id| (plain || host.contains_key(id)) && !is_called(id)).collect()
}
