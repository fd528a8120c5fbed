//! Which thread runs when.
//!
//! In: the text of a schedule, such as `random:42`; the same text always gives the same interleaving. Out:
//! [`Schedule`]. [`crate::drive`] runs a machine in this order.
//!
//! | schedule | order |
//! |---|---|
//! | `canonical` | group by group; between barriers, thread by thread |
//! | `reversed` | the same from the last to the first |
//! | `permuted:SEED` | groups, and threads between any two barriers, in an order that the seed determines |
//! | `group:G:SEED` | permuted, but group G comes first |
//! | `warp:G:W:SEED` | permuted, but warp W of group G comes first, after each barrier again |
//! | `first:THREADS` | canonical, but these threads, and their groups, come first, after each barrier again |
//! | `lockstep` | a warp executes for those of its threads that are furthest behind (min-PC); warps take turns |
//! | `warps:SEED` | warps in lockstep, one after another up to each barrier, in an order that the seed determines |
//! | `random:SEED` | any thread of up to 64 groups, for one to four accesses to memory at a time |
//! | `replay:…` | turns as listed, then canonical |

use std::fmt;
use std::str::FromStr;

use crate::launch::Launch;
use crate::member::ThreadId;

/// A turn of a thread. It does a number of accesses to shared memory; a contract that reads shared memory counts as
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The thread that has the turn.
    pub thread: ThreadId,
    /// How many such accesses it does.
    pub accesses: u64,
}

/// Which thread runs when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// Group by group, and thread by thread between barriers.
    #[default]
    Canonical,
    /// As `Canonical`, from the last group and thread to the first.
    Reversed,
    /// In an order that a seed determines, another one behind each barrier.
    Permuted(u64),
    /// A group first.
    GroupFirst(u32, u64),
    /// A warp of a group first.
    WarpFirst(u32, u32, u64),
    /// Some threads first, and their groups.
    First(Vec<ThreadId>),
    /// Warps in lockstep, in turns.
    Lockstep,
    /// Warps in lockstep, one after the other in an order that a seed determines, another one behind each barrier.
    Warps(u64),
    /// Any thread at any access.
    Random(u64),
    /// These turns, then canonical.
    Replay(Vec<Turn>),
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canonical => f.write_str("canonical"),
            Self::Reversed => f.write_str("reversed"),
            Self::Permuted(seed) => write!(f, "permuted:{seed}"),
            Self::GroupFirst(group, seed) => write!(f, "group:{group}:{seed}"),
            Self::WarpFirst(group, warp, seed) => write!(f, "warp:{group}:{warp}:{seed}"),
            Self::First(threads) => {
                let threads: Vec<String> = threads.iter().map(ToString::to_string).collect();
                write!(f, "first:{}", threads.join(","))
            }
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
            format!(
                "`{text}` is no schedule; known are canonical, reversed, permuted:SEED, group:G:SEED, \
                warp:G:W:SEED, first:THREADS, lockstep, warps:SEED, random:SEED, all and replay:TURNS"
            )
        };
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let numbers = || rest.split(':').map(|n| n.parse::<u64>().ok()).collect::<Option<Vec<u64>>>();
        let small = |n: u64| u32::try_from(n).map_err(|_| wrong());
        match (name, rest.is_empty()) {
            ("canonical", true) => return Ok(Self::Canonical),
            ("reversed", true) => return Ok(Self::Reversed),
            ("lockstep", true) => return Ok(Self::Lockstep),
            ("first", _) => {
                let threads = rest.split(',').map(thread);
                return threads.collect::<Option<Vec<ThreadId>>>().map(Self::First).ok_or_else(wrong);
            }
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

    /// Checks that the launch has the groups, warps and threads that the schedule names. The error is a sentence that
    /// says what does not exist.
    pub fn fits(&self, launch: &Launch) -> Result<(), String> {
        let group = |group: u32| match group < launch.groups() {
            true => Ok(()),
            false => Err(format!("the schedule names group {group}, and the launch has {} (from 0)", launch.groups())),
        };
        let thread = |thread: &ThreadId| match thread.lid < launch.threads() {
            true => group(thread.group),
            false => Err(format!("the schedule names thread {thread}, and a group has {} (from 0)", launch.threads())),
        };
        let warps = launch.threads().div_ceil(launch.warp.max(1));
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
            Self::First(threads) => threads.iter().try_for_each(thread),
            Self::Replay(turns) => turns.iter().map(|turn| &turn.thread).try_for_each(thread),
        }
    }
}

/// `0.3*2`: two accesses of thread 3 of group 0.
fn turn(text: &str) -> Option<Turn> {
    let (of, accesses) = text.split_once('*')?;
    // A turn without an access changes nothing, because a thread always stands before its next access.
    Some(Turn { thread: thread(of)?, accesses: accesses.parse().ok().filter(|n| *n > 0)? })
}

/// `0.3`: thread 3 of group 0.
fn thread(text: &str) -> Option<ThreadId> {
    let (group, lid) = text.split_once('.')?;
    Some(ThreadId { group: group.parse().ok()?, lid: lid.parse().ok()? })
}
