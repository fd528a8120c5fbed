//! Integers worth trying in a kernel.
//!
//! In: a kernel. Out: the smallest integers, and those that the kernel mentions with their neighbours.

use std::collections::BTreeSet;

use ir::{Block, Contract, Expr, ExprKind, Kernel, Stmt, StmtKind};

/// Literals further from 0 than this make no tiny launch.
const FAR: i64 = 256;

/// The integers, nearest to 0 first.
pub fn constants(kernel: &Kernel) -> Vec<i64> {
    let mut found: BTreeSet<i64> = (0..=4).collect();
    let mut visit = |e: &Expr| {
        e.each(&mut |e| {
            if let ExprKind::Int(n) = &e.kind {
                let small = i64::try_from(n.clone()).ok().filter(|n| n.abs() <= FAR);
                found.extend(small.into_iter().flat_map(|n| [n - 1, n, n + 1]));
            }
        });
    };
    let contracts: [&Contract; 3] = [&kernel.kernel_contract, &kernel.group_contract, &kernel.thread_contract];
    contracts.iter().flat_map(|c| &c.clauses).for_each(|c| visit(&c.expr));
    kernel.arrays.iter().flat_map(|a| &a.dims).for_each(&mut visit);
    kernel.body.stmts.iter().for_each(|s| statement(s, &mut visit));
    let mut out: Vec<i64> = found.into_iter().collect();
    out.sort_by_key(|n| (n.abs(), *n < 0));
    out
}

fn block(b: &Block, visit: &mut impl FnMut(&Expr)) {
    b.stmts.iter().for_each(|s| statement(s, visit));
}

fn statement(s: &Stmt, visit: &mut impl FnMut(&Expr)) {
    match &s.kind {
        StmtKind::Declare(_, None) | StmtKind::Barrier(_) => {}
        StmtKind::Declare(_, Some(e)) | StmtKind::Assign(_, e) | StmtKind::Assert(e) | StmtKind::Assume(e) => visit(e),
        StmtKind::Store(place, e) => {
            place.index.iter().for_each(&mut *visit);
            visit(e);
        }
        StmtKind::If(c, a, b) => {
            visit(c);
            block(a, visit);
            block(b, visit);
        }
        StmtKind::While { guard, body, .. } => {
            visit(guard);
            block(body, visit);
        }
        StmtKind::Block(b) | StmtKind::Atomic { body: b, .. } => block(b, visit),
    }
}
