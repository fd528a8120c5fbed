//! Assignments, and the order of side effects.
//!
//! In: an assignment, an increment, or two operands. Out: statements and the value.
//!
//! C does not say which of two operands is computed first. Sepal computes the left one first. If one operand writes
//! what the other one reads or writes, Sepal reports the two.

use super::state::{Binding, Lower, Place, Value};
use super::touched::{Reads, Touched};
use crate::c::language::Language;
use crate::c::spelling::of_spelling;
use crate::c::tree::Node;
use crate::c::types::CType;
use ir::build::At;
use ir::diagnostic::Diagnostic;
use ir::{BinaryOp, Expr, ExprKind, Type, VarId};

/// A pointer that has not been assigned yet.
struct Unset<'n> {
    /// The variable: the pointer itself, or a structure with the pointer as a piece.
    id: &'n str,
    /// The number of the piece.
    piece: Option<usize>,
    /// The type of the elements to which it may point.
    ty: CType,
    /// The private variable with the number of the element.
    var: VarId,
}

impl<'n> Lower<'_, 'n, '_> {
    /// Computes two operands whose order C leaves open.
    pub fn both<A: Reads, B: Reads>(
        &mut self,
        left: &Node,
        right: &Node,
        first: impl FnOnce(&mut Self, &Node) -> Option<A>,
        second: impl FnOnce(&mut Self, &Node) -> Option<B>,
    ) -> Option<(A, B)> {
        let (a, before) = self.collected(|lower| first(lower, left));
        let (b, after) = self.collected(|lower| second(lower, right));
        let effects = !before.is_empty() || !after.is_empty();
        let (a, b) = (a?, b?);
        if effects && Touched::of(Some(&a), &before).conflicts(&Touched::of(Some(&b), &after)) {
            self.unsequenced(left, right);
            return None;
        }
        self.out.extend(before);
        self.out.extend(after);
        Some((a, b))
    }

    /// Reports two operands whose order matters.
    pub fn unsequenced(&mut self, left: &Node, right: &Node) {
        let (left, right) = (left.at.unwrap_or(self.span), right.at.unwrap_or(self.span));
        let message = "C does not say which of two operands is computed first, and one writes what the other one uses";
        self.env.diagnostics.push(
            Diagnostic::new("c.unsequenced", right, message)
                .label("one operand")
                .related(left, "the other operand")
                .help("compute one of them in a statement of its own, in front of this one"),
        );
    }

    /// `a = b`; the value only if it is `used`.
    pub fn assignment(&mut self, node: &Node, used: bool) -> Option<Value> {
        let (left, right) = (node.part(0)?, node.part(1)?);
        if let Some(unset) = self.unset(left) {
            if let Some(integer) = super::nulls::integer(right).filter(|_| !used) {
                return self.no_address(integer, node).map(|()| Value::Nothing);
            }
            let value = self.value(right)?;
            return self.set_first(unset, value, node);
        }
        let (place, before) = self.collected(|lower| lower.place(left));
        let (value, after) = self.collected(|lower| lower.value(right));
        let (place, value) = (place?, value?);
        // C++17 computes the right operand first (expr.ass), and its value is not changed by the left one.
        let changes = Touched::of(None::<&Value>, &before).conflicts(&Touched::of(Some(&value), &[]));
        if self.unit.language == Language::Cuda && (!changes || matches!(value, Value::Scalar(_))) {
            self.out.extend(after);
            let value = match value {
                Value::Scalar(value) => Value::Scalar(self.kept(value, changes)),
                value => value,
            };
            self.out.extend(before);
            return self.put(place, value, left, node, used);
        }
        // The place is written when both operands have been computed. So a barrier in the right operand matters only to
        // what chooses the place, and a write of the right operand also if it writes the place itself.
        let chosen = Touched::of(Some(&place.clone().indices()), &before);
        let itself = Touched::of(Some(&place), &[]);
        let effects = Touched::of(None::<&Value>, &after).without_fence();
        if chosen.conflicts(&Touched::of(Some(&value), &after)) || itself.conflicts(&effects) {
            self.unsequenced(left, right);
            return None;
        }
        self.out.extend(before);
        self.out.extend(after);
        self.put(place, value, left, node, used)
    }

    /// The declaration of a pointer that has not been assigned yet: of the variable, and of the piece if it is one.
    fn unset(&self, node: &Node) -> Option<Unset<'n>> {
        let node = node.bare();
        if let ("MemberExpr", false, Some(of)) = (node.kind.as_str(), node.is_arrow, node.part(0)) {
            let (id, binding) = self.bindings.get_key_value(of.bare().refers_to()?)?;
            let Binding::Parts(parts) = binding else { return None };
            let (numbers, _) = self.unit.type_of(of.bare()).field(&node.name)?;
            let Some(Binding::Unset(ty, var)) = parts.get(numbers.start) else { return None };
            return Some(Unset { id, piece: Some(numbers.start), ty: ty.clone(), var: *var });
        }
        let (id, binding) = self.bindings.get_key_value(node.refers_to()?)?;
        match binding {
            Binding::Unset(ty, var) => Some(Unset { id, piece: None, ty: ty.clone(), var: *var }),
            Binding::Variable(..)
            | Binding::Scalar(..)
            | Binding::Array(_)
            | Binding::Parts(_)
            | Binding::Place(_)
            | Binding::Cell(..)
            | Binding::Address(_)
            | Binding::Pointer(..) => None,
        }
    }

    /// The first assignment of a pointer: from here on, the pointer points into this array.
    fn set_first(&mut self, unset: Unset<'n>, value: Value, node: &Node) -> Option<Value> {
        self.must_outlive(&value, self.depth_of(unset.var), node);
        match value {
            // The choice among several arrays may change later, and this pointer does not change with it.
            Value::Pointer(array, _) if !array.or.is_empty() => self.no_either(node),
            Value::Pointer(array, offset) if array.element == unset.ty && array.index.is_empty() => {
                let at = self.at(node);
                self.out.push(at.assign(unset.var, offset));
                let binding = Binding::Pointer(array.clone(), unset.var);
                match (unset.piece, self.bindings.get_mut(unset.id)) {
                    (Some(number), Some(Binding::Parts(parts))) => *parts.get_mut(number)? = binding,
                    _ => {
                        let _ = self.bindings.insert(unset.id, binding);
                    }
                }
                Some(Value::Pointer(array, at.var(unset.var, Type::Int)))
            }
            Value::Pointer(..)
            | Value::Scalar(_)
            | Value::Parts(_)
            | Value::Pieces(_)
            | Value::Address(_)
            | Value::Nothing => self.cannot(node, "this value of a pointer", "assign an array or an element of one"),
        }
    }

    /// Assigns a value to a place.
    pub fn assign(&mut self, place: Place, value: Value, node: &Node, used: bool) -> Option<Value> {
        let at = self.at(node);
        if self.is_constant_place(&place, node) {
            return None;
        }
        match (place, value) {
            (Place::Variable(var, _), Value::Scalar(value)) => {
                let value = self.kept(value, used);
                self.out.push(at.assign(var, value.clone()));
                Some(Value::Scalar(value))
            }
            (Place::Element(place, _), Value::Scalar(value)) => {
                let value = self.kept(value, used);
                self.out.push(at.store(place, value.clone()));
                Some(Value::Scalar(value))
            }
            (Place::Recast(recast), Value::Scalar(value)) => self.assign_recast(recast, value, node, used),
            (Place::Bytes(bytes), Value::Scalar(value)) => self.assign_bytes(bytes, value, node, used),
            (Place::Either(either), value) => self.assign_either(*either, value, node, used),
            (Place::Pointer(array, var), Value::Pointer(to, offset)) => {
                if let Some(done) = self.assign_several((&array, var), (&to, &offset), node) {
                    return done;
                }
                if !array.is_same(&to) || !to.index.is_empty() || !array.index.is_empty() {
                    return self.cannot(
                        node,
                        "a pointer that points into different arrays",
                        "use one pointer for each array",
                    );
                }
                self.out.push(at.assign(var, offset));
                Some(Value::Pointer(array, at.var(var, Type::Int)))
            }
            (Place::Cell(cell), Value::Pointer(to, offset)) => {
                let (array, place) = *cell;
                if !array.is_same(&to) || !to.index.is_empty() {
                    let help = "use one pointer for each array";
                    return self.cannot(node, "a pointer in shared memory that points into different arrays", help);
                }
                let offset = self.kept(offset, used);
                self.out.push(at.store(place, offset.clone()));
                Some(Value::Pointer(array, offset))
            }
            (Place::Parts(places), Value::Pieces(values)) => self.assign_pieces(places, values, node),
            (Place::Parts(places), Value::Parts(values)) => self.assign_parts(places, values, node, used),
            (Place::Lanes(lanes, whole), value) => self.assign_lanes(lanes, whole, value, node, used),
            _ => self.cannot(node, "this assignment", "assign numbers, and pointers into one array"),
        }
    }

    /// A value that will be used again: it is stored in a variable if it is `used`.
    pub fn kept(&mut self, value: Expr, used: bool) -> Expr {
        if !used || matches!(value.kind, ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Float(_)) {
            return value;
        }
        let (ty, at) = (value.ty, At::new(value.node.span));
        let var = self.temporary("value", ty);
        self.out.push(at.declare(var, Some(value)));
        at.var(var, ty)
    }

    /// `a += b` and its relatives.
    pub fn compound_assignment(&mut self, node: &Node, used: bool) -> Option<Value> {
        let (left, right) = (node.part(0)?, node.part(1)?);
        let (place, value) = self.both(left, right, |l, n| l.place(n), |l, n| l.value(n))?;
        let sign = node.opcode.strip_suffix('=')?;
        if let (Place::Pointer(array, var), Value::Scalar(by)) = (&place, &value) {
            let op = if sign == "+" { BinaryOp::Add } else { BinaryOp::Sub };
            let offset = self.at(node).var(*var, Type::Int);
            let to = self.moved(offset, op, by.clone(), node);
            return self.assign(place.clone(), Value::Pointer(array.clone(), to), node, used);
        }
        let before = self.fetch(place.clone(), left)?;
        if let (Value::Parts(before), Value::Parts(by)) = (&before, &value) {
            let result = self.lanewise(sign, before.clone(), by.clone(), node)?;
            return self.put(place, Value::Parts(result), left, node, used);
        }
        let Value::Scalar(by) = value else { return self.cannot(node, "this assignment", "assign numbers") };
        let Value::Scalar(before) = before else {
            return self.cannot(node, "this assignment", "assign to a variable or to an element of an array");
        };
        let to = before.ty;
        let computed = of_spelling(node.computed_in.spelling(), &self.unit.names).scalar().unwrap_or(to);
        let before = self.convert(before, computed, node)?;
        let result = self.arithmetic(sign, before, by, node)?;
        let result = self.convert(result, to, node)?;
        self.put(place, Value::Scalar(result), left, node, used)
    }

    /// `a++`, `++a`, `a--`, `--a`.
    pub fn step(&mut self, node: &Node, used: bool) -> Option<Value> {
        let operand = node.part(0)?;
        let place = self.place(operand)?;
        let op = if node.opcode == "++" { BinaryOp::Add } else { BinaryOp::Sub };
        let at = self.at(node);
        match self.fetch(place.clone(), operand)? {
            Value::Pointer(array, offset) => {
                let before = Value::Pointer(array.clone(), self.kept(offset.clone(), used && node.is_postfix));
                let to = self.moved(offset, op, at.int(1), node);
                let after = self.assign(place, Value::Pointer(array, to), node, used)?;
                Some(if node.is_postfix { before } else { after })
            }
            Value::Scalar(value) => {
                let ty = value.ty;
                let before = self.kept(value, used && node.is_postfix);
                if !ty.is_int() {
                    return self.cannot(node, "`++` of this type", "write `x += 1`");
                }
                let one = at.int(1);
                // A type narrower than `int` is computed in `int` and wraps around when it is stored.
                let narrow = ty.width().is_some_and(|width| width.bits < 32);
                let result = Expr { ty: Type::Int, ..at.binary(op, before.clone(), one) };
                let result = match ty.width() {
                    Some(width) if narrow => super::convert::wrapped(result, width),
                    _ => self.in_range(result, ty),
                };
                let after = self.put(place, Value::Scalar(result), operand, node, used && !node.is_postfix)?;
                Some(if node.is_postfix { Value::Scalar(before) } else { after })
            }
            Value::Parts(parts) if parts.iter().any(|part| !part.ty.is_int()) => {
                self.cannot(node, "`++` of this type", "write `x += 1`")
            }
            Value::Parts(parts) => {
                let before = self.all_kept(parts, used && node.is_postfix);
                let one = |value: &Expr| Expr { ty: value.ty, ..at.int(1) };
                let ones = before.iter().map(one).collect();
                let result = self.lanewise(if op == BinaryOp::Add { "+" } else { "-" }, before.clone(), ones, node)?;
                let after = self.put(place, Value::Parts(result), operand, node, used && !node.is_postfix)?;
                Some(if node.is_postfix { Value::Parts(before) } else { after })
            }
            Value::Address(_) | Value::Pieces(_) => {
                self.cannot(node, "`++` of this pointer", "point to an element of an array")
            }
            Value::Nothing => None,
        }
    }
}
