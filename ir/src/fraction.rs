//! The range of a variable for fractions, as a condition.
//!
//! In: a value. Out: the condition, which front ends add where the value is chosen. All parts of the condition have one
//! place, so that a condition that a person wrote is told apart from it.

use crate::build::At;
use crate::{BinaryOp, Expr, ExprKind, Program, Type, UnaryOp};

/// `0 < value && value <= 1`, or `0 <= value && value <= 1` if zero is in the range.
pub fn fraction_in_range(at: At, value: &Expr, zero: bool) -> Expr {
    let none = at.unary(UnaryOp::IntToFrac, at.int(0));
    let above = at.binary(if zero { BinaryOp::Le } else { BinaryOp::Lt }, none, value.clone());
    let below = at.binary(BinaryOp::Le, value.clone(), at.expr(ExprKind::Write, Type::Frac));
    at.binary(BinaryOp::And, above, below)
}

impl Expr {
    /// Whether this is the range of a fraction, or a part of it, that no person wrote.
    pub fn is_range_of_fraction(&self) -> bool {
        let ExprKind::Binary(op, a, b) = &self.kind else { return false };
        let compares = matches!(op, BinaryOp::Lt | BinaryOp::Le) && a.ty == Type::Frac;
        let place = |e: &Expr| e.node.span.reading_order();
        let here = |e: &Expr| place(e) == place(self);
        here(a) && here(b) && (compares || (*op == BinaryOp::And && a.is_range_of_fraction()))
    }
}

impl Program {
    /// Whether a variable or the result of a function is a fraction. Otherwise, no condition is the range of one.
    pub fn has_fractions(&self) -> bool {
        let kernels = self.kernels.iter().flat_map(|k| &k.vars);
        let procedures = self.procedures.iter().flat_map(|p| &p.vars);
        let mut vars = kernels.chain(procedures).chain(self.functions.iter().flat_map(|f| &f.vars));
        vars.any(|decl| decl.ty == Type::Frac) || self.functions.iter().any(|f| f.ret == Type::Frac)
    }
}
