//! What an expression reads, and when.
//!
//! In: an expression. Out: each of its reads, with the condition under which C computes the part in which it stands: the
//! second operand of `&&` is computed only if the first one is true.

use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Place, UnaryOp};

/// Calls `visit` for each read of an expression that is computed if `when` holds: with the read, its place, and the
/// condition under which the read takes place.
pub fn each_read(e: &Expr, when: Option<&Expr>, visit: &mut dyn FnMut(&Expr, &Place, Option<&Expr>)) {
    let at = At::new(e.node.span);
    let and = |condition: Expr| match when {
        Some(when) => at.binary(BinaryOp::And, when.clone(), condition),
        None => condition,
    };
    match &e.kind {
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
            each_read(a, when, visit);
            let left = if *op == BinaryOp::Or { at.unary(UnaryOp::Not, (**a).clone()) } else { (**a).clone() };
            each_read(b, Some(&and(left)), visit);
        }
        ExprKind::Cond(c, a, b) => {
            each_read(c, when, visit);
            each_read(a, Some(&and((**c).clone())), visit);
            each_read(b, Some(&and(at.unary(UnaryOp::Not, (**c).clone()))), visit);
        }
        _ => {
            e.parts(&mut |part| each_read(part, when, visit));
            if let ExprKind::Read(place) = &e.kind {
                visit(e, place, when);
            }
        }
    }
}
