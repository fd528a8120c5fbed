//! Where a contract may say `Perm(a[i], atomic)`.
//!
//! Such permissions are judged by the rules of kernels alone: when memory is divided among the threads, at barriers, at
//! loops, and at atomic steps. They mean nothing where permissions are kept, added up or passed on otherwise: in
//! procedures, parallel blocks and functions, in contracts of groups and launches, in shared invariants, and in
//! `assume`,
//! `inhale` and `exhale`. `PointsTo(a[i], atomic, v)` would say that the value stays, and other threads may change it.
//!
//! In: a program. Out: the permissions that stand in such a place.

use crate::{Block, Clause, Expr, ExprKind, ItemId, Kernel, KernelId, Node, ProcId, Program, Says, StmtKind};

impl Kernel {
    /// Whether the contract of its threads, a barrier or a loop gives permission for atomic steps.
    pub fn has_atomic_amounts(&self) -> bool {
        let mut found = self.of_thread().clauses.iter().any(|clause| is_mentioned(&clause.expr));
        self.body.each(&mut |stmt| found |= stmt.outline().clauses.iter().any(|clause| is_mentioned(&clause.expr)));
        found
    }
}

impl Program {
    /// The permissions for atomic steps that mean nothing where they stand, in the order of the items.
    pub fn misplaced_atomic_amounts(&self) -> Vec<Node> {
        let functions = self.functions.iter().flat_map(|f| amounts_in(&f.contract.clauses));
        let mut out: Vec<Node> = functions.collect();
        let count = |n: usize| (0..n).map(|n| n as u32);
        out.extend(count(self.kernels.len()).flat_map(|n| self.misplaced_in(ItemId::Kernel(KernelId(n)))));
        out.extend(count(self.procedures.len()).flat_map(|n| self.misplaced_in(ItemId::Procedure(ProcId(n)))));
        out
    }

    /// The permissions for atomic steps that mean nothing where they stand, in a kernel or a procedure.
    pub fn misplaced_in(&self, item: ItemId) -> Vec<Node> {
        match item {
            ItemId::Kernel(id) => self.kernel(id).map(in_kernel),
            ItemId::Procedure(id) => self.procedure(id).map(|p| {
                let mut out = amounts_in(&p.contract.clauses);
                p.body.iter().for_each(|body| in_code(body, false, &mut out));
                out
            }),
            ItemId::Function(_) => None,
        }
        .unwrap_or_default()
    }
}

/// Those of a kernel. If threads share an invariant besides, a barrier does not take all permissions, and all are
/// misplaced.
fn in_kernel(kernel: &Kernel) -> Vec<Node> {
    let levels = kernel.levels().filter(|(depth, _)| *depth < kernel.innermost());
    let mut out: Vec<Node> = levels.flat_map(|(_, contract)| amounts_in(&contract.clauses)).collect();
    out.extend(kernel.invariants.iter().flat_map(|shared| amounts_in(&shared.clauses)));
    let allowed = kernel.invariants.is_empty();
    let of_thread = &kernel.of_thread().clauses;
    out.extend(if allowed { with_values(of_thread) } else { amounts_in(of_thread) });
    in_code(&kernel.body, allowed, &mut out);
    out
}

/// Those in code; `allowed` says that barriers, loops and assertions may have them.
fn in_code(body: &Block, allowed: bool, out: &mut Vec<Node>) {
    body.each(&mut |stmt| {
        let outline = stmt.outline();
        let takes = matches!(stmt.kind, StmtKind::Barrier(_) | StmtKind::While { .. });
        out.extend(if allowed && takes { with_values(outline.clauses) } else { amounts_in(outline.clauses) });
        let asserts = matches!(outline.says, Some(Says::Asserts(_)));
        stmt.exprs(&mut |whole| find(whole, &|e| !(allowed && asserts) || gives_value(e), out));
    });
}

/// All permissions for atomic steps in these clauses.
fn amounts_in(clauses: &[Clause]) -> Vec<Node> {
    let mut out = Vec::new();
    clauses.iter().for_each(|clause| find(&clause.expr, &|_| true, &mut out));
    out
}

/// Those in these clauses that give a value, too.
fn with_values(clauses: &[Clause]) -> Vec<Node> {
    let mut out = Vec::new();
    clauses.iter().for_each(|clause| find(&clause.expr, &gives_value, &mut out));
    out
}

/// Adds the permissions in an expression whose amount mentions `atomic`, and that pass a test.
fn find(whole: &Expr, test: &dyn Fn(&Expr) -> bool, out: &mut Vec<Node>) {
    whole.each(&mut |e| match &e.kind {
        ExprKind::Perm(_, amount) | ExprKind::PointsTo(_, amount, _) if is_mentioned(amount) && test(e) => {
            out.push(e.node);
        }
        _ => {}
    });
}

fn gives_value(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::PointsTo(..))
}

fn is_mentioned(e: &Expr) -> bool {
    e.any(&|part| matches!(part.kind, ExprKind::AtomicAmount))
}
