//! Operations that have a name: integers of exact width, and floats that are rounded in a direction.
//!
//! In: an operation and values of the types that it takes. Out: its value, or the cause why it has none.

use ir::{Bits, Intrinsic};

use crate::exact::{Exact, Undefined, Width};
use crate::int::Int;
use crate::stop::Cause;
use crate::value::Value;
use ir::Float;

/// The value of an operation.
pub(crate) fn compute(op: Intrinsic, args: &[Value]) -> Result<Value, Cause> {
    match (op, args) {
        (Intrinsic::Wrap(width), [Value::Int(a)]) => Ok(Value::Int(of(width)?.wrap(a))),
        (Intrinsic::Fits(width), [Value::Int(a)]) => Ok(Value::Bool(of(width)?.holds(a))),
        (Intrinsic::Checked(width), [Value::Int(a)]) => held(width, a).map(|()| Value::Int(a.clone())),
        (Intrinsic::Quot | Intrinsic::Rem, [Value::Int(a), Value::Int(b)]) => divided(op, a, b),
        (Intrinsic::Bits(bits, width), [Value::Int(a), Value::Int(b)]) => of_bits(bits, width, a, b),
        (Intrinsic::Not(width), [Value::Int(a)]) => {
            held(width, a)?;
            Ok(Value::Int(of(width)?.complement(a)))
        }
        (Intrinsic::Arith(arith, rounding), [Value::Float(a), Value::Float(b)]) => {
            a.arith(arith, *b, rounding).map(Value::Float).ok_or_else(ill_typed)
        }
        (Intrinsic::Fma(rounding), [Value::Float(a), Value::Float(b), Value::Float(c)]) => {
            a.mul_add(*b, *c, rounding).map(Value::Float).ok_or_else(ill_typed)
        }
        (Intrinsic::Sqrt(rounding), [Value::Float(a)]) => Ok(Value::Float(a.sqrt(rounding))),
        (Intrinsic::ToFloat(format, rounding), [Value::Int(a)]) => {
            Ok(Value::Float(Float::from_int(format, &a.to_big(), rounding)))
        }
        (Intrinsic::ToFloat(format, rounding), [Value::Float(a)]) => Ok(Value::Float(a.converted(format, rounding))),
        (Intrinsic::ToInt(rounding), [Value::Float(a)]) => {
            let int = a.to_int(rounding);
            int.map(|n| Value::Int(n.into())).ok_or_else(|| Cause::Overflow(format!("{a} is no integer")))
        }
        (
            Intrinsic::Wrap(_)
            | Intrinsic::Fits(_)
            | Intrinsic::Checked(_)
            | Intrinsic::Quot
            | Intrinsic::Rem
            | Intrinsic::Bits(..)
            | Intrinsic::Not(_)
            | Intrinsic::Arith(..)
            | Intrinsic::Fma(_)
            | Intrinsic::Sqrt(_)
            | Intrinsic::ToFloat(..)
            | Intrinsic::ToInt(_),
            _,
        ) => Err(ill_typed()),
    }
}

fn ill_typed() -> Cause {
    Cause::IllTyped("a named operation on values of other types".into())
}

fn of(width: ir::Width) -> Result<Width, Cause> {
    Width::of(width).ok_or_else(ill_typed)
}

/// An integer must be a value of the type.
fn held(width: ir::Width, a: &Int) -> Result<(), Cause> {
    match of(width)?.holds(a) {
        true => Ok(()),
        false => Err(Cause::Overflow(format!("{a} is no value of `{}`", width.name()))),
    }
}

fn divided(op: Intrinsic, a: &Int, b: &Int) -> Result<Value, Cause> {
    // Of magnitudes the Euclidean quotient is the one rounded towards zero.
    let magnitude = |x: &Int| if *x < Int::ZERO { x.neg() } else { x.clone() };
    let (large, small) = (magnitude(a), magnitude(b));
    let result = if op == Intrinsic::Quot { large.div_euclid(&small) } else { large.rem_euclid(&small) };
    let result = result.ok_or(Cause::DivisionByZero)?;
    let negative = match op {
        Intrinsic::Quot => (*a < Int::ZERO) != (*b < Int::ZERO),
        _ => *a < Int::ZERO,
    };
    Ok(Value::Int(if negative { result.neg() } else { result }))
}

fn of_bits(bits: Bits, width: ir::Width, a: &Int, b: &Int) -> Result<Value, Cause> {
    held(width, a)?;
    let exact = match bits {
        Bits::And => Exact::And,
        Bits::Or => Exact::Or,
        Bits::Xor => Exact::Xor,
        Bits::Shl => Exact::Shl,
        Bits::Shr => Exact::Shr,
    };
    if matches!(bits, Bits::And | Bits::Or | Bits::Xor) {
        held(width, b)?;
    }
    match of(width)?.compute(exact, a, b) {
        Ok(computed) => Ok(Value::Int(computed.value)),
        Err(Undefined::DivisionByZero) => Err(Cause::DivisionByZero),
        Err(Undefined::Shift) => {
            let (name, bits) = (width.name(), width.bits);
            Err(Cause::Overflow(format!("the shift is by {b} places, and a `{name}` has {bits}")))
        }
    }
}
