//! Functions of OpenCL about vectors, and those that have a version for vectors.
//!
//! In: a call by name. Out: its value; `None` inside if the function is another one.
//!
//! ```text
//! vload3(n, p)           p[3 * n], p[3 * n + 1], p[3 * n + 2]; vstore3 likewise
//! convert_T(v)           each lane converted; _sat: to the nearest value of T; _rte, _rtz, _rtp, _rtn: rounded so
//! select(a, b, c)        b in the lanes in which the highest bit of c is set, and else a; for scalars, c ? b : a
//! any(v), all(v)         whether the highest bit is set in a lane, in all lanes
//! isless(a, b), …        the comparison: 1 for scalars, -1 in the lanes of vectors
//! min(a, b), sin(a), …   in each lane; a scalar operand stands in all lanes
//! dot(a, b), cross(a, b) abstract functions of all lanes, because OpenCL leaves the order of the sum open
//! ```

use super::convert::{number, truth, wrapped};
use super::operators::comparison;
use super::state::{Lower, Place, Value};
use super::vectors::{is_marked, mask};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{BinaryOp, Expr, ExprKind, FloatFormat, Intrinsic, Rounding, Type};

/// Functions of vectors whose lanes depend on all lanes of the arguments.
const GEOMETRY: [&str; 8] =
    ["cross", "distance", "dot", "fast_distance", "fast_length", "fast_normalize", "length", "normalize"];

/// The comparison that a function does.
fn compares(name: &str) -> Option<BinaryOp> {
    comparison(match name {
        "isequal" => "==",
        "isnotequal" => "!=",
        "isgreater" => ">",
        "isgreaterequal" => ">=",
        "isless" => "<",
        "islessequal" => "<=",
        _ => return None,
    })
}

/// How a conversion function converts: whether it saturates, and its direction of rounding if the name has one.
fn conversion(name: &str) -> Option<(bool, Option<Rounding>)> {
    let mut words = name.strip_prefix("convert_")?.split('_').skip(1).peekable();
    let saturates = words.next_if_eq(&"sat").is_some();
    let rounding = match words.next() {
        None => None,
        Some("rte") => Some(Rounding::NearestEven),
        Some("rtz") => Some(Rounding::Zero),
        Some("rtp") => Some(Rounding::Up),
        Some("rtn") => Some(Rounding::Down),
        Some(_) => return None,
    };
    words.next().is_none().then_some((saturates, rounding))
}

/// The number of lanes behind the name of a function: 4 in `vload4`.
fn lanes_behind(name: &str, word: &str) -> Option<usize> {
    name.strip_prefix(word)?.parse().ok().filter(|lanes| matches!(lanes, 2 | 3 | 4 | 8 | 16))
}

/// The name of a function for vectors of a type: `sin(float4)`. The results for vectors may differ from those for
/// scalars within the bounds that OpenCL gives, so the functions are different ones.
fn of_vectors(name: &str, ty: Type, lanes: usize) -> String {
    match ty {
        Type::Float(FloatFormat::Double) => format!("{name}(double{lanes})"),
        _ => format!("{name}(float{lanes})"),
    }
}

impl Lower<'_, '_, '_> {
    /// A call of a function of OpenCL about vectors, or with a version for vectors; the outer `None` for other ones.
    pub fn of_opencl(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let vector = matches!(self.unit.type_of(node), CType::Vector(..));
        if let Some(value) = self.image(name, args, node) {
            return Some(value);
        }
        Some(match (name, args) {
            ("async_work_group_copy" | "async_work_group_strided_copy" | "wait_group_events", _) => {
                let help = "write it as a statement of its own";
                self.cannot(node, "an asynchronous copy in an expression", help)
            }
            _ if lanes_behind(name, "vload").is_some() => self.loaded(lanes_behind(name, "vload")?, args, node),
            _ if lanes_behind(name, "vstore").is_some() => self.stored(lanes_behind(name, "vstore")?, args, node),
            (_, [of]) if conversion(name).is_some() => self.converted(conversion(name)?, of, node),
            ("select", [_, _, _]) => self.selected_by(args, node),
            ("any" | "all", [of]) => self.marked(name, of, node),
            (_, [_, _]) if compares(name).is_some() => self.related(compares(name)?, args, node),
            _ if GEOMETRY.contains(&name) => self.geometry(name, args, node),
            _ if vector => self.in_each_lane(name, args, node),
            _ => return None,
        })
    }

    /// The places that `vload` and `vstore` access.
    fn accessed(&mut self, lanes: usize, offset: Expr, pointer: Value, node: &Node) -> Option<Vec<Place>> {
        let Value::Pointer(array, base) = pointer else {
            return self.cannot(node, "this pointer", "point to an element of an array of numbers");
        };
        let at = self.at(node);
        let (offset, base) = (self.short(offset), self.short(base));
        let count = |op, a, b| Expr { ty: Type::Int, ..at.binary(op, a, b) };
        let first = count(BinaryOp::Mul, offset, at.int(lanes));
        let first = self.moved(base, BinaryOp::Add, first, node);
        let mut places = Vec::new();
        for lane in 0..lanes {
            let index = if lane == 0 { first.clone() } else { count(BinaryOp::Add, first.clone(), at.int(lane)) };
            match self.select(array.clone(), index, node)? {
                place @ Place::Element(..) => places.push(place),
                _ => return self.cannot(node, "this pointer", "point to an element of an array of numbers"),
            }
        }
        Some(places)
    }

    fn loaded(&mut self, lanes: usize, args: &[Node], node: &Node) -> Option<Value> {
        let values = <[Value; 2]>::try_from(self.arguments(args)?);
        let Ok([Value::Scalar(offset), pointer]) = values else { return self.not_so(node) };
        let places = self.accessed(lanes, offset, pointer, node)?;
        let value = self.load(Place::Parts(places), node)?;
        match super::aggregates::fits(&self.unit.type_of(node), &value.clone().scalars()) {
            true => Some(value),
            false => self.not_so(node),
        }
    }

    fn stored(&mut self, lanes: usize, args: &[Node], node: &Node) -> Option<Value> {
        let values = <[Value; 3]>::try_from(self.arguments(args)?);
        let Ok([Value::Parts(values), Value::Scalar(offset), pointer]) = values else { return self.not_so(node) };
        let places = self.accessed(lanes, offset, pointer, node)?;
        let same = |(place, value): (&Place, &Expr)| matches!(place, Place::Element(_, ty) if *ty == value.ty);
        if !places.iter().zip(&values).all(same) {
            return self.not_so(node);
        }
        let _ = self.assign_parts(places, values, node, false)?;
        Some(Value::Nothing)
    }

    fn converted(&mut self, how: (bool, Option<Rounding>), of: &Node, node: &Node) -> Option<Value> {
        let value = self.value(of)?;
        let single = matches!(value, Value::Scalar(_));
        let Some(parts) = self.unit.type_of(node).parts() else { return self.not_so(node) };
        let values = value.scalars();
        if values.len() != parts.len() {
            return self.not_so(node);
        }
        let mut out = Vec::new();
        for (value, (_, to)) in values.into_iter().zip(parts) {
            out.push(self.converted_lane(how, value, to, node)?);
        }
        if single {
            return out.pop().map(Value::Scalar);
        }
        Some(Value::Parts(out))
    }

    fn converted_lane(
        &mut self,
        (saturates, rounding): (bool, Option<Rounding>),
        value: Expr,
        to: Type,
        node: &Node,
    ) -> Option<Expr> {
        let at = self.at(node);
        match (value.ty, to, rounding) {
            (Type::Machine(_), Type::Machine(width), _) if saturates => {
                let value = self.short(value);
                let [least, most] = [width.least(), width.greatest()].map(|n| at.int(n));
                let below = at.binary(BinaryOp::Lt, value.clone(), least.clone());
                let above = at.binary(BinaryOp::Gt, value.clone(), most.clone());
                let value = Expr { ty: Type::Int, ..at.cond(above, most, value) };
                Some(wrapped(Expr { ty: Type::Int, ..at.cond(below, least, value) }, width))
            }
            _ if saturates => self.cannot(node, "a conversion of floats with `_sat`", "convert without it"),
            (Type::Float(_), Type::Machine(width), Some(rounding)) => {
                let integer = at.expr(ExprKind::Intrinsic(Intrinsic::ToInt(rounding), vec![value]), Type::Int);
                Some(integer.into_machine(width))
            }
            (from, Type::Float(format), Some(rounding)) if from != to => {
                Some(at.expr(ExprKind::Intrinsic(Intrinsic::ToFloat(format, rounding), vec![value]), to))
            }
            _ => self.convert(value, to, node),
        }
    }

    fn selected_by(&mut self, args: &[Node], node: &Node) -> Option<Value> {
        let values = <[Value; 3]>::try_from(self.arguments(args)?);
        match values {
            Ok([Value::Scalar(a), Value::Scalar(b), Value::Scalar(c)]) if a.ty == b.ty => {
                let [a, b] = [a, b].map(|value| self.kept(value, true));
                Some(Value::Scalar(self.at(node).cond(truth(c), b, a)))
            }
            Ok([Value::Parts(a), Value::Parts(b), Value::Parts(c)]) => self.picked(&c, &b, &a, node),
            _ => self.not_so(node),
        }
    }

    fn marked(&mut self, name: &str, of: &Node, node: &Node) -> Option<Value> {
        let (at, lanes) = (self.at(node), self.value(of)?.scalars());
        let op = if name == "any" { BinaryOp::Or } else { BinaryOp::And };
        if lanes.iter().any(|lane| lane.ty.width().is_none()) {
            return self.not_so(node);
        }
        let found = self.computed(lanes).into_iter().map(is_marked).reduce(|a, b| at.binary(op, a, b))?;
        Some(Value::Scalar(number(found)))
    }

    fn related(&mut self, op: BinaryOp, args: &[Node], node: &Node) -> Option<Value> {
        let values = <[Value; 2]>::try_from(self.arguments(args)?);
        let at = self.at(node);
        match (values, self.unit.type_of(node)) {
            (Ok([Value::Scalar(a), Value::Scalar(b)]), _) if a.ty == b.ty => {
                Some(Value::Scalar(number(at.binary(op, a, b))))
            }
            (Ok([Value::Parts(a), Value::Parts(b)]), CType::Vector(ty, _)) if a.len() == b.len() => {
                Some(Value::Parts(a.into_iter().zip(b).map(|(a, b)| mask(at.binary(op, a, b), ty)).collect()))
            }
            _ => self.not_so(node),
        }
    }

    fn geometry(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        let values: Vec<Expr> = self.arguments(args)?.into_iter().flat_map(Value::scalars).collect();
        let (Some(ty), Some(results)) = (values.first().map(|e| e.ty), self.unit.type_of(node).parts()) else {
            return self.not_so(node);
        };
        if !matches!(ty, Type::Float(_)) || values.iter().any(|value| value.ty != ty) {
            return self.not_so(node);
        }
        let whole = of_vectors(name, ty, values.len() / args.len().max(1));
        let values: Vec<Expr> = values.into_iter().map(|value| self.short(value)).collect();
        let mut out = Vec::new();
        for (part, of) in &results {
            if *of != ty {
                return self.not_so(node);
            }
            let name = if part.is_empty() { whole.clone() } else { format!("{whole}.{part}") };
            out.push(self.abstract_function(&name, values.clone(), ty, node));
        }
        match self.unit.type_of(node) {
            CType::Vector(..) => Some(Value::Parts(out)),
            _ => out.pop().map(Value::Scalar),
        }
    }

    /// A function of numbers in each lane.
    fn in_each_lane(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Value> {
        let CType::Vector(ty, lanes) = self.unit.type_of(node) else { return self.not_so(node) };
        if !self.is_function(name, ty) {
            return self.unknown_function(name, node);
        }
        let lanes = usize::try_from(lanes).unwrap_or_default();
        let mut values = Vec::new();
        for value in self.arguments(args)? {
            values.push(match value {
                Value::Scalar(value) => vec![self.short(value); lanes],
                Value::Parts(parts) if parts.len() == lanes => parts,
                Value::Parts(_) | Value::Pieces(_) | Value::Pointer(..) | Value::Address(_) | Value::Nothing => {
                    return self.not_so(node);
                }
            });
        }
        let mut out = Vec::new();
        for lane in 0..lanes {
            let scalars: Option<Vec<Expr>> = values.iter().map(|value| value.get(lane).cloned()).collect();
            out.push(self.applied(name, &of_vectors(name, ty, lanes), scalars?, ty, node)?);
        }
        Some(Value::Parts(out))
    }

    fn not_so<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "this call with arguments of these types", "write its result with arithmetic")
    }
}
