//! Atomics: blocks that a thread executes while no other thread does anything; and fences.
//!
//! In: a thread at the first or behind the last operation of an atomic. Out: the same thread, which goes on; a race
//! that the atomic as a whole takes part in.

use ir::{AtomicScope, Depth};

use super::state::{Machine, OpenAtomic};
use crate::member::ThreadId;
use crate::report::Outcome;

impl<'p> Machine<'p> {
    /// The first operation was counted as a visible one. The operations inside are parts of it.
    pub(super) fn begin_atomic(&mut self, thread: ThreadId, number: u32, left: &mut u64) -> Result<(), Outcome> {
        let fixed = self.fixed.clone();
        let opens = fixed.codes.opens.get(number as usize).copied().unwrap_or_default();
        if let (Some(happens), Some(atomic)) = (&mut self.happens, fixed.codes.atomics.get(number as usize)) {
            let of_group = |label| fixed.kernel.shared_at(Depth::GROUP).any(|shared| shared.label == label);
            let instance = |label| (label, of_group(label).then_some(thread.group));
            happens.begin(*atomic, opens.iter().map(|label| instance(*label)).collect());
        }
        if let Some(trace) = &mut self.trace {
            trace.atomic = true;
        }
        self.atomic = Some(OpenAtomic { number, left: std::mem::replace(left, u64::MAX), opens: !opens.is_empty() });
        if opens.is_empty() {
            return Ok(());
        }
        self.ask(|ghost, run| ghost.open(run, thread, opens))
    }

    /// All accesses of the atomic are judged together, at its end.
    pub(super) fn end_atomic(&mut self, thread: ThreadId, left: &mut u64) -> Result<(), Outcome> {
        let fixed = self.fixed.clone();
        if let Some(opened) = self.atomic.filter(|atomic| atomic.opens) {
            let opens = fixed.codes.opens.get(opened.number as usize).copied().unwrap_or_default();
            self.ask(|ghost, run| ghost.close(run, thread, opens))?;
        }
        let tid = fixed.launch.tid(thread);
        if let Some(raced) = self.happens.as_mut().and_then(|happens| happens.end(tid)) {
            return Err(self.raced(&raced).into());
        }
        if let Some(trace) = &mut self.trace {
            trace.atomic = false;
        }
        if let Some(doing) = self.atomic.take() {
            *left = doing.left;
        }
        Ok(())
    }

    /// A fence matters for what is ordered in a kernel with atomics. Without them, no other thread learns of it.
    pub(super) fn fence(&mut self, thread: ThreadId, scope: AtomicScope) {
        let tid = self.fixed.launch.tid(thread);
        if let Some(happens) = &mut self.happens {
            happens.fence(tid, scope);
        }
    }
}
