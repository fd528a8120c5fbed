//! Floats for Z3, in both readings.
//!
//! In: operations on floats. Out: applications of unknown functions over an unknown sort, or of IEEE 754's.

use super::encoded::{literal as dynamic, Encoded};
use super::fault::Fault;
use super::names;
use super::prelude::Fact;
use crate::solving::Floats;
use ir::FloatFormat;
use logic::term::FloatOp;
use z3::ast::{forall_const, Ast, Bool, Dynamic, Float, RoundingMode};
use z3::{FuncDecl, Pattern, Symbol};

/// The Z3 sort of a format.
pub fn sort(floats: Floats, format: FloatFormat) -> z3::Sort {
    match (floats, format) {
        (Floats::Uninterpreted, _) => z3::Sort::uninterpreted(Symbol::String(names::float_sort(format).to_owned())),
        (Floats::BitPrecise, FloatFormat::Single) => z3::Sort::float32(),
        (Floats::BitPrecise, FloatFormat::Double) => z3::Sort::double(),
    }
}

/// The Z3 term of a literal.
pub fn literal(floats: Floats, format: FloatFormat, bits: u64) -> Dynamic {
    match (floats, format) {
        (Floats::Uninterpreted, _) => Dynamic::new_const(names::float_literal(format, bits), &sort(floats, format)),
        (Floats::BitPrecise, FloatFormat::Single) => dynamic(Float::from_f32(f32::from_bits(bits as u32))),
        (Floats::BitPrecise, FloatFormat::Double) => dynamic(Float::from_f64(f64::from_bits(bits))),
    }
}

/// The Z3 term of an operation.
pub fn operation(floats: Floats, op: FloatOp, args: &[&Dynamic]) -> Result<Dynamic, Fault> {
    match floats {
        Floats::Uninterpreted => {
            let sort = args.first().ok_or("a float operation without operands")?.get_sort();
            let args: Vec<&dyn Ast> = args.iter().map(|a| *a as &dyn Ast).collect();
            Ok(function(op, &sort).apply(&args))
        }
        Floats::BitPrecise => {
            let args: Option<Vec<Float>> = args.iter().map(|a| a.as_float()).collect();
            ieee(op, &args.ok_or("not a float")?)
        }
    }
}

fn ieee(op: FloatOp, args: &[Float]) -> Result<Dynamic, Fault> {
    let nearest = RoundingMode::round_nearest_ties_to_even();
    Ok(match (op, args) {
        (FloatOp::Add, [a, b]) => dynamic(a.add_with_rounding_mode(b, &nearest)),
        (FloatOp::Sub, [a, b]) => dynamic(a.sub_with_rounding_mode(b, &nearest)),
        (FloatOp::Mul, [a, b]) => dynamic(a.mul_with_rounding_mode(b, &nearest)),
        (FloatOp::Div, [a, b]) => dynamic(a.div_with_rounding_mode(b, &nearest)),
        (FloatOp::Neg, [a]) => dynamic(a.unary_neg()),
        (FloatOp::Eq, [a, b]) => dynamic(a.eq_fpa(b)),
        (FloatOp::Lt, [a, b]) => dynamic(a.lt(b)),
        (FloatOp::Le, [a, b]) => dynamic(a.le(b)),
        _ => return Err("wrong number of operands of a float operation".into()),
    })
}

/// The unknown function of an operation; the sort tells the format.
fn function(op: FloatOp, sort: &z3::Sort) -> FuncDecl {
    let single = sort.to_string() == names::float_sort(FloatFormat::Single);
    let format = if single { FloatFormat::Single } else { FloatFormat::Double };
    let name = names::float_op(op, format);
    match op {
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => FuncDecl::new(name, &[sort, sort], sort),
        FloatOp::Neg => FuncDecl::new(name, &[sort], sort),
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => FuncDecl::new(name, &[sort, sort], &z3::Sort::bool()),
    }
}

/// The formula of a fact about uninterpreted floats.
pub fn fact(fact: &Fact, encoded: &Encoded) -> Result<Bool, Fault> {
    match fact {
        Fact::Distinct(literals) => {
            let terms: Vec<&Dynamic> = literals.iter().map(|l| encoded.term(*l)).collect::<Result<_, _>>()?;
            Ok(Dynamic::distinct(&terms))
        }
        Fact::Commutes(op, format, x, y) => {
            let (x, y) = (encoded.term(*x)?, encoded.term(*y)?);
            let f = function(*op, &sort(Floats::Uninterpreted, *format));
            Ok(Ast::eq(&f.apply(&[x, y]), f.apply(&[y, x])))
        }
        Fact::AlwaysCommutes(op, format) => {
            let sort = sort(Floats::Uninterpreted, *format);
            let f = function(*op, &sort);
            let (x, y) = (Dynamic::new_const("commutes.x", &sort), Dynamic::new_const("commutes.y", &sort));
            let left = f.apply(&[&x, &y]);
            let pattern = Pattern::new(&[&left]);
            Ok(forall_const(&[&x, &y], &[&pattern], &Ast::eq(&left, f.apply(&[&y, &x]))))
        }
    }
}
