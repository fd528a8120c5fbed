//! Members: a launch, its groups and their threads as nodes of one tree.
//!
//! In: nothing. Out: [`ThreadId`], and [`Member`], by which contracts, owners of arrays and findings say which of them
//! they are about. Which members a launch has is known to [`crate::Launch`].

use std::cmp::Ordering;
use std::fmt;

use ir::Depth;

/// How many teams of a launch lie one in the other: the groups, and in each group its threads.
pub(crate) const TEAMS: usize = 2;

/// A launch as a whole, or a member of one of the teams in it: a group, a thread.
///
/// Every location has one, so it is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// 0 for the launch, 1 for a group, 2 for a thread.
    depth: u8,
    /// The positions in their teams of the members around this one, and last its own: `[1, 3]` for thread 3 of group 1,
    /// `[1, 0]` for group 1. What lies deeper than `depth` is 0.
    path: [u32; TEAMS],
}

impl Member {
    /// The launch as a whole.
    pub const LAUNCH: Self = Self { depth: 0, path: [0; TEAMS] };

    /// The member with these positions. Positions deeper than `depth` do not count. A launch has no member deeper than
    /// its teams.
    pub(crate) fn new(depth: Depth, mut path: [u32; TEAMS]) -> Self {
        path.iter_mut().skip(depth.0).for_each(|position| *position = 0);
        Self { depth: depth.0.min(TEAMS) as u8, path }
    }

    /// A group, by its number in the launch.
    pub const fn group(number: u32) -> Self {
        Self { depth: 1, path: [number, 0] }
    }

    /// A thread.
    pub const fn thread(thread: ThreadId) -> Self {
        Self { depth: 2, path: [thread.group, thread.lid] }
    }

    /// How deep it lies: 0 for the launch, 1 for a group, 2 for a thread.
    #[inline]
    pub fn depth(self) -> Depth {
        Depth(usize::from(self.depth))
    }

    /// The position in its team of the member at a depth that this one is or lies in; `None` if that is deeper, or the
    /// launch, which is in no team.
    #[inline]
    pub fn position(self, depth: Depth) -> Option<u32> {
        let team = depth.0.checked_sub(1)?;
        self.path.get(team).copied().filter(|_| depth <= self.depth())
    }

    /// The member at a depth that this one is or lies in; `None` if that is deeper.
    pub fn around(self, depth: Depth) -> Option<Self> {
        (depth <= self.depth()).then(|| Self::new(depth, self.path))
    }

    /// The thread that it is, if it is one.
    pub fn as_thread(self) -> Option<ThreadId> {
        let [group, lid] = self.path;
        (self.depth() == Depth::THREAD).then_some(ThreadId { group, lid })
    }
}

/// The launch comes first, then the groups, then the threads, each in the order of their numbers. Each look-up of a
/// permission compares members, so they are compared as numbers and not as lists.
impl Ord for Member {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |member: &Self| {
            let [group, lid] = member.path;
            (member.depth, (u64::from(group) << 32) | u64::from(lid))
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Member {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<ThreadId> for Member {
    fn from(thread: ThreadId) -> Self {
        Self::thread(thread)
    }
}

/// A thread of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId {
    /// Its group, `gid`.
    pub group: u32,
    /// Its number in the group, `lid`.
    pub lid: u32,
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.group, self.lid)
    }
}
