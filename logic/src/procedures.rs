//! The procedures that a piece of code calls.
//!
//! In: a program, and code or a procedure of that program. Out: sets of procedures.

use ir::{Block, ClassId, KernelId, ProcId, Program, StmtKind, SyncOp, Type};
use std::collections::BTreeSet;

/// The procedures that the code calls directly.
pub fn called(block: &Block) -> BTreeSet<ProcId> {
    let mut out = BTreeSet::new();
    block.each(&mut |s| out.extend(s.outline().callee));
    out
}

/// The kernels that the code launches itself.
pub fn launched(block: &Block) -> BTreeSet<KernelId> {
    let mut out = BTreeSet::new();
    block.each(&mut |s| out.extend(s.outline().launches));
    out
}

/// These procedures, and all that they call, directly or through others.
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

/// These procedures, and all on which proofs of them rest: those that they call, and those that give them something by
/// locks and threads.
pub fn relied_on(program: &Program, from: BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let mut todo: Vec<ProcId> = from.iter().copied().collect();
    let mut out = from;
    while let Some(body) = todo.pop().map(|id| program.procedure(id).and_then(|p| p.body.as_ref())) {
        let next = body.map(|body| called(body).into_iter().chain(program.gives_to(body)));
        todo.extend(next.into_iter().flatten().filter(|id| out.insert(*id)));
    }
    out
}

/// Whether a thread of this class starts threads of the same class, itself or through what it calls or starts. Then
/// threads may be started without end.
pub fn starts_again(program: &Program, class: ClassId) -> bool {
    let Some(run) = program.run_of(class) else { return false };
    let mut todo = vec![run];
    let mut seen = BTreeSet::from([run]);
    while let Some(id) = todo.pop() {
        let Some(body) = program.procedure(id).and_then(|p| p.body.as_ref()) else { continue };
        let started = started(program, body);
        if started.contains(&run) {
            return true;
        }
        todo.extend(called(body).into_iter().chain(started).filter(|next| seen.insert(*next)));
    }
    false
}

/// What the threads run that the code starts.
fn started(program: &Program, code: &Block) -> BTreeSet<ProcId> {
    let mut out = BTreeSet::new();
    code.each(&mut |stmt| {
        let StmtKind::Synchronise(step) = &stmt.kind else { return };
        if let (SyncOp::Fork, Some(Type::Object(class))) = (step.op, step.object().map(|object| object.ty)) {
            out.extend(program.run_of(class));
        }
    });
    out
}

/// The procedures that the procedure calls, directly or through others, and that call it back. It contains the
/// procedure itself if that is recursive.
pub fn calls_back(program: &Program, id: ProcId) -> BTreeSet<ProcId> {
    let from = |id: ProcId| {
        let body = program.procedure(id).and_then(|p| p.body.as_ref());
        reached(program, body.map(called).unwrap_or_default())
    };
    from(id).into_iter().filter(|other| from(*other).contains(&id)).collect()
}
