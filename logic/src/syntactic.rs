//! What can be read off the text of statements and expressions: who assigns, who writes, who waits.

use ir::Span;
use ir::{ArrayId, Block, Clause, Expr, ExprKind, FnId, Program, Stmt, StmtKind, VarId};
use std::collections::BTreeSet;

/// Calls `visit` for each statement of the block, nested ones included.
fn each<'b>(block: &'b Block, visit: &mut impl FnMut(&'b Stmt)) {
    for stmt in &block.stmts {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If(_, a, b) => {
                each(a, visit);
                each(b, visit);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) | StmtKind::Atomic { body, .. } => each(body, visit),
            StmtKind::Declare(..)
            | StmtKind::Assign(..)
            | StmtKind::Store(..)
            | StmtKind::Barrier(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_) => {}
        }
    }
}

/// Private variables that the block assigns or declares.
pub fn assigned(block: &Block) -> BTreeSet<VarId> {
    let mut out = BTreeSet::new();
    each(block, &mut |s| {
        if let StmtKind::Assign(v, _) | StmtKind::Declare(v, _) = &s.kind {
            let _ = out.insert(*v);
        }
    });
    out
}

/// Arrays that the block writes.
pub fn stored(block: &Block) -> BTreeSet<ArrayId> {
    let mut out = BTreeSet::new();
    each(block, &mut |s| {
        if let StmtKind::Store(place, _) = &s.kind {
            let _ = out.insert(place.array);
        }
    });
    out
}

/// Whether the block contains a barrier.
pub fn has_barrier(block: &Block) -> bool {
    let mut found = false;
    each(block, &mut |s| found |= matches!(s.kind, StmtKind::Barrier(_)));
    found
}

/// The places of `assume` statements.
pub fn assumes(block: &Block) -> Vec<Span> {
    let mut out = Vec::new();
    each(block, &mut |s| out.extend(matches!(s.kind, StmtKind::Assume(_)).then_some(s.span)));
    out
}

/// The clauses of barriers and loops.
pub fn clauses(block: &Block) -> Vec<&Clause> {
    let mut out = Vec::new();
    each(block, &mut |s| match &s.kind {
        StmtKind::While { invariants, .. } => out.extend(invariants),
        StmtKind::Barrier(barrier) => out.extend(&barrier.contract.clauses),
        StmtKind::Declare(..)
        | StmtKind::Assign(..)
        | StmtKind::Store(..)
        | StmtKind::If(..)
        | StmtKind::Block(_)
        | StmtKind::Atomic { .. }
        | StmtKind::Assert(_)
        | StmtKind::Assume(_) => {}
    });
    out
}

/// Calls `visit` for the expression and each part of it.
pub fn each_expr<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Float(_)
        | ExprKind::Write
        | ExprKind::NoAmount
        | ExprKind::ReadAmount
        | ExprKind::Var(_)
        | ExprKind::Scalar(_)
        | ExprKind::Launch(..)
        | ExprKind::Result
        | ExprKind::Length(..) => {}
        ExprKind::Read(place) => place.index.iter().for_each(|e| each_expr(e, visit)),
        ExprKind::Unary(_, a) | ExprKind::Old(a) => each_expr(a, visit),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| each_expr(e, visit)),
        ExprKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| each_expr(e, visit)),
        ExprKind::Call(_, args) | ExprKind::Intrinsic(_, args) => args.iter().for_each(|e| each_expr(e, visit)),
        ExprKind::Perm(place, p) => {
            place.index.iter().for_each(|e| each_expr(e, visit));
            each_expr(p, visit);
        }
        ExprKind::PointsTo(place, p, v) => {
            place.index.iter().for_each(|e| each_expr(e, visit));
            each_expr(p, visit);
            each_expr(v, visit);
        }
        ExprKind::Quant(q) => {
            q.triggers.iter().flatten().for_each(|e| each_expr(e, visit));
            q.range.iter().for_each(|e| each_expr(e, visit));
            each_expr(&q.body, visit);
        }
    }
}

/// Functions that the expression calls.
pub fn calls(expr: &Expr) -> BTreeSet<FnId> {
    let mut out = BTreeSet::new();
    each_expr(expr, &mut |e| {
        if let ExprKind::Call(f, _) = &e.kind {
            let _ = out.insert(*f);
        }
    });
    out
}

/// Arrays that the expression reads or names in a permission, not counting those that called functions read.
pub fn arrays(expr: &Expr) -> BTreeSet<ArrayId> {
    let mut out = BTreeSet::new();
    each_expr(expr, &mut |e| {
        if let ExprKind::Read(p) | ExprKind::Perm(p, _) | ExprKind::PointsTo(p, _, _) = &e.kind {
            let _ = out.insert(p.array);
        }
    });
    out
}

/// Arrays whose *current* values the expression depends on: outside `\old`, those of called functions included.
pub fn current_arrays(expr: &Expr, program: &Program) -> BTreeSet<ArrayId> {
    let mut out = BTreeSet::new();
    let mut seen = BTreeSet::new();
    current(expr, program, &mut seen, &mut out);
    out
}

fn current(expr: &Expr, program: &Program, seen: &mut BTreeSet<FnId>, out: &mut BTreeSet<ArrayId>) {
    let mut old = Vec::new();
    each_expr(expr, &mut |e| {
        if let ExprKind::Old(inner) = &e.kind {
            old.push(inner.span);
        }
    });
    each_expr(expr, &mut |e| {
        if old.iter().any(|s| s.start <= e.span.start && e.span.end <= s.end) {
            return;
        }
        match &e.kind {
            ExprKind::Read(p) | ExprKind::PointsTo(p, _, _) => drop(out.insert(p.array)),
            ExprKind::Call(f, _) if seen.insert(*f) => {
                if let Some(function) = program.functions.get(f.0 as usize) {
                    function.body.iter().for_each(|b| current(b, program, seen, out));
                    function.contract.clauses.iter().for_each(|c| out.extend(arrays(&c.expr)));
                }
            }
            _ => {}
        }
    });
}

/// Whether the expression reads memory or names a location, now or before, itself or through functions.
pub fn mentions_memory(expr: &Expr, program: &Program) -> bool {
    !arrays(expr).is_empty() || !current_arrays(expr, program).is_empty()
}
