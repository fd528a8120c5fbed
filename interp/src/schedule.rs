//! Which thread runs when.
//!
//! In: a machine. Out: the end of the run. A schedule is data: its text (`random:42`) is all that it takes to run the
//! same interleaving again.
//!
//! | schedule | order |
//! |---|---|
//! | `canonical` | group by group; between barriers, thread by thread |
//! | `reversed` | the same from the last to the first |
//! | `permuted:SEED` | groups, and threads between any two barriers, in an order that the seed determines |
//! | `group:G:SEED` | permuted, but group G comes first |
//! | `warp:G:W:SEED` | permuted, but warp W of group G comes first, after each barrier again |
//! | `lockstep` | the threads of a warp go together: whoever is furthest behind in the code is next (min-PC reconvergence); warps take turns |
//! | `warps:SEED` | warps in lockstep, one as far as the barrier and then another, in an order that the seed determines |
//! | `random:SEED` | any thread of up to 64 groups, for one to four accesses to memory at a time |
//! | `replay:…` | turns as listed, then canonical |

mod lockstep;

use std::fmt;
use std::str::FromStr;

use crate::launch::{Launch, ThreadId};
use crate::machine::{Machine, Pause, State};
use crate::report::Outcome;
use crate::rng::Rng;

/// A turn of a thread: how many accesses to shared memory (and contracts that read it) it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who.
    pub thread: ThreadId,
    /// How many.
    pub accesses: u64,
}

/// Which thread runs when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// Group by group, and thread by thread between barriers.
    #[default]
    Canonical,
    /// The same from the last to the first.
    Reversed,
    /// In an order that a seed determines, another one behind each barrier.
    Permuted(u64),
    /// A group first.
    GroupFirst(u32, u64),
    /// A warp of a group first.
    WarpFirst(u32, u32, u64),
    /// Warps in lockstep, in turns.
    Lockstep,
    /// Warps in lockstep, one after the other in an order that a seed determines, another one behind each barrier.
    Warps(u64),
    /// Any thread at any access.
    Random(u64),
    /// These turns, then canonical.
    Replay(Vec<Turn>),
}

/// Groups that `random` interleaves at a time.
const WINDOW: usize = 64;

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canonical => f.write_str("canonical"),
            Self::Reversed => f.write_str("reversed"),
            Self::Permuted(seed) => write!(f, "permuted:{seed}"),
            Self::GroupFirst(group, seed) => write!(f, "group:{group}:{seed}"),
            Self::WarpFirst(group, warp, seed) => write!(f, "warp:{group}:{warp}:{seed}"),
            Self::Lockstep => f.write_str("lockstep"),
            Self::Warps(seed) => write!(f, "warps:{seed}"),
            Self::Random(seed) => write!(f, "random:{seed}"),
            Self::Replay(turns) => {
                let turns: Vec<String> = turns.iter().map(|t| format!("{}*{}", t.thread, t.accesses)).collect();
                write!(f, "replay:{}", turns.join(","))
            }
        }
    }
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            format!("`{text}` is no schedule; known are canonical, reversed, permuted:SEED, group:G:SEED, warp:G:W:SEED, lockstep, warps:SEED, random:SEED, all and replay:TURNS")
        };
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let numbers = || rest.split(':').map(|n| n.parse::<u64>().ok()).collect::<Option<Vec<u64>>>();
        let small = |n: u64| u32::try_from(n).map_err(|_| wrong());
        match (name, rest.is_empty()) {
            ("canonical", true) => return Ok(Self::Canonical),
            ("reversed", true) => return Ok(Self::Reversed),
            ("lockstep", true) => return Ok(Self::Lockstep),
            ("replay", _) => {
                let turns = rest.split(',').filter(|turn| !turn.is_empty()).map(turn);
                return turns.collect::<Option<Vec<Turn>>>().map(Self::Replay).ok_or_else(wrong);
            }
            _ => {}
        }
        match (name, numbers().as_deref()) {
            ("permuted", Some(&[seed])) => Ok(Self::Permuted(seed)),
            ("warps", Some(&[seed])) => Ok(Self::Warps(seed)),
            ("random", Some(&[seed])) => Ok(Self::Random(seed)),
            ("group", Some(&[group, seed])) => Ok(Self::GroupFirst(small(group)?, seed)),
            ("warp", Some(&[group, warp, seed])) => Ok(Self::WarpFirst(small(group)?, small(warp)?, seed)),
            _ => Err(wrong()),
        }
    }
}

impl Schedule {
    /// Whether the lanes of a warp go in lockstep.
    pub(crate) fn in_lockstep(&self) -> bool {
        matches!(self, Self::Lockstep | Self::Warps(_))
    }

    /// Whether it speaks of groups, warps and threads of a launch; otherwise one sentence on what does not exist.
    pub fn fits(&self, launch: &Launch) -> Result<(), String> {
        let group = |group: u32| match group < launch.groups {
            true => Ok(()),
            false => Err(format!("the schedule names group {group}, and the launch has {} (from 0)", launch.groups)),
        };
        let warps = launch.threads.div_ceil(launch.warp.max(1));
        match self {
            Self::Canonical
            | Self::Reversed
            | Self::Permuted(_)
            | Self::Lockstep
            | Self::Warps(_)
            | Self::Random(_) => Ok(()),
            Self::GroupFirst(first, _) => group(*first),
            Self::WarpFirst(_, warp, _) if *warp >= warps => {
                Err(format!("the schedule names warp {warp}, and a group has {warps} (from 0)"))
            }
            Self::WarpFirst(first, _, _) => group(*first),
            Self::Replay(turns) => turns.iter().try_for_each(|turn| match turn.thread.lid < launch.threads {
                true => group(turn.thread.group),
                false => Err(format!(
                    "the schedule names thread {}, and a group has {} (from 0)",
                    turn.thread, launch.threads
                )),
            }),
        }
    }
}

/// `0.3*2`: two accesses of thread 3 of group 0.
fn turn(text: &str) -> Option<Turn> {
    let (thread, accesses) = text.split_once('*')?;
    let (group, lid) = thread.split_once('.')?;
    let thread = ThreadId { group: group.parse().ok()?, lid: lid.parse().ok()? };
    // A turn without an access is none: a thread stands before its next access anyway.
    Some(Turn { thread, accesses: accesses.parse().ok().filter(|n| *n > 0)? })
}

/// Runs a machine to its end.
pub(crate) fn drive(machine: &mut Machine<'_>, schedule: &Schedule) -> Result<(), Outcome> {
    machine.begin()?;
    match schedule {
        Schedule::Canonical
        | Schedule::Reversed
        | Schedule::Permuted(_)
        | Schedule::GroupFirst(..)
        | Schedule::WarpFirst(..) => coarse(machine, schedule)?,
        Schedule::Lockstep => lockstep::drive(machine, lockstep::Turns::Alternating)?,
        Schedule::Warps(seed) => lockstep::drive(machine, lockstep::Turns::Permuted(Rng::new(*seed)))?,
        Schedule::Random(seed) => random(machine, &mut Rng::new(*seed))?,
        Schedule::Replay(turns) => replay(machine, turns)?,
    }
    machine.launch_ends()
}

/// `0 .. n` in an order that the generator determines (Fisher and Yates).
fn shuffled(n: u32, rng: &mut Rng) -> Vec<u32> {
    let mut out: Vec<u32> = (0..n).collect();
    for i in (1..out.len()).rev() {
        out.swap(i, rng.below(i + 1));
    }
    out
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
    let mut groups = order(launch.groups);
    if let Some((group, _)) = first {
        groups.sort_by_key(|g| *g != group);
    }
    for group in groups {
        machine.start_group(group)?;
        while machine.group(group).is_some_and(|g| (g.done as usize) < g.threads.len()) {
            let mut threads = order(launch.threads);
            if let Some((of, Some(warp))) = first {
                threads.sort_by_key(|lid| of != group || lid / launch.warp != warp);
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

/// Brings the threads of some groups to their next access: what is before it concerns nobody else. The groups whose
/// barriers were passed on the way. `wrong` is told how a thread ended at which something went wrong.
pub(crate) fn settle<'p>(
    machine: &mut Machine<'p>,
    groups: std::ops::Range<u32>,
    wrong: &mut dyn FnMut(&mut Machine<'p>, ThreadId, Outcome) -> Result<(), Outcome>,
) -> Result<Vec<u32>, Outcome> {
    let mut passed = Vec::new();
    for group in groups {
        let mut again = true;
        while again {
            again = false;
            for lid in 0..machine.fixed.launch.threads {
                let thread = ThreadId { group, lid };
                if machine.state(thread) != State::Ready {
                    continue;
                }
                match machine.advance(thread, 0) {
                    Ok(Pause::Released) => {
                        passed.push(group);
                        again = true;
                    }
                    Ok(Pause::Quantum | Pause::Waits | Pause::Ended) => {}
                    Err(outcome) => wrong(machine, thread, outcome)?,
                }
            }
        }
    }
    Ok(passed)
}

fn random(machine: &mut Machine<'_>, rng: &mut Rng) -> Result<(), Outcome> {
    let launch = machine.fixed.launch;
    let threads = |group| (0..launch.threads).map(move |lid| ThreadId { group, lid });
    let mut waiting = shuffled(launch.groups, rng);
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

/// What goes wrong between two accesses is not an event of its own: it waits until its thread has a turn, or the turns are
/// over.
fn replay(machine: &mut Machine<'_>, turns: &[Turn]) -> Result<(), Outcome> {
    let launch = machine.fixed.launch;
    for group in 0..launch.groups {
        machine.start_group(group)?;
    }
    let mut pending: Vec<(ThreadId, Outcome)> = Vec::new();
    let quiet = |machine: &mut Machine<'_>, pending: &mut Vec<(ThreadId, Outcome)>| {
        settle(machine, 0..launch.groups, &mut |machine, thread, outcome| {
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
        let known = turn.thread.group < launch.groups && turn.thread.lid < launch.threads;
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
    for group in 0..launch.groups {
        while machine.group(group).is_some_and(|g| (g.done as usize) < g.threads.len()) {
            for lid in 0..launch.threads {
                let thread = ThreadId { group, lid };
                if machine.state(thread) == State::Ready {
                    let _ = machine.advance(thread, u64::MAX)?;
                }
            }
        }
    }
    (0..launch.groups).for_each(|group| machine.finish_group(group));
    Ok(())
}
