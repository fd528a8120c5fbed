//! Advancing a thread: the inner loop, and what it leaves to others.
//!
//! In: a thread that is ready, and how much it may do. Out: where it stands, or the failure that ended the run.

use ir::finding::{What, Why};
use ir::VarId;

use super::state::{Machine, Pause, State};
use crate::code::Op;
use crate::happens::Raced;
use crate::launch::ThreadId;
use crate::options::Progress;
use crate::race::{Conflict, Now};
use crate::report::Outcome;
use crate::slot::Slot;
use crate::stop::{Cause, Limit, Stop};

/// Steps between two words on how far a run is.
const BETWEEN: u64 = 1 << 18;

/// Why the inner loop ends.
pub(super) enum Leave {
    /// The quantum is used up.
    Quantum,
    /// As many steps as may be done before somebody is told.
    Steps,
    /// An operation for which the inner loop is not made; it is done next.
    Special(Op),
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
    Bounds { array: u32, first: u32, what: What },
    /// A read of what nobody wrote.
    Unknown { array: u32, cell: u32 },
    /// A race.
    Race { array: u32, cell: u32, conflict: Conflict, what: What, now: Now },
    /// A race, by what happens before what.
    Raced(Raced),
    /// Too much memory for integers.
    Other(Cause),
}

impl<'p> Machine<'p> {
    /// Advances a thread: at most `quantum` visible operations, and what is between and behind them.
    pub fn advance(&mut self, thread: ThreadId, quantum: u64) -> Result<Pause, Outcome> {
        let fixed = self.fixed.clone();
        let watched = fixed.explores || fixed.options.contracts || self.trace.is_some() || self.happens.is_some();
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
                Leave::Special(Op::AtomicBegin(number)) => self.begin_atomic(thread, number, &mut left),
                Leave::Special(Op::AtomicEnd) => self.end_atomic(thread, &mut left)?,
                Leave::Special(op) => {
                    if let Some(pause) = self.special(thread, op)? {
                        return Ok(pause);
                    }
                }
            }
        }
    }

    /// Says how far the run is, and when to say it next.
    pub fn tell(&mut self) {
        if let Some(watch) = self.fixed.options.watch.0 {
            watch(Progress { steps: self.steps, runs: self.runs });
        }
        self.mark = self.fixed.options.limits.steps.min(self.steps.saturating_add(BETWEEN));
    }

    #[cold]
    fn fault(&mut self, thread: ThreadId, fault: Fault) -> Outcome {
        let op = self.pc(thread);
        let node = self.fixed.code.node(op);
        match fault {
            Fault::DivisionByZero => {
                let message = "the divisor is zero";
                self.failure(What::Expr, Why::DivisionByZero, node, message, thread).into()
            }
            Fault::Unset(var) => self.unset(var, node, thread).into(),
            Fault::Bounds { array, first, what } => {
                let dims = self.fixed.arrays.get(array as usize).map_or(1, |a| a.dims.len());
                let registers = self.registers(thread);
                let index = registers.iter().skip(first as usize).take(dims).map(|slot| self.bigs.int(*slot)).collect();
                self.out_of_bounds(what, array, index, node, thread).into()
            }
            Fault::Unknown { array, cell } => self.unknown(array, cell, node, thread).into(),
            Fault::Race { array, cell, conflict, what, now } => self.race(array, cell, conflict, what, now).into(),
            Fault::Raced(raced) => self.raced(&raced).into(),
            Fault::Other(cause) => {
                let what = match self.fixed.code.ops.get(op as usize) {
                    Some(Op::Store(..) | Op::StoreMany(..)) => What::Store,
                    _ => What::Load,
                };
                self.stopped(what, Stop::new(cause, node), Some(thread))
            }
        }
    }

    /// Sets a register.
    pub(super) fn set(&mut self, thread: ThreadId, register: u32, value: Slot) {
        let at = self.fixed.code.registers as usize * thread.lid as usize + register as usize;
        if let Some(slot) = self.group_mut(thread.group).and_then(|g| g.registers.get_mut(at)) {
            *slot = value;
        }
    }

    /// Goes to the next operation.
    pub(super) fn next(&mut self, thread: ThreadId) {
        if let Some(this) = self.group_mut(thread.group).and_then(|g| g.threads.get_mut(thread.lid as usize)) {
            this.pc += 1;
        }
    }

    /// An operation that the inner loop leaves to others. `None`: the thread goes on.
    fn special(&mut self, thread: ThreadId, op: Op) -> Result<Option<Pause>, Outcome> {
        match op {
            Op::Eval(register, expr) => self.evaluate(thread, register, expr)?,
            Op::Assert(expr) => self.assert(thread, expr)?,
            Op::Assume(expr) => self.assume(thread, expr)?,
            Op::LoopEnter(number) => self.loop_enter(thread, number)?,
            Op::LoopAgain(number) => self.loop_again(thread, number)?,
            Op::LoopExit => self.loop_exit(thread),
            Op::Barrier(number) => return self.arrive(thread, number).map(Some),
            // `End`; the inner loop leaves with no other.
            _ => {
                self.end(thread)?;
                self.set_state(thread, State::Done);
                return self.ended(thread).map(|()| Some(Pause::Ended));
            }
        }
        self.next(thread);
        Ok(None)
    }
}
