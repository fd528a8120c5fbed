//! Casts of pointers between numbers and vectors of them: `(float4 *)p`.
//!
//! In: a pointer into an array in global or shared memory, and the type to which the code casts it. Out: a pointer into
//! the same memory, whose elements are as many consecutive numbers as the vector has lanes.
//!
//! The number of the first one must be a multiple of the number of lanes, which is an obligation at the cast. That the
//! array itself starts at an address for such vectors is a part of what is assumed of arrays.

use super::state::{Array, Lower, Place, Value};
use super::views::{is_aligned_to_size, is_zero, remainder};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::{BinaryOp, Expr, Heap, Type};

/// The type and the number of the numbers of which a value consists, if all have one type and no space is between them.
fn numbers(ty: &CType) -> Option<(CType, u64)> {
    let pieces = ty.stored().filter(|_| matches!(ty, CType::Vector(..) | CType::Struct(_)))?;
    let (first, count) = (pieces.first()?.ty.clone(), pieces.len() as u64);
    let same = pieces.iter().all(|piece| piece.dims.is_empty() && piece.ty == first);
    // Structures inside of structures may have spaces of their own.
    let dense = ty.bytes()? == first.bytes()?.checked_mul(count)?;
    (same && dense && count > 1).then_some((first, count))
}

impl Lower<'_, '_, '_> {
    /// A pointer, cast to a pointer to vectors of the elements, or back.
    pub fn cast_to_lanes(&mut self, (array, offset): (Array, Expr), to: &CType, node: &Node) -> Option<Value> {
        if !array.is_whole() || !array.or.is_empty() {
            return self.no_cast(node);
        }
        let shared = array.heaps.iter().all(|heap| !matches!(heap, Heap::Private(_)));
        if !shared || array.cast.is_some() {
            return self.viewed((array, offset), to, node);
        }
        let at = self.at(node);
        if let Some(lanes) = array.lanes {
            // Back to the numbers, or to other vectors of them.
            let (number, _) = numbers(&array.element)?;
            let offset = match is_zero(&offset) {
                true => offset,
                false => Expr { ty: Type::Int, ..at.binary(BinaryOp::Mul, offset, at.int(lanes)) },
            };
            let heaps = array.heaps.into_iter().take(1).collect();
            let array = Array { heaps, element: number, lanes: None, ..array };
            return match array.element == *to {
                true => Some(Value::Pointer(array, offset)),
                false => self.cast_to_lanes((array, offset), to, node),
            };
        }
        let Some((number, lanes)) = numbers(to) else { return self.viewed((array, offset), to, node) };
        if number != array.element {
            return self.viewed((array, offset), to, node);
        }
        let known = is_zero(&offset) || remainder(&offset, lanes) == Some(0);
        if !known && !is_aligned_to_size(to, lanes) {
            return self.no_cast(node);
        }
        let offset = match known {
            true if is_zero(&offset) => offset,
            true => Expr { ty: Type::Int, ..at.binary(BinaryOp::Div, offset, at.int(lanes)) },
            false => {
                let offset = self.short(offset);
                let count = |op| Expr { ty: Type::Int, ..at.binary(op, offset.clone(), at.int(lanes)) };
                let rest = count(BinaryOp::Mod);
                self.out.push(at.assert(at.binary(BinaryOp::Eq, rest, at.int(0))));
                count(BinaryOp::Div)
            }
        };
        Some(Value::Pointer(Array { element: to.clone(), lanes: Some(lanes), ..array }, offset))
    }

    /// The element of an array of vectors that a cast has made.
    pub fn lanes_in(&mut self, mut array: Array, lanes: u64, node: &Node) -> Option<Place> {
        let at = self.at(node);
        let index = array.index.pop()?;
        let (heap, ty) = (*array.heaps.first()?, numbers(&array.element)?.0.scalar()?);
        let index = self.short(index);
        let int = |op, a, b| Expr { ty: Type::Int, ..at.binary(op, a, b) };
        let first = int(BinaryOp::Mul, index, at.int(lanes));
        let place = |lane: u64| {
            let index = if lane == 0 { first.clone() } else { int(BinaryOp::Add, first.clone(), at.int(lane)) };
            Place::Element(at.place(heap, vec![index]), ty)
        };
        Some(Place::Parts((0..lanes).map(place).collect()))
    }
}
