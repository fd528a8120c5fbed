//! Runs a machine to its end, thread after thread as a schedule says.
//!
//! In: a machine, and a [`Schedule`]. Out: the end of the run.

mod lockstep;
mod settle;

use crate::machine::{Machine, Pause, State};
use crate::member::ThreadId;
use crate::report::Outcome;
use crate::rng::Rng;
use crate::schedule::{Schedule, Turn};
pub(crate) use settle::settle;
use settle::shuffled;

/// How many groups `random` interleaves at a time.
const WINDOW: usize = 64;

/// Runs a machine to its end.
pub(crate) fn drive(machine: &mut Machine<'_>, schedule: &Schedule) -> Result<(), Outcome> {
    machine.begin()?;
    match schedule {
        Schedule::Canonical
        | Schedule::Reversed
        | Schedule::Permuted(_)
        | Schedule::GroupFirst(..)
        | Schedule::WarpFirst(..)
        | Schedule::First(_) => coarse(machine, schedule)?,
        Schedule::Lockstep => lockstep::drive(machine, lockstep::Turns::Alternating)?,
        Schedule::Warps(seed) => lockstep::drive(machine, lockstep::Turns::Permuted(Rng::new(*seed)))?,
        Schedule::Random(seed) => random(machine, &mut Rng::new(*seed))?,
        Schedule::Replay(turns) => replay(machine, turns)?,
    }
    machine.launch_ends()
}

/// Each thread runs from barrier to barrier.
fn coarse(machine: &mut Machine<'_>, schedule: &Schedule) -> Result<(), Outcome> {
    let launch = machine.fixed.launch;
    let (seed, first) = match schedule {
        Schedule::Permuted(seed) => (Some(*seed), None),
        Schedule::GroupFirst(group, seed) => (Some(*seed), Some((*group, None))),
        Schedule::WarpFirst(group, warp, seed) => (Some(*seed), Some((*group, Some(*warp)))),
        Schedule::Canonical
        | Schedule::Reversed
        | Schedule::First(_)
        | Schedule::Lockstep
        | Schedule::Warps(_)
        | Schedule::Random(_)
        | Schedule::Replay(_) => (None, None),
    };
    let mut rng = Rng::new(seed.unwrap_or(0));
    let mut order = |n: u32| match (seed, schedule == &Schedule::Reversed) {
        (Some(_), _) => shuffled(n, &mut rng),
        (None, true) => (0..n).rev().collect(),
        (None, false) => (0..n).collect(),
    };
    let named = if let Schedule::First(threads) = schedule { threads.as_slice() } else { &[] };
    let mut groups = order(launch.groups());
    if !named.is_empty() {
        groups.sort_by_key(|group| !named.iter().any(|thread| thread.group == *group));
    }
    if let Some((group, _)) = first {
        groups.sort_by_key(|g| *g != group);
    }
    for group in groups {
        machine.start_group(group)?;
        while machine.group(group).is_some_and(|g| (g.done as usize) < g.threads.len()) {
            let mut threads = order(launch.threads());
            if let Some((of, Some(warp))) = first {
                threads.sort_by_key(|lid| of != group || lid / launch.warp != warp);
            }
            if named.iter().any(|thread| thread.group == group) {
                threads.sort_by_key(|lid| !named.contains(&ThreadId { group, lid: *lid }));
            }
            for lid in threads {
                let thread = ThreadId { group, lid };
                if machine.state(thread) == State::Ready {
                    let _ = machine.advance(thread, u64::MAX)?;
                }
            }
        }
        machine.finish_group(group);
    }
    Ok(())
}

fn random(machine: &mut Machine<'_>, rng: &mut Rng) -> Result<(), Outcome> {
    let launch = machine.fixed.launch;
    let threads = |group| (0..launch.threads()).map(move |lid| ThreadId { group, lid });
    let mut waiting = shuffled(launch.groups(), rng);
    let mut running = 0;
    let mut ready: Vec<ThreadId> = Vec::new();
    loop {
        while running < WINDOW {
            let Some(group) = waiting.pop() else { break };
            machine.start_group(group)?;
            ready.extend(threads(group));
            running += 1;
        }
        if ready.is_empty() {
            return Ok(());
        }
        let at = rng.below(ready.len());
        let Some(thread) = ready.get(at).copied() else { return Ok(()) };
        let quantum = 1 + rng.below(4) as u64;
        match machine.advance(thread, quantum)? {
            Pause::Quantum => {}
            Pause::Waits => {
                let _ = ready.swap_remove(at);
            }
            Pause::Released => {
                // All others of the group were waiting.
                ready.extend(threads(thread.group).filter(|t| *t != thread));
            }
            Pause::TileReleased => {
                let go_on = threads(thread.group).filter(|t| machine.state(*t) == State::Ready);
                let go_on: Vec<ThreadId> = go_on.filter(|t| !ready.contains(t)).collect();
                ready.extend(go_on);
            }
            Pause::Ended => {
                let _ = ready.swap_remove(at);
                if machine.group(thread.group).is_some_and(|g| g.done as usize == g.threads.len()) {
                    machine.finish_group(thread.group);
                    running -= 1;
                }
            }
        }
    }
}

/// Executes the turns that a replay lists. A failure between two accesses of a thread is no turn of its own: it is
/// reported when the thread has its next turn, or when the turns are over.
fn replay(machine: &mut Machine<'_>, turns: &[Turn]) -> Result<(), Outcome> {
    let launch = machine.fixed.launch;
    for group in 0..launch.groups() {
        machine.start_group(group)?;
    }
    let mut pending: Vec<(ThreadId, Outcome)> = Vec::new();
    let quiet = |machine: &mut Machine<'_>, pending: &mut Vec<(ThreadId, Outcome)>| {
        settle(machine, 0..launch.groups(), &mut |machine, thread, outcome| {
            if let Outcome::Limit(_) = outcome {
                return Err(outcome);
            }
            machine.halt(thread);
            pending.push((thread, outcome));
            Ok(())
        })
    };
    let _ = quiet(machine, &mut pending)?;
    for turn in turns {
        let known = turn.thread.group < launch.groups() && turn.thread.lid < launch.threads();
        for _ in 0..turn.accesses {
            if let Some((_, outcome)) = pending.iter().find(|(thread, _)| *thread == turn.thread) {
                return Err(outcome.clone());
            }
            if known && machine.state(turn.thread) == State::Ready {
                match machine.advance(turn.thread, 1) {
                    Ok(_) => {}
                    Err(outcome) if machine.is_silent(turn.thread) && !matches!(outcome, Outcome::Limit(_)) => {
                        machine.halt(turn.thread);
                        pending.push((turn.thread, outcome));
                    }
                    Err(outcome) => return Err(outcome),
                }
                let _ = quiet(machine, &mut pending)?;
            } else {
                break;
            }
        }
    }
    if let Some((_, outcome)) = pending.into_iter().next() {
        return Err(outcome);
    }
    for group in 0..launch.groups() {
        while machine.group(group).is_some_and(|g| (g.done as usize) < g.threads.len()) {
            for lid in 0..launch.threads() {
                let thread = ThreadId { group, lid };
                if machine.state(thread) == State::Ready {
                    let _ = machine.advance(thread, u64::MAX)?;
                }
            }
        }
    }
    (0..launch.groups()).for_each(|group| machine.finish_group(group));
    Ok(())
}
