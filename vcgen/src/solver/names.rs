//! The names of symbols, sorts and functions that the Z3 encoding and the SMT-LIB text share.
//!
//! In: symbols, float formats and operations. Out: their names in queries.

use super::dag::Dag;
use ir::{FloatArith, FloatFormat, Rounding};
use logic::term::{is_collection, FloatOp, Sort, SortKind, Symbol};
use std::collections::BTreeSet;

/// The name of a symbol: its shown name and its number, as in `tid#3`. Characters that SMT-LIB does not allow between
/// bars are replaced.
pub fn symbol(symbol: &Symbol) -> String {
    let shown: String =
        symbol.shown().chars().map(|c| if c == '|' || c == '\\' || c.is_control() { '_' } else { c }).collect();
    format!("{shown}#{}", symbol.id())
}

/// The name of the uninterpreted sort of a format.
pub fn float_sort(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "IEEE.single",
        FloatFormat::Double => "IEEE.double",
    }
}

/// The name of the constant for a literal of a format.
pub fn float_literal(format: FloatFormat, bits: u64) -> String {
    match format {
        FloatFormat::Single => format!("single.{bits:08x}"),
        FloatFormat::Double => format!("double.{bits:016x}"),
    }
}

/// The name of the uninterpreted function for an operation on floats of this format, or for a conversion of integers to
/// this format. The operators of programs round to nearest, and their names are bare, as in `single.add`. Other
/// directions of rounding are appended, as in `single.add.ru`.
pub fn float_op(op: FloatOp, format: FloatFormat) -> String {
    let (name, rounding) = match op {
        FloatOp::Arith(FloatArith::Add, r) => ("add", Some(r)),
        FloatOp::Arith(FloatArith::Sub, r) => ("sub", Some(r)),
        FloatOp::Arith(FloatArith::Mul, r) => ("mul", Some(r)),
        FloatOp::Arith(FloatArith::Div, r) => ("div", Some(r)),
        FloatOp::Neg => ("neg", None),
        FloatOp::Eq => ("eq", None),
        FloatOp::Lt => ("lt", None),
        FloatOp::Le => ("le", None),
        FloatOp::Fma(r) => ("fma", Some(r)),
        FloatOp::Sqrt(r) => ("sqrt", Some(r)),
        FloatOp::Convert(FloatFormat::Single, r) => ("to-single", Some(r)),
        FloatOp::Convert(FloatFormat::Double, r) => ("to-double", Some(r)),
        FloatOp::FromInt(_, r) => ("from-int", Some(r)),
        FloatOp::ToInt(r) => ("to-int", Some(r)),
    };
    let format = match format {
        FloatFormat::Single => "single",
        FloatFormat::Double => "double",
    };
    match rounding {
        None | Some(Rounding::NearestEven) => format!("{format}.{name}"),
        Some(Rounding::Up | Rounding::Down | Rounding::Zero) => {
            format!("{format}.{name}.{}", rounding.map_or("", Rounding::name))
        }
    }
}

/// The format that an operation belongs to: that of its operands, or, if these are no floats, that of its value.
pub fn format(op: FloatOp, operand: Sort) -> FloatFormat {
    match op {
        FloatOp::FromInt(to, _) => to,
        FloatOp::Arith(..) | FloatOp::Neg | FloatOp::Eq | FloatOp::Lt | FloatOp::Le | FloatOp::Fma(_) => of(operand),
        FloatOp::Sqrt(_) | FloatOp::Convert(..) | FloatOp::ToInt(_) => of(operand),
    }
}

fn of(operand: Sort) -> FloatFormat {
    operand.as_float().unwrap_or(FloatFormat::Double)
}

/// The declarations of the sorts of enumerations, of collections and of abstract data types in a query, each once.
pub fn declared_sorts(dag: &Dag) -> Vec<String> {
    let (mut open, mut found): (Vec<Sort>, BTreeSet<Sort>) = (dag.nodes().iter().map(|n| n.sort).collect(), [].into());
    while let Some(sort) = open.pop() {
        open.extend(sort.as_array().into_iter().flat_map(|(keys, element)| keys.iter().copied().chain([element])));
        let is_data = matches!(sort.kind(), SortKind::Enum(_) | SortKind::Data(..));
        if is_collection(sort) || is_data {
            let _ = found.insert(sort);
        }
    }
    let declared = |sort: &Sort| {
        let SortKind::Enum(of) = sort.kind() else { return format!("(declare-sort |{sort}| 0)") };
        let constants: String = (0..of.count()).map(|n| format!("(|{}|)", of.constant(n))).collect();
        format!("(declare-datatypes ((|{sort}| 0)) (({constants})))")
    };
    found.iter().map(declared).collect()
}
