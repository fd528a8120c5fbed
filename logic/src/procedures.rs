//! Which procedures a piece of code reaches.
//!
//! In: a program and code or a procedure of it. Out: sets of procedures.

use ir::{Block, ProcId, Program, StmtKind};
use std::collections::BTreeSet;

/// Procedures that the code calls itself.
pub fn called(block: &Block) -> BTreeSet<ProcId> {
    let mut out = BTreeSet::new();
    block.each(&mut |s| {
        if let StmtKind::Call(call) = &s.kind {
            let _ = out.insert(call.callee);
        }
    });
    out
}

/// Procedures that some procedures reach by calls, these included.
pub fn reached(program: &Program, from: BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let mut todo: Vec<ProcId> = from.iter().copied().collect();
    let mut out = from;
    while let Some(body) = todo.pop().map(|id| program.procedure(id).and_then(|p| p.body.as_ref())) {
        for id in body.map(called).unwrap_or_default() {
            if out.insert(id) {
                todo.push(id);
            }
        }
    }
    out
}

/// Procedures that a procedure calls, directly or through others, and that call it back; itself among them if it is
/// recursive.
pub fn calls_back(program: &Program, id: ProcId) -> BTreeSet<ProcId> {
    let from = |id: ProcId| {
        let body = program.procedure(id).and_then(|p| p.body.as_ref());
        reached(program, body.map(called).unwrap_or_default())
    };
    from(id).into_iter().filter(|other| from(*other).contains(&id)).collect()
}
