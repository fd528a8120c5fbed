//! Conversions between scalar types.
//!
//! In: a value, and the type to which C converts it. Out: the converted value.
//!
//! ```text
//! to an integer type:   the value modulo 2^N, in range: \wrap(T, e);  of a float, rounded towards zero and checked
//! to a float type:      the nearest value
//! to bool:              e != 0
//! ```

use super::state::Lower;
use crate::c::tree::Node;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Intrinsic, Rounding, Type, Width};

/// The type of `int`.
pub const INT: Width = Width { bits: 32, signed: true };

/// The integer modulo 2^N, as a value of the type.
pub fn wrapped(expr: Expr, width: Width) -> Expr {
    let ty = Type::Machine(width);
    let literal = matches!(&expr.kind, ExprKind::Int(n) if width.least() <= *n && *n <= width.greatest());
    if expr.ty.is_within(ty) || literal {
        // The type decides in which width the next operation computes.
        return Expr { ty, ..expr };
    }
    let at = At::new(expr.node.span);
    at.expr(ExprKind::Intrinsic(Intrinsic::Wrap(width), vec![expr]), ty)
}

/// The value of a condition as an `int`: 1 or 0.
pub fn number(condition: Expr) -> Expr {
    let at = At::new(condition.node.span);
    let ty = Type::Machine(INT);
    let [one, zero] = [1, 0].map(|n| Expr { ty, ..at.int(n) });
    at.cond(condition, one, zero)
}

/// Whether a value is not 0.
pub fn truth(expr: Expr) -> Expr {
    if expr.ty == Type::Bool {
        return expr;
    }
    let at = At::new(expr.node.span);
    // The condition of `number` is that condition.
    if let ExprKind::Cond(condition, one, zero) = &expr.kind {
        let is = |e: &Expr, n: i32| matches!(&e.kind, ExprKind::Int(m) if *m == n.into());
        if is(one, 1) && is(zero, 0) {
            return (**condition).clone();
        }
    }
    let zero = match expr.ty {
        Type::Float(_) => at.expr(ExprKind::Float(0), expr.ty),
        _ => Expr { ty: expr.ty, ..at.int(0) },
    };
    at.binary(BinaryOp::Ne, expr, zero)
}

impl Lower<'_, '_, '_> {
    /// The value, converted to a scalar type.
    pub fn convert(&mut self, expr: Expr, to: Type, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        Some(match (expr.ty, to) {
            (from, to) if from == to => expr,
            (_, Type::Bool) => truth(expr),
            (Type::Bool, _) => {
                let number = number(expr);
                return self.convert(number, to, node);
            }
            (Type::Int | Type::Machine(_), Type::Machine(width)) => wrapped(expr, width),
            (Type::Float(_), Type::Machine(width)) => {
                let integer = at.expr(ExprKind::Intrinsic(Intrinsic::ToInt(Rounding::Zero), vec![expr]), Type::Int);
                integer.into_machine(width)
            }
            (_, Type::Float(format)) => {
                let by = Intrinsic::ToFloat(format, Rounding::NearestEven);
                at.expr(ExprKind::Intrinsic(by, vec![expr]), to)
            }
            _ => return self.cannot(node, "this conversion", "convert numbers only"),
        })
    }
}
