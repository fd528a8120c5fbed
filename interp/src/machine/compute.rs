//! Floats in registers.
//!
//! In: an operation and slots of one format. Out: a slot, or a truth value.

use syntax::typed::FloatFormat;

use crate::code::Compare;
use crate::float::{Arith, Rounding};
use crate::slot::{float, Slot};

#[inline(always)]
pub(super) fn arithmetic(format: FloatFormat, arith: Arith, a: Slot, b: Slot) -> Slot {
    let result = float(a, format).arith(arith, float(b, format), Rounding::NearestEven);
    // Both operands have this format.
    result.map_or(0, crate::float::Float::bits)
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
