//! Votes of threads, and exchanges of values between the lanes of a warp.
//!
//! In: a thread that reaches a gather. Out: the thread waits, or all threads of its group or tile get their results and
//! go on. If some of them wait elsewhere, the run fails: `barrier.divergence`.
//!
//! CUDA leaves open what happens where a lane that a mask names does not come to the operation. Devices since Volta
//! let the others go on when that lane has ended, and let operations of one kind in different places count as one. So
//! such a run says nothing, and it ends without a finding. A lane that waits for its whole group, or at an operation of
//! another kind, never comes, so such a run fails.

use ir::finding::{What, Why};
use ir::{Among, Gather, Gathers, Language};

use super::fold::folded;
use super::state::{not_computable, Machine, Pause, State};
use crate::code::GatherInfo;
use crate::member::ThreadId;
use crate::report::{Failure, Outcome};
use crate::slot::{of_small, Slot};

impl<'p> Machine<'p> {
    /// A thread reaches a gather.
    pub(super) fn gather(&mut self, thread: ThreadId, number: u32) -> Result<Pause, Outcome> {
        let fixed = self.fixed.clone();
        let lost = || not_computable("this operation is not there", fixed.kernel.node);
        let info = fixed.codes.gathers.get(number as usize).ok_or_else(lost)?;
        self.set_state(thread, State::Gathering(number));
        let members = self.members(thread, info.gather.among);
        for other in members.iter().copied().filter(|other| *other != thread) {
            self.is_together(thread, other, info.gather)?;
        }
        if members.iter().any(|t| !matches!(self.state(*t), State::Gathering(_))) {
            return Ok(Pause::Waits);
        }
        self.give_results(&members, info)?;
        for member in &members {
            if let Some(this) = self.thread_mut(*member) {
                this.state = State::Ready;
                this.frame.pc += 1;
            }
        }
        if info.gather.how == Gathers::Order {
            let tids: Vec<u32> = members.iter().map(|t| fixed.launch.tid(*t)).collect();
            self.happens.iter_mut().for_each(|happens| happens.meet(&tids, [true; 3]));
        }
        Ok(match info.gather.among {
            Among::Group => Pause::Released,
            Among::Tile(_) => Pause::TileReleased,
        })
    }

    /// The threads that wait for each other with this one, those that have ended among them.
    fn members(&self, thread: ThreadId, among: Among) -> Vec<ThreadId> {
        let threads = self.fixed.launch.threads();
        let lids = match among {
            Among::Group => 0..threads,
            Among::Tile(size) => {
                let first = thread.lid - thread.lid % size.max(1);
                first..threads.min(first.saturating_add(size))
            }
        };
        lids.map(|lid| ThreadId { lid, ..thread }).collect()
    }

    /// Checks that another thread, for which this one waits at a gather, waits there, too, or may still come.
    fn is_together(&self, thread: ThreadId, other: ThreadId, gather: &Gather) -> Result<(), Outcome> {
        match self.state(other) {
            State::Ready | State::Halted => Ok(()),
            State::Gathering(_) if self.same_place(thread, other) => match self.same_iteration(thread, other) {
                true => Ok(()),
                false => Err(self.apart(thread, other, gather, "waits there in another iteration", true)),
            },
            State::Gathering(number) => {
                let info = self.fixed.codes.gathers.get(number as usize);
                // A thread that waits for its own tile only may still come, if that tile is a smaller one.
                if info.is_some_and(|info| !self.members(other, info.gather.among).contains(&thread)) {
                    return Ok(());
                }
                let alike = info.is_some_and(|info| info.gather.how == gather.how && info.gather.among == gather.among);
                Err(self.apart(thread, other, gather, "waits at another operation", alike))
            }
            State::Waiting(_) => Err(self.apart(thread, other, gather, "waits at a barrier", false)),
            State::Done => Err(self.apart(thread, other, gather, "has ended", true)),
        }
    }

    /// The end of a run in which `waits` waits at a gather and `other` does not come. `open`: a device may go on.
    fn apart(&self, waits: ThreadId, other: ThreadId, gather: &Gather, how: &str, open: bool) -> Outcome {
        if (open || !gather.all) && gather.among != Among::Group {
            let (tid, tid2) = (self.fixed.launch.told(waits), self.fixed.launch.told(other));
            let (of, language) = match self.fixed.program.language {
                Language::OpenCl => ("sub-group", "OpenCL"),
                Language::Cuda | Language::Pvl => ("warp", "CUDA"),
            };
            let reason = format!(
                "thread {tid} waits at this operation of its {of}, and thread {tid2} of the {of} {how}: {language} \
                leaves open what happens"
            );
            return not_computable(&reason, self.fixed.codes.node(self.pc(waits)));
        }
        self.diverged(waits, other, how).into()
    }

    /// Checks, when a thread comes to a barrier or ends, that no thread waits for it at a gather.
    pub(super) fn nobody_gathers(&self, thread: ThreadId) -> Result<(), Outcome> {
        if self.fixed.codes.gathers.is_empty() {
            return Ok(());
        }
        let group = self.group(thread.group).map_or(&[][..], |group| &group.threads);
        for (lid, other) in (0..).zip(group) {
            let State::Gathering(number) = other.state else { continue };
            let waits = ThreadId { lid, ..thread };
            if let Some(info) = self.fixed.codes.gathers.get(number as usize) {
                if self.members(waits, info.gather.among).contains(&thread) {
                    self.is_together(waits, thread, info.gather)?;
                }
            }
        }
        Ok(())
    }

    /// Computes the results of a gather, and assigns them.
    fn give_results(&mut self, members: &[ThreadId], info: &GatherInfo<'_>) -> Result<(), Outcome> {
        let Some(result) = info.result else { return Ok(()) };
        let operand = |thread: &ThreadId, n: u32| -> Slot {
            self.registers(*thread).get((info.args + n) as usize).copied().unwrap_or(0)
        };
        let first: Vec<Slot> = members.iter().map(|t| operand(t, 0)).collect();
        let yes = first.iter().filter(|slot| **slot != 0).count();
        let count = |n: usize| of_small(i64::try_from(n).unwrap_or(i64::MAX >> 1));
        let results: Vec<Slot> = match info.gather.how {
            Gathers::Order => return Ok(()),
            Gathers::Count => vec![count(yes); members.len()],
            Gathers::Any => vec![count(usize::from(yes > 0)); members.len()],
            Gathers::All => vec![count(usize::from(yes == members.len())); members.len()],
            Gathers::Ballot => {
                let bits =
                    (0..).zip(&first).filter(|(_, slot)| **slot != 0).map(|(lane, _)| 1_i64 << (lane % ir::WARP));
                vec![of_small(bits.sum()); members.len()]
            }
            // Only this lane is active: the device may execute each lane alone.
            Gathers::Active => members.iter().map(|t| of_small(1_i64 << (t.lid % ir::WARP))).collect(),
            Gathers::Reduce(_) | Gathers::Inclusive(_) | Gathers::Exclusive(_) => {
                let ty = info.gather.args.first().map_or(ir::Type::Int, |e| e.ty);
                let node = members.first().map_or(self.fixed.kernel.node, |t| self.fixed.codes.node(self.pc(*t)));
                let lost = |_| not_computable("the value of this operation is too large", node);
                folded(&mut self.bigs, info.gather.how, ty, &first).map_err(lost)?.unwrap_or_default()
            }
            Gathers::Broadcast => {
                let second: Vec<i64> =
                    members.iter().map(|t| self.bigs.int(operand(t, 1)).to_i64().unwrap_or(-1)).collect();
                let number = second.first().copied().unwrap_or(0);
                let differs = second.iter().position(|other| *other != number).and_then(|at| members.get(at));
                if let (Some(other), Some(thread)) = (differs, members.first()) {
                    return Err(self.said_differently(*thread, *other).into());
                }
                let from = usize::try_from(number).ok().and_then(|n| first.get(n)).or(first.first());
                vec![from.copied().unwrap_or(0); members.len()]
            }
            Gathers::Shuffle(shuffle) => {
                let number = |t: &ThreadId, n: u32| self.bigs.int(operand(t, n)).to_i64().unwrap_or(0);
                let lane = |(lane, t): (u32, &ThreadId)| {
                    let by = number(t, 1).rem_euclid(i64::from(ir::WARP));
                    let width = u32::try_from(number(t, 2)).unwrap_or(ir::WARP);
                    let from = shuffle.source(lane, u32::try_from(by).unwrap_or(0), width);
                    // A lane that does not exist gives any value, so it may give the own one.
                    first.get(from as usize).or_else(|| first.get(lane as usize)).copied().unwrap_or(0)
                };
                (0..).zip(members).map(lane).collect()
            }
        };
        for (thread, value) in members.iter().zip(results) {
            self.set(*thread, result, value);
        }
        Ok(())
    }

    /// The failure of two threads that say different numbers where all of them must say whose value is broadcast.
    fn said_differently(&self, thread: ThreadId, other: ThreadId) -> Failure {
        let (tid, tid2) = (self.fixed.launch.told(thread), self.fixed.launch.told(other));
        let message = format!("thread {tid} and thread {tid2} say different numbers of the thread that broadcasts");
        let node = self.fixed.codes.node(self.pc(thread));
        let failure = self.failure(What::BarrierUniform, Why::NonUniform, node, message, thread);
        self.with_thread(failure, other)
    }

    pub(super) fn diverged(&self, waits: ThreadId, other: ThreadId, how: &str) -> Failure {
        let node = self.fixed.codes.node(self.pc(waits));
        let (tid, tid2) = (self.fixed.launch.told(waits), self.fixed.launch.told(other));
        let among = match self.state(waits) {
            State::Gathering(number) => self.fixed.codes.gathers.get(number as usize).map(|info| info.gather.among),
            State::Ready | State::Waiting(_) | State::Done | State::Halted => None,
        };
        let message = match among {
            Some(Among::Tile(ir::WARP)) if self.fixed.program.language == Language::OpenCl => {
                format!(
                    "thread {tid} waits at this operation of its sub-group, and thread {tid2} of the same sub-group \
                    {how}"
                )
            }
            Some(Among::Tile(ir::WARP)) => {
                format!("thread {tid} waits at this operation of its warp, and thread {tid2} of the same warp {how}")
            }
            Some(Among::Tile(_)) => {
                format!("thread {tid} waits at this operation of its tile, and thread {tid2} of the same tile {how}")
            }
            Some(Among::Group) | None => {
                format!("thread {tid} waits at this barrier, and thread {tid2} of the same group {how}")
            }
        };
        let failure = self.failure(What::BarrierUniform, Why::NonUniform, node, message, waits);
        let failure = self.with_thread(failure, other);
        let there = self.fixed.codes.node(self.pc(other));
        if there == node || there == self.fixed.kernel.node {
            return failure;
        }
        failure.related(there, format!("thread {tid2} {how}"))
    }
}
