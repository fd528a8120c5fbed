//! Places: what can be read, assigned or pointed to.
//!
//! In: a node that names a place. Out: a private variable, an element of an array, or an array.

use super::state::{Array, Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Type};

impl Lower<'_, '_, '_> {
    /// The place that an expression names.
    pub fn place(&mut self, node: &Node) -> Option<Place> {
        self.within(node, |lower| lower.place_here(node.bare()))
    }

    fn place_here(&mut self, node: &Node) -> Option<Place> {
        match node.kind.as_str() {
            "DeclRefExpr" => {
                if node.refers_to().is_some_and(|id| self.lost.contains(id)) {
                    return None;
                }
                let binding = node.refers_to().and_then(|id| self.bindings.get(id)).cloned();
                match binding {
                    // A single value in memory is an array of one element.
                    Some(Binding::Array(array)) if self.is_value(node) => {
                        let first = self.at(node).int(0);
                        self.select(array, first, node)
                    }
                    Some(Binding::Unset(..)) => self.unset_pointer(node),
                    Some(binding) => Some(self.of_binding(&binding, node)),
                    None if self.is_launch(node) => Some(self.whole_launch(node)),
                    None => {
                        let name = node.referenced_decl.as_ref().map_or("", |declared| declared.name.as_str());
                        let what = format!("the variable `{name}`");
                        self.cannot(node, &what, "declare it in the kernel, or pass it as a parameter")
                    }
                }
            }
            "MemberExpr" => self.field(node),
            "ExtVectorElementExpr" => self.lanes_of(node),
            "ArraySubscriptExpr" if super::aggregates::is_lane(self.unit, node) => self.lanes_of(node),
            "ArraySubscriptExpr" => {
                let (array, index) = self.subscript(node)?;
                self.select(array, index, node)
            }
            "UnaryOperator" if node.opcode == "*" => match self.value(node.part(0)?)? {
                Value::Pointer(array, offset) => self.select(array, offset, node),
                Value::Address(place) => Some(*place),
                Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Nothing => {
                    self.cannot(node, "this `*`", "use it on a pointer")
                }
            },
            "StringLiteral" => self.text(node),
            "ImplicitCastExpr" if node.cast_kind == "NoOp" => self.place(node.part(0)?),
            kind => {
                let what = format!("this place ({})", super::state::words(kind));
                self.cannot(node, &what, "use variables, elements of arrays and pointers")
            }
        }
    }

    /// The array and the number of the element that `a[i]` means.
    pub fn subscript(&mut self, node: &Node) -> Option<(Array, Expr)> {
        let (Some(first), Some(second)) = (node.part(0), node.part(1)) else { return None };
        // `i[a]` means `a[i]`.
        let swapped = matches!(self.unit.type_of(second), CType::Pointer(_));
        let (base, index) = if swapped { (second, first) } else { (first, second) };
        let (base, index) =
            self.both(base, index, |lower, node| lower.value(node), |lower, node| lower.integer(node))?;
        match base {
            Value::Pointer(array, offset) => {
                let index = self.moved(offset, BinaryOp::Add, index, node);
                Some((array, index))
            }
            Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Address(_) | Value::Nothing => {
                self.cannot(node, "this index", "index an array or a pointer")
            }
        }
    }

    /// Whether the type of an expression is that of one value, and no array.
    fn is_value(&self, node: &Node) -> bool {
        !matches!(self.unit.type_of(node), CType::Array(..)) && self.unit.type_of(node).stored().is_some()
    }

    /// Reports the use of a pointer that has no value yet.
    fn unset_pointer<T>(&mut self, node: &Node) -> Option<T> {
        let help = "initialise the pointer where it is declared, or assign it first";
        self.cannot(node, "a pointer in front of its first assignment", help)
    }

    /// The element of an array with an index.
    pub fn select(&mut self, mut array: Array, index: Expr, node: &Node) -> Option<Place> {
        if !array.or.is_empty() {
            return self.select_among(array, &index, node);
        }
        if let Some(stored) = array.cast.clone() {
            return self.select_recast(array, stored, index, node);
        }
        array.index.push(index);
        let element = match array.element.clone() {
            CType::Array(element, length) => return Some(Place::Array(Array { element: *element, length, ..array })),
            element => element,
        };
        if let Some(lanes) = array.lanes {
            return self.lanes_in(array, lanes, node);
        }
        let Some(pieces) = element.stored().filter(|pieces| pieces.len() == array.heaps.len()) else {
            let what = format!("an element of type `{}`", node.ty.qual_type);
            return self.cannot(node, &what, "use arrays of numbers, vectors and structures of numbers");
        };
        let at = self.at(node);
        let mut places = Vec::new();
        for (heap, piece) in array.heaps.iter().zip(pieces) {
            let within = super::pieces::array_of(&piece, vec![*heap], array.index.clone());
            places.push(match within {
                Some(within) => Place::Array(within),
                None => Place::Element(at.place(*heap, array.index.clone()), piece.ty.scalar()?),
            });
        }
        match element.scalar() {
            Some(_) => places.pop(),
            None => Some(Place::Parts(places)),
        }
    }

    /// The array, with chosen indices that do not change when the variables in them do.
    pub fn frozen(&mut self, mut array: Array) -> Array {
        let mut index = Vec::new();
        for chosen in std::mem::take(&mut array.index) {
            let (at, ty) = (At::new(chosen.node.span), chosen.ty);
            let var = self.temporary("index", ty);
            self.out.push(at.declare(var, Some(chosen)));
            index.push(at.var(var, ty));
        }
        let or = std::mem::take(&mut array.or);
        let or = or.into_iter().map(|(condition, other)| (self.kept(condition, true), other)).collect();
        Array { index, or, which: None, ..array }
    }

    /// The value at a place.
    pub fn load(&mut self, place: Place, node: &Node) -> Option<Value> {
        let at = self.at(node);
        Some(match place {
            Place::Variable(var, ty) => Value::Scalar(at.var(var, ty)),
            Place::Constant(expr) => Value::Scalar(expr),
            Place::Element(place, ty) => Value::Scalar(match self.initial_value(&place, ty, node) {
                Some(known) => known,
                None => at.expr(ExprKind::Read(place), ty),
            }),
            Place::Parts(parts) if parts.iter().any(super::pieces::is_pointer) => return self.load_pieces(parts, node),
            Place::Parts(parts) => {
                let all: Option<Vec<Vec<Place>>> =
                    parts.iter().map(|part| super::pieces::leaves(part, self.at(node))).collect();
                let Some(all) = all else { return self.no_pieces(node) };
                let mut values = Vec::new();
                for part in all.into_iter().flatten() {
                    values.extend(self.load(part, node)?.scalars());
                }
                Value::Parts(values)
            }
            Place::Unset => return self.unset_pointer(node),
            Place::Lanes(mut lanes, _) if lanes.len() == 1 => return self.load(lanes.pop()?, node),
            Place::Lanes(lanes, _) => return self.load(Place::Parts(lanes), node),
            Place::Recast(recast) => return self.load_recast(recast, node),
            Place::Bytes(bytes) => return self.load_bytes(bytes, node),
            Place::Either(either) => return self.load_either(*either, node),
            Place::Cell(cell) => {
                let (array, place) = *cell;
                Value::Pointer(array, at.expr(ExprKind::Read(place), Type::Int))
            }
            Place::Address(place) => Value::Address(place),
            Place::Pointer(array, var) => Value::Pointer(array, at.var(var, Type::Int)),
            Place::Array(array) => Value::Pointer(array, at.int(0)),
        })
    }

    /// The number of an element, moved by a number of elements.
    pub fn moved(&self, offset: Expr, op: BinaryOp, by: Expr, node: &Node) -> Expr {
        if matches!(&offset.kind, ExprKind::Int(n) if n.is_zero()) && op == BinaryOp::Add {
            return by;
        }
        Expr { ty: Type::Int, ..self.at(node).binary(op, offset, by) }
    }
}
