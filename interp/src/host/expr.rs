//! Expressions and locations of host code.
//!
//! In: an expression, a location. Out: its value; or the end of the run, if it has none.

use ir::finding::What;
use ir::{Expr, Node, Place, VarId};
use std::rc::Rc;

use super::state::{not_computable, Done, State};
use crate::env::Env;
use crate::int::Int;
use crate::stop::{Cause, Limit, Stop};
use crate::value::Value;

impl<'p> State<'p, '_> {
    /// The value of an expression of the code.
    pub fn value(&mut self, e: &'p Expr) -> Done<Value> {
        let (value, seen) = self.look_and_see(|ev| ev.value(e))?;
        for (location, node) in seen {
            self.access(location, false, node)?;
        }
        let read = std::mem::take(&mut self.read);
        self.have_read(read, What::Load)?;
        value.map_err(|stop| self.stopped(What::Load, stop))
    }

    /// The values of expressions of the code, from the first to the last.
    pub fn values(&mut self, exprs: &'p [Expr]) -> Done<Vec<Value>> {
        exprs.iter().map(|e| self.value(e)).collect()
    }

    /// The value of an integer expression of the code.
    pub fn int(&mut self, e: &'p Expr) -> Done<Int> {
        let value = self.value(e)?;
        value.as_int().cloned().ok_or_else(|| not_computable("this is no integer", e.node))
    }

    /// The truth of a condition of the code.
    pub fn decide(&mut self, e: &'p Expr) -> Done<bool> {
        self.value(e)?.as_bool().ok_or_else(|| not_computable("this is no truth value", e.node))
    }

    /// Assigns a variable.
    pub fn set(&mut self, var: VarId, value: Option<Value>, node: Node) -> Done<()> {
        if let Some(bits) = value.as_ref().and_then(Value::as_int).map(Int::bits) {
            if bits > crate::int::MAX_BITS {
                return Err(self.stopped(What::Expr, Stop::new(Cause::Limit(Limit::Integer), node)));
            }
        }
        let place = self.frame_mut()?.now.vars.get_mut(var.0 as usize);
        *place.ok_or_else(|| not_computable("an unknown variable", node))? = value;
        Ok(())
    }

    /// A part of the position of the location at `place` that is written: an index, or the number of an array or
    /// object.
    fn coordinate(&mut self, e: &'p Expr, place: Node) -> Done<Int> {
        match self.value(e)? {
            Value::Int(index) => Ok(index),
            Value::Reference(0) => Err(self.stopped(What::Store, Stop::new(Cause::Null { length: false }, place))),
            Value::Reference(number) => Ok(Int::from(i64::from(number))),
            Value::Bool(_) | Value::Float(_) | Value::Fraction(_) | Value::Enum(..) | Value::Collection(_) => {
                Err(not_computable("this is no integer", e.node))
            }
        }
    }

    /// `a[e] := e;`
    pub fn store(&mut self, place: &'p Place, value: &'p Expr) -> Done<()> {
        let index = place.index.iter().map(|i| self.coordinate(i, place.node)).collect::<Done<Vec<Int>>>()?;
        let value = self.value(value)?;
        let found = self.look(|ev| ev.env.locate(place.heap, &index, place.node))?;
        let location = found.map_err(|stop| self.stopped(What::Store, stop))?;
        let lost = || not_computable("this element does not exist", place.node);
        if matches!(place.heap, ir::Heap::Elements(_) | ir::Heap::Field(_)) {
            self.access(location, true, place.node)?;
            let element = self.objects.element_mut(location.object.frame, location.offset);
            *element.ok_or_else(lost)? = value;
            return Ok(());
        }
        let ir::Heap::Private(var) = place.heap else { return Err(lost()) };
        self.free(place.heap, true, What::Store, place.node)?;
        let array = self.frame_mut()?.now.arrays.get_mut(&var).ok_or_else(lost)?;
        let cell = Rc::make_mut(&mut array.cells).get_mut(location.offset as usize);
        *cell.ok_or_else(lost)? = value;
        Ok(())
    }
}
