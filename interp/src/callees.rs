//! Which procedures code may call.
//!
//! In: a program and a block. Out: the procedures that are called in it, directly or through others.

use ir::{Block, ProcId, Program, Stmt};

/// The procedures that a block may call, directly or through others, each once, in the order in which they are found.
pub(crate) fn callees(program: &Program, block: &Block) -> Vec<ProcId> {
    let mut out: Vec<ProcId> = Vec::new();
    let note = |block: &Block, out: &mut Vec<ProcId>| {
        block.each(&mut |stmt| {
            if let Some(callee) = stmt.outline().callee.filter(|callee| !out.contains(callee)) {
                out.push(*callee);
            }
        });
    };
    note(block, &mut out);
    let mut next = 0;
    while let Some(id) = out.get(next).copied() {
        next += 1;
        if let Some(body) = program.procedures.get(id.0 as usize).and_then(|p| p.body.as_ref()) {
            note(body, &mut out);
        }
    }
    out
}

/// A block and the bodies of the procedures that it may call.
pub(crate) fn reached<'p>(program: &'p Program, block: &'p Block) -> Vec<&'p Block> {
    let bodies = callees(program, block).into_iter();
    let bodies = bodies.filter_map(|id| program.procedures.get(id.0 as usize)?.body.as_ref());
    std::iter::once(block).chain(bodies).collect()
}

/// Whether a block, or a procedure that it may call, contains a statement that satisfies a condition.
pub(crate) fn reaches(program: &Program, block: &Block, is_so: &dyn Fn(&Stmt) -> bool) -> bool {
    reached(program, block).iter().any(|block| block.first(is_so).is_some())
}
