//! Conversions of CUDA between numbers, with a direction of rounding: `__float2int_rn`, `__int2float_rz`, `lrintf`.
//!
//! In: a call. Out: its value. A float that does not fit the integer gives some number, which is the same for equal
//! floats: NVIDIA's references do not say which one for each of the functions.

use super::convert::wrapped;
use super::state::{Lower, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use ir::{BinaryOp, Expr, ExprKind, Float, FloatFormat, Intrinsic, Rounding, Type, Width};

/// The direction in which a conversion with this name rounds.
fn direction(name: &str) -> Option<Rounding> {
    if matches!(name, "lrint" | "lrintf" | "llrint" | "llrintf") {
        return Some(Rounding::NearestEven);
    }
    let (types, direction) = name.strip_prefix("__")?.rsplit_once('_')?;
    let (from, to) = types.split_once('2')?;
    let integer = |name| matches!(name, "int" | "uint" | "ll" | "ull");
    let float = |name| matches!(name, "float" | "double");
    let known = float(from) && integer(to) || integer(from) && float(to) || (from, to) == ("double", "float");
    Rounding::ALL.iter().find(|(name, _)| known && *name == direction).map(|(_, rounding)| *rounding)
}

impl Lower<'_, '_, '_> {
    /// A conversion with a direction of rounding; nothing for another function.
    pub fn rounded_conversion(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let (rounding, [arg]) = (direction(name)?, args) else { return None };
        (self.unit.language == Language::Cuda).then(|| self.rounded_to(name, rounding, arg, node))
    }

    fn rounded_to(&mut self, name: &str, rounding: Rounding, arg: &Node, node: &Node) -> Option<Value> {
        let (value, at) = (self.scalar(arg)?, self.at(node));
        let converted = match (value.ty, self.unit.type_of(node).scalar()) {
            (Type::Machine(_) | Type::Float(_), Some(to @ Type::Float(format))) if value.ty != to => {
                at.expr(ExprKind::Intrinsic(Intrinsic::ToFloat(format, rounding), vec![value]), to)
            }
            (Type::Float(format), Some(Type::Machine(width))) => {
                self.integer_near(name, value, (format, rounding, width), node)
            }
            _ => return self.unknown_function(name, node),
        };
        Some(Value::Scalar(converted))
    }

    /// The integer to which a float is rounded, if the float is between the least and the greatest one.
    fn integer_near(
        &mut self,
        name: &str,
        value: Expr,
        (format, rounding, width): (FloatFormat, Rounding, Width),
        node: &Node,
    ) -> Expr {
        let (value, at) = (self.kept(value, true), self.at(node));
        // Towards zero, so that the floats between these two are rounded to integers of the type.
        let limit = |n| at.expr(ExprKind::Float(Float::from_int(format, &n, Rounding::Zero).bits()), value.ty);
        let above = at.binary(BinaryOp::Le, limit(width.least()), value.clone());
        let below = at.binary(BinaryOp::Le, value.clone(), limit(width.greatest()));
        let integer = at.expr(ExprKind::Intrinsic(Intrinsic::ToInt(rounding), vec![value.clone()]), Type::Int);
        let other = wrapped(self.abstract_function(name, vec![value], Type::Int, node), width);
        let fits = at.binary(BinaryOp::And, above, below);
        Expr { ty: Type::Machine(width), ..at.cond(fits, integer.into_machine(width), other) }
    }
}
