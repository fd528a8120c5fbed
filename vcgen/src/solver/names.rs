//! Names that the encoding and the SMT-LIB text share.

use ir::FloatFormat;
use logic::term::{FloatOp, Symbol};

/// The name of a symbol: how the source calls it, and its number. Fits between bars in SMT-LIB.
pub fn symbol(symbol: &Symbol) -> String {
    let shown: String =
        symbol.shown().chars().map(|c| if c == '|' || c == '\\' || c.is_control() { '_' } else { c }).collect();
    format!("{shown}#{}", symbol.id())
}

/// The uninterpreted sort of a format.
pub fn float_sort(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "IEEE.single",
        FloatFormat::Double => "IEEE.double",
    }
}

/// The constant for a literal of a format.
pub fn float_literal(format: FloatFormat, bits: u64) -> String {
    match format {
        FloatFormat::Single => format!("single.{bits:08x}"),
        FloatFormat::Double => format!("double.{bits:016x}"),
    }
}

/// The uninterpreted function of an operation.
pub fn float_op(op: FloatOp, format: FloatFormat) -> String {
    let name = match op {
        FloatOp::Add => "add",
        FloatOp::Sub => "sub",
        FloatOp::Mul => "mul",
        FloatOp::Div => "div",
        FloatOp::Neg => "neg",
        FloatOp::Eq => "eq",
        FloatOp::Lt => "lt",
        FloatOp::Le => "le",
    };
    match format {
        FloatFormat::Single => format!("single.{name}"),
        FloatFormat::Double => format!("double.{name}"),
    }
}
