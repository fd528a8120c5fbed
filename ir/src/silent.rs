//! Kernels that say nothing of permissions.
//!
//! In: a kernel. Out: whether what its threads may access is left to inference, or, in a run, not judged.

use crate::{Clause, Expr, ExprKind, Kernel, Type};

impl Kernel {
    /// Whether no clause and no statement of the kernel mentions a permission.
    pub fn is_silent(&self) -> bool {
        let permits = |clause: &Clause| {
            let is_resource = |e: &Expr| matches!(e.kind, ExprKind::Call(..)) && e.ty == Type::Resource;
            clause.expr.any(&|e| is_permission(e) || is_resource(e))
        };
        let mut found = self.contracts().flat_map(|contract| &contract.clauses).any(permits);
        self.body.each(&mut |stmt| {
            found |= stmt.clauses().iter().any(permits);
            stmt.exprs(&mut |e| found |= e.any(&is_permission));
        });
        !found
    }
}

fn is_permission(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Perm(..) | ExprKind::PointsTo(..))
}
