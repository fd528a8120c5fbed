//! Calls of procedures, and labels.
//!
//! In: a thread at a call, at the end of a procedure, or at a label. Out: the same thread with one frame more or less,
//! or with the label marked as passed.

use std::rc::Rc;

use ir::finding::What;
use ir::LabelId;

use super::state::{not_computable, Access, Frame, Machine, Mark};
use crate::code::{Op, Special};
use crate::location::Location;
use crate::member::ThreadId;
use crate::report::Outcome;
use crate::stop::{Cause, Limit, Stop};
use crate::trace::Event;

/// How many calls of procedures may be nested in a thread.
const DEEPEST: usize = 1_000;

impl<'p> Machine<'p> {
    /// A thread begins to execute a procedure. Its caller stays at the call.
    pub(super) fn call(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let fixed = self.fixed.clone();
        let node = fixed.codes.node(self.pc(thread));
        let lost = || not_computable("this call is not there", node);
        let info = fixed.codes.calls.get(number as usize).ok_or_else(lost)?;
        let Some(number) = info.code else {
            let name = fixed.program.procedures.get(info.callee.0 as usize).map_or("", |p| p.name.name.as_str());
            return Err(not_computable(&format!("`{name}` has no body, so nothing can be executed"), node));
        };
        let code = fixed.codes.code(number).ok_or_else(lost)?;
        let procedure = code.procedure.ok_or_else(lost)?;
        let mut registers = fixed.templates.get(number as usize).cloned().ok_or_else(lost)?;
        let room = self.room.checked_sub(registers.len() + FRAME);
        self.room = room.ok_or(Outcome::Limit(Limit::Memory))?;
        // The launch and its constants, and behind them the arguments.
        let own = self.registers(thread);
        let (shared, args) = (fixed.codes.first_var as usize, info.args as usize);
        let from = own.get(..shared).zip(own.get(args..args + procedure.params)).ok_or_else(lost)?;
        let into = registers.get_mut(..shared + procedure.params).ok_or_else(lost)?;
        let (of_launch, of_call) = into.split_at_mut_checked(shared).ok_or_else(lost)?;
        of_launch.copy_from_slice(from.0);
        of_call.copy_from_slice(from.1);
        let arguments = if self.trace.is_some() { of_call.to_vec() } else { Vec::new() };
        if self.trace.is_some() {
            let values = code.vars.iter().zip(&arguments).map(|(decl, slot)| self.bigs.value(*slot, decl.ty));
            let event =
                Event::Enter { procedure: info.callee, name: procedure.name.name.clone(), args: values.collect() };
            self.note(thread, event);
        }
        let began = self.history.as_mut().map_or(0, |history| history.moment());
        let frame = Frame { code: number, pc: code.entry, registers, began, marks: Vec::new() };
        let this = self.thread_mut(thread).ok_or_else(lost)?;
        if this.callers.len() >= DEEPEST {
            return Err(Outcome::Limit(Limit::Depth));
        }
        let caller = std::mem::replace(&mut this.frame, frame);
        this.callers.push(caller);
        self.look_back(thread);
        let asked = self.ask(|ghost, run| ghost.enter(run, thread, info.callee, procedure, node));
        if let (Err(_), Some(this)) = (&asked, self.thread_mut(thread)) {
            // The call failed, so the thread stays at the call.
            if let Some(caller) = this.callers.pop() {
                this.frame = caller;
            }
        }
        asked
    }

    /// A thread has come to the end of a procedure.
    pub(super) fn come_back(&mut self, thread: ThreadId) -> Result<(), Outcome> {
        let fixed = self.fixed.clone();
        let node = fixed.codes.node(self.pc(thread));
        let lost = || not_computable("no procedure is executed", node);
        let procedure = self.code(thread).and_then(|code| code.procedure).ok_or_else(lost)?;
        self.ask(|ghost, run| ghost.come_back(run, thread, procedure))?;
        self.note(thread, Event::Return);
        let first_var = fixed.codes.first_var;
        let this = self.thread_mut(thread).ok_or_else(lost)?;
        let caller = this.callers.pop().ok_or_else(lost)?;
        let callee = std::mem::replace(&mut this.frame, caller);
        let op = fixed.codes.ops.get(this.frame.pc as usize).copied();
        let Some(Op::Special(Special::Call(number))) = op else { return Err(lost()) };
        let wanted = &fixed.codes.calls.get(number as usize).ok_or_else(lost)?.results;
        for (register, result) in wanted.iter().copied().zip(procedure.results.iter().copied()) {
            let unset = fixed.codes.code(callee.code).and_then(|c| c.unset.iter().find(|u| u.var == result));
            let known = unset.is_none_or(|unset| callee.registers.get(unset.flag as usize) != Some(&0));
            let value = callee.registers.get((first_var + result.0) as usize).copied().ok_or_else(lost)?;
            let slot = this.frame.registers.get_mut(register as usize).ok_or_else(lost)?;
            *slot = value;
            if !known {
                let stop = Stop::new(Cause::UninitialisedVar(result), procedure.name.node);
                let at = self.thread_mut(thread).ok_or_else(lost)?;
                // The report looks the name up in the procedure, so its frame is put back.
                let caller = std::mem::replace(&mut at.frame, callee);
                at.callers.push(caller);
                return Err(self.stopped(What::Expr, stop, Some(thread)));
            }
        }
        self.room += callee.registers.len() + FRAME;
        Ok(())
    }

    /// A thread passes a label.
    pub(super) fn mark(&mut self, thread: ThreadId, label: LabelId) {
        let moment = self.history.as_mut().map_or(0, |history| history.moment());
        if let Some(frame) = self.thread_mut(thread).map(|this| &mut this.frame) {
            frame.marks.retain(|mark| mark.label != label);
            let registers: Rc<[u64]> = frame.registers.as_slice().into();
            frame.marks.push(Mark { label, moment, registers });
        }
        if let Some(ghost) = &mut self.ghost {
            ghost.mark(thread, label);
        }
        self.look_back(thread);
    }

    /// For exploration: passing a label counts as a read of everything that the thread sees, because `\old` may read
    /// any of it later.
    fn look_back(&mut self, thread: ThreadId) {
        if !self.fixed.explores || self.history.is_none() {
            return;
        }
        for (id, array) in (0..).zip(&self.fixed.arrays) {
            let locations = (0..array.len).map(|n| Location::shared(ir::ArrayId(id), array.space, thread.group, n));
            self.accesses.extend(locations.map(|location| Access { location, writes: false }));
        }
    }
}

/// The memory of a frame without its registers, in words: a call costs this many words and one for each register.
const FRAME: usize = 8;
