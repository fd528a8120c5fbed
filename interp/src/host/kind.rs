//! Which procedures are host procedures.
//!
//! In: a program. Out: whether a procedure is one: it belongs to no kernel, and it declares an array, copies, launches,
//! or calls such a procedure.

use ir::{ProcId, Program, Stmt, StmtKind, VarDecl};

use crate::callees::{callees, reached};

/// Whether a procedure is a host procedure.
pub fn is_host(program: &Program, id: ProcId) -> bool {
    let own = |vars: &[VarDecl]| vars.iter().any(|v| !v.dims.is_empty());
    let Some(procedure) = program.procedure(id).filter(|p| p.kernel.is_none()) else { return false };
    let Some(body) = &procedure.body else { return false };
    let called = callees(program, body);
    let mut called = called.iter().filter_map(|callee| program.procedure(*callee));
    let does = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Copy(_) | StmtKind::Launch(_));
    own(&procedure.vars)
        || called.any(|p| own(&p.vars))
        || reached(program, body).iter().any(|block| block.first(&does).is_some())
}

/// The host procedures that no other procedure and no kernel calls: the programs of a file.
pub fn programs(program: &Program) -> Vec<ProcId> {
    let all = || (0..).zip(&program.procedures).map(|(n, p)| (ProcId(n), p));
    let calls = |body: &ir::Block, id: ProcId| body.first(&|stmt: &Stmt| stmt.outline().callee == Some(&id)).is_some();
    let is_called = |id: ProcId| {
        let others = all().filter(|(other, _)| *other != id).filter_map(|(_, p)| p.body.as_ref());
        others.chain(program.kernels.iter().map(|k| &k.body)).any(|body| calls(body, id))
    };
    all().map(|(id, _)| id).filter(|id| is_host(program, *id) && !is_called(*id)).collect()
}
