//! Values that only annotations in calls have: what an expression was at the start, and the result of the function.
//!
//! In: a call such as `__old_int(e)`. Out: its value, or an error for a value that Sepal does not know, such as what
//! another thread computes.

use super::convert::INT;
use super::state::{Array, Lower, Place, Value};
use crate::c::tree::Node;
use ir::{Expr, Heap, Type};

impl Lower<'_, '_, '_> {
    /// `__old_int(e)`: the value at the start; `__return_val_int()`: the result of the function.
    pub fn called_value(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        let known = self.about_accesses(name, args, node).or_else(|| self.barrier_invariant(name, node));
        if let Some(value) = known.or_else(|| self.sum_in_limits(name, args, node)) {
            return Some(value);
        }
        Some(match (name, args) {
            ("__old_int" | "__old_bool", [e]) if self.called.at_start => self.old(e, node),
            ("__old_int" | "__old_bool", [_]) => {
                let help = "write `__ensures` in front of all other statements of the function";
                self.cannot(node, &format!("`{name}` in this place"), help)
            }
            ("__return_val_int" | "__return_val_bool" | "__return_val_int4", []) => match self.result.clone() {
                Some(place) => self.result_of(name, place, node),
                None => self.cannot(node, &format!("`{name}` in a function without such a result"), "leave it out"),
            },
            ("__ptr_base", [pointer]) => self.address_of_array(pointer, node),
            ("__reads_from" | "__writes_to", [pointer]) => {
                self.names_access(name, pointer, node).map(|()| Value::Nothing)
            }
            ("__other_int" | "__other_bool", [e]) => self.other(e, node),
            _ => return None,
        })
    }

    /// The result of the function, as a value of the type that the name says.
    fn result_of(&mut self, name: &str, place: Place, node: &Node) -> Option<Value> {
        let help = "leave it out, or assert at each `return` what the result is";
        let value = self.load(place, node)?;
        let vector = self.unit.type_of(node).parts().map(|parts| parts.into_iter().map(|(_, ty)| ty));
        if let (Value::Parts(parts), Some(types), "__return_val_int4") = (&value, vector, name) {
            if types.eq(parts.iter().map(|part| part.ty)) {
                return Some(value);
            }
        }
        let Value::Scalar(value) = value else {
            return self.cannot(node, &format!("`{name}` in a function without such a result"), help);
        };
        let int = Type::Machine(INT);
        match (name, value.ty) {
            ("__return_val_bool", Type::Bool) => Some(Value::Scalar(value)),
            ("__return_val_int", Type::Machine(_)) if value.ty.is_within(int) => {
                Some(Value::Scalar(Expr { ty: int, ..value }))
            }
            _ => self.cannot(node, &format!("`{name}` in a function whose result has another type"), help),
        }
    }

    /// A number that stands for the address of the array to which a pointer points: no other array has it.
    fn address_of_array(&mut self, pointer: &Node, node: &Node) -> Option<Value> {
        let at = self.at(node);
        // A part of an array begins in the array, so only whole ones have numbers of their own.
        let number = |array: &Array| match array.heaps.as_slice() {
            [Heap::Array(id)] if array.is_whole() => {
                Some(Expr { ty: Type::Machine(INT), ..at.int(u64::from(id.0) + 1) })
            }
            _ => None,
        };
        let found = match self.value(super::copies::uncast(pointer))? {
            Value::Pointer(array, _) => number(&array).and_then(|first| {
                // The first array counts whose condition holds.
                array
                    .or
                    .iter()
                    .rev()
                    .try_fold(first, |rest, (guard, other)| Some(at.cond(guard.clone(), number(other)?, rest)))
            }),
            Value::Scalar(_) | Value::Parts(_) | Value::Pieces(_) | Value::Address(_) | Value::Nothing => None,
        };
        match found {
            Some(number) => Some(Value::Scalar(number)),
            None => self.cannot(node, "the address of this", "name an array in memory that threads share"),
        }
    }

    /// A variable for the value that an expression has at the start.
    fn old(&mut self, e: &Node, node: &Node) -> Option<Value> {
        let (value, effects) = self.collected(|lower| lower.scalar(e));
        let value = value?;
        let (at, ty) = (self.at(node), value.ty);
        let var = self.temporary("old", ty);
        self.called.old.extend(effects);
        self.called.old.push(at.declare(var, Some(value)));
        Some(Value::Scalar(at.var(var, ty)))
    }
}
