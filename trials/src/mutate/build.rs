//! Constructors of expressions for mutants: a new expression has the position of the one that it replaces.
//!
//! In: parts of an expression. Out: the expression.

use dashu::integer::IBig;
use ir::{BinaryOp, UnaryOp};
use syntax::pvl::ast::{At, Expr, ExprKind};

/// An expression at a place.
pub fn at(at: At, kind: ExprKind) -> Expr {
    Expr { kind, at }
}

/// `left op right`.
pub fn binary(op: BinaryOp, left: &Expr, right: &Expr) -> Expr {
    at(left.at, ExprKind::Binary(op, left.at, Box::new(left.clone()), Box::new(right.clone())))
}

/// An integer; negative ones are written with a sign in front.
pub fn int(place: At, value: impl Into<IBig>) -> Expr {
    let value = value.into();
    if value < IBig::ZERO {
        at(place, ExprKind::Unary(UnaryOp::Neg, Box::new(at(place, ExprKind::Int(-value)))))
    } else {
        at(place, ExprKind::Int(value))
    }
}

/// `e + 1` or `e - 1`.
pub fn stepped(e: &Expr, up: bool) -> Expr {
    match &e.kind {
        ExprKind::Int(value) => int(e.at, if up { value + IBig::ONE } else { value - IBig::ONE }),
        _ => binary(if up { BinaryOp::Add } else { BinaryOp::Sub }, e, &int(e.at, 1)),
    }
}

/// `!e`.
pub fn not(e: &Expr) -> Expr {
    at(e.at, ExprKind::Unary(UnaryOp::Not, Box::new(e.clone())))
}

/// `true` or `false`.
pub fn bool(place: At, value: bool) -> Expr {
    at(place, ExprKind::Bool(value))
}

/// A name.
pub fn name(place: At, text: &str) -> Expr {
    at(place, ExprKind::Name(text.to_owned()))
}
