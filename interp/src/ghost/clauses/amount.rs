//! Amounts that are the same for all members.
//!
//! In: the amount of a permission. Out: its value, if the launch alone determines it.

use dashu::rational::RBig;
use ir::{Expr, ExprKind, UnaryOp};

use super::compile::Compiler;
use crate::eval::fraction;

impl<'p> Compiler<'_, 'p> {
    /// A fraction of literals and constants of the launch.
    #[allow(clippy::wildcard_enum_match_arm)] // whatever else an amount is, members may have different ones
    pub(super) fn fraction(&mut self, e: &'p Expr) -> Option<RBig> {
        match &e.kind {
            ExprKind::Write => Some(RBig::ONE),
            ExprKind::NoAmount => Some(RBig::ZERO),
            ExprKind::Unary(UnaryOp::IntToFrac, n) => {
                let n = self.expr(n).filter(|_| n.ty.is_int())?;
                self.constant_of(n).map(RBig::from)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => Some(-self.fraction(a)?),
            ExprKind::Binary(op, a, b) => fraction(*op, self.fraction(a)?, self.fraction(b)?).ok(),
            _ => None,
        }
    }
}
