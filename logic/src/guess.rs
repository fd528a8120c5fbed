//! What a condition says about measures: `a < b` makes `b - a` a good guess where the condition lets code go on.
//!
//! In: a condition, and whether it holds where code goes on. Out: differences of integers.

use ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// Calls `visit` for each difference of two integers that may be positive where the condition holds, or does not: with
/// the greater one, and the other one unless that is 0.
pub(crate) fn differences<'e>(condition: &'e Expr, holds: bool, visit: &mut impl FnMut(&'e Expr, Option<&'e Expr>)) {
    if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind {
        differences(inner, !holds, visit);
    } else if let ExprKind::Binary(op, a, b) = &condition.kind {
        of_operator(*op, a, b, holds, visit);
    }
}

fn of_operator<'e>(
    op: BinaryOp,
    a: &'e Expr,
    b: &'e Expr,
    holds: bool,
    visit: &mut impl FnMut(&'e Expr, Option<&'e Expr>),
) {
    let integers = matches!(a.ty, Type::Int | Type::Machine(_)) && matches!(b.ty, Type::Int | Type::Machine(_));
    let mut difference = |greater, less: &'e Expr| {
        let zero = matches!(&less.kind, ExprKind::Int(n) if n.is_zero());
        if integers {
            visit(greater, (!zero).then_some(less));
        }
    };
    match (op, holds) {
        (BinaryOp::And | BinaryOp::Star, true) | (BinaryOp::Or, false) => {
            differences(a, holds, visit);
            differences(b, holds, visit);
        }
        (BinaryOp::Lt | BinaryOp::Le, true) | (BinaryOp::Gt | BinaryOp::Ge, false) => difference(b, a),
        (BinaryOp::Gt | BinaryOp::Ge, true) | (BinaryOp::Lt | BinaryOp::Le, false) => difference(a, b),
        (BinaryOp::Ne, true) | (BinaryOp::Eq | BinaryOp::Same, false) => {
            difference(b, a);
            difference(a, b);
        }
        (BinaryOp::Ne, false) | (BinaryOp::Eq | BinaryOp::Same, true) => {}
        (BinaryOp::And | BinaryOp::Star, false) | (BinaryOp::Or, true) => {}
        (
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Frac
            | BinaryOp::Implies,
            _,
        ) => {}
    }
}
