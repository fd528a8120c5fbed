//! Pointers to places that are no elements of an array: `&v` for a private variable, `&p[i].x` for a component.
//!
//! In: `&e`, and parameters and variables that such pointers initialise. Out: the place. Such a pointer leads to its
//! place only: there is no other element to which arithmetic could move it.

use super::state::{Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::{CType, Piece};
use ir::Type;

/// Whether the parts of a place have the types of the parts of a type.
pub fn leads_to(place: &Place, ty: &CType) -> bool {
    let parts = match place {
        Place::Parts(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let is = |part: &Place, piece: &Piece| match part {
        Place::Variable(_, ty) | Place::Element(_, ty) => piece.dims.is_empty() && piece.ty.scalar() == Some(*ty),
        Place::Array(array) if array.length.is_some() => {
            piece.element().is_some_and(|(element, length)| element == array.element && Some(length) == array.length)
        }
        Place::Array(array) | Place::Pointer(array, _) => {
            matches!(&piece.ty, CType::Pointer(to) if **to == array.element)
        }
        Place::Recast(recast) => piece.dims.is_empty() && piece.ty.scalar() == Some(recast.to),
        Place::Constant(_)
        | Place::Cell(_)
        | Place::Address(_)
        | Place::Unset
        | Place::Parts(_)
        | Place::Lanes(..)
        | Place::Bytes(_)
        | Place::Either(_) => false,
    };
    ty.pieces().is_some_and(|pieces| {
        pieces.len() == parts.len() && parts.iter().zip(&pieces).all(|(part, piece)| is(part, piece))
    })
}

impl<'n> Lower<'_, 'n, '_> {
    /// `&e`
    pub fn address(&mut self, operand: &Node, node: &Node) -> Option<Value> {
        if let ("*", Some(pointer)) = (operand.bare().opcode.as_str(), operand.bare().part(0)) {
            // `&*p` is `p`.
            return self.value(pointer);
        }
        let element = operand.bare();
        let place = match element.kind.as_str() {
            "ArraySubscriptExpr" if !super::aggregates::is_lane(self.unit, element) => {
                let (array, index) = self.within(operand, |lower| lower.subscript(element))?;
                if array.is_whole() && array.or.is_empty() && (array.lanes.is_some() || array.cast.is_some()) {
                    // Its elements are none of one array in memory.
                    return Some(Value::Pointer(array, index));
                }
                self.within(operand, |lower| lower.select(array, index, element))?
            }
            _ => self.place(operand)?,
        };
        if !self.is_component(operand) {
            match &place {
                Place::Element(element, _) => {
                    return self.pointer_to(vec![(element.heap, element.index.clone())], operand);
                }
                Place::Parts(parts) => {
                    let element = |part: &Place| match part {
                        Place::Element(place, _) => Some((place.heap, place.index.clone())),
                        Place::Array(array) if array.length.is_some() && !array.index.is_empty() => {
                            Some((*array.heaps.first()?, array.index.clone()))
                        }
                        _ => None,
                    };
                    let elements: Option<Vec<(ir::Heap, Vec<ir::Expr>)>> = parts.iter().map(element).collect();
                    if let Some(elements) = elements {
                        return self.pointer_to(elements, operand);
                    }
                }
                _ => {}
            }
        }
        if !leads_to(&place, &self.unit.type_of(operand.bare())) {
            return self.cannot(
                node,
                "the address of this expression",
                "use the address of a variable or of an element",
            );
        }
        self.fixed(place, operand).map(|place| Value::Address(Box::new(place)))
    }

    /// Binds a pointer to the place to which it always points.
    pub fn point(&mut self, declared: &'n Node, place: Place) {
        // Annotations have no name for the place, and must not take the name for another declaration.
        let hidden = self.temporary(&declared.name, Type::Int);
        self.env.scope.push((format!("{}.", declared.name), hidden));
        let _ = self.bindings.insert(&declared.id, Binding::Address(place));
    }
}
