//! Pointers and references to memory that ends before them.
//!
//! In: a pointer that is assigned, or a pointer or reference that is returned. Out: an error if the memory to which it
//! leads is a private variable of a block that ends before the pointer does. The private variables of a kernel are
//! numbered in the order of their declarations, so the blocks that have begun and not ended tell the block of each
//! variable that the code can name.

use super::state::{Lower, Place, Value};
use crate::c::tree::Node;
use ir::diagnostic::Diagnostic;
use ir::{Heap, VarId};

/// The private variables to which a place leads.
fn private(place: &Place, out: &mut Vec<VarId>) {
    let mut heap = |heap: &Heap| {
        if let Heap::Private(var) = heap {
            out.push(*var);
        }
    };
    match place {
        Place::Variable(var, _) => out.push(*var),
        Place::Element(element, _) => heap(&element.heap),
        Place::Recast(recast) => heap(&recast.place.heap),
        Place::Array(array) | Place::Pointer(array, _) => {
            array.heaps.iter().chain(array.or.iter().flat_map(|(_, other)| &other.heaps)).for_each(heap);
        }
        Place::Address(to) => private(to, out),
        Place::Parts(parts) => parts.iter().for_each(|part| private(part, out)),
        Place::Lanes(lanes, whole) => lanes.iter().chain(whole).for_each(|part| private(part, out)),
        Place::Either(either) => {
            private(&either.1, out);
            private(&either.2, out);
        }
        Place::Constant(_) | Place::Unset => {}
    }
}

/// The private variables to which a pointer leads.
pub fn private_of(value: &Value) -> Vec<VarId> {
    let mut out = Vec::new();
    match value {
        Value::Pointer(array, _) => private(&Place::Array(array.clone()), &mut out),
        Value::Address(place) => private(place, &mut out),
        Value::Pieces(pieces) => pieces.iter().for_each(|piece| out.extend(private_of(piece))),
        Value::Scalar(_) | Value::Parts(_) | Value::Nothing => {}
    }
    out
}

impl Lower<'_, '_, '_> {
    /// Begins a block.
    pub fn begin_block(&mut self) {
        self.blocks.push(self.env.vars.len());
    }

    /// Ends the block that began last.
    pub fn end_block(&mut self) {
        let _ = self.blocks.pop();
    }

    /// How many blocks lie around the declaration of a private variable.
    pub fn depth_of(&self, var: VarId) -> usize {
        self.blocks.iter().take_while(|first| **first <= var.0 as usize).count()
    }

    /// Reports a pointer to memory that lies in more than `depth` blocks, and so ends before the pointer.
    pub fn must_outlive(&mut self, value: &Value, depth: usize, node: &Node) {
        let ends = private_of(value).into_iter().find(|var| self.depth_of(*var) > depth);
        let Some(var) = ends else { return };
        let declared = self.env.vars.get(var.0 as usize).map(|var| var.name.clone());
        let name = declared.as_ref().map_or("a variable", |name| name.name.as_str());
        let message = format!("this pointer or reference leads to `{name}`, which ends before the pointer does");
        let mut error = Diagnostic::new("c.lifetime", node.at.unwrap_or(self.span), message)
            .label("leads to memory that will be gone")
            .help("declare the memory in front of the pointer, or let the caller pass the memory");
        if let Some(name) = declared {
            error = error.related(name.node.span, "this memory");
        }
        self.env.diagnostics.push(error);
    }

    /// Reports a function that returns a reference to a place of its own.
    pub fn returned_place_outlives(&mut self, value: &Node, depth: usize, node: &Node) {
        let known = self.env.diagnostics.len();
        let (place, _) = self.collected(|lower| lower.place(value));
        // What is wrong with the place is reported where the value is computed.
        self.env.diagnostics.truncate(known);
        if let Some(place) = place {
            self.must_outlive(&Value::Address(Box::new(place)), depth, node);
        }
    }
}
