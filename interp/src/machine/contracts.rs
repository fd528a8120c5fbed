//! Contracts during a run. At each point at which a contract says something, the machine asks the [`Ghost`]. A contract
//! that fails ends the run, or is noted.
//!
//! In: the points of a run at which a contract is checked. Out: the failure of the first contract that does not hold.

use ir::finding::{What, Why};
use ir::Node;
use ir::{ArrayId, Expr, Kernel, LaunchVar, Program, Space, ValueOf};

use super::state::{not_computable, Access, Machine};
use crate::env::Env;
use crate::eval::eval;
use crate::ghost::{Checks, Execution, Finding, Framed, Ghost, MayRead};
use crate::happens::Accessed;
use crate::launch::Launch;
use crate::location::Location;
use crate::member::{Member, ThreadId};
use crate::report::{Failure, Outcome};
use crate::sight::Sight;
use crate::stop::{Cause, Stop};

/// The machine without its ghost, as the ghost sees it.
struct Seen<'m, 'p>(&'m mut Machine<'p>);

impl<'p> Execution<'p> for Seen<'_, 'p> {
    fn program(&self) -> &'p Program {
        self.0.fixed.program
    }

    fn kernel(&self) -> &'p Kernel {
        self.0.fixed.kernel
    }

    fn launch(&self) -> Launch {
        self.0.fixed.launch
    }

    fn look(&mut self, who: Member, look: &mut dyn FnMut(&mut dyn Env<'p>)) {
        let notes = self.0.fixed.explores;
        let ((), seen) = self.0.look(who, |view| {
            view.notes = notes;
            look(view);
        });
        self.0.record(&seen);
    }

    fn same(&self, array: ArrayId) -> ArrayId {
        self.0.fixed.same.get(array.0 as usize).copied().unwrap_or(array)
    }

    fn sight(&self, who: Member) -> Option<Sight<'_>> {
        // Exploration has to know what was read.
        (!self.0.fixed.explores).then(|| self.0.sight(who))
    }

    fn count(&mut self, nodes: u64) {
        self.0.work = self.0.work.saturating_sub(nodes);
    }
}

impl<'p> Machine<'p> {
    /// Asks the ghost for a check, if contracts are checked, and acts on its answer.
    pub(super) fn ask(
        &mut self,
        ask: impl FnOnce(&mut Ghost<'p>, &mut dyn Execution<'p>) -> Checks,
    ) -> Result<(), Outcome> {
        self.ask_of(None, ask)
    }

    /// As [`Self::ask`]. `name` stands in the list of what could not be evaluated, in place of the id of the check.
    fn ask_of(
        &mut self,
        name: Option<&'static str>,
        ask: impl FnOnce(&mut Ghost<'p>, &mut dyn Execution<'p>) -> Checks,
    ) -> Result<(), Outcome> {
        let Some(mut ghost) = self.ghost.take() else { return Ok(()) };
        let checks = ask(&mut ghost, &mut Seen(self));
        self.ghost = Some(ghost);
        self.judge(name, checks)
    }

    /// Acts on an answer of the ghost: ends the run, notes failures, and notes what could not be evaluated.
    fn judge(&mut self, name: Option<&'static str>, checks: Checks) -> Result<(), Outcome> {
        // Of millions of checks, nearly all find nothing.
        let is_fine = checks.excluded.is_none() && checks.unknown.is_empty() && checks.findings.is_empty();
        if is_fine && (self.fixed.options.keep_going || self.findings.is_empty()) {
            return Ok(());
        }
        if let Some(excluded) = checks.excluded {
            let thread = excluded.who.as_thread();
            // Before the first step nothing has been assumed.
            return Err(match thread {
                Some(thread) if self.steps > 0 => Outcome::OutsideAssumption { node: excluded.node, thread },
                _ => {
                    let values = self.looked_at(excluded.node, excluded.who);
                    Outcome::OutsideContract { node: excluded.node, thread, values }
                }
            });
        }
        for unknown in checks.unknown {
            if let Cause::Limit(limit) = unknown.stop.cause {
                return Err(Outcome::Limit(limit));
            }
            // Many threads report the same.
            let noted = (name.unwrap_or(unknown.what.id()), unknown.stop);
            if self.unknown.len() < MOST_UNKNOWN && !self.unknown.contains(&noted) {
                self.unknown.push(noted);
            }
        }
        let found: Vec<Failure> = checks.findings.iter().map(|finding| self.told(finding)).collect();
        self.findings.extend(found);
        if !self.fixed.options.keep_going && !self.findings.is_empty() {
            return Err(Outcome::Failed(Box::new(self.findings.remove(0))));
        }
        Ok(())
    }

    /// A finding of the ghost, in the form of all failures.
    fn told(&self, finding: &Finding) -> Failure {
        let mut failure = Failure::new(finding.code.what, finding.code.why, finding.node, finding.message.clone());
        for who in &finding.who {
            failure = match who.as_thread() {
                Some(thread) => self.with_thread(failure, thread),
                // The launch has no `gid`, and nothing is added for it.
                None => self.with_position(failure, LaunchVar::Gid, *who, 1),
            };
        }
        if let Some(location) = finding.location {
            failure = failure.value(ValueOf::Location, "location", self.show(location), 0);
        }
        for seen in &finding.seen {
            failure = failure.value(seen.of, &seen.label, &seen.value, 1);
        }
        failure.related = finding.related.clone();
        failure.recorded = self.trace.as_ref().map_or(0, |trace| trace.steps.len());
        failure
    }

    /// The launch begins.
    pub fn begin(&mut self) -> Result<(), Outcome> {
        let one_group = !self.fixed.kernel.mentions_groups();
        if self.fixed.options.contracts && one_group && self.fixed.launch.groups() != 1 {
            // The implicit `kernel requires ngroups == 1`.
            let node = self.fixed.kernel.name.node;
            let shown = self.with_position(
                Failure::new(What::KernelPre, Why::False, node, ""),
                LaunchVar::Ngroups,
                Member::LAUNCH,
                0,
            );
            return Err(Outcome::OutsideContract { node, thread: None, values: shown.values });
        }
        if !self.fixed.options.contracts {
            return Ok(());
        }
        let (ghost, checks) = Ghost::start(&mut Seen(self));
        self.ghost = Some(Box::new(ghost));
        self.judge(None, checks)
    }

    /// Every group has ended.
    pub fn launch_ends(&mut self) -> Result<(), Outcome> {
        self.ended = true;
        self.ask(|ghost, run| ghost.finish(run))?;
        match self.findings.is_empty() {
            true => Ok(()),
            false => Err(Outcome::Failed(Box::new(self.findings.remove(0)))),
        }
    }

    /// A thread reaches a barrier.
    pub(super) fn give(&mut self, thread: ThreadId, barrier: u32) -> Result<(), Outcome> {
        let barrier = self.fixed.codes.barriers.get(barrier as usize).map(|b| b.barrier);
        let barrier = barrier.ok_or_else(|| not_computable("this barrier is not there", self.fixed.kernel.node))?;
        self.ask(|ghost, run| ghost.arrive(run, thread, barrier))
    }

    /// All threads of a group have reached a barrier.
    pub(super) fn hand_out(&mut self, group: u32, barrier: u32) -> Result<(), Outcome> {
        let barrier = self.fixed.codes.barriers.get(barrier as usize).map(|b| b.barrier);
        let barrier = barrier.ok_or_else(|| not_computable("this barrier is not there", self.fixed.kernel.node))?;
        self.ask(|ghost, run| ghost.meet(run, Member::group(group), barrier))
    }

    /// A thread ends.
    pub(super) fn end(&mut self, thread: ThreadId) -> Result<(), Outcome> {
        self.ask(|ghost, run| ghost.end(run, thread))
    }

    pub(super) fn loop_enter(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let info = self.fixed.codes.loops.get(number as usize).cloned();
        let info = info.ok_or_else(|| not_computable("this loop is not there", self.fixed.kernel.node))?;
        if let Some(counter) = info.counter {
            self.set(thread, counter, 0);
        }
        self.ask(|ghost, run| ghost.enter_loop(run, thread, (info.invariants, &info.keeps), info.waits))
    }

    pub(super) fn loop_again(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let info = self.fixed.codes.loops.get(number as usize).cloned();
        let info = info.ok_or_else(|| not_computable("this loop is not there", self.fixed.kernel.node))?;
        if let Some(counter) = info.counter {
            let count = self.registers(thread).get(counter as usize).copied();
            let count = count.ok_or_else(|| not_computable("the rounds are not counted", self.fixed.kernel.node))?;
            self.set(thread, counter, count + 1);
        }
        self.ask(|ghost, run| ghost.again_loop(run, thread, (info.invariants, &info.keeps)))
    }

    pub(super) fn loop_exit(&mut self, thread: ThreadId) {
        if let Some(ghost) = &mut self.ghost {
            ghost.exit_loop(thread);
        }
    }

    fn expression(&self, number: u32) -> Result<&'p Expr, Outcome> {
        let found = self.fixed.codes.exprs.get(number as usize).copied();
        found.ok_or_else(|| not_computable("this expression is not there", self.fixed.kernel.node))
    }

    /// Evaluates an expression of the code for which there is no operation.
    pub(super) fn evaluate(&mut self, thread: ThreadId, register: u32, number: u32) -> Result<(), Outcome> {
        let expr = self.expression(number)?;
        let judged = self.ghost.as_ref().filter(|_| self.atomic.is_none_or(|atomic| atomic.opens));
        let held = judged.and_then(|ghost| ghost.held(thread)).cloned();
        let (value, seen) = self.look(Member::thread(thread), |view| {
            eval(expr, &mut Framed::new(view, MayRead { now: held.as_ref(), ..MayRead::default() }))
        });
        self.record(&seen);
        self.race_reads(thread, &seen)?;
        let value = value.map_err(|stop| self.stopped(What::Expr, stop, Some(thread)))?;
        let slot = self.bigs.slot(&value);
        let slot = slot.map_err(|cause| self.stopped(What::Expr, Stop::new(cause, expr.node), Some(thread)))?;
        self.set(thread, register, slot);
        Ok(())
    }

    /// Records the elements that an evaluation read, for exploration.
    fn record(&mut self, seen: &[(Location, Node)]) {
        if self.fixed.explores {
            self.accesses.extend(seen.iter().map(|(location, _)| Access { location: *location, writes: false }));
        }
    }

    /// Looks for races of the elements that the code read through a function.
    fn race_reads(&mut self, thread: ThreadId, seen: &[(Location, Node)]) -> Result<(), Outcome> {
        let fixed = self.fixed.clone();
        if !fixed.options.races {
            return Ok(());
        }
        let op = self.pc(thread);
        for (location, _) in seen {
            let Some(array) = location.array().and_then(|id| fixed.arrays.get(id.0 as usize)) else { continue };
            if let Some(happens) = &mut self.happens {
                let access = Accessed { location: *location, space: array.space, op, writes: false };
                if let Some(race) = happens.access(fixed.launch.tid(thread), access) {
                    return Err(self.raced(&race).into());
                }
                continue;
            }
            let now = self.now(thread, array.space, op);
            let cell = array.base + location.offset;
            let shadow = match array.space {
                Space::Global => self.global.shadow.get_mut(cell as usize),
                Space::Local => self.group_mut(thread.group).and_then(|g| g.local.shadow.get_mut(cell as usize)),
            };
            if let Some(conflict) = shadow.and_then(|s| crate::race::read(s, now, &fixed.launch)) {
                return Err(self.race(*location, conflict, What::Load, now).into());
            }
        }
        Ok(())
    }

    pub(super) fn assert(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let expr = self.expression(number)?;
        if self.ghost.is_some() {
            return self.ask(|ghost, run| ghost.assert(run, thread, expr));
        }
        match self.truth(thread, expr)? {
            false => Err(self.failure(What::Assert, Why::False, expr.node, "this assertion is false", thread).into()),
            true => Ok(()),
        }
    }

    pub(super) fn assume(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let expr = self.expression(number)?;
        if self.ghost.is_some() {
            return self.ask_of(Some("assume"), |ghost, run| ghost.assume(run, thread, expr));
        }
        match self.truth(thread, expr)? {
            false => Err(Outcome::OutsideAssumption { node: expr.node, thread }),
            true => Ok(()),
        }
    }

    pub(super) fn inhale(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let expr = self.expression(number)?;
        if self.ghost.is_some() {
            return self.ask_of(Some("inhale"), |ghost, run| ghost.inhale(run, thread, expr));
        }
        match self.truth(thread, expr)? {
            false => Err(Outcome::OutsideAssumption { node: expr.node, thread }),
            true => Ok(()),
        }
    }

    pub(super) fn exhale(&mut self, thread: ThreadId, number: u32) -> Result<(), Outcome> {
        let expr = self.expression(number)?;
        if self.ghost.is_some() {
            return self.ask(|ghost, run| ghost.exhale(run, thread, expr));
        }
        match self.truth(thread, expr)? {
            false => Err(self.failure(What::Exhale, Why::False, expr.node, "this is false", thread).into()),
            true => Ok(()),
        }
    }

    /// The truth of an `assert` or `assume` without permissions in a run that does not check contracts. Its reads are
    /// no accesses of the code, so they do not race.
    fn truth(&mut self, thread: ThreadId, expr: &'p Expr) -> Result<bool, Outcome> {
        let (value, seen) = self.look(Member::thread(thread), |view| eval(expr, view));
        self.record(&seen);
        let value = value.map_err(|stop| self.stopped(What::Assert, stop, Some(thread)))?;
        value.as_bool().ok_or_else(|| not_computable("this is no truth value", expr.node))
    }
}

/// How many contracts that could not be evaluated are noted at most.
const MOST_UNKNOWN: usize = 1000;
