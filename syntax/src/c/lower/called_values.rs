//! Values that only annotations in calls have: what an expression was at the start, and the result of the function.
//!
//! In: a call such as `__old_int(e)`. Out: its value, or an error for a value that Sepal does not know, such as what
//! another thread computes.

use super::convert::INT;
use super::state::{Lower, Place, Value};
use crate::c::tree::Node;
use ir::{Expr, Type};

/// The functions about memory that Sepal does not read.
const ACCESSES: [&str; 2] = ["__reads_from", "__writes_to"];

impl Lower<'_, '_, '_> {
    /// `__old_int(e)`: the value at the start; `__return_val_int()`: the result of the function.
    pub fn called_value(&mut self, name: &str, args: &[Node], node: &Node) -> Option<Option<Value>> {
        if let Some(value) = self.about_accesses(name, args, node) {
            return Some(value);
        }
        Some(match (name, args) {
            ("__old_int" | "__old_bool", [e]) if self.called.at_start => self.old(e, node),
            ("__old_int" | "__old_bool", [_]) => {
                let help = "write `__ensures` in front of all other statements of the function";
                self.cannot(node, &format!("`{name}` in this place"), help)
            }
            ("__return_val_int" | "__return_val_bool", []) => match self.result.clone() {
                Some(place) => self.result_of(name, place, node),
                None => self.cannot(node, &format!("`{name}` in a function without such a result"), "leave it out"),
            },
            ("__ptr_base", _) => {
                let help = "leave it out: different arrays have different memory, and Sepal knows where pointers lead";
                self.cannot(node, "`__ptr_base`, the address of an array,", help)
            }
            _ if ACCESSES.contains(&name) => {
                let help =
                    "leave it out: Sepal infers which elements a thread accesses, and checks permissions for them";
                self.cannot(node, &format!("`{name}`, which is about the accesses of a thread so far,"), help)
            }
            ("__other_int" | "__other_bool", [e]) => self.other(e, node),
            _ if name.starts_with("__barrier_invariant") => {
                let help = "write what holds at the barrier as its contract, `/*@ requires …; ensures …; @*/`";
                self.cannot(node, "barrier invariants", help)
            }
            _ => return None,
        })
    }

    /// The result of the function, as a value of the type that the name says.
    fn result_of(&mut self, name: &str, place: Place, node: &Node) -> Option<Value> {
        let help = "leave it out, or assert at each `return` what the result is";
        let Some(Value::Scalar(value)) = self.load(place, node) else {
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
