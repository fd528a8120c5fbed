//! What the text of a loop shows about the loop, for advice.
//!
//! In: a loop, and perhaps a variable. Out: whether each assignment in the loop adds 1 to the variable, so that the
//! variable is at most what the loop's condition compares it with; and whether the loop never ends.

// Other statements and expressions do not matter here.
#![allow(clippy::wildcard_enum_match_arm)]

use super::Words;
use ir::{BinaryOp, Block, Expr, ExprKind, Node, Stmt, StmtKind, VarId};
use logic::finding::Subject;

impl Words<'_> {
    /// Whether the loop with the condition at `guard` changes a variable only by adding 1 to it.
    pub fn counts_by_one(&self, of: Subject, guard: Node) -> bool {
        let Subject::Variable(variable) = of else { return false };
        let mut found: Option<&Block> = None;
        for body in self.bodies() {
            body.each(&mut |stmt| match &stmt.kind {
                StmtKind::While { guard: condition, body, .. } if condition.node == guard => found = Some(body),
                _ => {}
            });
        }
        let mut by_one = found.is_some();
        if let Some(body) = found {
            body.each(&mut |stmt| match &stmt.kind {
                StmtKind::Assign(written, value) if *written == variable => by_one &= adds_one(value, variable),
                _ => {}
            });
        }
        by_one
    }

    /// Whether the condition of the loop is `true`, and no statement leaves the loop.
    pub(super) fn never_ends(&self, head: Node) -> bool {
        let mut found = false;
        self.bodies().for_each(|body| {
            body.each(&mut |stmt| match &stmt.kind {
                StmtKind::While { guard, .. } if [stmt.node, guard.node].contains(&head) => {
                    found |= matches!(guard.kind, ExprKind::Bool(true)) && !leaves(stmt);
                }
                _ => {}
            });
        });
        found
    }
}

/// Whether an exit inside of a loop leaves the loop.
fn leaves(of: &Stmt) -> bool {
    let (mut inside, mut left) = (Vec::new(), Vec::new());
    of.blocks(&mut |body| {
        body.each(&mut |stmt| match &stmt.kind {
            StmtKind::Scope(label, _) => inside.push(*label),
            StmtKind::Exit(label) => left.push(*label),
            _ => {}
        });
    });
    left.iter().any(|label| !inside.contains(label))
}

/// Whether an expression is `x + 1`, perhaps in a conversion or with a limit of its type.
fn adds_one(e: &Expr, variable: VarId) -> bool {
    let (mut sums, mut others) = (0, 0);
    e.each(&mut |e| match &e.kind {
        ExprKind::Binary(BinaryOp::Add, ..) => sums += 1,
        ExprKind::Var(read) if *read == variable => {}
        ExprKind::Int(n) if *n == 1.into() => {}
        ExprKind::Binary(..)
        | ExprKind::Var(_)
        | ExprKind::Int(_)
        | ExprKind::Scalar(_)
        | ExprKind::Launch(..)
        | ExprKind::Read(_)
        | ExprKind::Length(..)
        | ExprKind::Call(..)
        | ExprKind::Cond(..) => others += 1,
        _ => {}
    });
    sums == 1 && others == 0
}
