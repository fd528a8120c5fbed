//! Operations on floats as Z3 terms, either uninterpreted or with the meaning of IEEE 754.
//!
//! In: operations on floats. Out: applications of uninterpreted functions over an uninterpreted sort, or operations of
//! Z3's theory of floats.

use super::encoded::{dynamic, Encoded};
use super::enums::Enums;
use super::fault::Fault;
use super::prelude::Fact;
use super::{names, sorts};
use crate::solving::Floats;
use ir::{FloatArith, FloatFormat, Rounding};
use logic::term::{FloatOp, Sort};
use z3::ast::{forall_const, Ast, Bool, Dynamic, Float, Int, RoundingMode};
use z3::{FuncDecl, Pattern};

/// The Z3 term of a literal with these IEEE bits.
pub fn literal(floats: Floats, format: FloatFormat, bits: u64) -> Dynamic {
    match (floats, format) {
        (Floats::Uninterpreted, _) => {
            Dynamic::new_const(names::float_literal(format, bits), &sorts::of_format(floats, format))
        }
        (Floats::BitPrecise, FloatFormat::Single) => dynamic(Float::from_f32(f32::from_bits(bits as u32))),
        (Floats::BitPrecise, FloatFormat::Double) => dynamic(Float::from_f64(f64::from_bits(bits))),
    }
}

/// The Z3 term of an operation on operands of the given sort.
pub fn operation(floats: Floats, op: FloatOp, operand: Sort, args: &[&Dynamic]) -> Result<Dynamic, Fault> {
    match (floats, op) {
        // Z3 decides hardly anything about floats that are made from unknown integers. So the conversion from integers
        // is always uninterpreted, and the prelude states facts about it.
        (Floats::Uninterpreted, _) | (Floats::BitPrecise, FloatOp::FromInt(..)) => {
            let args: Vec<&dyn Ast> = args.iter().map(|a| *a as &dyn Ast).collect();
            Ok(function(floats, op, operand)?.apply(&args))
        }
        (Floats::BitPrecise, _) => {
            let args: Option<Vec<Float>> = args.iter().map(|a| a.as_float()).collect();
            ieee(op, &args.ok_or("not a float")?)
        }
    }
}

/// Z3's term for a direction of rounding.
fn direction(rounding: Rounding) -> RoundingMode {
    match rounding {
        Rounding::NearestEven => RoundingMode::round_nearest_ties_to_even(),
        Rounding::Up => RoundingMode::round_towards_positive(),
        Rounding::Down => RoundingMode::round_towards_negative(),
        Rounding::Zero => RoundingMode::round_towards_zero(),
    }
}

/// An operation with the meaning of IEEE 754.
fn ieee(op: FloatOp, args: &[Float]) -> Result<Dynamic, Fault> {
    Ok(match (op, args) {
        (FloatOp::Arith(FloatArith::Add, r), [a, b]) => dynamic(a.add_with_rounding_mode(b, &direction(r))),
        (FloatOp::Arith(FloatArith::Sub, r), [a, b]) => dynamic(a.sub_with_rounding_mode(b, &direction(r))),
        (FloatOp::Arith(FloatArith::Mul, r), [a, b]) => dynamic(a.mul_with_rounding_mode(b, &direction(r))),
        (FloatOp::Arith(FloatArith::Div, r), [a, b]) => dynamic(a.div_with_rounding_mode(b, &direction(r))),
        (FloatOp::Neg, [a]) => dynamic(a.unary_neg()),
        (FloatOp::Eq, [a, b]) => dynamic(a.eq_fpa(b)),
        (FloatOp::Lt, [a, b]) => dynamic(a.lt(b)),
        (FloatOp::Le, [a, b]) => dynamic(a.le(b)),
        (FloatOp::Fma(r), [a, b, c]) => dynamic(a.fma_with_rounding_mode(b, c, &direction(r))),
        (FloatOp::Sqrt(r), [a]) => dynamic(a.sqrt_with_rounding_mode(&direction(r))),
        (FloatOp::Convert(to, r), [a]) => {
            dynamic(a.to_fp_with_rounding_mode(&direction(r), &sorts::of_format(Floats::BitPrecise, to)))
        }
        (FloatOp::ToInt(r), [a]) => dynamic(a.round_to_integral_with_rounding_mode(&direction(r)).to_real().to_int()),
        _ => return Err("wrong number of operands of a float operation".into()),
    })
}

/// The uninterpreted function of an operation.
fn function(floats: Floats, op: FloatOp, operand: Sort) -> Result<FuncDecl, Fault> {
    let name = names::float_op(op, names::format(op, operand));
    let of = sorts::of(operand, floats, &Enums::default())?;
    let params: Vec<&z3::Sort> = std::iter::repeat_n(&of, op.arity()).collect();
    Ok(FuncDecl::new(name, &params, &sorts::of(op.result(operand), floats, &Enums::default())?))
}

/// The Z3 formula of a fact about uninterpreted floats.
pub fn fact(fact: &Fact, encoded: &Encoded) -> Result<Bool, Fault> {
    match fact {
        Fact::Distinct(literals) => {
            let terms: Vec<&Dynamic> = literals.iter().map(|l| encoded.term(*l)).collect::<Result<_, _>>()?;
            Ok(Dynamic::distinct(&terms))
        }
        Fact::Commutes(op, format, x, y) => {
            let (x, y) = (encoded.term(*x)?, encoded.term(*y)?);
            let f = function(Floats::Uninterpreted, *op, Sort::float(*format))?;
            Ok(Ast::eq(&f.apply(&[x, y]), f.apply(&[y, x])))
        }
        Fact::OfInt { float, format, int, bits } => of_int(encoded.term(*float)?, *format, encoded.term(*int)?, *bits),
        Fact::AlwaysCommutes(op, format) => {
            let sort = sorts::of_format(Floats::Uninterpreted, *format);
            let f = function(Floats::Uninterpreted, *op, Sort::float(*format))?;
            let (x, y) = (Dynamic::new_const("commutes.x", &sort), Dynamic::new_const("commutes.y", &sort));
            let left = f.apply(&[&x, &y]);
            let pattern = Pattern::new(&[&left]);
            Ok(forall_const(&[&x, &y], &[&pattern], &Ast::eq(&left, f.apply(&[&y, &x]))))
        }
    }
}

/// Facts about an integer that was converted to a float, for every direction of rounding: the result is a number, has
/// the sign of the integer, and is positive zero for 0; integers that the format can represent are exact. If the
/// integer is a literal, the bits of the result are known.
fn of_int(float: &Dynamic, format: FloatFormat, int: &Dynamic, bits: Option<u64>) -> Result<Bool, Fault> {
    let zero = literal(Floats::BitPrecise, format, 0);
    if let Some(bits) = bits {
        return Ok(Ast::eq(float, literal(Floats::BitPrecise, format, bits)));
    }
    let (y, i) = (float.as_float().ok_or("not a float")?, int.as_int().ok_or("not an integer")?);
    let nothing = zero.as_float().ok_or("not a float")?;
    let most: u64 = match format {
        FloatFormat::Single => 1 << 24,
        FloatFormat::Double => 1 << 53,
    };
    let (least, most, none) = (Int::from_u64(most).unary_minus(), Int::from_u64(most), Int::from_u64(0));
    let exact = Bool::and(&[y.is_infinite().not(), Ast::eq(&y.to_real(), i.to_real())]);
    Ok(Bool::and(&[
        y.is_nan().not(),
        Ast::eq(&i, &none).implies(Ast::eq(float, &zero)),
        i.ge(&none).implies(nothing.le(&y)),
        i.le(&none).implies(y.le(&nothing)),
        Bool::and(&[least.le(&i), i.le(&most)]).implies(exact),
    ]))
}
