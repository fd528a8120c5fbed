//! Pointers to places that are no elements of an array: `&v` for a private variable, `&p[i].x` for a component.
//!
//! In: `&e`, and parameters and variables that such pointers initialise. Out: the place. Such a pointer leads to its
//! place only: there is no other element to which arithmetic could move it.

use super::state::{Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::Type;

/// Whether the parts of a place have the types of the parts of a type.
pub fn leads_to(place: &Place, ty: &CType) -> bool {
    let parts = match place {
        Place::Parts(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let of = |part: &Place| match part {
        Place::Variable(_, ty) | Place::Element(_, ty) => Some(*ty),
        Place::Constant(_)
        | Place::Array(_)
        | Place::Pointer(..)
        | Place::Address(_)
        | Place::Parts(_)
        | Place::Lanes(..) => None,
    };
    ty.parts().is_some_and(|types| {
        types.len() == parts.len() && types.iter().zip(parts).all(|((_, ty), part)| of(part) == Some(*ty))
    })
}

impl<'n> Lower<'_, 'n, '_> {
    /// `&e`
    pub fn address(&mut self, operand: &Node, node: &Node) -> Option<Value> {
        if let ("*", Some(pointer)) = (operand.bare().opcode.as_str(), operand.bare().part(0)) {
            // `&*p` is `p`.
            return self.value(pointer);
        }
        let place = self.place(operand)?;
        if !self.is_component(operand) {
            match &place {
                Place::Element(element, _) => return self.pointer_to(std::slice::from_ref(element), operand),
                Place::Parts(parts) => {
                    let element = |part: &Place| match part {
                        Place::Element(place, _) => Some(place.clone()),
                        _ => None,
                    };
                    let elements: Option<Vec<ir::Place>> = parts.iter().map(element).collect();
                    if let Some(elements) = elements {
                        return self.pointer_to(&elements, operand);
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
