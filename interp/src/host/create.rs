//! New arrays and objects: `x := new T[e];`, `x := new C();`.
//!
//! In: a statement that creates one. Out: a reference to it, in a variable. Its elements or fields are zero, false or
//! `null`, and who creates it holds all of it.

use ir::finding::{What, Why};
use ir::{Heap, Node, ValueOf, VarId};

use super::heap::location;
use super::state::{not_computable, Done, State};
use crate::ghost::{Amount, Footprint, Span};
use crate::int::Int;
use crate::location::Location;
use crate::report::{Failure, Outcome};
use crate::stop::Limit;
use crate::value::Value;

impl<'p> State<'p, '_> {
    /// `x := new T[e];`
    pub fn new_array(&mut self, var: VarId, length: &'p ir::Expr, node: Node) -> Done<()> {
        let count = self.int(length)?;
        if count < Int::ZERO {
            let message = format!("the length of the new array is {count}, which is negative");
            let failure = Failure::new(What::Expr, Why::NegativeLength, length.node, message);
            return Err(failure.value(ValueOf::Index, "length", count, 0).into());
        }
        let len = count.to_i64().and_then(|n| u32::try_from(n).ok()).ok_or(Outcome::Limit(Limit::Memory))?;
        let ty = self.frame()?.procedure.vars.get(var.0 as usize).and_then(|decl| decl.ty.element());
        let lost = || not_computable("this is no reference", node);
        let (elem, zero) = ty.and_then(|ty| Some((ty, Value::zero(ty)?))).ok_or_else(lost)?;
        // Memory that is not there is not asked for.
        let _ = self.room.checked_sub(len as usize + 1).ok_or(Outcome::Limit(Limit::Memory))?;
        let number = self.create(vec![zero; len as usize])?;
        self.own((0..len).map(|offset| location(Heap::Elements(elem), number, offset)).collect())?;
        self.set(var, Some(Value::Reference(number)), node)
    }

    /// `x := new C();`, without the constructor.
    pub fn new_object(&mut self, var: VarId, node: Node) -> Done<()> {
        let ty = self.frame()?.procedure.vars.get(var.0 as usize).map(|decl| decl.ty);
        let Some(ir::Type::Object(class)) = ty else { return Err(not_computable("this is no object", node)) };
        let fields: Option<Vec<Value>> =
            self.program.fields_of(class).map(|(_, field)| Value::zero(field.ty)).collect();
        let number = self.create(fields.ok_or_else(|| not_computable("a field has no value", node))?)?;
        let heaps = self.program.fields_of(class).map(|(id, _)| Heap::Field(id));
        self.own(heaps.zip(0..).map(|(heap, offset)| location(heap, number, offset)).collect())?;
        self.set(var, Some(Value::Reference(number)), node)
    }

    /// The number of a new array or object.
    fn create(&mut self, elements: Vec<Value>) -> Done<u32> {
        self.room = self.room.checked_sub(elements.len() + 1).ok_or(Outcome::Limit(Limit::Memory))?;
        self.objects.add(elements).ok_or(Outcome::Limit(Limit::Memory))
    }

    /// Gives the code all of these locations.
    fn own(&mut self, locations: Vec<Location>) -> Done<()> {
        if self.options.contracts {
            let whole = Amount::write();
            let new = Footprint::of(locations.iter().map(|location| (Span::one(*location), &whole)));
            self.frame_mut()?.holdings.gain(&new, true);
        }
        Ok(())
    }
}
