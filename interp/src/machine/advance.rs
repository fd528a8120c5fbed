//! Advancing a thread: the inner loop, and what it leaves to others.
//!
//! In: a thread that is ready, and how many visible operations it may do. Out: why it paused, or the failure that ended
//! the run.

use ir::finding::{What, Why};
use ir::{Heap, LabelId, VarId};

use super::state::{not_computable, Machine, Pause, State};
use crate::code::{Op, Special};
use crate::happens::Raced;
use crate::location::Location;
use crate::member::ThreadId;
use crate::options::Progress;
use crate::race::{Conflict, Now};
use crate::report::Outcome;
use crate::slot::Slot;
use crate::stop::{Cause, Limit, Stop};

/// How many steps lie between two reports of progress.
const BETWEEN: u64 = 1 << 18;

/// Why the inner loop ends.
pub(super) enum Leave {
    /// The quantum is used up.
    Quantum,
    /// Progress has to be reported, or the limit of steps is reached.
    Steps,
    /// The next operation is one that the inner loop does not execute.
    Special(Special),
    /// An operation has no result.
    Fault(Fault),
}

/// Why an operation has no result.
pub(super) enum Fault {
    /// The second operand of a division.
    DivisionByZero,
    /// A variable without value.
    Unset(VarId),
    /// An access outside its array.
    Bounds { heap: Heap, first: u32, what: What },
    /// A read of a location that was never written.
    Unknown { location: Location },
    /// A race.
    Race { location: Location, conflict: Conflict, what: What, now: Now },
    /// A race in a kernel with atomics, found by vector clocks.
    Raced(Raced),
    /// Too much memory for integers.
    Other(Cause),
}

impl<'p> Machine<'p> {
    /// Advances a thread by at most `quantum` visible operations and the operations around them, up to the next visible
    /// one.
    pub fn advance(&mut self, thread: ThreadId, quantum: u64) -> Result<Pause, Outcome> {
        let fixed = self.fixed.clone();
        let watched = fixed.explores
            || fixed.options.contracts
            || self.trace.is_some()
            || self.happens.is_some()
            || self.history.is_some();
        let mut left = quantum;
        loop {
            let leave =
                if watched { self.inner::<true>(thread, &mut left) } else { self.inner::<false>(thread, &mut left) };
            match leave {
                Leave::Quantum => return Ok(Pause::Quantum),
                Leave::Steps if self.steps >= fixed.options.limits.steps => {
                    return Err(Outcome::Limit(Limit::Steps));
                }
                Leave::Steps => self.tell(),
                Leave::Fault(fault) => return Err(self.fault(thread, fault)),
                Leave::Special(op) => {
                    if let Some(pause) = self.special(thread, op, &mut left)? {
                        return Ok(pause);
                    }
                }
            }
        }
    }

    /// Reports the progress of the run, and sets the step at which to report it next.
    pub fn tell(&mut self) {
        if let Some(watch) = self.fixed.options.watch.0 {
            watch(Progress { steps: self.steps, runs: self.runs });
        }
        self.mark = self.fixed.options.limits.steps.min(self.steps.saturating_add(BETWEEN));
    }

    #[cold]
    fn fault(&mut self, thread: ThreadId, fault: Fault) -> Outcome {
        let op = self.pc(thread);
        let node = self.fixed.codes.node(op);
        match fault {
            Fault::DivisionByZero => {
                let message = "the divisor is zero";
                self.failure(What::Expr, Why::DivisionByZero, node, message, thread).into()
            }
            Fault::Unset(var) => self.unset(var, node, thread).into(),
            Fault::Bounds { heap, first, what } => {
                let dims = self.declared(heap, Some(thread)).map_or(1, |(_, dims)| dims.len());
                let registers = self.registers(thread);
                let index = registers.iter().skip(first as usize).take(dims).map(|slot| self.bigs.int(*slot)).collect();
                self.out_of_bounds(what, heap, index, node, thread).into()
            }
            Fault::Unknown { location } => self.unknown(location, node, thread).into(),
            Fault::Race { location, conflict, what, now } => self.race(location, conflict, what, now).into(),
            Fault::Raced(raced) => self.raced(&raced).into(),
            Fault::Other(cause) => {
                let what = match self.fixed.codes.ops.get(op as usize) {
                    Some(Op::Store(..) | Op::StoreMany(..)) => What::Store,
                    _ => What::Load,
                };
                self.stopped(what, Stop::new(cause, node), Some(thread))
            }
        }
    }

    /// Sets a register.
    pub(super) fn set(&mut self, thread: ThreadId, register: u32, value: Slot) {
        let frame = self.thread_mut(thread).map(|this| &mut this.frame);
        if let Some(slot) = frame.and_then(|frame| frame.registers.get_mut(register as usize)) {
            *slot = value;
        }
    }

    /// Goes to the next operation.
    pub(super) fn next(&mut self, thread: ThreadId) {
        if let Some(this) = self.thread_mut(thread) {
            this.frame.pc += 1;
        }
    }

    /// Executes an operation that the inner loop does not. The result is the reason why the thread pauses; `None` if it
    /// goes on.
    fn special(&mut self, thread: ThreadId, op: Special, left: &mut u64) -> Result<Option<Pause>, Outcome> {
        match op {
            Special::Branch(register, constant) => self.record_branch(thread, register, constant),
            Special::Assigned(var) => self.record_variable(thread, var),
            Special::NoLength(own) => return Err(self.no_length(thread, own)),
            Special::AssignedOwn(own, first) => self.record_element(thread, own, first),
            Special::Eval(register, expr) => self.evaluate(thread, register, expr)?,
            Special::Assert(expr) => self.assert(thread, expr)?,
            Special::Assume(expr) => self.assume(thread, expr)?,
            Special::Inhale(expr) => self.inhale(thread, expr)?,
            Special::Exhale(expr) => self.exhale(thread, expr)?,
            Special::AtomicBegin(number) => self.begin_atomic(thread, number, left)?,
            Special::AtomicEnd => self.end_atomic(thread, left)?,
            Special::Fence(scope) => self.fence(thread, scope),
            Special::LoopEnter(number) => self.loop_enter(thread, number)?,
            Special::LoopAgain(number) => self.loop_again(thread, number)?,
            Special::LoopExit => self.loop_exit(thread),
            Special::Mark(label) => self.mark(thread, LabelId(label)),
            // The thread goes on at the first operation of the procedure.
            Special::Call(number) => return self.call(thread, number).map(|()| None),
            Special::Return => self.come_back(thread)?,
            Special::Lost => {
                let node = self.fixed.codes.node(self.pc(thread));
                return Err(not_computable("a thread does not execute this", node));
            }
            Special::Gather(number) => return self.gather(thread, number).map(Some),
            Special::Barrier(number) => return self.arrive(thread, number).map(Some),
            Special::End => {
                self.end(thread)?;
                self.set_state(thread, State::Done);
                return self.ended(thread).map(|()| Some(Pause::Ended));
            }
        }
        self.next(thread);
        Ok(None)
    }
}
