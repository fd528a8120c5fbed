//! The bits of a value as a value of another type of the same size.
//!
//! In: a value, and the type as which its bits are read. Out: the value of that type.
//!
//! ```text
//! as_uint(i), as_int(u)      the integer modulo 2^N
//! as_float(i)                exact for a constant; else an abstract function of the bits
//! as_int(x)                  exact for a constant; else an abstract function of the float, and any number for a NaN
//! ```
//!
//! Sepal knows one NaN, and devices have many, whose bits differ. So the abstract function has a second argument, which
//! says which NaN is meant: 0 for a number, and for a NaN an element of an array that nothing has written. No run
//! executes an abstract function, so no run claims that the bits of a NaN change.

use super::convert::wrapped;
use super::state::{Lower, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use dashu::integer::IBig;
use ir::{BinaryOp, Bits, Expr, ExprKind, Float, FloatFormat, Heap, Intrinsic, Type, UnaryOp, VarDecl, Width};

/// The integer that has as many bits as a float, and is the argument or result of the abstract functions.
fn integer_of(format: FloatFormat) -> Width {
    match format {
        FloatFormat::Single => Width { bits: 32, signed: false },
        FloatFormat::Double => Width { bits: 64, signed: false },
    }
}

/// The names of the functions from bits to a float of a format, and back.
fn names(format: FloatFormat, language: Language) -> (&'static str, &'static str) {
    match (language, format) {
        (Language::OpenCl, FloatFormat::Single) => ("as_float", "as_uint"),
        (Language::OpenCl, FloatFormat::Double) => ("as_double", "as_ulong"),
        (Language::Cuda, FloatFormat::Single) => ("__uint_as_float", "__float_as_uint"),
        (Language::Cuda, FloatFormat::Double) => ("__longlong_as_double", "__double_as_longlong"),
    }
}

/// The number that an expression is, if it is a constant.
pub fn constant(expr: &Expr) -> Option<IBig> {
    match &expr.kind {
        ExprKind::Int(n) => Some(n.clone()),
        ExprKind::Unary(UnaryOp::Neg, inner) => constant(inner).map(|n| -n),
        ExprKind::Binary(BinaryOp::Add, a, b) => Some(constant(a)? + constant(b)?),
        ExprKind::Binary(BinaryOp::Mul, a, b) => Some(constant(a)? * constant(b)?),
        ExprKind::Intrinsic(Intrinsic::Wrap(width), args) => match args.as_slice() {
            [inner] => Some(width.modulo(&constant(inner)?)),
            _ => None,
        },
        ExprKind::Intrinsic(Intrinsic::Checked(width), args) => match args.as_slice() {
            [inner] => constant(inner).filter(|n| *n == width.modulo(n)),
            _ => None,
        },
        _ => None,
    }
}

/// The float that an expression is, if it is a constant and no NaN.
pub fn constant_float(expr: &Expr, format: FloatFormat) -> Option<Float> {
    let found = match &expr.kind {
        ExprKind::Float(bits) => Float::from_bits(format, *bits),
        ExprKind::Unary(UnaryOp::Neg, inner) => constant_float(inner, format)?.negated(),
        ExprKind::Intrinsic(Intrinsic::ToFloat(to, rounding), args) if *to == format => match args.as_slice() {
            [number] if number.ty.is_int() => Float::from_int(format, &constant(number)?, *rounding),
            [Expr { kind: ExprKind::Float(bits), ty: Type::Float(from), .. }] => {
                Float::from_bits(*from, *bits).converted(format, *rounding)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(found).filter(|found| !found.is_nan())
}

impl Lower<'_, '_, '_> {
    /// The bits of a scalar as a scalar of a type; `None` inside if the sizes differ, or if one is no number.
    pub fn same_bits(&mut self, value: Expr, to: Type, node: &Node) -> Option<Expr> {
        match (value.ty, to) {
            (from, to) if from == to => Some(value),
            (Type::Machine(from), Type::Machine(width)) if from.bits == width.bits => Some(wrapped(value, width)),
            (Type::Machine(from), Type::Float(format)) if from.bits == integer_of(format).bits => {
                Some(self.float_with_bits(value, format, node))
            }
            (Type::Float(format), Type::Machine(width)) if width.bits == integer_of(format).bits => {
                let bits = self.bits_of_float(value, format, node);
                Some(wrapped(bits, width))
            }
            _ => None,
        }
    }

    /// The float with these bits.
    fn float_with_bits(&mut self, value: Expr, format: FloatFormat, node: &Node) -> Expr {
        let (at, width) = (self.at(node), integer_of(format));
        if let Some(bits) = constant(&value).and_then(|n| u64::try_from(width.modulo(&n)).ok()) {
            return at.expr(ExprKind::Float(Float::from_bits(format, bits).bits()), Type::Float(format));
        }
        let (name, _) = names(format, self.unit.language);
        self.abstract_function(name, vec![wrapped(value, width)], Type::Float(format), node)
    }

    /// The bits of a float, as an unsigned number. Those of a NaN depend on a number of which nothing is known.
    fn bits_of_float(&mut self, value: Expr, format: FloatFormat, node: &Node) -> Expr {
        let width = integer_of(format);
        if let Some(known) = constant_float(&value, format) {
            return Expr { ty: Type::Machine(width), ..self.at(node).int(known.bits()) };
        }
        let args = self.with_nan(value, node);
        let (_, name) = names(format, self.unit.language);
        wrapped(self.abstract_function(name, args, Type::Int, node), width)
    }

    /// A float, and which NaN it is: 0 for a number, and else a number of which nothing is known.
    pub fn with_nan(&mut self, value: Expr, node: &Node) -> Vec<Expr> {
        let (at, value) = (self.at(node), self.kept(value, true));
        let dims = vec![at.int(1)];
        let any = self.env.hidden(VarDecl { name: at.name("which NaN"), ty: Type::Int, dims, device: false });
        self.out.push(at.declare(any, None));
        let any = at.expr(ExprKind::Read(at.place(Heap::Private(any), vec![at.int(0)])), Type::Int);
        let is_number = at.binary(BinaryOp::Eq, value.clone(), value.clone());
        let which = at.cond(is_number, at.int(0), any);
        vec![value, which]
    }

    /// A function of CUDA about the bits of a value; nothing for another function.
    pub fn of_bits(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if self.unit.language != Language::Cuda {
            return None;
        }
        let known = matches!(
            name,
            "__float_as_int"
                | "__float_as_uint"
                | "__int_as_float"
                | "__uint_as_float"
                | "__double_as_longlong"
                | "__longlong_as_double"
                | "__double2hiint"
                | "__double2loint"
                | "__hiloint2double"
        );
        known.then(|| self.bits_called(name, args, node))
    }

    fn bits_called(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        let at = self.at(node);
        let (Some(to), values) = (self.unit.type_of(node).scalar(), self.arguments(args)?) else {
            return self.unknown_function(name, node);
        };
        let whole = Width { bits: 64, signed: false };
        let shift = Expr { ty: Type::Machine(whole), ..at.int(32) };
        let result = match (name, <[Value; 1]>::try_from(values)) {
            ("__hiloint2double", Err(values)) => {
                let Ok([Value::Scalar(high), Value::Scalar(low)]) = <[Value; 2]>::try_from(values) else {
                    return self.unknown_function(name, node);
                };
                let half = Width { bits: 32, signed: false };
                let int = |op, a, b| Expr { ty: Type::Int, ..at.binary(op, a, b) };
                let high = int(BinaryOp::Mul, wrapped(high, half), at.int(1_u64 << 32));
                let bits = wrapped(int(BinaryOp::Add, high, wrapped(low, half)), whole);
                self.same_bits(bits, to, node)
            }
            ("__double2hiint" | "__double2loint", Ok([Value::Scalar(value)])) => {
                let bits = self.same_bits(value, Type::Machine(whole), node)?;
                let bits = match name {
                    "__double2hiint" => at.expr(
                        ExprKind::Intrinsic(Intrinsic::Bits(Bits::Shr, whole), vec![bits, shift]),
                        Type::Machine(whole),
                    ),
                    _ => bits,
                };
                to.width().map(|width| wrapped(bits, width))
            }
            (_, Ok([Value::Scalar(value)])) => self.same_bits(value, to, node),
            (_, Ok(_) | Err(_)) => None,
        };
        match result {
            Some(value) => Some(Value::Scalar(value)),
            None => self.unknown_function(name, node),
        }
    }
}
