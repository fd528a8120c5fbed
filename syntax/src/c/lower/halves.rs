//! Floats of 16 bits: `half`, `__half`, `half2`.
//!
//! In: operations, conversions and calls with such values. Out: their values. A value is its 16 bits, of which nothing
//! but their conversions is known:
//!
//! ```text
//! (float)h              an abstract function of the bits; all floats of 16 bits have an exact `float`
//! (half)x               an abstract function of the number; nothing is known of the bits of a NaN
//! a + b, __hfma, hexp   abstract functions of the bits
//! a < b, a == b         the comparison of the two as `float`
//! ```
//!
//! An operator on the bits would be one on the wrong numbers, so each node with an operand of this type comes here.

use super::operators::comparison;
use super::state::{Lower, Place, Value};
use crate::c::language::Language;
use crate::c::tree::Node;
use crate::c::types::{CType, HALF};
use ir::{BinaryOp, Expr, ExprKind, FloatFormat, Intrinsic, Rounding, Type};

/// Functions of CUDA that give a float of 16 bits, or one for each lane if `2` stands behind the name.
const OF_BITS: [&str; 31] = [
    "__habs",
    "__hadd",
    "__hadd_rn",
    "__hadd_sat",
    "__hdiv",
    "__hfma",
    "__hfma_relu",
    "__hfma_sat",
    "__hmax",
    "__hmin",
    "__hmul",
    "__hmul_rn",
    "__hmul_sat",
    "__hneg",
    "__hsub",
    "__hsub_rn",
    "__hsub_sat",
    "hceil",
    "hcos",
    "hexp",
    "hexp2",
    "hfloor",
    "hlog",
    "hlog2",
    "hrcp",
    "hrint",
    "hrsqrt",
    "hsin",
    "hsqrt",
    "htanh",
    "htrunc",
];

/// The comparison that a function of CUDA does.
fn compares(name: &str) -> Option<BinaryOp> {
    comparison(match name {
        "__hlt" => "<",
        "__hle" => "<=",
        "__hgt" => ">",
        "__hge" => ">=",
        "__heq" => "==",
        "__hne" => "!=",
        _ => return None,
    })
}

/// The number of lanes of `vload_half4` and of `vstore_half4_rtz`, and the rounding behind the name.
fn accesses(name: &str, word: &str) -> Option<(usize, String)> {
    let rest = name.strip_prefix(word)?;
    let (lanes, rounding) = rest.split_once('_').map_or((rest, ""), |(lanes, rounding)| (lanes, rounding));
    let lanes = match lanes {
        "" => 1,
        "2" => 2,
        "3" => 3,
        "4" => 4,
        "8" => 8,
        "16" => 16,
        _ => return None,
    };
    matches!(rounding, "" | "rte" | "rtz" | "rtp" | "rtn").then(|| (lanes, rounding.to_owned()))
}

const SINGLE: Type = Type::Float(FloatFormat::Single);

impl Lower<'_, '_, '_> {
    /// Whether an expression is a float of 16 bits.
    pub fn is_half(&self, node: &Node) -> bool {
        self.unit.type_of(node.bare()) == CType::Half
    }

    /// Whether a type consists of floats of 16 bits.
    fn is_of_halves(ty: &CType) -> bool {
        match ty {
            CType::Half => true,
            CType::Struct(record) => {
                record.fields.iter().all(|(_, ty)| *ty == CType::Half) && !record.fields.is_empty()
            }
            _ => false,
        }
    }

    /// The value as a `float`.
    pub fn float_of_half(&mut self, value: Expr, node: &Node) -> Expr {
        self.abstract_function("float of half", vec![value], SINGLE, node)
    }

    /// The number in 16 bits. `how` names the function, which rounds.
    fn half_of(&mut self, value: Expr, how: &str, node: &Node) -> Expr {
        let value = match value.ty {
            Type::Float(_) => value,
            _ => Expr { ty: Type::Int, ..value },
        };
        let args = match value.ty {
            Type::Float(_) => self.with_nan(value, node),
            _ => vec![value],
        };
        super::convert::wrapped(self.abstract_function(how, args, Type::Int, node), HALF)
    }

    /// A number, rounded to 16 bits.
    pub fn nearest_half(&mut self, value: Expr, node: &Node) -> Expr {
        match value.ty {
            Type::Bool => {
                let value = super::convert::number(value);
                self.nearest_half(value, node)
            }
            Type::Float(FloatFormat::Single) => self.half_of(value, "half of float", node),
            Type::Float(FloatFormat::Double) => self.half_of(value, "half of double", node),
            _ => self.half_of(value, "half of integer", node),
        }
    }

    /// A conversion from or to a float of 16 bits; nothing for another one.
    pub fn half_cast(&mut self, inner: &Node, node: &Node) -> Option<Option<Value>> {
        let (from, to) = (self.is_half(inner), self.is_half(node));
        let converts = matches!(
            node.cast_kind.as_str(),
            "IntegralToFloating"
                | "FloatingCast"
                | "FloatingToIntegral"
                | "FloatingToBoolean"
                | "BooleanToSignedIntegral"
        );
        (converts && (from || to)).then(|| {
            let value = self.scalar(inner)?;
            Some(Value::Scalar(match (from, to) {
                (true, true) => value,
                (_, true) => self.nearest_half(value, node),
                _ => {
                    let value = self.float_of_half(value, node);
                    match self.unit.type_of(node).scalar() {
                        Some(ty) => self.convert(value, ty, node)?,
                        None => return self.cannot(node, "this conversion of a `half`", "convert it to `float`"),
                    }
                }
            }))
        })
    }

    /// An operator with an operand of 16 bits; nothing for another one, and for one that only names or copies a value.
    pub fn half_operator(&mut self, node: &Node, used: bool) -> Option<Option<Value>> {
        let half = node.inner.iter().any(|part| self.is_half(part));
        let copies = matches!(
            (node.kind.as_str(), node.opcode.as_str()),
            ("BinaryOperator", "=" | ",") | ("UnaryOperator", "&" | "*" | "+" | "__extension__")
        );
        // `p + 1` for a pointer and `a[h]` have no operand of this type.
        (half && !copies).then(|| match node.kind.as_str() {
            "BinaryOperator" => self.half_binary(node),
            "CompoundAssignOperator" => self.half_compound(node, used),
            _ if node.opcode == "-" => {
                let value = self.scalar(node.part(0)?)?;
                Some(Value::Scalar(self.of_halves("-", vec![value], node)))
            }
            _ if node.opcode == "!" => {
                let condition = self.condition(node.part(0)?)?;
                let negated = self.at(node).unary(ir::UnaryOp::Not, condition);
                Some(Value::Scalar(self.as_type(negated, node)))
            }
            _ => self.no_half(node),
        })
    }

    fn no_half<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this operation on a `half`", "convert it to `float` and compute with that")
    }

    /// An abstract function of floats of 16 bits, which gives one.
    fn of_halves(&mut self, name: &str, args: Vec<Expr>, node: &Node) -> Expr {
        let name = format!("{name} of half");
        super::convert::wrapped(self.abstract_function(&name, args, Type::Int, node), HALF)
    }

    fn half_binary(&mut self, node: &Node) -> Option<Value> {
        let (left, right) = (node.part(0)?, node.part(1)?);
        if matches!(node.opcode.as_str(), "&&" | "||") {
            let value = self.logical(node, left, right)?;
            return Some(Value::Scalar(self.as_type(value, node)));
        }
        if !self.is_half(left) || !self.is_half(right) {
            return self.no_half(node);
        }
        let (a, b) = self.both(left, right, |l, n| l.scalar(n), |l, n| l.scalar(n))?;
        self.half_arithmetic(&node.opcode, a, b, node).map(Value::Scalar)
    }

    fn half_arithmetic(&mut self, sign: &str, a: Expr, b: Expr, node: &Node) -> Option<Expr> {
        match (comparison(sign), sign) {
            (Some(op), _) => {
                let (a, b) = (self.float_of_half(a, node), self.float_of_half(b, node));
                let compared = self.at(node).binary(op, a, b);
                Some(self.as_type(compared, node))
            }
            (None, "+" | "-" | "*" | "/") => Some(self.of_halves(sign, vec![a, b], node)),
            (None, _) => self.no_half(node),
        }
    }

    /// `h += e`, `x += h`: computed in the type that clang names.
    fn half_compound(&mut self, node: &Node, used: bool) -> Option<Value> {
        let (left, right) = (node.part(0)?, node.part(1)?);
        let computed = super::aggregates::spelled(self.unit, node.computed_in.spelling());
        let (place, by) = self.both(left, right, |l, n| l.place(n), |l, n| l.scalar(n))?;
        let sign = node.opcode.strip_suffix('=')?;
        let Value::Scalar(before) = self.fetch(place.clone(), left)? else { return self.no_half(node) };
        let is_half = self.is_half(left);
        let result = match (computed, self.is_half(right)) {
            (CType::Half, true) => {
                let before = if is_half { before } else { self.nearest_half(before, node) };
                self.half_arithmetic(sign, before, by, node)?
            }
            (CType::Float(format), false) => {
                let before = if is_half { self.float_of_half(before, node) } else { before };
                let before = self.convert(before, Type::Float(format), node)?;
                let result = self.arithmetic(sign, before, by, node)?;
                if is_half {
                    self.nearest_half(result, node)
                } else {
                    result
                }
            }
            _ => return self.no_half(node),
        };
        if !is_half {
            return self.no_half(node);
        }
        self.put(place, Value::Scalar(result), left, node, used)
    }

    /// A function with arguments or a result of 16 bits; nothing for another function.
    pub fn half_function(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if self.unit.language == Language::OpenCl {
            let (load, store) = (accesses(name, "vload_half"), accesses(name, "vstore_half"));
            return match (load, store) {
                (Some((lanes, rounding)), _) if rounding.is_empty() => Some(self.half_loaded(name, lanes, args, node)),
                (_, Some((lanes, rounding))) => Some(self.half_stored(name, lanes, &rounding, args, node)),
                _ => {
                    let half = self.is_half(node) || args.iter().any(|arg| self.is_half(arg));
                    half.then(|| self.unknown_function(name, node))
                }
            };
        }
        let halves = |node: &Node| Self::is_of_halves(&self.unit.type_of(node.bare()));
        (halves(node) || args.iter().any(halves)).then(|| self.half_called(name, args, node))
    }

    fn half_called(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        let ty = self.unit.type_of(node);
        let lanes: Vec<Vec<Expr>> = self.arguments(args)?.into_iter().map(Value::scalars).collect();
        let whole = self.all_kept(lanes.iter().flatten().cloned().collect(), true);
        let mut parts = whole.iter().cloned();
        let lanes: Vec<Vec<Expr>> = lanes.iter().map(|lane| parts.by_ref().take(lane.len()).collect()).collect();
        let both = whole.as_slice();
        let at = self.at(node);
        let values = match (name, both) {
            ("__float2half" | "__float2half_rn" | "__double2half" | "__int2half_rn", [x]) => {
                vec![self.nearest_half(x.clone(), node)]
            }
            ("__half2float", [h]) => vec![self.float_of_half(h.clone(), node)],
            ("__half2int_rn", [h]) => {
                let value = self.float_of_half(h.clone(), node);
                let by = ExprKind::Intrinsic(Intrinsic::ToInt(Rounding::NearestEven), vec![value]);
                vec![at.expr(by, Type::Int).into_machine(ty.scalar()?.width()?)]
            }
            ("__ushort_as_half" | "__half_as_ushort", [h]) => vec![h.clone()],
            ("__float2half2_rn", [x]) => vec![self.nearest_half(x.clone(), node); 2],
            ("__floats2half2_rn" | "__float22half2_rn", [x, y]) => {
                vec![self.nearest_half(x.clone(), node), self.nearest_half(y.clone(), node)]
            }
            ("__half22float2", [x, y]) => {
                vec![self.float_of_half(x.clone(), node), self.float_of_half(y.clone(), node)]
            }
            ("__half2half2", [h]) => vec![h.clone(), h.clone()],
            ("__halves2half2" | "make_half2", [x, y]) => vec![x.clone(), y.clone()],
            ("__low2half", [x, _]) | ("__high2half", [_, x]) => vec![x.clone()],
            ("__low2float", [x, _]) | ("__high2float", [_, x]) => vec![self.float_of_half(x.clone(), node)],
            ("__hisnan", [h]) => {
                let value = self.float_of_half(h.clone(), node);
                let nan = at.binary(BinaryOp::Ne, value.clone(), value);
                vec![self.as_type(nan, node)]
            }
            (name, [a, b]) if compares(name).is_some() => {
                let (a, b) = (self.float_of_half(a.clone(), node), self.float_of_half(b.clone(), node));
                let compared = at.binary(compares(name)?, a, b);
                vec![self.as_type(compared, node)]
            }
            _ => self.lanes_of_halves(name, &lanes, &ty, node)?,
        };
        if !super::aggregates::fits(&ty, &values) {
            return self.unknown_function(name, node);
        }
        match (ty.scalar(), values.as_slice()) {
            (Some(_), [one]) => Some(Value::Scalar(one.clone())),
            _ => Some(Value::Parts(values)),
        }
    }

    /// A function of bits, in each lane of `half2`.
    fn lanes_of_halves(&mut self, name: &str, args: &[Vec<Expr>], ty: &CType, node: &Node) -> Option<Vec<Expr>> {
        let width = ty.parts()?.len();
        let single = match (name, width) {
            ("operator+" | "operator-" | "operator*" | "operator/", 2) => name.strip_prefix("operator"),
            (_, 2) => name.strip_suffix('2').filter(|short| OF_BITS.contains(short)).or_else(|| {
                // `h2exp` is `hexp` in each lane.
                OF_BITS.into_iter().find(|known| name.strip_prefix("h2") == known.strip_prefix('h'))
            }),
            _ => OF_BITS.into_iter().find(|known| *known == name),
        };
        let all = Self::is_of_halves(ty) && args.iter().all(|lanes| lanes.len() == width);
        let halves = args.iter().flatten().all(|lane| lane.ty == Type::Machine(HALF));
        let Some(single) = single.filter(|_| all && halves) else { return self.unknown_function(name, node) };
        let mut out = Vec::new();
        for lane in 0..width {
            let operands: Option<Vec<Expr>> = args.iter().map(|lanes| lanes.get(lane).cloned()).collect();
            out.push(self.of_halves(single, operands?, node));
        }
        Some(out)
    }

    fn half_loaded(&mut self, name: &str, lanes: usize, args: &[Node], node: &Node) -> Option<Value> {
        let values = <[Value; 2]>::try_from(self.arguments(args)?);
        let Ok([Value::Scalar(offset), pointer]) = values else { return self.unknown_function(name, node) };
        let places = self.half_places((name, lanes), offset, pointer, node)?;
        let mut out = Vec::new();
        for place in places {
            for value in self.load(place, node)?.scalars() {
                out.push(self.float_of_half(value, node));
            }
        }
        match lanes {
            1 => out.pop().map(Value::Scalar),
            _ => Some(Value::Parts(out)),
        }
    }

    fn half_stored(&mut self, name: &str, lanes: usize, rounding: &str, args: &[Node], node: &Node) -> Option<Value> {
        let values = <[Value; 3]>::try_from(self.arguments(args)?);
        let Ok([value, Value::Scalar(offset), pointer]) = values else { return self.unknown_function(name, node) };
        let places = self.half_places((name, lanes), offset, pointer, node)?;
        let mut halves = Vec::new();
        for value in value.scalars() {
            halves.push(match (rounding, value.ty) {
                ("" | "rte", _) => self.nearest_half(value, node),
                (_, SINGLE) => self.half_of(value, &format!("half of float, {rounding}"), node),
                _ => self.half_of(value, &format!("half of double, {rounding}"), node),
            });
        }
        let _ = self.assign_parts(places, halves, node, false)?;
        Some(Value::Nothing)
    }

    /// The elements that such a function accesses.
    fn half_places(
        &mut self,
        (name, lanes): (&str, usize),
        offset: Expr,
        to: Value,
        node: &Node,
    ) -> Option<Vec<Place>> {
        let Value::Pointer(array, base) = to else { return self.unknown_function(name, node) };
        if array.element != CType::Half {
            return self.unknown_function(name, node);
        }
        let at = self.at(node);
        let (offset, base) = (self.short(offset), self.short(base));
        let count = |op, a, b| Expr { ty: Type::Int, ..at.binary(op, a, b) };
        let first = self.moved(base, BinaryOp::Add, count(BinaryOp::Mul, offset, at.int(lanes)), node);
        let mut places = Vec::new();
        for lane in 0..lanes {
            places.push(self.select(array.clone(), count(BinaryOp::Add, first.clone(), at.int(lane)), node)?);
        }
        Some(places)
    }
}
