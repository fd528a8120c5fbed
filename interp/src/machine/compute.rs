//! Floats in registers, and operations that have a name.
//!
//! In: an operation and slots. Out: a slot, or a truth value.

use ir::FloatFormat;

use crate::code::{Codes, Compare, Reg};
use crate::intrinsic::compute;
use crate::slot::{float, Bigs, Slot};
use crate::stop::Cause;
use crate::value::Value;
use ir::{FloatArith, Rounding};

#[inline(always)]
pub(super) fn arithmetic(format: FloatFormat, arith: FloatArith, a: Slot, b: Slot) -> Slot {
    let result = float(a, format).arith(arith, float(b, format), Rounding::NearestEven);
    // Both operands have this format.
    result.map_or(0, ir::Float::bits)
}

#[inline(always)]
pub(super) fn comparison(format: FloatFormat, how: Compare, a: Slot, b: Slot) -> bool {
    let order = float(a, format).compare(float(b, format));
    match how {
        Compare::Eq => order.is_some_and(std::cmp::Ordering::is_eq),
        Compare::Ne => !order.is_some_and(std::cmp::Ordering::is_eq),
        Compare::Lt => order.is_some_and(std::cmp::Ordering::is_lt),
        Compare::Le => order.is_some_and(std::cmp::Ordering::is_le),
    }
}

/// An operation that has a name, on consecutive registers.
#[inline(never)]
pub(super) fn named(bigs: &mut Bigs, codes: &Codes<'_>, number: u32, regs: &[Slot], first: Reg) -> Result<Slot, Cause> {
    let unknown = || Cause::IllTyped("an unknown operation".into());
    let (op, types) = codes.intrinsics.get(number as usize).ok_or_else(unknown)?;
    let slots = regs.iter().skip(first as usize);
    let args: Vec<Value> = types.iter().zip(slots).map(|(ty, slot)| bigs.value(*slot, *ty)).collect();
    bigs.slot(&compute(*op, &args)?)
}
