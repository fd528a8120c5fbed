//! Pieces of structures: scalars, arrays and pointers.
//!
//! In: the places of the pieces of a structure, and values for them. Out: the places of all scalars, each element of an
//! array by itself; declarations and assignments of whole structures.

use super::state::{Array, Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::{CType, Piece};
use ir::build::At;
use ir::{Expr, Heap, Type, VarDecl};

/// The places of all scalars of a place, in the order of [`CType::flat`]; `None` if a pointer is among them.
pub fn leaves(place: &Place, at: At) -> Option<Vec<Place>> {
    match place {
        Place::Variable(..) | Place::Constant(_) | Place::Element(..) | Place::Recast(_) | Place::Bytes(_) => {
            Some(vec![place.clone()])
        }
        Place::Parts(parts) | Place::Lanes(parts, _) => {
            let all: Option<Vec<Vec<Place>>> = parts.iter().map(|part| leaves(part, at)).collect();
            Some(all?.into_iter().flatten().collect())
        }
        Place::Array(array) => elements(array, at),
        Place::Pointer(..) | Place::Cell(_) | Place::Address(_) | Place::Unset | Place::Either(_) => None,
    }
}

/// The elements of a piece that is an array.
fn elements(array: &Array, at: At) -> Option<Vec<Place>> {
    let [heap] = array.heaps.as_slice() else { return None };
    let mut out = Vec::new();
    for number in 0..array.length? {
        let mut index = array.index.clone();
        index.push(at.int(number));
        match &array.element {
            CType::Array(inner, length) => {
                let (element, length) = ((**inner).clone(), *length);
                out.extend(elements(&Array::new(vec![*heap], element, index, length), at)?);
            }
            scalar => out.push(Place::Element(at.place(*heap, index), scalar.scalar()?)),
        }
    }
    Some(out)
}

/// Whether a piece is a pointer, and no part of the structure's own memory.
pub fn is_pointer(place: &Place) -> bool {
    match place {
        Place::Pointer(..) | Place::Cell(_) | Place::Address(_) | Place::Unset => true,
        Place::Array(array) => array.length.is_none(),
        Place::Variable(..)
        | Place::Constant(_)
        | Place::Element(..)
        | Place::Parts(_)
        | Place::Lanes(..)
        | Place::Recast(_)
        | Place::Bytes(_)
        | Place::Either(_) => false,
    }
}

/// The array that a piece is, with these heaps and chosen indices.
pub fn array_of(piece: &Piece, heaps: Vec<Heap>, index: Vec<Expr>) -> Option<Array> {
    let (element, length) = piece.element()?;
    Some(Array::new(heaps, element, index, Some(length)))
}

impl<'n> Lower<'_, 'n, '_> {
    /// Declares what the pieces of a variable are, with their values if they have some.
    pub fn declared_pieces(&mut self, node: &'n Node, ty: &CType, values: Option<Vec<Value>>, at: At) -> Option<()> {
        let pieces = ty.pieces()?;
        let mut values = values.map(Vec::into_iter);
        let (mut vars, mut bindings) = (Vec::new(), Vec::new());
        for piece in &pieces {
            let value = values.as_mut().and_then(Iterator::next);
            let name = self.at(node).name(format!("{}.{}", node.name, piece.name));
            let decl = |ty, dims| VarDecl { name, ty, dims, device: false };
            let (var, binding) = match (&piece.ty, value) {
                (CType::Pointer(_), Some(Value::Pointer(array, offset))) => {
                    let array = self.frozen(array);
                    let var = self.env.hidden(decl(Type::Int, Vec::new()));
                    self.out.push(at.declare(var, Some(offset)));
                    (var, Binding::Pointer(array, var))
                }
                (CType::Pointer(to), None) => {
                    let var = self.env.hidden(decl(Type::Int, Vec::new()));
                    self.out.push(at.declare(var, None));
                    (var, Binding::Unset((**to).clone(), var))
                }
                (ty, value) => {
                    let Some(scalar) = ty.scalar() else { return self.no_pieces(node) };
                    let dims: Vec<Expr> = piece.dims.iter().map(|length| at.int(*length)).collect();
                    let var = self.env.hidden(decl(scalar, dims));
                    let array = array_of(piece, vec![Heap::Private(var)], Vec::new());
                    let binding = array.map_or(Binding::Variable(var, scalar), Binding::Array);
                    self.declared_piece((var, &binding), value, node, at)?;
                    (var, binding)
                }
            };
            vars.push(var);
            bindings.push(binding);
        }
        self.name_pieces(node, &pieces, &vars);
        let _ = self.bindings.insert(&node.id, Binding::Parts(bindings));
        Some(())
    }

    /// Declares a variable or an array, and gives all its scalars their values.
    fn declared_piece(
        &mut self,
        (var, binding): (ir::VarId, &Binding),
        value: Option<Value>,
        node: &Node,
        at: At,
    ) -> Option<()> {
        match (binding, value) {
            (Binding::Variable(..), Some(Value::Scalar(value))) => self.out.push(at.declare(var, Some(value))),
            (_, None) => self.out.push(at.declare(var, None)),
            (_, Some(value)) => {
                self.out.push(at.declare(var, None));
                let (places, values) = (leaves(&self.of_binding(binding, node), at), value.scalars());
                match places {
                    Some(places) if places.len() == values.len() => {
                        let _ = self.assign_parts(places, values, node, false)?;
                    }
                    Some(_) | None => return self.no_pieces(node),
                }
            }
        }
        Some(())
    }

    /// The values of the pieces of a structure, if these scalars are its value.
    pub fn in_pieces(&self, ty: &CType, value: Value) -> Option<Vec<Value>> {
        let pieces = ty.pieces()?;
        match value {
            Value::Pieces(values) => (values.len() == pieces.len()).then_some(values),
            Value::Parts(values) if super::aggregates::fits(ty, &values) => {
                let mut values = values.into_iter();
                let of = |piece: &Piece| match piece.dims.is_empty() {
                    true => values.next().map(Value::Scalar),
                    false => {
                        let count: u64 = piece.dims.iter().product();
                        Some(Value::Parts(values.by_ref().take(usize::try_from(count).ok()?).collect()))
                    }
                };
                pieces.iter().map(of).collect()
            }
            Value::Parts(_) | Value::Scalar(_) | Value::Pointer(..) | Value::Address(_) | Value::Nothing => None,
        }
    }

    /// The value of a structure with pointers.
    pub fn load_pieces(&mut self, places: Vec<Place>, node: &Node) -> Option<Value> {
        let mut out = Vec::new();
        for place in places {
            out.push(match (&place, is_pointer(&place)) {
                (Place::Array(_), false) => match leaves(&place, self.at(node)) {
                    Some(leaves) => self.load(Place::Parts(leaves), node)?,
                    None => return self.no_pieces(node),
                },
                _ => self.load(place, node)?,
            });
        }
        Some(Value::Pieces(out))
    }

    /// Assigns a structure with pointers.
    pub fn assign_pieces(&mut self, places: Vec<Place>, values: Vec<Value>, node: &Node) -> Option<Value> {
        if places.len() != values.len() {
            return self.no_pieces(node);
        }
        // A value must not depend on the pieces that are assigned before it.
        let mut kept = Vec::new();
        for value in values {
            kept.push(match value {
                Value::Scalar(value) => Value::Scalar(self.kept(value, true)),
                Value::Parts(values) => Value::Parts(self.all_kept(values, true)),
                Value::Pointer(array, offset) => Value::Pointer(self.frozen(array), self.kept(offset, true)),
                other @ (Value::Pieces(_) | Value::Address(_) | Value::Nothing) => other,
            });
        }
        for (place, value) in places.into_iter().zip(kept.clone()) {
            let place = match (is_pointer(&place), leaves(&place, self.at(node))) {
                (false, Some(leaves)) if matches!(value, Value::Parts(_)) => Place::Parts(leaves),
                _ => place,
            };
            let _ = self.assign(place, value, node, false)?;
        }
        Some(Value::Pieces(kept))
    }

    /// Gives the pieces of a variable their names in annotations. A mark in front of them says where they start.
    pub fn name_pieces(&mut self, node: &Node, pieces: &[Piece], vars: &[ir::VarId]) {
        self.env.scope.extend(vars.first().map(|var| (format!("{}.", node.name), *var)));
        let named = pieces.iter().zip(vars).filter(|(piece, _)| piece.ty.scalar().is_some());
        self.env.scope.extend(named.map(|(piece, var)| (format!("{}.{}", node.name, piece.name), *var)));
    }

    /// Reports a structure of which something is not read.
    pub fn no_pieces<T>(&mut self, node: &Node) -> Option<T> {
        let what = format!("this value of type `{}`", node.ty.qual_type);
        self.cannot(node, &what, "use structures of numbers, arrays and pointers into one array each")
    }
}
