//! Which private variables all threads of a group agree on at the head of a loop.
//!
//! D6.2 section 5.2.1 calls them lock-step-safe: they start equal, and are assigned only expressions over such variables,
//! under such conditions. This is a syntactic reading; what it does not find, an invariant can say, and the condition of
//! a barrier is always a proof obligation.
//!
//! In: the loop and the store before it. Out: the variables whose value may be one symbol for the whole group.

use crate::iterators::{depends, Over};
use crate::launch::Launch;
use crate::syntactic::{assigned, has_barrier};
use crate::term::Term;
use imbl::OrdMap;
use ir::{Block, Expr, ExprKind, LaunchVar, StmtKind, VarDecl, VarId};
use std::collections::BTreeSet;

/// Variables that are assigned in the loop and uniform at its head.
pub fn variables(
    vars: &[VarDecl],
    before: &OrdMap<VarId, Term>,
    launch: &Launch,
    guard: &Expr,
    body: &Block,
    waits: bool,
) -> BTreeSet<VarId> {
    let _ = vars;
    let starts_equal = |v: &VarId| before.get(v).is_some_and(|t| same_for_all(t, launch));
    let outside: BTreeSet<VarId> = before.keys().filter(|v| starts_equal(v)).copied().collect();
    let mut uniform: BTreeSet<VarId> = outside.clone();
    // Variables declared inside start anew in each iteration.
    uniform.extend(assigned(body).into_iter().filter(|v| !before.contains_key(v)));
    loop {
        let mut next = uniform.clone();
        // Without a barrier threads may iterate unequally often, unless the guard says the same to all.
        let together = waits || is_uniform(guard, &uniform);
        spread(body, together, &uniform, &mut next);
        if next == uniform {
            break;
        }
        uniform = next;
    }
    uniform.retain(|v| before.contains_key(v));
    uniform
}

/// A value that does not depend on the thread.
fn same_for_all(t: &Term, launch: &Launch) -> bool {
    !depends(launch, Over::Threads, t)
}

/// Removes from `next` what an assignment makes differ.
fn spread(block: &Block, together: bool, now: &BTreeSet<VarId>, next: &mut BTreeSet<VarId>) {
    for stmt in &block.stmts {
        match &stmt.kind {
            StmtKind::Declare(v, None) => drop(next.remove(v)),
            StmtKind::Declare(v, Some(e)) | StmtKind::Assign(v, e) => {
                if !together || !is_uniform(e, now) {
                    let _ = next.remove(v);
                }
            }
            StmtKind::If(c, a, b) => {
                // A condition around a barrier is proved uniform.
                let together = together && (is_uniform(c, now) || has_barrier(a) || has_barrier(b));
                spread(a, together, now, next);
                spread(b, together, now, next);
            }
            StmtKind::While { guard, body, .. } => {
                let together = together && (is_uniform(guard, now) || has_barrier(body));
                spread(body, together, now, next);
            }
            StmtKind::Block(inner) => spread(inner, together, now, next),
            // What it reads depends on the order of the threads.
            StmtKind::Atomic { body, .. } => next.retain(|v| !assigned(body).contains(v)),
            // Who leaves where, and what a procedure gives, is not known to be the same for all.
            StmtKind::Scope(..) | StmtKind::Exit(_) | StmtKind::Mark(_) | StmtKind::Call(_) => next.clear(),
            StmtKind::Store(..) | StmtKind::Barrier(_) | StmtKind::Assert(_) | StmtKind::Assume(_) => {}
        }
    }
}

/// An expression over uniform variables and launch constants. Memory and what is unknown to one thread is left out.
fn is_uniform(e: &Expr, uniform: &BTreeSet<VarId>) -> bool {
    let mut ok = true;
    e.each(&mut |e| match &e.kind {
        ExprKind::Var(v) => ok &= uniform.contains(v),
        ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid, _)
        | ExprKind::Read(_)
        | ExprKind::Quant(_)
        | ExprKind::At(..)
        | ExprKind::Call(..)
        | ExprKind::Perm(..)
        | ExprKind::PointsTo(..) => ok = false,
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Float(_)
        | ExprKind::Write
        | ExprKind::NoAmount
        | ExprKind::ReadAmount
        | ExprKind::Scalar(_)
        | ExprKind::Launch(..)
        | ExprKind::Result
        | ExprKind::Length(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Intrinsic(..)
        | ExprKind::Cond(..) => {}
    });
    ok
}
