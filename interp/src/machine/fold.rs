//! The operands of several threads, put together.
//!
//! In: how, the type of the operands, and the operands in the order of the threads. Out: the value of each thread.
//!
//! Sums of machine integers wrap around. Sums of floats are rounded after each operand.

use ir::{BinaryOp, Float, FloatFormat, Fold, Gathers, Intrinsic, Type};

use crate::eval::binary;
use crate::int::Int;
use crate::intrinsic::compute;
use crate::slot::{Bigs, Slot};
use crate::stop::Cause;
use crate::value::Value;

/// The value of each thread; nothing for a gather that puts nothing together.
pub(super) fn folded(bigs: &mut Bigs, how: Gathers, ty: Type, operands: &[Slot]) -> Result<Option<Vec<Slot>>, Cause> {
    let (fold, scan) = match how {
        Gathers::Reduce(fold) => (fold, None),
        Gathers::Inclusive(fold) => (fold, Some(true)),
        Gathers::Exclusive(fold) => (fold, Some(false)),
        Gathers::Order
        | Gathers::Count
        | Gathers::Any
        | Gathers::All
        | Gathers::Ballot
        | Gathers::Active
        | Gathers::Broadcast
        | Gathers::Shuffle(_) => return Ok(None),
    };
    let mut out = Vec::new();
    let mut so_far = neutral(fold, ty)?;
    for (n, operand) in operands.iter().enumerate() {
        let before = so_far.clone();
        let own = bigs.value(*operand, ty);
        // The first operand stays as it is: adding -0.0 to 0.0 would change it.
        so_far = if n == 0 { own } else { both(fold, ty, so_far, own)? };
        out.push(bigs.slot(if scan == Some(false) { &before } else { &so_far })?);
    }
    if scan.is_none() {
        let all = bigs.slot(&so_far)?;
        out.iter_mut().for_each(|slot| *slot = all);
    }
    Ok(Some(out))
}

/// Two values, put together.
fn both(fold: Fold, ty: Type, a: Value, b: Value) -> Result<Value, Cause> {
    match (fold, ty) {
        (Fold::Add, Type::Machine(width)) => compute(Intrinsic::Wrap(width), &[binary(BinaryOp::Add, &a, &b)?]),
        (Fold::Add, _) => binary(BinaryOp::Add, &a, &b),
        (Fold::Min, _) => Ok(if binary(BinaryOp::Lt, &b, &a)? == Value::Bool(true) { b } else { a }),
        (Fold::Max, _) => Ok(if binary(BinaryOp::Gt, &b, &a)? == Value::Bool(true) { b } else { a }),
    }
}

/// The value that changes nothing.
fn neutral(fold: Fold, ty: Type) -> Result<Value, Cause> {
    let infinity = |format: FloatFormat| match format {
        FloatFormat::Single => Float::from_bits(format, 0x7f80_0000),
        FloatFormat::Double => Float::from_bits(format, 0x7ff0_0000_0000_0000),
    };
    Ok(match (fold, ty) {
        (Fold::Add, Type::Float(format)) => Value::Float(Float::zero(format)),
        (Fold::Min, Type::Float(format)) => Value::Float(infinity(format)),
        (Fold::Max, Type::Float(format)) => Value::Float(infinity(format).negated()),
        (Fold::Add, Type::Machine(_)) => Value::Int(Int::ZERO),
        (Fold::Min, Type::Machine(width)) => Value::Int(Int::from(width.greatest())),
        (Fold::Max, Type::Machine(width)) => Value::Int(Int::from(width.least())),
        _ => return Err(Cause::IllTyped("values that cannot be put together".into())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slot::of_small;
    use ir::Width;

    #[test]
    fn operands_are_put_together_in_order() {
        let mut bigs = Bigs::new(100);
        let ty = Type::Machine(Width { bits: 8, signed: true });
        let operands = [100, 20, 10].map(of_small);
        let mut of = |how| {
            let slots = folded(&mut bigs, how, ty, &operands).expect("values").expect("a fold");
            slots.into_iter().map(|slot| (slot as i64) >> 1).collect::<Vec<_>>()
        };
        assert_eq!(of(Gathers::Reduce(Fold::Add)), [-126; 3]);
        assert_eq!(of(Gathers::Inclusive(Fold::Add)), [100, 120, -126]);
        assert_eq!(of(Gathers::Exclusive(Fold::Add)), [0, 100, 120]);
        assert_eq!(of(Gathers::Exclusive(Fold::Min)), [127, 100, 20]);
        assert_eq!(of(Gathers::Inclusive(Fold::Max)), [100; 3]);
    }
}
