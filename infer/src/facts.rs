//! The comparisons that a condition says.
//!
//! In: a condition. Out: polynomials that are at most 0.

use crate::poly::Poly;
use crate::value::poly_of;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind};

/// The two values of which an operand of a comparison is the smaller one, if the comparison says that something is less
/// than the operand. `left` says on which side the operand stands.
fn smaller(e: &Expr, op: BinaryOp, left: bool) -> Option<[&Expr; 2]> {
    let is_above = match op {
        BinaryOp::Lt | BinaryOp::Le => !left,
        BinaryOp::Gt | BinaryOp::Ge => left,
        _ => false,
    };
    let ExprKind::Cond(c, a, b) = &e.kind else { return None };
    let ExprKind::Binary(order, x, y) = &c.kind else { return None };
    let (low, high) = match order {
        BinaryOp::Lt | BinaryOp::Le => (x, y),
        BinaryOp::Gt | BinaryOp::Ge => (y, x),
        _ => return None,
    };
    let is = |a: &Expr, b: &Expr| poly_of(a).zip(poly_of(b)).is_some_and(|(a, b)| a == b);
    (is_above && is(low, a) && is(high, b)).then_some([&**a, &**b])
}

/// Collects the comparisons in a condition, each as a polynomial that is at most 0.
pub fn collect(condition: &Expr, facts: &mut Vec<Poly>) {
    let ExprKind::Binary(op, a, b) = &condition.kind else { return };
    if *op == BinaryOp::And {
        collect(a, facts);
        collect(b, facts);
        return;
    }
    // What is less than the smaller one of two values is less than both.
    let (a, b) = (&**a, &**b);
    let left = smaller(a, *op, true).into_iter().flatten().map(|part| (part, b));
    let right = smaller(b, *op, false).into_iter().flatten().map(|part| (a, part));
    for (x, y) in left.chain(right) {
        collect(&At::new(condition.node).binary(*op, x.clone(), y.clone()), facts);
    }
    let (Some(a), Some(b)) = (poly_of(a), poly_of(b)) else { return };
    let one = Poly::number(1);
    match op {
        BinaryOp::Lt => facts.push(a.minus(&b).plus(&one)),
        BinaryOp::Le => facts.push(a.minus(&b)),
        BinaryOp::Gt => facts.push(b.minus(&a).plus(&one)),
        BinaryOp::Ge => facts.push(b.minus(&a)),
        BinaryOp::Eq => {
            facts.push(a.minus(&b));
            facts.push(b.minus(&a));
        }
        _ => {}
    }
}
