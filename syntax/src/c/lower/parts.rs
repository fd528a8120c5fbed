//! Variables for vectors and structures, and assignments of their parts.
//!
//! In: declarations, places and values with parts. Out: private variables, and statements in an order that cannot be
//! told from assigning all parts at once.

use super::aggregates::creates_nothing;
use super::state::{Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::{CType, Piece};
use ir::build::At;
use ir::{Expr, ExprKind, Heap, VarDecl, VarId};
use std::collections::BTreeSet;

/// The private variables and heaps that something reads or writes.
type Seen = (BTreeSet<VarId>, BTreeSet<Heap>);

/// Adds what an expression reads.
fn reads(expr: &Expr, seen: &mut Seen) {
    expr.each(&mut |e| {
        if let ExprKind::Var(var) = &e.kind {
            let _ = seen.0.insert(*var);
        }
        seen.1.extend(e.place().map(|place| place.heap));
    });
}

/// Whether two sets have something in common.
fn meet(a: &Seen, b: &Seen) -> bool {
    !a.0.is_disjoint(&b.0) || !a.1.is_disjoint(&b.1)
}

/// Adds what an assignment of a part writes.
fn writes(place: &Place, seen: &mut Seen) {
    match place {
        Place::Variable(var, _) => {
            let _ = seen.0.insert(*var);
        }
        Place::Element(place, _) => {
            let _ = seen.1.insert(place.heap);
        }
        Place::Array(array) => seen.1.extend(array.heaps.iter().copied()),
        Place::Parts(parts) | Place::Lanes(parts, _) => parts.iter().for_each(|part| writes(part, seen)),
        Place::Recast(recast) => {
            let _ = seen.1.insert(recast.place.heap);
        }
        Place::Cell(cell) => {
            let _ = seen.1.insert(cell.1.heap);
        }
        Place::Bytes(bytes) => seen.1.extend(bytes.slices.iter().map(|slice| slice.place.heap)),
        Place::Either(either) => {
            writes(&either.1, seen);
            writes(&either.2, seen);
        }
        Place::Constant(_) | Place::Pointer(..) | Place::Address(_) | Place::Unset => {}
    }
}

/// Whether two lanes of one vector are the same one. Their indices are copies of each other then.
fn is_same(a: &Place, b: &Place) -> bool {
    match (a, b) {
        (Place::Element(a, _), Place::Element(b, _)) => {
            let ids = |place: &ir::Place| format!("{:?}", place.index);
            a.heap == b.heap && ids(a) == ids(b)
        }
        (Place::Variable(a, _), Place::Variable(b, _)) => a == b,
        _ => false,
    }
}

impl<'n> Lower<'_, 'n, '_> {
    /// Declares arrays for the pieces of the elements of an array of a thread, which annotations see under their names.
    pub fn declared_arrays(&mut self, node: &Node, pieces: &[Piece], dims: &[Expr], at: At) -> Option<Vec<VarId>> {
        let mut out = Vec::new();
        for piece in pieces {
            let name = if piece.name.is_empty() { node.name.clone() } else { format!("{}.{}", node.name, piece.name) };
            let dims = dims.iter().cloned().chain(piece.dims.iter().map(|length| at.int(*length))).collect();
            let decl = VarDecl { name: self.at(node).name(name), ty: piece.ty.scalar()?, dims, device: false };
            out.push(self.env.hidden(decl));
        }
        match (pieces, out.as_slice()) {
            ([piece], [var]) if piece.name.is_empty() => self.env.scope.push((node.name.clone(), *var)),
            _ => self.name_pieces(node, pieces, &out),
        }
        out.iter().for_each(|var| self.out.push(at.declare(*var, None)));
        Some(out)
    }

    /// Declares a variable that is a vector or a structure.
    pub fn declared_aggregate(&mut self, node: &'n Node, ty: &CType, value: Option<&Node>) -> Option<()> {
        if let Some(created) = value.and_then(|value| self.created_in_place(node, ty, value)) {
            return created;
        }
        let at = self.at(node);
        let values = match value.filter(|value| !creates_nothing(value, ty)) {
            Some(value) => {
                let value = self.value(value)?;
                match self.in_pieces(ty, value) {
                    Some(values) => Some(values),
                    None => return self.cannot(node, "this initialiser", "write a value for each component"),
                }
            }
            None => None,
        };
        self.declared_pieces(node, ty, values, at)
    }

    /// Declares private copies of the pieces of a kernel's parameter. If the kernel does not change the parameter, only
    /// arrays need a copy, which an index can choose from.
    pub fn own_parts(&mut self, parameter: &'n Node, parts: &[Binding], changed: bool) -> Option<()> {
        let (at, ty) = (self.at(parameter), self.unit.type_of(parameter));
        let mut values = Vec::new();
        for part in parts {
            let place = self.of_binding(part, parameter);
            values.push(self.load(place, parameter)?);
        }
        let before = self.env.scope.len();
        self.declared_pieces(parameter, &ty, Some(values), at)?;
        if !changed {
            self.env.scope.truncate(before);
            if let Some(Binding::Parts(own)) = self.bindings.get_mut(parameter.id.as_str()) {
                for (own, part) in own.iter_mut().zip(parts) {
                    if !matches!(part, Binding::Parts(_)) {
                        *own = part.clone();
                    }
                }
            }
        }
        Some(())
    }

    /// A variable without name: the place of its pieces; `None` if one of them is a pointer.
    pub fn unnamed(&mut self, ty: &CType, name: &str, node: &Node) -> Option<Place> {
        let at = self.at(node);
        let mut places = Vec::new();
        for piece in ty.stored()? {
            let scalar = piece.ty.scalar()?;
            let dims = piece.dims.iter().map(|length| at.int(*length)).collect();
            let decl = VarDecl { name: at.name(name), ty: scalar, dims, device: false };
            let var = self.env.hidden(decl);
            self.out.push(at.declare(var, None));
            let array = super::pieces::array_of(&piece, vec![Heap::Private(var)], Vec::new());
            places.push(array.map_or(Place::Variable(var, scalar), Place::Array));
        }
        Some(match (ty.scalar(), places.as_slice()) {
            (Some(_), [one]) => one.clone(),
            _ => Place::Parts(places),
        })
    }

    /// Values that will be used again: they are stored in variables if they are `used`.
    pub fn all_kept(&mut self, values: Vec<Expr>, used: bool) -> Vec<Expr> {
        values.into_iter().map(|value| self.kept(value, used)).collect()
    }

    /// Values that are computed now, although what uses them may not need them: C computes all parts of an operand.
    pub fn computed(&mut self, values: Vec<Expr>) -> Vec<Expr> {
        let whole = |value: &Expr| matches!(value.kind, ExprKind::Var(_) | ExprKind::Scalar(_) | ExprKind::Launch(..));
        values.into_iter().map(|value| if whole(&value) { value } else { self.kept(value, true) }).collect()
    }

    /// Assigns values to the places of parts, as if all of them were assigned at once.
    pub fn assign_parts(&mut self, places: Vec<Place>, values: Vec<Expr>, node: &Node, used: bool) -> Option<Value> {
        let places: Option<Vec<Vec<Place>>> =
            places.iter().map(|place| super::pieces::leaves(place, self.at(node))).collect();
        let places: Vec<Place> = places.unwrap_or_default().into_iter().flatten().collect();
        if places.len() != values.len() {
            return self.cannot(node, "this assignment", "assign values with the same components");
        }
        let mut written = Seen::default();
        let mut reused = used;
        for (place, value) in places.iter().zip(&values) {
            let mut read = Seen::default();
            reads(value, &mut read);
            // A value must not depend on the parts that are assigned before it.
            reused |= meet(&read, &written);
            writes(place, &mut written);
        }
        let places = self.steady(places, &written);
        let values = self.all_kept(values, reused);
        for (place, value) in places.into_iter().zip(&values) {
            let _ = self.assign(place, Value::Scalar(value.clone()), node, false)?;
        }
        Some(Value::Parts(values))
    }

    /// Indices that do not change when something is written.
    fn steady_index(&mut self, index: Vec<Expr>, written: &Seen) -> Vec<Expr> {
        let mut read = Seen::default();
        index.iter().for_each(|index| reads(index, &mut read));
        if meet(&read, written) {
            return self.all_kept(index, true);
        }
        index
    }

    /// Places whose indices do not change when something is written.
    fn steady(&mut self, places: Vec<Place>, written: &Seen) -> Vec<Place> {
        let mut steady = Vec::new();
        for place in places {
            steady.push(match place {
                Place::Element(mut element, ty) => {
                    element.index = self.steady_index(element.index, written);
                    Place::Element(element, ty)
                }
                Place::Recast(mut recast) => {
                    recast.place.index = self.steady_index(recast.place.index, written);
                    Place::Recast(recast)
                }
                Place::Bytes(mut bytes) => {
                    for slice in &mut bytes.slices {
                        let index = std::mem::take(&mut slice.place.index);
                        slice.place.index = self.steady_index(index, written);
                    }
                    Place::Bytes(bytes)
                }
                other => other,
            });
        }
        steady
    }

    /// Assigns lanes of a vector that other threads can see. The vector is one object: a device may read and write all
    /// of it, so the thread needs permission to write the other lanes, too.
    pub fn assign_lanes(
        &mut self,
        lanes: Vec<Place>,
        whole: Vec<Place>,
        value: Value,
        node: &Node,
        used: bool,
    ) -> Option<Value> {
        let single = matches!(value, Value::Scalar(_));
        let values = value.scalars();
        if values.len() != lanes.len() {
            return self.cannot(node, "this assignment", "assign values with the same components");
        }
        let mut written = Seen::default();
        whole.iter().for_each(|place| writes(place, &mut written));
        let values = self.all_kept(values, true);
        // Behind a cast, the lanes of a vector are elements of one heap.
        let others = whole.into_iter().filter(|place| !lanes.iter().any(|lane| is_same(lane, place))).collect();
        let (lanes, others) = (self.steady(lanes, &written), self.steady(others, &written));
        for place in others {
            let same = self.load(place.clone(), node)?;
            let _ = self.assign(place, same, node, false)?;
        }
        let assigned = self.assign_parts(lanes, values, node, used)?;
        match (single, assigned) {
            (true, Value::Parts(mut parts)) => parts.pop().map(Value::Scalar),
            (_, other) => Some(other),
        }
    }
}
