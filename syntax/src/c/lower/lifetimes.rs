//! Pointers and references to memory that ends before them.
//!
//! In: a pointer that is assigned, or a pointer or reference that is returned. Out: an error if the memory to which it
//! leads is a private variable of a block that ends before the pointer does. The private variables of a kernel are
//! numbered in the order of their declarations, so the blocks that have begun and not ended tell the block of each
//! variable that the code can name.

use super::state::{Binding, Lower, Place, Value};
use crate::c::tree::Node;
use ir::diagnostic::Diagnostic;
use ir::{Heap, VarId};

/// The memory to which a place leads.
pub fn memory(place: &Place, out: &mut Vec<Heap>) {
    match place {
        Place::Variable(var, _) => out.push(Heap::Private(*var)),
        Place::Element(element, _) => out.push(element.heap),
        Place::Recast(recast) => out.push(recast.place.heap),
        Place::Bytes(bytes) => out.extend(bytes.slices.iter().map(|slice| slice.place.heap)),
        Place::Array(array) | Place::Pointer(array, _) => {
            out.extend(array.heaps.iter().chain(array.or.iter().flat_map(|(_, other)| &other.heaps)));
        }
        Place::Cell(cell) => out.extend(&cell.0.heaps),
        Place::Address(to) => memory(to, out),
        Place::Parts(parts) => parts.iter().for_each(|part| memory(part, out)),
        Place::Lanes(lanes, whole) => lanes.iter().chain(whole).for_each(|part| memory(part, out)),
        Place::Either(either) => {
            memory(&either.1, out);
            memory(&either.2, out);
        }
        Place::Constant(_) | Place::Unset => {}
    }
}

/// The private variables to which a place leads.
fn private(place: &Place, out: &mut Vec<VarId>) {
    let mut all = Vec::new();
    memory(place, &mut all);
    out.extend(all.into_iter().filter_map(|heap| if let Heap::Private(var) = heap { Some(var) } else { None }));
}

/// The private variables of a binding.
pub fn variables(binding: &Binding, out: &mut Vec<VarId>) {
    match binding {
        Binding::Variable(var, _) => out.push(*var),
        Binding::Array(array) => private(&Place::Array(array.clone()), out),
        Binding::Parts(parts) => parts.iter().for_each(|part| variables(part, out)),
        Binding::Scalar(..)
        | Binding::Place(_)
        | Binding::Cell(..)
        | Binding::Address(_)
        | Binding::Pointer(..)
        | Binding::Unset(..) => {}
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

impl<'n> Lower<'_, 'n, '_> {
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

    /// Notes a parameter that is a reference to a value. The value exists until the expression with the call ends, so a
    /// reference that the function returns may lead to it.
    pub fn refers_to_temporary(&mut self, parameter: &'n Node) {
        let mut vars = Vec::new();
        if let Some(binding) = self.bindings.get(parameter.id.as_str()) {
            variables(binding, &mut vars);
        }
        self.temporaries.extend(vars);
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

    /// Reports a function that returns a reference to a place of its own, to a temporary, or to a place that is not
    /// known. `depth` blocks lie around the function.
    pub fn returned_place_outlives(&mut self, value: &Node, depth: usize, node: &Node) {
        let mut all = Vec::new();
        referred(value, &mut all);
        for part in all {
            let known = self.env.diagnostics.len();
            let (to, _) = self.collected(|lower| match part {
                Referred::Place(part) => lower.place(part).map(|place| Value::Address(Box::new(place))),
                Referred::Pointer(part) => lower.value(part),
                Referred::Temporary(_) => None,
            });
            // What is wrong with the place is reported where the value is computed.
            self.env.diagnostics.truncate(known);
            match (to, part) {
                (Some(to), _) if private_of(&to).iter().all(|var| self.temporaries.contains(var)) => {}
                (Some(to), _) => self.must_outlive(&to, depth, node),
                (None, Referred::Temporary(part)) => self.dangles(part, node),
                (None, Referred::Place(part) | Referred::Pointer(part)) => {
                    let help = "return a variable, an element or a field, or return a value in place of a reference";
                    let _: Option<()> = self.cannot(part, "a returned reference to this expression", help);
                }
            }
        }
    }

    fn dangles(&mut self, part: &Node, node: &Node) {
        let message = "this reference leads to a temporary value, which ends with the `return`";
        let error = Diagnostic::new("c.lifetime", node.at.unwrap_or(self.span), message)
            .label("leads to memory that will be gone")
            .help("return a value in place of a reference");
        self.env.diagnostics.push(match part.at {
            Some(at) => error.related(at, "this value"),
            None => error,
        });
    }
}

/// What a reference may lead to.
#[derive(Clone, Copy)]
enum Referred<'n> {
    /// The place that an expression denotes.
    Place(&'n Node),
    /// Where a pointer leads.
    Pointer(&'n Node),
    /// A value that no variable has.
    Temporary(&'n Node),
}

/// The parts of an expression to which a reference to its place may lead.
fn referred<'n>(node: &'n Node, out: &mut Vec<Referred<'n>>) {
    let part = |n: usize, out: &mut Vec<Referred<'n>>| match node.part(n) {
        Some(part) => referred(part, out),
        None => out.push(Referred::Place(node)),
    };
    match (node.kind.as_str(), node.opcode.as_str(), node.cast_kind.as_str()) {
        ("MaterializeTemporaryExpr", ..) => out.push(Referred::Temporary(node)),
        ("ParenExpr" | "ExprWithCleanups" | "ConstantExpr" | "FullExpr", ..)
        | ("BinaryOperator", "=", _)
        | ("CompoundAssignOperator", ..)
        | ("UnaryOperator", "++" | "--", _) => part(0, out),
        ("BinaryOperator", ",", _) => part(1, out),
        ("ConditionalOperator", ..) => {
            part(1, out);
            part(2, out);
        }
        (_, _, "NoOp" | "LValueBitCast" | "DerivedToBase" | "UncheckedDerivedToBase") => part(0, out),
        // What a function returns may lead to all that it is given.
        ("CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr", ..) => {
            if let Some(object) = node.part(0).map(Node::bare).filter(|callee| callee.kind == "MemberExpr") {
                match (object.part(0), object.is_arrow) {
                    (Some(object), true) => out.push(Referred::Pointer(object)),
                    (Some(object), false) => referred(object, out),
                    (None, _) => out.push(Referred::Place(node)),
                }
            }
            for arg in node.inner.iter().skip(1) {
                match arg.value_category == "prvalue" {
                    true => out.push(Referred::Pointer(arg)),
                    false => referred(arg, out),
                }
            }
        }
        _ => out.push(Referred::Place(node)),
    }
}
