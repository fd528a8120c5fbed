//! Data races, by happens-before.
//!
//! In: each access to a location, in the order of the run. Out: an earlier access that conflicts with it and that
//! nothing orders before it.
//!
//! This is FastTrack (Flanagan and Freund, PLDI 2009) for programs whose threads synchronise by barriers only. All
//! threads of a group pass the same barriers, so the vector clock of a thread is one number: how many barriers its
//! group has passed, its *phase*. Two accesses of different threads are ordered if and only if the threads are of one
//! group and the phases differ. What was written before a barrier has arrived behind it only if the barrier fences that
//! memory: where the earlier access is a write, only such barriers count. A read is over when its thread reaches any
//! barrier, so where the earlier access is a read, all barriers count (the second barrier of D6.2's Figure 5.9 relies
//! on that). With *strict* fences, as OpenCL's memory model has them, only barriers that fence the memory count there,
//! too. In kernels with atomics the phase is not enough: [`crate::happens`] has a vector clock there.
//!
//! Of the earlier accesses to a location three are kept: the last write, and two reads since then. They suffice:
//! an access that races with a forgotten one races with a kept one, too. (A write is forgotten when a later write
//! is ordered behind it; reads are forgotten when a write is ordered behind them. Reads of two groups race with any
//! write: two of them are kept for good. Reads of one group race with writes of its present phase only if
//! another thread did them: two threads of the latest phase are kept.)

use crate::launch::Launch;

/// One access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Epoch {
    /// Number of the thread in the launch.
    pub thread: u32,
    /// Phase of its group, from 1: of a write, barriers that fence this memory; of a read, all barriers. 0 where there
    /// was no access.
    pub phase: u32,
    /// The number of the operation in the code.
    pub op: u32,
}

/// The present access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Now {
    /// Number of the thread in the launch.
    pub thread: u32,
    /// The number of the operation in the code.
    pub op: u32,
    /// Barriers that its group has passed and that fence this memory, from 1.
    pub fenced: u32,
    /// All barriers that its group has passed, from 1; with strict fences, the same as `fenced`.
    pub passed: u32,
}

impl Now {
    #[inline(always)]
    fn as_write(self) -> Epoch {
        Epoch { thread: self.thread, phase: self.fenced, op: self.op }
    }

    #[inline(always)]
    fn as_read(self) -> Epoch {
        Epoch { thread: self.thread, phase: self.passed, op: self.op }
    }
}

/// What is remembered of the accesses to one location: the last write, and two reads; each as thread, phase, operation.
/// It is data of zeros before the first access, so that memory of it costs nothing until it is touched.
pub(crate) type Shadow = [[u32; 3]; 3];

/// The shadow of a location that nobody has accessed.
pub(crate) const UNTOUCHED: Shadow = [[0; 3]; 3];

#[inline(always)]
fn epoch([thread, phase, op]: [u32; 3]) -> Epoch {
    Epoch { thread, phase, op }
}

#[inline(always)]
fn raw(epoch: Epoch) -> [u32; 3] {
    [epoch.thread, epoch.phase, epoch.op]
}

/// An earlier access that races with the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub earlier: Epoch,
    pub earlier_writes: bool,
}

/// Whether two accesses of the launch are unordered: of different threads, and not separated by a barrier of their
/// group. The phases count the same barriers.
#[inline(always)]
fn unordered(a: Epoch, b: Epoch, launch: &Launch) -> bool {
    a.phase != 0 && a.thread != b.thread && (a.phase == b.phase || group(a, launch) != group(b, launch))
}

fn group(epoch: Epoch, launch: &Launch) -> u32 {
    epoch.thread / launch.threads().max(1)
}

/// Notes a read.
#[inline(always)]
pub(crate) fn read(shadow: &mut Shadow, now: Now, launch: &Launch) -> Option<Conflict> {
    let [write, first, _] = *shadow;
    let (write, first) = (epoch(write), epoch(first));
    if unordered(write, now.as_write(), launch) {
        return Some(Conflict { earlier: write, earlier_writes: true });
    }
    let now = now.as_read();
    if first.thread == now.thread && first.phase == now.phase {
        return None;
    }
    keep_read(shadow, now, launch);
    None
}

fn keep_read(shadow: &mut Shadow, now: Epoch, launch: &Launch) {
    let [_, slot, other] = shadow;
    let (first, second) = (epoch(*slot), epoch(*other));
    let of_two_groups = second.phase != 0 && group(first, launch) != group(second, launch);
    if of_two_groups {
        return;
    }
    if first.phase == 0 {
        (*slot, *other) = (raw(now), [0; 3]);
    } else if group(first, launch) != group(now, launch) {
        *other = raw(now);
    } else if first.phase != now.phase {
        // A barrier of the group lies between: for its own writes only the later read counts, and for those
        // of other groups one read is as good as another.
        (*slot, *other) = (raw(now), [0; 3]);
    } else if second.phase == 0 && first.thread != now.thread {
        *other = raw(now);
    }
}

/// Notes a write.
#[inline(always)]
pub(crate) fn write(shadow: &mut Shadow, now: Now, launch: &Launch) -> Option<Conflict> {
    let [written, first, second] = shadow.map(epoch);
    if unordered(written, now.as_write(), launch) {
        return Some(Conflict { earlier: written, earlier_writes: true });
    }
    if unordered(first, now.as_read(), launch) {
        return Some(Conflict { earlier: first, earlier_writes: false });
    }
    if unordered(second, now.as_read(), launch) {
        return Some(Conflict { earlier: second, earlier_writes: false });
    }
    *shadow = [raw(now.as_write()), [0; 3], [0; 3]];
    None
}

/// Where two racing threads stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// In one warp, at one instruction: even lockstep does not order them.
    IntraWarpSame,
    /// In one warp, on two sides of a branch on which the warp diverged.
    IntraWarpDiverged,
    /// In one warp, at two instructions of one path: ordered by lockstep, if the machine has it, and by nothing else.
    IntraWarpLockstep,
    /// In one group, in two warps.
    InterWarp,
    /// In two groups.
    InterGroup,
}

impl Relation {
    /// Its id, in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::IntraWarpSame => "same-warp-same-instruction",
            Self::IntraWarpDiverged => "same-warp-diverged",
            Self::IntraWarpLockstep => "same-warp-one-path",
            Self::InterWarp => "different-warps",
            Self::InterGroup => "different-groups",
        }
    }

    /// In words, for a report.
    pub fn words(self) -> &'static str {
        match self {
            Self::IntraWarpSame => "two threads of one warp, at the same instruction",
            Self::IntraWarpDiverged => "two threads of one warp, on two sides of a branch",
            Self::IntraWarpLockstep => "two threads of one warp, which only lockstep would order",
            Self::InterWarp => "two warps of one group",
            Self::InterGroup => "two groups",
        }
    }

    /// Why nothing orders the two, as a sentence.
    pub fn why(self) -> &'static str {
        match self {
            Self::IntraWarpSame => "not even lockstep says whose value stays",
            Self::IntraWarpDiverged => {
                "no language standard says which side runs first, or that one ends before the other starts"
            }
            Self::IntraWarpLockstep => {
                "only lockstep would order them, and no language standard promises it: a warp may be narrower, and its \
                threads may go apart"
            }
            Self::InterWarp => "warps run in any order, and only a barrier that fences this memory would order them",
            Self::InterGroup => "groups run in any order, and no barrier orders them",
        }
    }
}
