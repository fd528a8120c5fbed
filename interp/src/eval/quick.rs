//! Conditions and indices in machine integers.
//!
//! In: an expression. Out: its value, or nothing: then [`super::expr`] evaluates it in full, and says what is wrong if
//! it has no value. A launch of a million threads evaluates the conditions and the indices of its contracts millions of
//! times. Nearly all of these are sums and comparisons of small numbers, so that neither big integers nor reasons for
//! a missing value are needed.

use super::arith;
use super::state::Evaluator;
use crate::env::Env;
use crate::value::Value;
use ir::{BinaryOp, Expr, ExprKind, Node, Type, UnaryOp, VarId};

impl<'p, E: Env<'p> + ?Sized> Evaluator<'_, 'p, E> {
    /// The truth of a condition, if it is found quickly.
    pub(super) fn quick_truth(&mut self, e: &'p Expr) -> Option<bool> {
        self.env.tick(e.node).ok()?;
        self.quick(e).map(|truth| truth != 0)
    }

    /// The value of an integer expression, if it is found quickly.
    pub(super) fn quick_int(&mut self, e: &'p Expr) -> Option<i64> {
        self.env.tick(e.node).ok()?;
        self.quick(e)
    }

    /// The value of an integer, or 1 for a true condition and 0 for a false one.
    #[allow(clippy::wildcard_enum_match_arm)] // what is not listed is not quick
    fn quick(&mut self, e: &'p Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Int(n) => i64::try_from(n).ok(),
            ExprKind::Bool(truth) => Some(i64::from(*truth)),
            ExprKind::Var(v) => self.quick_variable(*v, e.node),
            ExprKind::Scalar(scalar) => self.env.scalar(*scalar, e.node).ok().and_then(|value| small(&value)),
            ExprKind::Launch(of, axis) => self.env.launch(*of, *axis, e.node).ok().and_then(|value| small(&value)),
            ExprKind::Read(place) => {
                let location = self.place(place).ok()?;
                self.env.load(location, self.when, place.node).ok().and_then(|value| small(&value))
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.quick(a).map(|truth| 1 - truth),
            ExprKind::Unary(UnaryOp::Neg, a) if e.ty.is_int() => self.quick(a)?.checked_neg(),
            ExprKind::Binary(op, a, b) => self.quick_binary(*op, a, b),
            _ => None,
        }
    }

    fn quick_variable(&mut self, v: VarId, node: Node) -> Option<i64> {
        let Some(frame) = self.frames.last() else { return small(&self.env.var(v, self.when, node).ok()?) };
        match frame.bound.iter().rev().find(|(bound, _)| *bound == v) {
            Some((_, value)) => small(value),
            None => small(&self.variable(v, node).ok()?),
        }
    }

    fn quick_binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr) -> Option<i64> {
        let is_quick = |e: &Expr| e.ty.is_int() || e.ty == Type::Bool;
        if !is_quick(a) || !is_quick(b) {
            return None;
        }
        let first = self.quick(a)?;
        match (op, first) {
            (BinaryOp::And | BinaryOp::Star, 0) => return Some(0),
            (BinaryOp::Or, 1) | (BinaryOp::Implies, 0) => return Some(1),
            _ => {}
        }
        let second = self.quick(b)?;
        match op {
            BinaryOp::And | BinaryOp::Star | BinaryOp::Or | BinaryOp::Implies => Some(second),
            BinaryOp::Add => first.checked_add(second),
            BinaryOp::Sub => first.checked_sub(second),
            BinaryOp::Mul => first.checked_mul(second),
            BinaryOp::Div => first.checked_div_euclid(second),
            BinaryOp::Mod => first.checked_rem_euclid(second),
            BinaryOp::Frac => None,
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Same
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => arith::ordering(op, first.cmp(&second)).map(i64::from),
        }
    }
}

/// An integer or a truth value as a machine integer.
fn small(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => n.to_i64(),
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Float(_) | Value::Reference(_) | Value::Fraction(_) | Value::Enum(..) | Value::Collection(_) => None,
    }
}
