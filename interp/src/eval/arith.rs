//! Infix operators on values.
//!
//! In: an operator and two values of one type. Out: the value, or the cause why there is none.

use crate::int::{Int, MAX_BITS};
use crate::stop::{Cause, Limit};
use crate::value::Value;
use dashu::base::BitTest;
use dashu::rational::RBig;
use ir::BinaryOp;
use ir::{FloatArith, Rounding};
use std::cmp::Ordering;

/// `a op b` of two values, for operators that always evaluate both sides.
#[allow(clippy::wildcard_enum_match_arm)] // other operators have no value on these types
pub fn binary(op: BinaryOp, a: &Value, b: &Value) -> Result<Value, Cause> {
    // Identity is the equality of data, floats included.
    if op == BinaryOp::Same {
        return Ok(Value::Bool(a == b));
    }
    let value = match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(op, a, b)?,
        (Value::Float(a), Value::Float(b)) => {
            let exact = |operation| a.arith(operation, *b, Rounding::NearestEven).map(Value::Float);
            match op {
                BinaryOp::Add => exact(FloatArith::Add),
                BinaryOp::Sub => exact(FloatArith::Sub),
                BinaryOp::Mul => exact(FloatArith::Mul),
                BinaryOp::Div => exact(FloatArith::Div),
                // NaN is neither less nor greater, and not equal.
                BinaryOp::Ne => Some(Value::Bool(a.compare(*b) != Some(Ordering::Equal))),
                _ => a
                    .compare(*b)
                    .map_or_else(|| ordering(op, Ordering::Equal).map(|_| false), |o| ordering(op, o))
                    .map(Value::Bool),
            }
        }
        (Value::Bool(x), Value::Bool(y)) => match op {
            BinaryOp::Eq => Some(Value::Bool(x == y)),
            BinaryOp::Ne => Some(Value::Bool(x != y)),
            _ => None,
        },
        (Value::Reference(x), Value::Reference(y)) => match op {
            BinaryOp::Eq | BinaryOp::Same => Some(Value::Bool(x == y)),
            BinaryOp::Ne => Some(Value::Bool(x != y)),
            _ => None,
        },
        (Value::Enum(e, x), Value::Enum(f, y)) if e == f => match op {
            BinaryOp::Eq => Some(Value::Bool(x == y)),
            BinaryOp::Ne => Some(Value::Bool(x != y)),
            _ => None,
        },
        (Value::Collection(x), Value::Collection(y)) => match op {
            BinaryOp::Eq => Some(Value::Bool(x == y)),
            BinaryOp::Ne => Some(Value::Bool(x != y)),
            _ => None,
        },
        (Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Reference(_), _) => None,
        (Value::Fraction(_) | Value::Collection(_) | Value::Enum(..), _) => None,
    };
    value.ok_or_else(|| Cause::IllTyped("an operator on values of other types".into()))
}

fn int(op: BinaryOp, a: &Int, b: &Int) -> Result<Option<Value>, Cause> {
    let value = match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul if a.bits() + b.bits() > MAX_BITS => return Err(Cause::Limit(Limit::Integer)),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::Div => a.div_euclid(b).ok_or(Cause::DivisionByZero)?,
        BinaryOp::Mod => a.rem_euclid(b).ok_or(Cause::DivisionByZero)?,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            return Ok(ordering(op, a.cmp(b)).map(Value::Bool));
        }
        BinaryOp::Frac | BinaryOp::Same | BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Star => {
            return Ok(None);
        }
    };
    Ok(Some(Value::Int(value)))
}

/// The truth of a comparison of two things in this order; `None` if `op` is none.
pub fn ordering(op: BinaryOp, order: Ordering) -> Option<bool> {
    match op {
        BinaryOp::Eq | BinaryOp::Same => Some(order.is_eq()),
        BinaryOp::Ne => Some(order.is_ne()),
        BinaryOp::Lt => Some(order.is_lt()),
        BinaryOp::Le => Some(order.is_le()),
        BinaryOp::Gt => Some(order.is_gt()),
        BinaryOp::Ge => Some(order.is_ge()),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::Frac
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Implies
        | BinaryOp::Star => None,
    }
}

/// `a op b` of fractions, exactly.
pub fn fraction(op: BinaryOp, a: RBig, b: RBig) -> Result<RBig, Cause> {
    let bits = |x: &RBig| x.numerator().bit_len() + x.denominator().bit_len();
    if bits(&a) + bits(&b) > MAX_BITS {
        return Err(Cause::Limit(Limit::Integer));
    }
    match op {
        BinaryOp::Add => Ok(a + b),
        BinaryOp::Sub => Ok(a - b),
        BinaryOp::Mul => Ok(a * b),
        BinaryOp::Frac if b == RBig::ZERO => Err(Cause::DivisionByZero),
        BinaryOp::Frac => Ok(a / b),
        BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Same
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Implies
        | BinaryOp::Star => Err(Cause::IllTyped("an operator that fractions do not have".into())),
    }
}
