//! Host code: the procedures that only the host can execute, and threads of a kernel cannot.
//!
//! In: a program. Out: its host procedures.

use crate::{Block, ExprKind, Gets, ProcId, Procedure, Program, Stmt, StmtKind, VarDecl};
use std::collections::BTreeMap;

/// What makes a procedure one of the host.
#[derive(Clone, Copy, Debug)]
pub enum HostReason<'p> {
    /// A parameter that is a reference to an array or an object.
    Parameter(&'p VarDecl),
    /// A statement.
    Statement(&'p Stmt),
}

impl Program {
    /// The host procedures, each with what makes it one: a parameter that is a reference; or a statement: a declaration
    /// of a reference, of an array that is in device memory or has a length that depends on a parameter, a copy, a
    /// launch, a stream, a parallel block, or a call of a host procedure. They are procedures of the top level, and no
    /// kernel and no procedure of a kernel calls one.
    pub fn host_procedures(&self) -> BTreeMap<ProcId, HostReason<'_>> {
        let mut out = BTreeMap::new();
        loop {
            let before = out.len();
            for (id, procedure) in (0u32..).map(ProcId).zip(&self.procedures) {
                let body = procedure.body.as_ref().filter(|_| procedure.kernel.is_none() && !out.contains_key(&id));
                let mut params = procedure.vars.iter().take(procedure.params);
                let reference = params.find(|decl| decl.ty.is_reference()).map(HostReason::Parameter);
                let found =
                    body.and_then(|body| reference.or_else(|| first(procedure, body, &out).map(HostReason::Statement)));
                out.extend(found.map(|found| (id, found)));
            }
            if out.len() == before {
                return out;
            }
        }
    }
}

/// The first statement of a body that makes its procedure a host procedure, if those in `known` are host procedures.
fn first<'p>(procedure: &Procedure, body: &'p Block, known: &BTreeMap<ProcId, HostReason<'p>>) -> Option<&'p Stmt> {
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
            None => matches!(stmt.kind, StmtKind::Order(_) | StmtKind::Synchronise(_)),
            Some(Gets::Location(_) | Gets::Results(_)) => false,
        };
        calls || host
    })
}
