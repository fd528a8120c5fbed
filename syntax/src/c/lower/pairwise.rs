//! Annotations about two threads, as users of GPUVerify write them.
//!
//! In: a condition with `__other_int(e)`, the value of `e` for another thread of the group that is at the same point.
//! Out: a claim about any two threads.
//!
//! ```text
//! __assert(__uniform_int(x));                    pairwise x == x'
//! while (__invariant(__uniform_int(x)), c) S     pairwise x == x';  while (c) { S  pairwise x == x'; }
//! __requires(__uniform_int(n));                  the group has one thread, or n == n, for a scalar of the launch
//! ```
//!
//! Such a claim is proved, and nothing is concluded from it: threads do not wait for each other at an annotation. So a
//! group learns nothing of a loop's invariant about two threads either, and it must follow from what the loop does.

use super::called::without_limits;
use super::state::{Lower, Value};
use super::taken::{Claim, Others};
use crate::c::tree::Node;
use ir::{BinaryOp, Expr, ExprKind, LaunchVar, Pairwise, Stmt, StmtKind, VarId};

impl Lower<'_, '_, '_> {
    /// A condition that may be about two threads.
    pub fn claim(&mut self, node: &Node) -> Option<Claim> {
        let outside = std::mem::replace(&mut self.called.others, Others::Here(Vec::new()));
        let condition = self.said_condition(node);
        let others = std::mem::replace(&mut self.called.others, outside);
        let condition = condition?;
        match others {
            Others::Here(values) if !values.is_empty() => {
                let at = self.at(node);
                let mut stmts: Vec<Stmt> =
                    values.iter().map(|(var, value)| at.declare(*var, Some(value.clone()))).collect();
                let (theirs, mut exprs): (Vec<VarId>, Vec<Expr>) = values.into_iter().unzip();
                exprs.push(condition);
                stmts.push(at.stmt(StmtKind::Pairwise(Pairwise { theirs, exprs })));
                Some(Claim::OfTwo(stmts))
            }
            Others::Here(_) | Others::AtStart { .. } | Others::Nowhere => Some(Claim::OfOne(condition)),
        }
    }

    /// A precondition, which may say that a scalar of the launch is the same for two threads.
    pub fn required(&mut self, node: &Node) -> Option<Expr> {
        let outside = std::mem::replace(&mut self.called.others, Others::AtStart { used: false });
        let condition = self.said_condition(node);
        let others = std::mem::replace(&mut self.called.others, outside);
        let mut condition = condition?;
        if matches!(others, Others::AtStart { used: true }) {
            // In a group of one thread there are no two threads, so that nothing is said.
            let alone = self.dims.axes().iter().map(|axis| {
                let size = self.launch(LaunchVar::Gsize, *axis, node);
                let one = Expr { ty: size.ty, ..self.at(node).int(1) };
                self.at(node).binary(BinaryOp::Eq, size, one)
            });
            let alone: Vec<Expr> = alone.collect();
            let at = self.at(node);
            if let Some(alone) = alone.into_iter().reduce(|a, b| at.binary(BinaryOp::And, a, b)) {
                condition = at.binary(BinaryOp::Or, alone, condition);
            }
        }
        Some(condition)
    }

    /// `__other_int(e)`: the value of `e` for another thread.
    pub fn other(&mut self, e: &Node, node: &Node) -> Option<Value> {
        let outside = match &mut self.called.others {
            Others::Nowhere => {
                let help = "`__assert` and `__invariant` may be about two threads of a group: write one of them where \
                            the claim holds";
                return self.cannot(node, "a condition about another thread in this place", help);
            }
            others => std::mem::take(others),
        };
        let (value, effects) = self.collected(|lower| lower.scalar(e));
        self.called.others = outside;
        let mut value = value?;
        if effects.iter().any(|stmt| !matches!(stmt.kind, StmtKind::Assert(_))) {
            return self.cannot(node, "an annotation with effects", "write an expression that changes nothing");
        }
        self.out.extend(effects);
        without_limits(&mut value);
        let at = self.at(node);
        let (ty, var) = (value.ty, self.temporary("other", value.ty));
        match &mut self.called.others {
            Others::Here(values) => {
                values.push((var, value));
                Some(Value::Scalar(at.var(var, ty)))
            }
            Others::AtStart { used } if is_common(&value) => {
                *used = true;
                Some(Value::Scalar(value))
            }
            Others::AtStart { .. } | Others::Nowhere => {
                let help = "say it of each thread by its number, such as `__requires(get_local_id(0) < n)`, or name \
                            only scalars";
                self.cannot(node, "a precondition about another thread and a value that threads need not share", help)
            }
        }
    }
}

/// The variables for the values of the other thread in a claim about two, with these values, and the condition.
pub fn of_two(stmts: &[Stmt]) -> Option<(Vec<(VarId, Expr)>, Expr)> {
    let mut values = Vec::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Declare(var, Some(value)) => values.push((*var, value.clone())),
            StmtKind::Pairwise(claim) => return Some((values, claim.exprs.last()?.clone())),
            _ => return None,
        }
    }
    None
}

/// Whether all threads of a group have the same value at the start: it is computed from scalars and sizes.
fn is_common(value: &Expr) -> bool {
    !value.any(&|part| match &part.kind {
        ExprKind::Launch(var, _) => matches!(var, LaunchVar::Tid | LaunchVar::Lid),
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Float(_) | ExprKind::Scalar(_) => false,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cond(..) | ExprKind::Intrinsic(..) => false,
        _ => true,
    })
}
