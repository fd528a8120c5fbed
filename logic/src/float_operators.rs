//! Infix operators on floats.
//!
//! In: an operator and two terms that are floats of one format. Out: the term of the operation.

use crate::term::{self, FloatOp, Term};
use ir::BinaryOp;

/// The value of an infix operator on floats; `None` for operators that floats do not have.
pub(crate) fn float_binary(op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    let go = |op, x, y| term::float_op(op, vec![x, y]);
    Some(match op {
        BinaryOp::Add => go(FloatOp::ADD, a, b),
        BinaryOp::Sub => go(FloatOp::SUB, a, b),
        BinaryOp::Mul => go(FloatOp::MUL, a, b),
        BinaryOp::Div => go(FloatOp::DIV, a, b),
        BinaryOp::Eq => go(FloatOp::Eq, a, b),
        BinaryOp::Ne => term::not(go(FloatOp::Eq, a, b)),
        BinaryOp::Lt => go(FloatOp::Lt, a, b),
        BinaryOp::Le => go(FloatOp::Le, a, b),
        BinaryOp::Gt => go(FloatOp::Lt, b, a),
        BinaryOp::Ge => go(FloatOp::Le, b, a),
        BinaryOp::Same => term::eq(a, b),
        BinaryOp::Mod | BinaryOp::Frac | BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Star => {
            return None
        }
    })
}
