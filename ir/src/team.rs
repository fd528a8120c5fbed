//! Teams: members that run side by side, each with the same contract.
//!
//! A kernel is a team of groups, and the body of each group is a team of threads. Groups and threads are not two notions: each is
//! the member of a team, and a rule about members, their contract and the team around them is stated once, for any depth.

use crate::{ArrayId, Axis, Contract, Dims, Kernel, Space};

/// How deep something lies in nested teams: 0 is the launch as a whole, `d` a member of the `d`-th team from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub usize);

impl Depth {
    /// The launch as a whole.
    pub const LAUNCH: Self = Self(0);
    /// A group of a kernel's launch.
    pub const GROUP: Self = Self(1);
    /// A thread of a group of a kernel's launch.
    pub const THREAD: Self = Self(2);

    /// The members of the next team inside.
    pub const fn inner(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A team: members that run side by side.
#[derive(Clone, Debug, Default)]
pub struct Team {
    /// The dimensions in which its members are numbered, each from 0. A team without any has one member.
    pub axes: Vec<Axis>,
    /// What each member requires and ensures.
    pub contract: Contract,
    /// Arrays that come to be with each member, one copy a member.
    pub memory: Vec<ArrayId>,
}

impl Kernel {
    /// The contract of the launch (depth 0) or of each member of a team. What lies deeper than the innermost team has the contract
    /// of the innermost.
    pub fn contract_at(&self, depth: Depth) -> &Contract {
        self.teams.iter().take(depth.0).last().map_or(&self.contract, |team| &team.contract)
    }

    /// The contract of each thread.
    pub fn of_thread(&self) -> &Contract {
        self.contract_at(self.innermost())
    }

    /// The depth of the threads: nothing runs side by side inside of them.
    pub fn innermost(&self) -> Depth {
        Depth(self.teams.len())
    }

    /// All contracts with their depths, that of the launch first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = (Depth, &Contract)> {
        (0..=self.teams.len()).map(|d| (Depth(d), self.contract_at(Depth(d))))
    }

    /// All contracts, that of the launch first.
    pub fn contracts(&self) -> impl DoubleEndedIterator<Item = &Contract> {
        self.levels().map(|(_, contract)| contract)
    }

    /// How many dimensions threads are numbered in.
    pub fn dims(&self) -> Dims {
        self.teams.last().and_then(|threads| threads.axes.last()).map_or(Dims::One, |last| Dims::up_to(*last))
    }

    /// Whether the launch may have several groups. If not, the text mentions none of `gid`, `lid`, `ngroups` and `tcount`, in any
    /// dimension.
    pub fn mentions_groups(&self) -> bool {
        self.teams.len() > 1 && self.teams.first().is_some_and(|groups| !groups.axes.is_empty())
    }

    /// The depth of the members with which an array comes to be: each of them has a copy of its own. Global memory is there for
    /// all of the launch.
    pub fn depth_of(&self, array: ArrayId) -> Depth {
        let owner = self.teams.iter().position(|team| team.memory.contains(&array));
        owner.map_or(Depth::LAUNCH, |n| Depth(n + 1))
    }

    /// The two teams of a kernel: groups, each with a copy of every local array, and the threads of a group.
    pub fn teams_of(
        dims: Dims,
        several_groups: bool,
        spaces: &[Space],
        groups: Contract,
        threads: Contract,
    ) -> Vec<Team> {
        let axes = dims.axes().to_vec();
        let local = (0..).zip(spaces).filter(|(_, space)| **space == Space::Local);
        let memory = local.map(|(n, _)| ArrayId(n)).collect();
        let of_groups = if several_groups { axes.clone() } else { vec![] };
        vec![Team { axes: of_groups, contract: groups, memory }, Team { axes, contract: threads, memory: vec![] }]
    }
}
