//! Functions that the language provides.
//!
//! In: a call by name. Out: its value or its statement. A function of mathematics without exact meaning here is an
//! abstract function: equal arguments give equal values, and nothing else is known. `sepal audit` lists such functions.

use super::integers;
use super::state::{Lower, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use ir::{BinaryOp, Expr, ExprKind, FloatFormat, FnId, Intrinsic, Rounding, Type};

/// Functions of floats that give a float of their format, by the names of OpenCL. CUDA's names have an `f` behind them
/// for `float`.
const MATHS: [&str; 69] = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "fdivide",
    "floor",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "mad",
    "max",
    "min",
    "native_cos",
    "native_divide",
    "native_exp",
    "native_log",
    "native_powr",
    "native_recip",
    "native_rsqrt",
    "native_sin",
    "native_sqrt",
    "nearbyint",
    "nextafter",
    "normcdf",
    "normcdfinv",
    "pow",
    "powr",
    "rcbrt",
    "remainder",
    "rhypot",
    "rint",
    "round",
    "rsqrt",
    "sin",
    "sinh",
    "sinpi",
    "tan",
    "tanh",
    "tanpi",
    "tgamma",
    "trunc",
];

/// Functions of CUDA's device that are less accurate than those of [`MATHS`], or round in another direction.
const OF_DEVICE: [&str; 35] = [
    "__cosf",
    "__drcp_rn",
    "__dsqrt_rd",
    "__dsqrt_ru",
    "__dsqrt_rz",
    "__exp10f",
    "__expf",
    "__fadd_rd",
    "__fadd_ru",
    "__fadd_rz",
    "__fdiv_rd",
    "__fdiv_ru",
    "__fdiv_rz",
    "__fdividef",
    "__fmul_rd",
    "__fmul_ru",
    "__fmul_rz",
    "__frcp_rd",
    "__frcp_rn",
    "__frcp_ru",
    "__frcp_rz",
    "__frsqrt_rn",
    "__fsqrt_rd",
    "__fsqrt_ru",
    "__fsqrt_rz",
    "__fsub_rd",
    "__fsub_ru",
    "__fsub_rz",
    "__log10f",
    "__log2f",
    "__logf",
    "__powf",
    "__saturatef",
    "__sinf",
    "__tanf",
];

/// The operation of a function of CUDA's device that rounds to the nearest value.
fn rounded(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "__fadd_rn" | "__dadd_rn" => BinaryOp::Add,
        "__fsub_rn" | "__dsub_rn" => BinaryOp::Sub,
        "__fmul_rn" | "__dmul_rn" => BinaryOp::Mul,
        "__fdiv_rn" | "__ddiv_rn" => BinaryOp::Div,
        _ => return None,
    })
}

/// Functions whose calls do nothing.
const HINTS: [&str; 2] = ["prefetch", "__sepal_pragma"];

/// Whether an expression is a string as it is written, and computes nothing.
fn is_text(node: &Node) -> bool {
    match (node.kind.as_str(), node.inner.as_slice()) {
        ("StringLiteral", _) => true,
        ("ImplicitCastExpr" | "CStyleCastExpr" | "ParenExpr", [inner]) => is_text(inner),
        _ => false,
    }
}

impl Lower<'_, '_, '_> {
    /// A call of a function without body.
    pub fn builtin(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        if let (Some(var), Language::OpenCl) = (super::launch::of_function(name), self.unit.language) {
            let dimension = args.first().and_then(literal);
            let Some(axis) = dimension.and_then(|n| super::launch::axis(&n)) else {
                return self.cannot(node, "a dimension that is no literal below 3", "write 0, 1 or 2");
            };
            let launch = self.launch(var, axis, node);
            let ty = self.unit.type_of(node).scalar().unwrap_or(launch.ty);
            return Some(Value::Scalar(super::launch::of_launch(launch, ty)));
        }
        if let Some(done) = self.called(name, args, node).or_else(|| self.called_value(name, args, node)) {
            return done;
        }
        if let Some(operation) = super::atomics::operation(name, self.unit.language) {
            return self.atomic(name, operation, args, node);
        }
        if self.unit.language == Language::OpenCl {
            if let Some(done) = self.ordered_atomic(name, args, node).or_else(|| self.collective(name, args, node)) {
                return done;
            }
        }
        let together = super::gathers::operation(name).filter(|_| self.unit.language == Language::Cuda);
        if let Some(operation) = together {
            return self.taken_together(name, operation, args, node);
        }
        if let Some(scope) = super::atomics::fence(name, args.first().and_then(integers::flags)) {
            return Some(self.fence(scope, args, node));
        }
        match (name, args) {
            ("barrier" | "work_group_barrier" | "__syncthreads", _) => {
                self.cannot(node, "a barrier in an expression", "write it as a statement of its own")
            }
            ("get_global_offset", [dimension]) => {
                self.effect(dimension);
                let ty = self.unit.type_of(node).scalar().unwrap_or(Type::Int);
                Some(Value::Scalar(Expr { ty, ..self.at(node).int(0) }))
            }
            ("printf", [format, rest @ ..]) => {
                if !is_text(format) {
                    return self.cannot(format, "a format that is computed", "write the format as a string");
                }
                let printed = self.arguments(rest)?;
                for value in printed.into_iter().flat_map(Value::computed) {
                    let _ = self.kept(value, true);
                }
                Some(Value::Nothing)
            }
            // A read that the device may serve from another cache.
            ("__ldg" | "__ldcg" | "__ldca" | "__ldcs", [pointer]) => {
                let place = match self.value(pointer)? {
                    Value::Pointer(array, offset) => self.select(array, offset, node)?,
                    Value::Address(place) => *place,
                    Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                        return self.unknown_function(name, node);
                    }
                };
                if name == "__ldg" {
                    self.is_cached(&place, node)?;
                }
                self.load(place, node)
            }
            ("__sepal_assert", [condition]) => self.asserted(condition, node),
            (name, _) if HINTS.contains(&name) => {
                args.iter().for_each(|arg| self.effect(arg));
                Some(Value::Nothing)
            }
            _ => {
                if let Some(value) = self.half_function(name, args, node) {
                    return value;
                }
                if self.unit.language == Language::Cuda {
                    if let Some(value) = self.copied(name, args, node) {
                        return value;
                    }
                }
                if self.unit.language == Language::OpenCl {
                    if let Some(value) = self.of_opencl(name, args, node) {
                        return value;
                    }
                }
                let in_two_places = self.sine_and_cosine(name, args, node);
                let of_kind = in_two_places.or_else(|| self.of_kind(name, args, node));
                match of_kind.or_else(|| self.of_bits(name, args, node)) {
                    Some(value) => value,
                    None => self.function(name, args, node).map(Value::Scalar),
                }
            }
        }
    }

    /// Reports a function without meaning here.
    pub fn unknown_function<T>(&mut self, name: &str, node: &Node) -> Option<T> {
        let what = format!("a call of `{name}`");
        self.cannot(node, &what, "define the function in the file, or write its result with arithmetic")
    }

    /// Whether a function with this name gives a number of this type.
    pub fn is_function(&self, name: &str, ty: Type) -> bool {
        match ty {
            Type::Machine(_) => {
                matches!(name, "min" | "max" | "abs" | "clamp")
                    || integers::function(name, self.unit.language).is_some()
            }
            Type::Float(_) => {
                let plain = self.without_suffix(name, ty);
                let of_device =
                    self.unit.language == Language::Cuda && (OF_DEVICE.contains(&name) || rounded(name).is_some());
                MATHS.contains(&plain.as_str()) || matches!(plain.as_str(), "sqrt" | "fma") || of_device
            }
            _ => false,
        }
    }

    /// A call of a function that gives a number.
    fn function(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Expr> {
        let Some(ty) = self.unit.type_of(node).scalar().filter(|ty| self.is_function(name, *ty)) else {
            return self.specified_or_unknown(name, args, node);
        };
        let values = self.arguments(args)?;
        let scalars: Vec<Expr> = values
            .iter()
            .filter_map(|value| if let Value::Scalar(expr) = value { Some(expr.clone()) } else { None })
            .collect();
        if scalars.len() != args.len() {
            return self.unknown_function(name, node);
        }
        let scalars = self.promoted(name, scalars, ty, node)?;
        let scalars = self.of_one_type(name, scalars, ty, node)?;
        self.applied(name, name, scalars, ty, node)
    }

    /// The value of a function of numbers. `whole` is the name of the abstract function, if the function is one.
    pub fn applied(&mut self, name: &str, whole: &str, scalars: Vec<Expr>, ty: Type, node: &Node) -> Option<Expr> {
        let at = self.at(node);
        if let (Type::Machine(_), Some(function)) = (ty, integers::function(name, self.unit.language)) {
            return self.integer_function(function, &scalars, ty, node);
        }
        // An operand stands in several places of the result.
        let scalars: Vec<Expr> = match ty {
            Type::Machine(_) => scalars.into_iter().map(|value| self.short(value)).collect(),
            _ => scalars,
        };
        let pick = |op, a: &Expr, b: &Expr| at.cond(at.binary(op, a.clone(), b.clone()), a.clone(), b.clone());
        let same = scalars.iter().all(|value| value.ty == ty);
        match (ty, name, scalars.as_slice()) {
            (Type::Machine(_), "min", [a, b]) if same => Some(pick(BinaryOp::Lt, a, b)),
            (Type::Machine(_), "max", [a, b]) if same => Some(pick(BinaryOp::Gt, a, b)),
            (Type::Machine(_), "clamp", [x, low, high]) if same => {
                // OpenCL leaves the result open if the bounds are in the wrong order.
                self.out.push(at.assert(at.binary(BinaryOp::Le, low.clone(), high.clone())));
                let least = pick(BinaryOp::Gt, x, low);
                Some(pick(BinaryOp::Lt, &least, high))
            }
            (Type::Machine(width), "abs", [a]) => {
                let zero = Expr { ty: a.ty, ..at.int(0) };
                let negated = Expr { ty: Type::Int, ..at.unary(ir::UnaryOp::Neg, a.clone()) };
                // The result of OpenCL's `abs` is unsigned, and that of C's is signed: it may not fit.
                let value =
                    Expr { ty: Type::Int, ..at.cond(at.binary(BinaryOp::Lt, a.clone(), zero), negated, a.clone()) };
                Some(value.into_machine(width))
            }
            (Type::Float(_), _, _) if scalars.iter().all(|value| value.ty == ty) => {
                let plain = self.without_suffix(name, ty);
                if let (Some(op), [a, b]) = (rounded(name), scalars.as_slice()) {
                    return Some(Expr { ty, ..at.binary(op, a.clone(), b.clone()) });
                }
                match (plain.as_str(), scalars.len()) {
                    // The square root of CUDA is rounded correctly; that of OpenCL need not be.
                    ("sqrt", 1) if self.unit.language == Language::Cuda => {
                        Some(at.expr(ExprKind::Intrinsic(Intrinsic::Sqrt(Rounding::NearestEven), scalars), ty))
                    }
                    ("fma", 3) => {
                        Some(at.expr(ExprKind::Intrinsic(Intrinsic::Fma(Rounding::NearestEven), scalars), ty))
                    }
                    _ => Some(self.function_by_name(name, whole, scalars, ty, node)),
                }
            }
            // CUDA declares `pow` for a base and an exponent of different types, and does not say how it converts them.
            (Type::Float(_), "pow", [_, _]) => {
                let number = |e: Expr| if e.ty.is_int() { Expr { ty: Type::Int, ..e } } else { e };
                Some(self.abstract_function(whole, scalars.into_iter().map(number).collect(), ty, node))
            }
            _ => self.unknown_function(name, node),
        }
    }

    /// A value that is short enough to be repeated: a longer one is stored in a variable.
    pub fn short(&mut self, value: Expr) -> Expr {
        let mut parts = 0_usize;
        value.each(&mut |_| parts += 1);
        self.kept(value, parts > 8)
    }

    /// The name of a function of mathematics without the `f` that CUDA and C put behind names for `float`.
    fn without_suffix(&self, name: &str, ty: Type) -> String {
        let single = ty == Type::Float(FloatFormat::Single) && self.unit.language == Language::Cuda;
        let short = name
            .strip_suffix('f')
            .filter(|short| single && (MATHS.contains(short) || *short == "sqrt" || *short == "fma"));
        short.unwrap_or(name).to_owned()
    }

    /// A call of a function whose type is all that is known.
    pub fn abstract_function(&mut self, name: &str, args: Vec<Expr>, ty: Type, node: &Node) -> Expr {
        let at = self.at(node);
        let types = |f: &ir::Function| f.vars.iter().map(|var| var.ty).eq(args.iter().map(|arg| arg.ty));
        let same = |f: &ir::Function| f.name.name == name && f.ret == ty && types(f);
        let position = self.functions.iter().position(same);
        let index = position.unwrap_or_else(|| {
            let vars = args.iter().enumerate().map(|(n, arg)| at.scalar(format!("x{n}"), arg.ty)).collect();
            self.functions.push(ir::Function {
                origin: ir::Origin::File,
                exact: None,
                data: None,
                name: at.name(name),
                opaque: false,
                kernel: None,
                vars,
                params: args.len(),
                ret: ty,
                contract: ir::Contract::default(),
                decreases: Vec::new(),
                body: None,
                node: node.at.unwrap_or(self.span).into(),
            });
            self.functions.len() - 1
        });
        let id = FnId(u32::try_from(self.first_function + index).unwrap_or(u32::MAX));
        at.expr(ExprKind::Call(id, args), ty)
    }
}

/// The text of an integer literal, through conversions.
pub fn literal(node: &Node) -> Option<String> {
    let node = node.bare();
    match node.kind.as_str() {
        "IntegerLiteral" => node.value.as_str().map(str::to_owned),
        "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "IntegralCast" => {
            node.inner.iter().rev().find_map(literal)
        }
        _ => None,
    }
}
