//! Every interleaving of a tiny launch that can matter.
//!
//! In: a kernel, a launch, its input. Out: every failure and every final memory that some interleaving leads to.
//!
//! Interleavings that differ only in the order of accesses to different locations, or of two reads, are one. This is
//! source-DPOR (Abdulla, Aronis, Jonsson and Sagonas, "Optimal dynamic partial order reduction", POPL 2014, Algorithm 1):
//! an interleaving is run; each pair of conflicting accesses in it that nothing else orders is turned round in a later
//! one (source sets); and sleep sets (Godefroid 1996) keep an interleaving from being run twice. A transition is one
//! access to shared memory (or one contract that reads it) and everything of the same thread up to the next. Barriers order
//! what is before them and what is behind, so they are never turned round.

use std::collections::{BTreeMap, BTreeSet};

use syntax::typed::Program;

use crate::launch::{BadInput, Input, Launch, ThreadId};
use crate::machine::{Access, Machine, Pause, State};
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::run::kernel;
use crate::schedule::{settle, Schedule, Turn};
use crate::value::Value;

/// What an exploration may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Interleavings.
    pub runs: u64,
    /// Transitions of one interleaving.
    pub length: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { runs: 100_000, length: 10_000 }
    }
}

/// What an exploration found.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Interleavings that were run to their end.
    pub runs: u64,
    /// Interleavings that were given up because others cover them.
    pub covered: u64,
    /// Whether every interleaving is covered; otherwise a bound was reached, and there may be more to find.
    pub complete: bool,
    /// Each failure once (by its id and place), with a schedule that leads to it.
    pub failures: Vec<(Failure, Schedule)>,
    /// Each other way to end (outside the contract, not computable) once.
    pub others: Vec<Outcome>,
    /// Each global memory at the end of an interleaving without failure, once.
    pub memories: Vec<BTreeMap<String, Vec<Value>>>,
}

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
    let threads = (0..launch.groups).flat_map(|group| (0..launch.threads).map(move |lid| ThreadId { group, lid }));
    let mut explorer = Explorer {
        launch: *launch,
        threads: threads.collect(),
        bounds: *bounds,
        stack: Vec::new(),
        found: Exploration { complete: true, ..Exploration::default() },
    };
    explorer.explore(machine);
    Ok(explorer.found)
}

/// How many events of each thread happen before.
type Clock = Vec<u32>;

/// One transition that was run.
#[derive(Clone, Debug)]
struct Event {
    thread: ThreadId,
    accesses: Vec<Access>,
    /// Its number among those of its thread, from 1.
    number: u32,
    /// What happens before it, itself included.
    clock: Clock,
}

/// A state, and what is to be run from it.
struct Frame<'p> {
    machine: Machine<'p>,
    /// What happens before the next event of each thread.
    clocks: Vec<Clock>,
    /// Threads to run from here: the source set, as far as it is known.
    backtrack: BTreeSet<ThreadId>,
    /// Threads that need not be run, and what they would do.
    sleep: Vec<(ThreadId, Vec<Access>)>,
    /// What is being run from here.
    event: Option<Event>,
}

struct Explorer<'p> {
    launch: Launch,
    threads: Vec<ThreadId>,
    bounds: Bounds,
    stack: Vec<Frame<'p>>,
    found: Exploration,
}

/// Whether the order of two transitions matters.
fn conflict(a: &[Access], b: &[Access]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.location == y.location && (x.writes || y.writes)))
}

fn join(a: &mut Clock, b: &Clock) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = (*a).max(*b);
    }
}

impl<'p> Explorer<'p> {
    fn number(&self, thread: ThreadId) -> usize {
        self.launch.tid(thread) as usize
    }

    fn explore(&mut self, mut machine: Machine<'p>) {
        let begun = machine.begin().and_then(|()| {
            (0..self.launch.groups).try_for_each(|group| machine.start_group(group))?;
            // Up to its first access no thread concerns another.
            let mut clocks = self.fresh_clocks();
            self.settle(&mut machine, &mut clocks)
        });
        if let Err(outcome) = begun {
            self.found.runs = 1;
            return self.ended(outcome);
        }
        machine.accesses.clear();
        let clocks = self.fresh_clocks();
        self.push(machine, clocks, Vec::new());
        while let Some(frame) = self.stack.last() {
            if self.found.runs >= self.bounds.runs {
                self.found.complete = false;
                return;
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

    /// What was run from the last frame is done: it sleeps.
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
            let outcome = machine.launch_ends().err().unwrap_or(Outcome::Finished);
            if outcome == Outcome::Finished {
                let memory = machine.memory();
                if !self.found.memories.contains(&memory) {
                    self.found.memories.push(memory);
                }
            }
            self.ended(outcome);
            return self.retire();
        }
        if self.stack.len() >= self.bounds.length {
            self.found.runs += 1;
            self.found.complete = false;
            return self.retire();
        }
        let Some(first) = ready.iter().copied().find(|t| !sleep.iter().any(|(s, _)| s == t)) else {
            self.found.covered += 1;
            return self.retire();
        };
        let backtrack = BTreeSet::from([first]);
        self.stack.push(Frame { machine, clocks, backtrack, sleep, event: None });
    }

    /// Runs one transition from the last state.
    fn step(&mut self, thread: ThreadId) {
        let number = self.number(thread);
        let Some(frame) = self.stack.last() else { return };
        let before = frame.clocks.get(number).cloned().unwrap_or_default();
        let (mut machine, mut clocks) = (frame.machine.clone(), frame.clocks.clone());
        machine.accesses.clear();
        let result = machine.advance(thread, 1);
        let released = matches!(result, Ok(Pause::Released));
        let accesses = machine.accesses.clone();
        let mut event =
            Event { thread, accesses, number: before.get(number).copied().unwrap_or(0) + 1, clock: before.clone() };
        if let Some(own) = event.clock.get_mut(number) {
            *own = event.number;
        }
        self.races(&mut event, &before);
        if let Some(clock) = clocks.get_mut(number) {
            clock.clone_from(&event.clock);
        }
        let outcome = match result {
            Ok(_) => {
                if released {
                    self.meet(&mut clocks, thread.group);
                }
                self.settle(&mut machine, &mut clocks).err()
            }
            Err(outcome) => Some(outcome),
        };
        let Some(frame) = self.stack.last_mut() else { return };
        let sleep = frame.sleep.iter().filter(|(t, would)| *t != thread && !conflict(would, &event.accesses)).cloned();
        let sleep = sleep.collect();
        frame.event = Some(event);
        match outcome {
            Some(outcome) => {
                self.found.runs += 1;
                self.ended(outcome);
                self.retire();
            }
            None => self.push(machine, clocks, sleep),
        }
    }

    /// All threads of a group have met: what any of them did happens before what each does next.
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
    fn settle(&self, machine: &mut Machine<'p>, clocks: &mut [Clock]) -> Result<(), Outcome> {
        for group in settle(machine, 0..self.launch.groups)? {
            self.meet(clocks, group);
        }
        Ok(())
    }

    /// Finds the earlier events that race with this one, has them turned round, and completes its clock.
    fn races(&mut self, event: &mut Event, before: &Clock) {
        // The last frame is the state in which the event is run; the events before it belong to the frames before.
        let depth = self.stack.len().saturating_sub(1);
        let mut known = before.clone();
        for at in (0..depth).rev() {
            let Some(earlier) = self.stack.get(at).and_then(|f| f.event.as_ref()) else { continue };
            let of = self.number(earlier.thread);
            if earlier.thread == event.thread || !conflict(&earlier.accesses, &event.accesses) {
                continue;
            }
            let ordered = known.get(of).is_some_and(|n| *n >= earlier.number);
            let earlier_clock = earlier.clock.clone();
            if !ordered {
                self.turn_round(at, event, before);
            }
            join(&mut known, &earlier_clock);
            join(&mut event.clock, &earlier_clock);
        }
    }

    /// Lets a later interleaving run `event` before the event of frame `at`.
    fn turn_round(&mut self, at: usize, event: &Event, before: &Clock) {
        let Some(earlier) = self.stack.get(at).and_then(|f| f.event.as_ref()) else { return };
        let of = self.number(earlier.thread);
        let after_earlier = |clock: &Clock| clock.get(of).is_some_and(|n| *n >= earlier.number);
        // What does not depend on the earlier event, and then the event itself.
        let mut independent: Vec<(ThreadId, u32, &Clock)> = Vec::new();
        for frame in self.stack.iter().skip(at + 1) {
            if let Some(event) = frame.event.as_ref().filter(|e| !after_earlier(&e.clock)) {
                independent.push((event.thread, event.number, &event.clock));
            }
        }
        independent.push((event.thread, event.number, before));
        // Its initials: threads whose first event in it does not depend on another event of it.
        let mut initials: Vec<ThreadId> = Vec::new();
        for (n, (thread, _, clock)) in independent.iter().enumerate() {
            let earlier_own = independent.iter().take(n).any(|(t, ..)| t == thread);
            let depends = independent
                .iter()
                .take(n)
                .any(|(t, number, _)| clock.get(self.number(*t)).is_some_and(|seen| seen >= number));
            // The clock of the event itself is not complete yet: conflicts with it count, too.
            let last = n + 1 == independent.len();
            let conflicts = last
                && self
                    .stack
                    .iter()
                    .skip(at + 1)
                    .filter_map(|f| f.event.as_ref())
                    .any(|e| !after_earlier(&e.clock) && conflict(&e.accesses, &event.accesses));
            if !earlier_own && !depends && !conflicts {
                initials.push(*thread);
            }
        }
        let Some(first) = initials.first().copied() else { return };
        if let Some(frame) = self.stack.get_mut(at) {
            if !initials.iter().any(|t| frame.backtrack.contains(t)) {
                let _ = frame.backtrack.insert(first);
            }
        }
    }

    /// Notes how an interleaving ended.
    fn ended(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Finished => {}
            Outcome::Failed(failure) => {
                let known = |f: &Failure| f.code == failure.code && f.span == failure.span;
                if !self.found.failures.iter().any(|(f, _)| known(f)) {
                    let schedule = self.schedule();
                    self.found.failures.push((*failure, schedule));
                }
            }
            Outcome::Limit(_) => self.found.complete = false,
            Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. } | Outcome::NotComputable { .. } => {
                if !self.found.others.contains(&outcome) {
                    self.found.others.push(outcome);
                }
            }
        }
    }

    /// The turns that led here.
    fn schedule(&self) -> Schedule {
        let mut turns: Vec<Turn> = Vec::new();
        for event in self.stack.iter().filter_map(|f| f.event.as_ref()) {
            match turns.last_mut() {
                Some(turn) if turn.thread == event.thread => turn.accesses += 1,
                Some(_) | None => turns.push(Turn { thread: event.thread, accesses: 1 }),
            }
        }
        Schedule::Replay(turns)
    }
}
