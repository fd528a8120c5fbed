//! Kernels that say nothing of permissions.
//!
//! In: a kernel. Out: whether what its threads may access is left to inference, or, in a run, not judged.

use crate::{By, Clause, Contract, Expr, ExprKind, Kernel, Type};

impl Clause {
    /// Whether the clause mentions a permission or a resource.
    pub fn gives_permissions(&self) -> bool {
        let is_resource = |e: &Expr| matches!(e.kind, ExprKind::Call(..)) && e.ty == Type::Resource;
        self.expr.any(&|e| is_permission(e) || is_resource(e))
    }
}

impl Kernel {
    /// Whether no clause and no statement of the kernel mentions a permission.
    pub fn is_silent(&self) -> bool {
        let mut found = self.contracts().flat_map(|contract| &contract.clauses).any(Clause::gives_permissions);
        self.body.each(&mut |stmt| {
            found |= stmt.clauses().iter().any(Clause::gives_permissions);
            stmt.exprs(&mut |e| found |= e.any(&is_permission));
        });
        !found
    }

    /// The kernel without the permissions that were inferred of it. What was inferred of sizes and values stays.
    #[must_use]
    pub fn without_inferred_permissions(&self) -> Self {
        let is_inferred = |clause: &Clause| clause.by == By::Inferred && clause.expr.ty == Type::Resource;
        let strip = |contract: &mut Contract| contract.clauses.retain(|clause| !is_inferred(clause));
        let mut out = self.clone();
        strip(&mut out.contract);
        out.teams.iter_mut().for_each(|team| strip(&mut team.contract));
        out.body.each_mut(&mut |stmt| {
            for clause in stmt.clauses_mut().iter_mut().filter(|clause| is_inferred(clause)) {
                (clause.expr.kind, clause.expr.ty) = (ExprKind::Bool(true), Type::Bool);
            }
        });
        out
    }
}

fn is_permission(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Perm(..) | ExprKind::PointsTo(..))
}
