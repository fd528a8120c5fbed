//! Functions of the libraries of C and C++ that kernels of CUDA call: `std::min`, `isnan`, `sincosf`.
//!
//! In: a call. Out: its value. The values of `std::min` and `std::max` are those of the standard: of two values of
//! which none is less, the first one.

use super::operators::comparison;
use super::state::{Lower, Place, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use ir::{BinaryOp, Expr, ExprKind, FloatFormat, Type};

/// The infinity of a format.
fn infinity(format: FloatFormat) -> u64 {
    match format {
        FloatFormat::Single => u64::from(f32::INFINITY.to_bits()),
        FloatFormat::Double => f64::INFINITY.to_bits(),
    }
}

impl Lower<'_, '_, '_> {
    /// The value of `std::numeric_limits<T>::max()`, `min()` and `lowest()`; nothing for another function.
    /// The tree does not name the class of a static function. So the text of the call must name the class, and no class
    /// of the file may have a function with this name.
    fn limit(&self, declared: &Node, args: &[Node], node: &Node) -> Option<Expr> {
        let of_file = self.unit.functions.contains_key(declared.id.as_str());
        let text = node.at?.text(self.unit.source).trim_start();
        let class = text.strip_prefix("std::").unwrap_or(text).strip_prefix("numeric_limits<")?;
        let name = class.strip_suffix("()").and_then(|class| class.rsplit_once("::")).map(|(_, name)| name.trim())?;
        if declared.kind != "CXXMethodDecl" || of_file || !args.is_empty() || name != declared.name {
            return None;
        }
        let (ty, at) = (self.unit.type_of(node).scalar()?, self.at(node));
        let bits = match (ty, name) {
            (Type::Machine(width), "max") => return Some(Expr { ty, ..at.int(width.greatest()) }),
            (Type::Machine(width), "min" | "lowest") => return Some(Expr { ty, ..at.int(width.least()) }),
            (Type::Float(format), "infinity") => infinity(format),
            (Type::Float(FloatFormat::Single), name) => u64::from(
                match name {
                    "max" => f32::MAX,
                    "lowest" => f32::MIN,
                    "min" => f32::MIN_POSITIVE,
                    "epsilon" => f32::EPSILON,
                    _ => return None,
                }
                .to_bits(),
            ),
            (Type::Float(FloatFormat::Double), name) => match name {
                "max" => f64::MAX,
                "lowest" => f64::MIN,
                "min" => f64::MIN_POSITIVE,
                "epsilon" => f64::EPSILON,
                _ => return None,
            }
            .to_bits(),
            _ => return None,
        };
        Some(at.expr(ExprKind::Float(bits), ty))
    }

    /// `std::min` and `std::max`, and limits of numbers; nothing for another function.
    pub fn of_standard(&mut self, declared: &Node, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if let Some(limit) = self.limit(declared, args, node) {
            return Some(Some(Value::Scalar(limit)));
        }
        let is_name = declared.kind == "FunctionDecl" && matches!(declared.name.as_str(), "min" | "max");
        let known = is_name && !self.unit.own.contains(declared.name.as_str());
        // The template of the standard takes references to constants of one type, and nothing else.
        let ty = declared.ty.spelling();
        let standard = ty.split_once(" &(").is_some_and(|(to, rest)| rest == format!("{to} &, {to} &)"));
        if !known || !standard || args.len() != 2 || args.iter().any(|arg| self.is_half(arg)) {
            return None;
        }
        let values: Vec<Expr> = match self.arguments(args) {
            Some(values) => values.into_iter().flat_map(Value::scalars).map(|value| self.short(value)).collect(),
            None => return Some(None),
        };
        let ([a, b], at) = (values.as_slice(), self.at(node)) else { return None };
        if a.ty != b.ty || a.ty == Type::Bool {
            return None;
        }
        let (less, other) = if declared.name == "min" { ((b, a), b) } else { ((a, b), b) };
        let is_less = at.binary(comparison("<")?, less.0.clone(), less.1.clone());
        Some(Some(Value::Scalar(at.cond(is_less, other.clone(), a.clone()))))
    }

    /// The operands of CUDA's `min` and `max`, which converts them to the type of the result if their types differ.
    pub fn of_one_type(&mut self, name: &str, values: Vec<Expr>, ty: Type, node: &Node) -> Option<Vec<Expr>> {
        match self.unit.language == Language::Cuda && matches!(name, "min" | "max") {
            true => values.into_iter().map(|value| self.convert(value, ty, node)).collect(),
            false => Some(values),
        }
    }

    /// Whether a float is one of some kind, or a conversion with a direction of rounding; nothing for another function.
    pub fn of_kind(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if let Some(converted) = self.rounded_conversion(name, args, node) {
            return Some(converted);
        }
        let ([arg], "isnan" | "isinf" | "isfinite") = (args, name) else { return None };
        let value = self.scalar(arg)?;
        let Type::Float(format) = value.ty else { return None };
        let (at, value) = (self.at(node), self.short(value));
        let limit = at.expr(ExprKind::Float(infinity(format)), value.ty);
        let below = at.unary(ir::UnaryOp::Neg, limit.clone());
        let below = Expr { ty: value.ty, ..below };
        let is = |op, other: &Expr| at.binary(op, value.clone(), other.clone());
        let found = match name {
            "isnan" => is(BinaryOp::Ne, &value),
            "isinf" => at.binary(BinaryOp::Or, is(BinaryOp::Eq, &limit), is(BinaryOp::Eq, &below)),
            _ => at.binary(BinaryOp::And, is(BinaryOp::Lt, &limit), is(BinaryOp::Gt, &below)),
        };
        Some(Some(Value::Scalar(self.as_type(found, node))))
    }

    /// `sincosf(x, s, c)` and its relatives; nothing for another function.
    pub fn sine_and_cosine(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if !matches!(name, "sincos" | "sincosf" | "__sincosf" | "sincospi" | "sincospif") {
            return None;
        }
        Some(self.two_values(name, args, node))
    }

    fn two_values(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        let values = self.arguments(args)?;
        let Ok([Value::Scalar(x), first, second]) = <[Value; 3]>::try_from(values) else {
            return self.unknown_function(name, node);
        };
        // All arguments are computed before anything is stored.
        let x = self.kept(x, true);
        let mut stores = Vec::new();
        for (part, to) in [("sin", first), ("cos", second)] {
            let place: Place = match to {
                Value::Address(place) => *place,
                Value::Pointer(array, offset) => self.select(array, offset, node)?,
                Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                    return self.unknown_function(name, node)
                }
            };
            stores.push((part, self.fixed(place, node)?));
        }
        // The results need not be those of `sinf` and `cosf`.
        for (part, place) in stores {
            let value = self.abstract_function(&format!("{name}.{part}"), vec![x.clone()], x.ty, node);
            let _ = self.assign(place, Value::Scalar(value), node, false)?;
        }
        Some(Value::Nothing)
    }
}
