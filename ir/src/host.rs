//! Host code: the procedures that only the host can execute, and threads of a kernel cannot.
//!
//! In: a program. Out: its host procedures.

use crate::{Block, ExprKind, Gets, ProcId, Procedure, Program, Stmt, StmtKind};
use std::collections::BTreeMap;

impl Program {
    /// The host procedures, each with the first statement that makes it one: a declaration of an array that is in
    /// device memory or has a length that depends on a parameter, a copy, a launch, or a call of a host procedure. They
    /// are procedures of the top level, and no kernel and no procedure of a kernel calls one.
    pub fn host_procedures(&self) -> BTreeMap<ProcId, &Stmt> {
        let mut out = BTreeMap::new();
        loop {
            let before = out.len();
            for (id, procedure) in (0u32..).map(ProcId).zip(&self.procedures) {
                let body = procedure.body.as_ref().filter(|_| procedure.kernel.is_none() && !out.contains_key(&id));
                let first = body.and_then(|body| first(procedure, body, &out));
                out.extend(first.map(|stmt| (id, stmt)));
            }
            if out.len() == before {
                return out;
            }
        }
    }
}

/// The first statement of a body that makes its procedure a host procedure, if those in `known` are host procedures.
fn first<'p>(procedure: &Procedure, body: &'p Block, known: &BTreeMap<ProcId, &Stmt>) -> Option<&'p Stmt> {
    body.first(&|stmt| {
        let outline = stmt.outline();
        let calls = outline.callee.is_some_and(|callee| known.contains_key(callee));
        let host = match outline.gets {
            Some(Gets::Declared(var)) => procedure.vars.get(var.0 as usize).is_some_and(|decl| {
                decl.device
                    || decl.ty.is_reference()
                    || decl.dims.iter().any(|dim| dim.any(&|e| matches!(e.kind, ExprKind::Var(_))))
            }),
            Some(Gets::Anywhere(_) | Gets::Iterators(_)) => true,
            Some(Gets::Assigned(_)) => matches!(stmt.kind, StmtKind::New(..) | StmtKind::NewObject(_)),
            Some(Gets::Location(_)) | None => false,
        };
        calls || host
    })
}
