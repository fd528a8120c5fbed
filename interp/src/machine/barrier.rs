//! Barriers, and the ends of threads.
//!
//! In: a thread that reaches a barrier or its end. Out: the thread waits, or all threads of the group go on, or they
//! have taken different ways and the run fails: `barrier.divergence`.

use ir::Space;

use super::state::{not_computable, Machine, Pause, State};
use crate::code::{Op, Special};
use crate::member::ThreadId;
use crate::report::Outcome;
use crate::trace::Event;

impl<'p> Machine<'p> {
    pub(super) fn set_state(&mut self, thread: ThreadId, state: State) {
        let Some(group) = self.group_mut(thread.group) else { return };
        let Some(this) = group.threads.get_mut(thread.lid as usize) else { return };
        this.state = state;
        match state {
            State::Waiting(_) => group.waiting += 1,
            State::Done => group.done += 1,
            State::Ready | State::Gathering(_) | State::Halted => {}
        }
    }

    /// Stops a thread that failed. It does nothing any more, so its group passes no further barrier.
    pub fn halt(&mut self, thread: ThreadId) {
        let group = self.group_mut(thread.group);
        if let Some(this) = group.and_then(|g| g.threads.get_mut(thread.lid as usize)) {
            this.state = State::Halted;
        }
    }

    /// Whether a thread failed between two accesses. Then what it did earlier in its turn has happened.
    pub fn is_silent(&self, thread: ThreadId) -> bool {
        let op = self.fixed.codes.ops.get(self.pc(thread) as usize);
        // An atomic is executed as a whole or not at all.
        self.atomic.is_none() && !op.is_some_and(|op| op.is_visible(self.fixed.options.contracts))
    }

    /// A thread reaches a barrier.
    pub(super) fn arrive(&mut self, thread: ThreadId, number: u32) -> Result<Pause, Outcome> {
        self.note(thread, Event::Arrive);
        self.give(thread, number)?;
        let (waiting, first) = self.group(thread.group).map_or((0, 0), |g| (g.waiting, g.first));
        if waiting == 0 {
            if let Some(group) = self.group_mut(thread.group) {
                group.first = thread.lid;
            }
        } else {
            let other = ThreadId { lid: first, ..thread };
            if !self.same_place(thread, other) {
                return Err(self.diverged(thread, other, "waits at another barrier").into());
            }
            if !self.same_iteration(thread, other) {
                return Err(self.diverged(thread, other, "waits at this barrier in another iteration").into());
            }
        }
        self.set_state(thread, State::Waiting(number));
        self.nobody_gathers(thread)?;
        self.meet(thread)
    }

    /// Whether two threads are at the same operation, and came there by the same calls.
    pub(super) fn same_place(&self, a: ThreadId, b: ThreadId) -> bool {
        let (Some(a), Some(b)) = (self.thread(a), self.thread(b)) else { return false };
        a.frame.pc == b.frame.pc && a.callers.iter().map(|f| f.pc).eq(b.callers.iter().map(|f| f.pc))
    }

    /// Whether two threads at one barrier have run through each loop around it, and around the calls by which they
    /// came, equally often.
    pub(super) fn same_iteration(&self, a: ThreadId, b: ThreadId) -> bool {
        let (Some(a), Some(b)) = (self.thread(a), self.thread(b)) else { return false };
        a.frames().zip(b.frames()).all(|(a, b)| {
            let counters = match self.fixed.codes.ops.get(a.pc as usize) {
                Some(Op::Special(Special::Barrier(n))) => {
                    self.fixed.codes.barriers.get(*n as usize).map(|b| &b.counters)
                }
                Some(Op::Special(Special::Gather(n))) => self.fixed.codes.gathers.get(*n as usize).map(|g| &g.counters),
                Some(Op::Special(Special::Call(n))) => self.fixed.codes.calls.get(*n as usize).map(|c| &c.counters),
                _ => None,
            };
            let mut counters = counters.into_iter().flatten();
            counters.all(|r| a.registers.get(*r as usize) == b.registers.get(*r as usize))
        })
    }

    /// Whether all threads of the group have reached the barrier; then they go on.
    fn meet(&mut self, last: ThreadId) -> Result<Pause, Outcome> {
        let lost = || not_computable("nobody is at this barrier", self.fixed.kernel.node);
        let group = self.group(last.group).ok_or_else(lost)?;
        let done = if group.done > 0 { group.threads.iter().position(|t| t.state == State::Done) } else { None };
        if let Some(done) = done {
            let done = ThreadId { lid: u32::try_from(done).unwrap_or(0), ..last };
            return Err(self.diverged(last, done, "has ended").into());
        }
        if (group.waiting as usize) < group.threads.len() {
            return Ok(Pause::Waits);
        }
        let State::Waiting(number) = self.state(last) else { return Err(lost()) };
        self.hand_out(last.group, number)?;
        let fixed = self.fixed.clone();
        let barrier = fixed.codes.barriers.get(number as usize).map(|b| b.barrier);
        let group = last.group;
        if let Some(group) = self.group_mut(group) {
            let [global, local, all] = &mut group.phases;
            *all += 1;
            *global += u32::from(barrier.is_some_and(|b| b.fences(Space::Global)));
            *local += u32::from(barrier.is_some_and(|b| b.fences(Space::Local)));
            group.waiting = 0;
            for thread in &mut group.threads {
                thread.state = State::Ready;
                thread.frame.pc += 1;
            }
        }
        if let (Some(happens), Some(barrier)) = (&mut self.happens, barrier) {
            happens.barrier(group, barrier.fences_global, barrier.fences_local);
        }
        if self.trace.is_some() {
            for lid in 0..fixed.launch.threads() {
                let thread = ThreadId { group, lid };
                let node = fixed.codes.node(self.pc(thread).saturating_sub(1));
                if let Some(trace) = &mut self.trace {
                    trace.push(thread, node, Event::Leave);
                }
            }
        }
        Ok(Pause::Released)
    }

    /// A thread has ended, so no thread of its group may wait at a barrier.
    pub(super) fn ended(&mut self, thread: ThreadId) -> Result<(), Outcome> {
        self.note(thread, Event::End);
        self.nobody_gathers(thread)?;
        let Some(group) = self.group(thread.group) else { return Ok(()) };
        if group.waiting == 0 {
            return Ok(());
        }
        match group.threads.iter().position(|t| matches!(t.state, State::Waiting(_))) {
            Some(waits) => {
                let waits = ThreadId { lid: u32::try_from(waits).unwrap_or(0), ..thread };
                Err(self.diverged(waits, thread, "has ended").into())
            }
            None => Ok(()),
        }
    }
}
