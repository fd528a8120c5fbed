//! Syntactic properties of statements and expressions: which variables and arrays they may change, and whether they
//! wait at barriers.
//!
//! In: typed statements and expressions. Out: sets of variables, arrays, clauses and functions.

use ir::{Block, Clause, Expr, ExprKind, FnId, Heap, Moment, Node, ProcId, Procedure, Program, StmtKind, VarId};
use std::collections::BTreeSet;

/// The private variables that the block assigns or declares.
pub fn assigned(block: &Block) -> BTreeSet<VarId> {
    let mut out = BTreeSet::new();
    block.each(&mut |s| match &s.kind {
        StmtKind::Assign(v, _) | StmtKind::Declare(v, _) => drop(out.insert(*v)),
        StmtKind::Call(call) => out.extend(call.result),
        StmtKind::Store(..)
        | StmtKind::If(..)
        | StmtKind::While { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Block(_)
        | StmtKind::Atomic { .. }
        | StmtKind::Scope(..)
        | StmtKind::Exit(_)
        | StmtKind::Mark(_) => {}
    });
    out
}

/// The arrays that the block may write, directly or through procedures that it calls.
pub fn stored(block: &Block, program: &Program) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    stored_by(block, program, &mut BTreeSet::new(), &mut out);
    out
}

fn stored_by(block: &Block, program: &Program, seen: &mut BTreeSet<ProcId>, out: &mut BTreeSet<Heap>) {
    block.each(&mut |s| match &s.kind {
        StmtKind::Store(place, _) => drop(out.insert(place.heap)),
        StmtKind::Call(call) if seen.insert(call.callee) => {
            // The private arrays of a called procedure are not the caller's.
            let callee = program.procedure(call.callee);
            out.extend(callee.map(|p| stored_in(p, program, seen)).unwrap_or_default());
        }
        StmtKind::Call(_)
        | StmtKind::Declare(..)
        | StmtKind::Assign(..)
        | StmtKind::If(..)
        | StmtKind::While { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Block(_)
        | StmtKind::Atomic { .. }
        | StmtKind::Scope(..)
        | StmtKind::Exit(_)
        | StmtKind::Mark(_) => {}
    });
}

/// The arrays that a procedure may write. A procedure without body may write all arrays that its contract mentions.
fn stored_in(procedure: &Procedure, program: &Program, seen: &mut BTreeSet<ProcId>) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    match &procedure.body {
        Some(body) => stored_by(body, program, seen, &mut out),
        None => procedure.contract.clauses.iter().for_each(|c| out.extend(arrays(&c.expr))),
    }
    out.retain(is_shared);
    out
}

/// The arrays that a procedure may write, directly or through procedures that it calls.
pub fn stored_by_procedure(procedure: &Procedure, program: &Program) -> BTreeSet<Heap> {
    stored_in(procedure, program, &mut BTreeSet::new())
}

/// Whether the heap is an array that a kernel declares, and no private array of a thread.
pub fn is_shared(heap: &Heap) -> bool {
    match heap {
        Heap::Array(_) => true,
        Heap::Private(_) => false,
    }
}

/// Whether the block contains a barrier.
pub fn has_barrier(block: &Block) -> bool {
    let mut found = false;
    block.each(&mut |s| found |= matches!(s.kind, StmtKind::Barrier(_)));
    found
}

/// The `assume` statements of the block.
pub fn assumes(block: &Block) -> Vec<Node> {
    let mut out = Vec::new();
    block.each(&mut |s| out.extend(matches!(s.kind, StmtKind::Assume(_)).then_some(s.node)));
    out
}

/// The clauses of the barriers and loops in the block.
pub fn clauses(block: &Block) -> Vec<&Clause> {
    let mut out = Vec::new();
    block.each(&mut |s| out.extend(s.clauses()));
    out
}

/// The functions that the expression calls.
pub fn calls(expr: &Expr) -> BTreeSet<FnId> {
    let mut out = BTreeSet::new();
    expr.each(&mut |e| {
        if let ExprKind::Call(f, _) = &e.kind {
            let _ = out.insert(*f);
        }
    });
    out
}

/// The arrays that the expression reads or names in a permission, without those that called functions read.
pub fn arrays(expr: &Expr) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    expr.each(&mut |e| {
        out.extend(e.place().map(|place| place.heap));
    });
    out
}

/// The arrays on whose *current* values the expression depends, with those that called functions read. Reads inside
/// `\old(…)` do not count.
pub fn current_arrays(expr: &Expr, program: &Program) -> BTreeSet<Heap> {
    let mut out = BTreeSet::new();
    let mut seen = BTreeSet::new();
    current(expr, program, &mut seen, &mut out);
    out
}

fn current(expr: &Expr, program: &Program, seen: &mut BTreeSet<FnId>, out: &mut BTreeSet<Heap>) {
    match &expr.kind {
        // Values before the kernel are no current values. Values at a label count as current ones: they, too, are those
        // that the thread saw.
        ExprKind::At(Moment::Start, _) => return,
        ExprKind::Read(p) | ExprKind::PointsTo(p, _, _) => drop(out.insert(p.heap)),
        ExprKind::Call(f, _) if seen.insert(*f) => {
            if let Some(function) = program.functions.get(f.0 as usize) {
                function.body.iter().for_each(|b| current(b, program, seen, out));
                function.contract.clauses.iter().for_each(|c| out.extend(arrays(&c.expr)));
            }
        }
        _ => {}
    }
    expr.parts(&mut |part| current(part, program, seen, out));
}

/// Whether the expression reads memory or names a location, in any state, directly or through functions.
pub fn mentions_memory(expr: &Expr, program: &Program) -> bool {
    !arrays(expr).is_empty() || !current_arrays(expr, program).is_empty()
}
