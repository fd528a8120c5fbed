//! The record of a run, in runs that keep one.
//!
//! In: a condition that was decided, or a variable that was assigned. Out: a step of the record.

use ir::VarId;

use super::state::Machine;
use crate::member::ThreadId;
use crate::memory::{index_of, row_major};
use crate::trace::Event;

impl<'p> Machine<'p> {
    /// A condition is decided. `constant` says that it is a literal.
    pub(super) fn record_branch(&mut self, thread: ThreadId, register: u32, constant: bool) {
        let decided = self.registers(thread).get(register as usize).copied();
        if let Some(decided) = decided {
            self.note(thread, Event::Branch { taken: decided != 0, constant });
        }
    }

    /// A private variable got a value.
    pub(super) fn record_variable(&mut self, thread: ThreadId, var: u32) {
        let slot = self.registers(thread).get((self.fixed.codes.first_var + var) as usize).copied();
        let decl = self.code(thread).and_then(|code| code.vars.get(var as usize));
        if let (Some(slot), Some(decl)) = (slot, decl) {
            let (name, value) = (decl.name.name.clone(), self.bigs.value(slot, decl.ty));
            self.note(thread, Event::Assign { var: VarId(var), name, value });
        }
    }

    /// An element of a private array got a value.
    pub(super) fn record_element(&mut self, thread: ThreadId, own: u32, first: u32) {
        let registers = self.registers(thread);
        let Some(code) = self.code(thread) else { return };
        let Some(array) = code.arrays.get(own as usize) else { return };
        let indices = registers.iter().skip(first as usize).map(|slot| index_of(*slot));
        let Ok(at) = row_major(indices, &array.dims) else { return };
        if let Some(slot) = registers.get((array.first + at) as usize) {
            let name = array.show(code.name(array.var), at);
            let (var, value) = (array.var, self.bigs.value(*slot, array.elem));
            self.note(thread, Event::Assign { var, name, value });
        }
    }

    pub(super) fn note(&mut self, thread: ThreadId, event: Event) {
        if self.trace.is_some() {
            let node = self.fixed.codes.node(self.pc(thread));
            if let Some(trace) = &mut self.trace {
                trace.push(thread, node, event);
            }
        }
    }
}
