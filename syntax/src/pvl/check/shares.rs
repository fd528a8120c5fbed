//! Reports integer division where a share was meant: `1/2` is 0, `1\2` is one half.
//!
//! In: the amount of a permission. Out: an error if the quotient is a known number, because then it cannot be the share
//! that was meant.

use super::env::Env;
use dashu::integer::IBig;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

impl Env<'_> {
    /// Reports integer division of constants in an amount.
    pub fn shares(&mut self, amount: &Expr) {
        let Some((quotient, a, b)) = quotient(amount) else { return };
        let (Some(x), Some(y)) = (constant(a), constant(b)) else { return };
        let Some(value) = divided(&x, &y) else { return };
        let is = match value {
            v if v <= IBig::ZERO => "no permission at all",
            v if v == IBig::ONE => "`write`",
            _ => "more than the whole permission",
        };
        let message = format!(
            "`{x}/{y}` is integer division: its value is {}, which is {is}",
            divided(&x, &y).unwrap_or_default()
        );
        self.diagnostics.push(
            Diagnostic::new("type.integer-share", quotient.node.span, message).label("an integer").help(if x <= y {
                format!("a share of a permission is written with a backslash: `{x}\\{y}`")
            } else {
                "a share of a permission is written with a backslash, as in `1\\2`, and is at most 1".to_owned()
            }),
        );
    }
}

/// The first integer division in an amount: the division, its dividend and its divisor.
pub fn quotient(amount: &Expr) -> Option<(&Expr, &Expr, &Expr)> {
    match &amount.kind {
        ExprKind::Binary(BinaryOp::Div, a, b) if amount.ty == Type::Int => Some((amount, a, b)),
        ExprKind::Binary(_, a, b) => quotient(a).or_else(|| quotient(b)),
        ExprKind::Unary(_, a) => quotient(a),
        ExprKind::Cond(_, a, b) => quotient(a).or_else(|| quotient(b)),
        _ => None,
    }
}

/// The value of an expression of integer literals.
fn constant(e: &Expr) -> Option<IBig> {
    match &e.kind {
        ExprKind::Int(n) => Some(n.clone()),
        ExprKind::Unary(UnaryOp::Neg, a) => constant(a).map(|n| -n),
        ExprKind::Binary(BinaryOp::Add, a, b) => Some(constant(a)? + constant(b)?),
        ExprKind::Binary(BinaryOp::Sub, a, b) => Some(constant(a)? - constant(b)?),
        ExprKind::Binary(BinaryOp::Mul, a, b) => Some(constant(a)? * constant(b)?),
        ExprKind::Binary(BinaryOp::Div, a, b) => divided(&constant(a)?, &constant(b)?),
        _ => None,
    }
}

/// The Euclidean quotient.
fn divided(x: &IBig, y: &IBig) -> Option<IBig> {
    use dashu::base::DivEuclid;
    (*y != IBig::ZERO).then(|| x.div_euclid(y))
}
