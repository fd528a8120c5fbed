//! Operations on floats as SMT-LIB text, either uninterpreted or with the meaning of IEEE 754.
//!
//! In: formats, literals, operations and the text of their operands. Out: SMT-LIB text.

use super::names;
use crate::solving::Floats;
use ir::{FloatArith, FloatFormat, Rounding};
use logic::term::{FloatOp, Sort};

/// The text of the sort of a format.
pub fn sort(floats: Floats, format: FloatFormat) -> &'static str {
    match (floats, format) {
        (Floats::Uninterpreted, _) => names::float_sort(format),
        (Floats::BitPrecise, FloatFormat::Single) => "Float32",
        (Floats::BitPrecise, FloatFormat::Double) => "Float64",
    }
}

/// The text of a literal with these IEEE bits.
pub fn literal(floats: Floats, format: FloatFormat, bits: u64) -> String {
    match (floats, format) {
        (Floats::Uninterpreted, _) => names::float_literal(format, bits),
        (Floats::BitPrecise, FloatFormat::Single) => format!("((_ to_fp 8 24) #x{bits:08x})"),
        (Floats::BitPrecise, FloatFormat::Double) => format!("((_ to_fp 11 53) #x{bits:016x})"),
    }
}

/// SMT-LIB's word for a direction of rounding.
fn direction(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::Zero => "RTZ",
    }
}

/// The float of an integer that is a bit vector in two's complement.
pub fn from_bits(format: FloatFormat, r: Rounding, int: &str) -> String {
    format!("({} {} {int})", to(format), direction(r))
}

/// A finite float as a bit vector of this width, which is large enough for its value; 0 for other floats.
pub fn to_bits(width: u32, r: Rounding, float: &str) -> String {
    let converted = format!("((_ fp.to_sbv {width}) {} {float})", direction(r));
    format!("(ite (or (fp.isNaN {float}) (fp.isInfinite {float})) (_ bv0 {width}) {converted})")
}

/// SMT-LIB's name of the conversions to a format.
fn to(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "(_ to_fp 8 24)",
        FloatFormat::Double => "(_ to_fp 11 53)",
    }
}

/// The text of an operation on operands of the given sort; `args` is the text of the operands.
pub fn operation(floats: Floats, op: FloatOp, operand: Sort, args: &str) -> String {
    if floats == Floats::Uninterpreted {
        return format!("({} {args})", names::float_op(op, names::format(op, operand)));
    }
    let rounded = |name: &str, r| format!("({name} {} {args})", direction(r));
    match op {
        FloatOp::Arith(FloatArith::Add, r) => rounded("fp.add", r),
        FloatOp::Arith(FloatArith::Sub, r) => rounded("fp.sub", r),
        FloatOp::Arith(FloatArith::Mul, r) => rounded("fp.mul", r),
        FloatOp::Arith(FloatArith::Div, r) => rounded("fp.div", r),
        FloatOp::Neg => format!("(fp.neg {args})"),
        FloatOp::Eq => format!("(fp.eq {args})"),
        FloatOp::Lt => format!("(fp.lt {args})"),
        FloatOp::Le => format!("(fp.leq {args})"),
        FloatOp::Fma(r) => rounded("fp.fma", r),
        FloatOp::Sqrt(r) => rounded("fp.sqrt", r),
        FloatOp::Convert(format, r) => rounded(to(format), r),
        FloatOp::FromInt(format, r) => format!("({} {} (to_real {args}))", to(format), direction(r)),
        FloatOp::ToInt(r) => format!("(to_int (fp.to_real (fp.roundToIntegral {} {args})))", direction(r)),
    }
}
