//! Variables for vectors and structures, and assignments of their parts.
//!
//! In: declarations, places and values with parts. Out: private variables, and statements in an order that cannot be
//! told from assigning all parts at once.

use super::aggregates::{creates_nothing, fits};
use super::state::{Binding, Lower, Place, Value};
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::{Expr, ExprKind, Heap, Type, VarDecl, VarId};
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
        Place::Constant(_)
        | Place::Array(_)
        | Place::Pointer(..)
        | Place::Address(_)
        | Place::Parts(_)
        | Place::Lanes(..) => {}
    }
}

impl<'n> Lower<'_, 'n, '_> {
    /// Declares private variables, or arrays, for the parts of a variable, which annotations see under their names.
    pub fn declared_vars(&mut self, node: &Node, parts: &[(String, Type)], dims: &[Expr], at: At) -> Vec<VarId> {
        if let [(name, ty)] = parts {
            if name.is_empty() {
                let var = self.declared(node, *ty, dims.to_vec());
                self.out.push(at.declare(var, None));
                return vec![var];
            }
        }
        let mut out = Vec::new();
        for (part, ty) in parts {
            let name = format!("{}.{part}", node.name);
            let decl = VarDecl { name: self.at(node).name(name), ty: *ty, dims: dims.to_vec(), device: false };
            out.push(self.env.hidden(decl));
        }
        self.name_parts(node, parts, &out);
        out.iter().for_each(|var| self.out.push(at.declare(*var, None)));
        out
    }

    /// Gives the parts of a variable their names in annotations. A mark in front of them says where they start.
    pub fn name_parts(&mut self, node: &Node, parts: &[(String, Type)], vars: &[VarId]) {
        self.env.scope.extend(vars.first().map(|var| (format!("{}.", node.name), *var)));
        let named = parts.iter().zip(vars).map(|((part, _), var)| (format!("{}.{part}", node.name), *var));
        self.env.scope.extend(named);
    }

    /// Declares a private variable for each part of a variable, with its value if it has one.
    pub fn declared_parts(
        &mut self,
        node: &'n Node,
        parts: &[(String, Type)],
        values: impl Iterator<Item = Option<Expr>>,
        at: At,
    ) {
        let (mut vars, mut bindings) = (Vec::new(), Vec::new());
        for ((part, ty), value) in parts.iter().zip(values) {
            let var = self.env.hidden(self.at(node).scalar(format!("{}.{part}", node.name), *ty));
            self.out.push(at.declare(var, value));
            bindings.push(Binding::Variable(var, *ty));
            vars.push(var);
        }
        self.name_parts(node, parts, &vars);
        let _ = self.bindings.insert(&node.id, Binding::Parts(bindings));
    }

    /// Declares a variable that is a vector or a structure.
    pub fn declared_aggregate(&mut self, node: &'n Node, ty: &CType, value: Option<&Node>) -> Option<()> {
        if let Some(created) = value.and_then(|value| self.created_in_place(node, ty, value)) {
            return created;
        }
        let (at, parts) = (self.at(node), ty.parts()?);
        let values = match value.filter(|value| !creates_nothing(value, ty)) {
            Some(value) => {
                let values = self.value(value)?.scalars();
                if !fits(ty, &values) {
                    return self.cannot(node, "this initialiser", "write a value for each component");
                }
                values.into_iter().map(Some).collect()
            }
            None => vec![None; parts.len()],
        };
        self.declared_parts(node, &parts, values.into_iter(), at);
        Some(())
    }

    /// Declares private copies of the parts of a kernel's parameter.
    pub fn own_parts(&mut self, parameter: &'n Node, parts: &[Binding]) {
        let at = self.at(parameter);
        let place = self.of_binding(&Binding::Parts(parts.to_vec()), parameter);
        let values = self.load(place, parameter).map(Value::scalars).unwrap_or_default();
        let names = self.unit.type_of(parameter).parts().unwrap_or_default();
        self.declared_parts(parameter, &names, values.into_iter().map(Some), at);
    }

    /// A variable without name: the place of its parts.
    pub fn unnamed(&mut self, ty: &CType, parts: Vec<(String, Type)>, name: &str, node: &Node) -> Place {
        let at = self.at(node);
        let mut places = Vec::new();
        for (_, part) in parts {
            let var = self.temporary(name, part);
            self.out.push(at.declare(var, None));
            places.push(Place::Variable(var, part));
        }
        match (ty.scalar(), places.as_slice()) {
            (Some(_), [one]) => one.clone(),
            _ => Place::Parts(places),
        }
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

    /// Places whose indices do not change when something is written.
    fn steady(&mut self, places: Vec<Place>, written: &Seen) -> Vec<Place> {
        let mut steady = Vec::new();
        for place in places {
            steady.push(match place {
                Place::Element(mut element, ty) => {
                    let mut read = Seen::default();
                    element.index.iter().for_each(|index| reads(index, &mut read));
                    if meet(&read, written) {
                        element.index = self.all_kept(element.index, true);
                    }
                    Place::Element(element, ty)
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
        let (lanes, whole) = (self.steady(lanes, &written), self.steady(whole, &written));
        let mut chosen = Seen::default();
        lanes.iter().for_each(|place| writes(place, &mut chosen));
        for place in whole {
            let mut own = Seen::default();
            writes(&place, &mut own);
            if !meet(&own, &chosen) {
                let same = self.load(place.clone(), node)?;
                let _ = self.assign(place, same, node, false)?;
            }
        }
        let assigned = self.assign_parts(lanes, values, node, used)?;
        match (single, assigned) {
            (true, Value::Parts(mut parts)) => parts.pop().map(Value::Scalar),
            (_, other) => Some(other),
        }
    }
}
