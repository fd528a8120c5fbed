//! Vectors of OpenCL: their lanes, and operations on each lane.
//!
//! In: the node of an operation on vectors. Out: the values of the lanes. A comparison gives -1 in a lane where it
//! holds, and 0 elsewhere. An integer narrower than `int` is computed in its own width, unlike a scalar.

use super::aggregates::chosen;
use super::convert::truth;
use super::operators::comparison;
use super::state::{Lower, Place, Recast, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Heap, Intrinsic, Type, UnaryOp};

/// The numbers of the lanes that a name selects in a vector with so many lanes: `x`, `xyz`, `s01`, `hi`.
pub fn numbers(name: &str, lanes: usize) -> Option<Vec<usize>> {
    // A vector of 3 has halves like one of 4, whose last lane is not there.
    let all = lanes.next_power_of_two();
    let selected: Vec<usize> = match name {
        "lo" => (0..all / 2).collect(),
        "hi" => (all / 2..all).collect(),
        "even" => (0..all).step_by(2).collect(),
        "odd" => (1..all).step_by(2).collect(),
        _ => match name.strip_prefix(['s', 'S']) {
            Some(digits) => {
                let digit = |c: char| c.to_digit(16).and_then(|n| usize::try_from(n).ok());
                digits.chars().map(digit).collect::<Option<_>>()?
            }
            None => {
                let letter = |c: char| "xyzw".find(c).or_else(|| "rgba".find(c));
                name.chars().map(letter).collect::<Option<_>>()?
            }
        },
    };
    (!selected.is_empty() && selected.iter().all(|lane| *lane < lanes)).then_some(selected)
}

/// Whether these are the names of the lanes of a vector.
pub fn are_lanes(names: &[String]) -> bool {
    let ends = names.iter().map(|name| name.rsplit('.').next().unwrap_or_default());
    let count = names.len();
    matches!(count, 2 | 3 | 4 | 8 | 16) && ends.enumerate().all(|(lane, end)| numbers(end, count) == Some(vec![lane]))
}

/// The value of a lane of a comparison.
pub fn mask(condition: Expr, ty: Type) -> Expr {
    let at = At::new(condition.node.span);
    let [holds, fails] = [-1, 0].map(|n| Expr { ty, ..at.int(n) });
    at.cond(condition, holds, fails)
}

/// Whether the highest bit of an integer is set.
pub fn is_marked(value: Expr) -> Expr {
    let at = At::new(value.node.span);
    match value.ty.width() {
        Some(width) if !width.signed => at.binary(BinaryOp::Ge, value, at.int(width.values() / 2)),
        _ => at.binary(BinaryOp::Lt, value, at.int(0)),
    }
}

impl Lower<'_, '_, '_> {
    /// The numbers of the lanes that a component names, in a vector.
    pub fn lane_numbers(&mut self, node: &Node) -> Option<Vec<usize>> {
        let mut of = node.part(0).map(|of| self.unit.type_of(of.bare()));
        if let Some(CType::Pointer(to)) = of {
            of = Some(*to);
        }
        let lanes = match of {
            Some(CType::Vector(_, lanes)) => usize::try_from(lanes).unwrap_or_default(),
            _ => 0,
        };
        let found = match node.kind.as_str() {
            "ExtVectorElementExpr" => node.component.and_then(|name| numbers(name.text(self.unit.source), lanes)),
            _ => {
                let index = node.part(1).and_then(super::builtins::literal).and_then(|index| index.parse().ok());
                index.filter(|index| *index < lanes).map(|index| vec![index])
            }
        };
        let expected = self.unit.type_of(node).parts().map(|parts| parts.len());
        match found.filter(|found| Some(found.len()) == expected) {
            Some(found) => Some(found),
            None => self.cannot(
                node,
                "this component of a vector",
                "name a lane of the vector, such as `x` or `s0`, outside of macros of other files",
            ),
        }
    }

    /// The place of lanes of a vector: `v.xy`, `v.s0`, `v[0]`.
    pub fn lanes_of(&mut self, node: &Node) -> Option<Place> {
        let base = node.part(0)?;
        let place = match self.unit.type_of(base.bare()) {
            CType::Pointer(_) => match self.value(base)? {
                Value::Pointer(array, offset) => self.select(array, offset, node)?,
                Value::Address(place) => *place,
                Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => return None,
            },
            _ => self.place(base)?,
        };
        let numbers = self.lane_numbers(node)?;
        let (parts, whole) = match place {
            Place::Parts(parts) => {
                let shared = |part: &Place| match part {
                    Place::Element(place, _) | Place::Recast(Recast { place, .. }) => !is_private(place.heap),
                    Place::Bytes(bytes) => bytes.slices.iter().any(|slice| !is_private(slice.place.heap)),
                    Place::Variable(..)
                    | Place::Constant(_)
                    | Place::Array(_)
                    | Place::Pointer(..)
                    | Place::Cell(_)
                    | Place::Address(_)
                    | Place::Parts(_)
                    | Place::Unset
                    | Place::Either(_)
                    | Place::Lanes(..) => false,
                };
                let whole = if parts.iter().any(shared) { Some(parts.clone()) } else { None };
                (parts, whole)
            }
            Place::Lanes(parts, whole) => (parts, Some(whole)),
            Place::Variable(..)
            | Place::Unset
            | Place::Constant(_)
            | Place::Element(..)
            | Place::Array(_)
            | Place::Cell(_)
            | Place::Address(_)
            | Place::Either(_)
            | Place::Recast(_)
            | Place::Bytes(_)
            | Place::Pointer(..) => return self.cannot(node, "this component", "use components of vectors"),
        };
        let mut parts = chosen(&parts, &numbers)?;
        match (whole, parts.len()) {
            (Some(whole), _) => Some(Place::Lanes(parts, whole)),
            (None, 1) => parts.pop(),
            (None, _) => Some(Place::Parts(parts)),
        }
    }

    /// An operation on the lanes of two vectors.
    pub fn lanewise(&mut self, sign: &str, a: Vec<Expr>, b: Vec<Expr>, node: &Node) -> Option<Vec<Expr>> {
        let (CType::Vector(ty, lanes), at) = (self.unit.type_of(node), self.at(node)) else {
            return self.cannot(node, "this operation on structures", "operate on their components");
        };
        if a.len() as u64 != lanes || b.len() as u64 != lanes {
            return self.cannot(node, "this operation on vectors", "use vectors with the same number of lanes");
        }
        // All lanes are computed, whatever the first operand is.
        let b = if matches!(sign, "&&" | "||") { self.computed(b) } else { b };
        let mut out = Vec::new();
        for (a, b) in a.into_iter().zip(b) {
            out.push(match (sign, comparison(sign)) {
                (_, Some(op)) => mask(at.binary(op, a, b), ty),
                ("&&", _) => mask(at.binary(BinaryOp::And, truth(a), truth(b)), ty),
                ("||", _) => mask(at.binary(BinaryOp::Or, truth(a), truth(b)), ty),
                _ if a.ty == ty => self.arithmetic(sign, a, b, node)?,
                _ => return self.cannot(node, "this operation on vectors", "use vectors of the same type"),
            });
        }
        Some(out)
    }

    /// A prefix operator on the lanes of a vector.
    pub fn lane_unary(&mut self, node: &Node, operand: &Node) -> Option<Value> {
        let (ty, at) = (self.unit.type_of(node), self.at(node));
        let (CType::Vector(ty, _), Value::Parts(values)) = (ty, self.value(operand)?) else {
            return self.cannot(node, "this operation", "use it on vectors and numbers");
        };
        let mut out = Vec::new();
        for value in values {
            out.push(match (node.opcode.as_str(), value.ty.width()) {
                ("!", _) => mask(at.unary(UnaryOp::Not, truth(value)), ty),
                ("-", _) => self.in_range(Expr { ty: ty.unbounded(), ..at.unary(UnaryOp::Neg, value) }, ty),
                ("~", Some(width)) => at.expr(ExprKind::Intrinsic(Intrinsic::Not(width), vec![value]), ty),
                _ => return self.cannot(node, "`~` of this type", "use it on integers"),
            });
        }
        Some(Value::Parts(out))
    }

    /// `c ? a : b` for a vector of conditions, all of whose operands are computed.
    pub fn blended(&mut self, node: &Node) -> Option<Value> {
        let values: Vec<Vec<Expr>> = self.arguments(&node.inner)?.into_iter().map(Value::scalars).collect();
        let [c, a, b] = values.as_slice() else { return None };
        self.picked(c, a, b, node)
    }

    /// In each lane, the second value if the highest bit of the first one is set, and else the third one.
    pub fn picked(&mut self, c: &[Expr], a: &[Expr], b: &[Expr], node: &Node) -> Option<Value> {
        let at = self.at(node);
        if c.len() != a.len() || a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.ty != b.ty) {
            return self.cannot(node, "this choice between vectors", "use vectors with the same number of lanes");
        }
        let (a, b) = (self.computed(a.to_vec()), self.computed(b.to_vec()));
        let pick = |((c, a), b): ((&Expr, Expr), Expr)| at.cond(is_marked(c.clone()), a, b);
        Some(Value::Parts(c.iter().zip(a).zip(b).map(pick).collect()))
    }

    /// A scalar in all lanes of a vector.
    pub fn splat(&mut self, scalar: &Node, node: &Node) -> Option<Value> {
        let value = self.scalar(scalar)?;
        match self.unit.type_of(node) {
            CType::Vector(ty, lanes) if ty == value.ty => {
                let value = self.short(value);
                Some(Value::Parts((0..lanes).map(|_| value.clone()).collect()))
            }
            _ => self.cannot(node, "this conversion to a vector", "write the lanes of the vector"),
        }
    }

    /// `as_T(e)`: the same bits as a value of another type.
    pub fn reinterpreted(&mut self, node: &Node) -> Option<Value> {
        let operand = node.part(0)?;
        let (from, to) = (self.unit.type_of(operand.bare()), self.unit.type_of(node));
        let value = self.value(operand)?;
        if from == to {
            return Some(value);
        }
        let (Some(from), Some(to)) = (from.parts(), to.parts()) else { return self.no_bits(node) };
        // A vector of 3 is as large as one of 4.
        let same = from.len() == to.len() || from.len() == 4 && to.len() == 3;
        if !same || value.clone().scalars().len() != from.len() {
            return self.no_bits(node);
        }
        let single = matches!(value, Value::Scalar(_));
        let mut out = Vec::new();
        for (value, (_, to)) in value.scalars().into_iter().zip(to) {
            match self.same_bits(value, to, node) {
                Some(value) => out.push(value),
                None => return self.no_bits(node),
            }
        }
        if single {
            return out.pop().map(Value::Scalar);
        }
        Some(Value::Parts(out))
    }

    fn no_bits<T>(&mut self, node: &Node) -> Option<T> {
        self.cannot(node, "the bits of a value as another type", "use integers of the same width, or a conversion")
    }
}

/// Whether only one thread can see a heap.
fn is_private(heap: Heap) -> bool {
    matches!(heap, Heap::Private(_))
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn names_of_components_select_lanes() {
        for (name, lanes, expected) in [
            ("x", 2, Some(vec![0])),
            ("wzyx", 4, Some(vec![3, 2, 1, 0])),
            ("b", 4, Some(vec![2])),
            ("s0aF", 16, Some(vec![0, 10, 15])),
            ("Sf", 8, None),
            ("lo", 4, Some(vec![0, 1])),
            ("hi", 8, Some(vec![4, 5, 6, 7])),
            ("even", 3, Some(vec![0, 2])),
            ("odd", 3, None),
            ("z", 2, None),
            ("", 4, None),
        ] {
            assert_eq!(numbers(name, lanes), expected, "{name} of {lanes}");
        }
    }
}
