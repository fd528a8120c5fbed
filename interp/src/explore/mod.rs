//! All interleavings of a tiny launch that can lead to different results.
//!
//! In: a kernel, a launch, its input. Out: every failure and every final memory that some interleaving leads to.
//!
//! Interleavings that differ only in the order of accesses to different locations, or of two reads, are one. This is
//! source-DPOR (Abdulla, Aronis, Jonsson and Sagonas, "Optimal dynamic partial order reduction", POPL 2014, Algorithm
//! 1): an interleaving is run; each pair of conflicting accesses in it that nothing else orders is executed in the
//! opposite order in a later one (source sets); and sleep sets (Godefroid 1996) keep an interleaving from being run
//! twice. A transition is one access to shared memory (or one atomic, or one contract that reads memory) and everything
//! of the same thread up to the next. Barriers order what is before them and what is behind, so they are never turned
//! round.
//!
//! A thread at which something goes wrong stops, and the others run on: an interleaving that ended there would not be a
//! whole one, and the algorithm would miss the order of accesses behind it. An access or contract that goes wrong
//! changes nothing, and what goes wrong between two accesses can wait, so another thread does what it does without it:
//! each failure that is found is the first one of some interleaving, and its schedule is the one without the steps that
//! went wrong before. Of a barrier divergence one witness is found, not each order in which its threads arrive.

mod found;
mod order;
mod state;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use ir::Program;

use crate::drive::settle;
use crate::input::{BadInput, Input};
use crate::launch::Launch;
use crate::machine::{Access, Machine, Pause, State};
use crate::member::ThreadId;
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::run::{kernel, sure};
use crate::schedule::{Schedule, Turn};
use crate::stop::Limit;
pub use found::{Bounds, Exploration};
use state::{conflict, join, Clock, Event, Explorer, Reached};

/// How many transitions lie between two reports of progress.
const BETWEEN: u64 = 1 << 12;

/// Runs a kernel in every interleaving that can matter. The schedule of the options is not used.
pub fn explore(
    program: &Program,
    name: &str,
    launch: &Launch,
    input: &Input,
    options: &Options,
    bounds: &Bounds,
) -> Result<Exploration, BadInput> {
    let options = Options { trace: false, ..options.clone() };
    let machine = Machine::new(program, kernel(program, name)?, launch, input, &options, true)?;
    let threads = (0..launch.groups()).flat_map(|group| (0..launch.threads()).map(move |lid| ThreadId { group, lid }));
    let states = options.limits.memory / 4 / machine.size().max(1);
    let mut explorer = Explorer {
        launch: *launch,
        threads: threads.collect(),
        bounds: *bounds,
        stack: Vec::new(),
        found: Exploration::default(),
        memories: BTreeSet::new(),
        states,
        transitions: 0,
    };
    explorer.explore(machine);
    let memories = explorer.memories.into_iter().collect();
    for (failure, schedule) in &mut explorer.found.failures {
        let options = Options { schedule: schedule.clone(), ..options.clone() };
        sure(program, kernel(program, name)?, launch, input, &options, failure)?;
    }
    Ok(Exploration { memories, ..explorer.found })
}

impl<'p> Explorer<'p> {
    fn explore(&mut self, mut machine: Machine<'p>) {
        let mut clocks = self.fresh_clocks();
        let begun = machine.begin().and_then(|()| {
            (0..self.launch.groups()).try_for_each(|group| machine.start_group(group))?;
            // Up to its first access, no thread can affect another one.
            self.settle(&mut machine, &mut clocks)
        });
        if let Err(outcome) = begun {
            self.found.runs = 1;
            return self.ended(outcome, None);
        }
        machine.accesses.clear();
        let clocks = self.fresh_clocks();
        self.push(machine, clocks, Vec::new());
        while let Some(frame) = self.stack.last() {
            if self.found.runs >= self.bounds.runs {
                return self.bounded(Limit::Schedules);
            }
            let asleep = |t: &ThreadId| frame.sleep.iter().any(|(s, _)| s == t);
            match frame.backtrack.iter().copied().find(|t| !asleep(t)) {
                Some(thread) => self.step(thread),
                None => {
                    let _ = self.stack.pop();
                    self.retire();
                }
            }
        }
    }

    fn fresh_clocks(&self) -> Vec<Clock> {
        vec![vec![0; self.threads.len()]; self.threads.len()]
    }

    /// The transition that was run from the last state is done: its thread sleeps there from now on.
    fn retire(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            if let Some(event) = frame.event.take() {
                frame.sleep.push((event.thread, event.accesses));
            }
        }
    }

    /// A new state: one of its threads has to be run.
    fn push(&mut self, mut machine: Machine<'p>, clocks: Vec<Clock>, sleep: Vec<(ThreadId, Vec<Access>)>) {
        let ready: Vec<ThreadId> = self.threads.iter().copied().filter(|t| machine.state(*t) == State::Ready).collect();
        if ready.is_empty() {
            self.found.runs += 1;
            self.end(&mut machine);
            return self.retire();
        }
        if self.stack.len() >= self.bounds.length.min(self.states) {
            self.found.runs += 1;
            self.bounded(if self.stack.len() < self.bounds.length { Limit::Memory } else { Limit::Length });
            return self.retire();
        }
        let Some(first) = ready.iter().copied().find(|t| !sleep.iter().any(|(s, _)| s == t)) else {
            self.found.covered += 1;
            return self.retire();
        };
        let backtrack = BTreeSet::from([first]);
        self.stack.push(Reached { machine, clocks, backtrack, sleep, event: None });
    }

    /// Called in a state in which no thread can go on.
    fn end(&mut self, machine: &mut Machine<'p>) {
        if self.threads.iter().any(|t| machine.state(*t) != State::Done) {
            // Some thread went wrong; that was noted.
            return;
        }
        let outcome = machine.launch_ends().err();
        self.collect(machine, None);
        match outcome {
            Some(outcome) => self.ended(outcome, None),
            None => drop(self.memories.insert(machine.memory())),
        }
    }

    /// Runs one transition from the last state.
    fn step(&mut self, thread: ThreadId) {
        let number = self.number(thread);
        let Some(frame) = self.stack.last() else { return };
        let before = frame.clocks.get(number).cloned().unwrap_or_default();
        let (mut machine, mut clocks) = (frame.machine.clone(), frame.clocks.clone());
        machine.accesses.clear();
        machine.runs = self.found.runs;
        self.transitions += 1;
        if self.transitions.is_multiple_of(BETWEEN) {
            machine.tell();
        }
        let result = machine.advance(thread, 1);
        let accesses = machine.accesses.clone();
        let mut event = Event {
            thread,
            accesses,
            number: before.get(number).copied().unwrap_or(0) + 1,
            clock: before.clone(),
            wrong: result.is_err() && !machine.is_silent(thread),
        };
        if let Some(own) = event.clock.get_mut(number) {
            *own = event.number;
        }
        self.races(&mut event, &before);
        if let Some(clock) = clocks.get_mut(number) {
            clock.clone_from(&event.clock);
        }
        let Some(frame) = self.stack.last_mut() else { return };
        let sleep = frame.sleep.iter().filter(|(t, would)| *t != thread && !conflict(would, &event.accesses)).cloned();
        let sleep = sleep.collect();
        frame.event = Some(event);
        let result = match result {
            Ok(Pause::Released) => {
                self.meet(&mut clocks, thread.group);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(outcome) => self.halt(&mut machine, thread, outcome),
        };
        let result = result.and_then(|()| self.settle(&mut machine, &mut clocks));
        self.collect(&mut machine, None);
        match result {
            Ok(()) => self.push(machine, clocks, sleep),
            Err(outcome) => {
                self.found.runs += 1;
                self.ended(outcome, None);
                self.retire();
            }
        }
    }

    /// Stops a thread that failed. If a limit was reached, the whole run ends.
    fn halt(&mut self, machine: &mut Machine<'p>, thread: ThreadId, outcome: Outcome) -> Result<(), Outcome> {
        if let Outcome::Limit(_) = outcome {
            return Err(outcome);
        }
        let at = Some((thread, machine.is_silent(thread)));
        self.collect(machine, at);
        self.ended(outcome, at);
        if let (Some(_), Some(frame)) = (&machine.atomic, self.stack.last()) {
            // An atomic that fails before its end changes nothing.
            *machine = frame.machine.clone();
        }
        machine.halt(thread);
        Ok(())
    }

    /// Notes the contracts that failed in a run that went on, and those that could not be evaluated.
    fn collect(&mut self, machine: &mut Machine<'p>, at: Option<(ThreadId, bool)>) {
        for failure in std::mem::take(&mut machine.findings) {
            self.failed(failure, at);
        }
        for (what, stop) in std::mem::take(&mut machine.unknown) {
            if !self.found.unknown.contains(&(what, stop.clone())) {
                self.found.unknown.push((what, stop));
            }
        }
    }

    /// All threads of a group have passed a barrier: the events of each of them so far happen before the next events of
    /// all of them.
    fn meet(&self, clocks: &mut [Clock], group: u32) {
        let mut all = vec![0; self.threads.len()];
        let members = || self.threads.iter().filter(|t| t.group == group).map(|t| self.number(*t));
        members().filter_map(|n| clocks.get(n)).for_each(|clock| join(&mut all, clock));
        for n in members() {
            if let Some(clock) = clocks.get_mut(n) {
                clock.clone_from(&all);
            }
        }
    }

    /// Brings every thread to its next access.
    fn settle(&mut self, machine: &mut Machine<'p>, clocks: &mut [Clock]) -> Result<(), Outcome> {
        let groups = 0..self.launch.groups();
        let passed = settle(machine, groups, &mut |machine, thread, outcome| self.halt(machine, thread, outcome))?;
        for group in passed {
            self.meet(clocks, group);
        }
        Ok(())
    }

    /// Notes how a thread or an interleaving ended.
    fn ended(&mut self, outcome: Outcome, at: Option<(ThreadId, bool)>) {
        match outcome {
            Outcome::Finished => {}
            Outcome::Failed(failure) => self.failed(*failure, at),
            Outcome::Limit(limit) => self.bounded(limit),
            Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. } | Outcome::NotComputable { .. } => {
                if !self.found.others.contains(&outcome) {
                    self.found.others.push(outcome);
                }
            }
        }
    }

    fn bounded(&mut self, limit: Limit) {
        let _ = self.found.limit.get_or_insert(limit);
    }

    fn failed(&mut self, failure: Failure, at: Option<(ThreadId, bool)>) {
        let known = |f: &Failure| f.code == failure.code && f.node == failure.node;
        if !self.found.failures.iter().any(|(f, _)| known(f)) {
            let schedule = self.schedule(at);
            self.found.failures.push((failure, schedule));
        }
    }

    /// The turns that led to this state, without those that failed.
    fn schedule(&self, at: Option<(ThreadId, bool)>) -> Schedule {
        let last = self.stack.len().saturating_sub(1);
        let visible = at.is_some_and(|(_, silent)| !silent);
        let done = self.stack.iter().enumerate().filter_map(|(n, f)| Some((n, f.event.as_ref()?)));
        let done = done.filter(|(n, event)| !event.wrong || visible && *n == last).map(|(_, event)| event.thread);
        let silent = at.filter(|(_, silent)| *silent).map(|(thread, _)| thread);
        let mut turns: Vec<Turn> = Vec::new();
        for thread in done.chain(silent) {
            match turns.last_mut() {
                Some(turn) if turn.thread == thread => turn.accesses += 1,
                Some(_) | None => turns.push(Turn { thread, accesses: 1 }),
            }
        }
        Schedule::Replay(turns)
    }
}
