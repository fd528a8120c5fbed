//! Teams: members that run side by side, each with the same contract.
//!
//! A kernel is a team of groups, and the body of each group is a team of threads. Groups and threads are not two
//! notions: each is the member of a team, and a rule about members, their contract and the team around them is stated
//! once, for any depth.

use crate::{ArrayId, Axis, Contract, Dims, Space};

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

impl Team {
    /// The two teams of a kernel: groups, each with a copy of every local array, and the threads of a group.
    pub fn of_kernel(
        dims: Dims,
        several_groups: bool,
        spaces: &[Space],
        groups: Contract,
        threads: Contract,
    ) -> Vec<Self> {
        let axes = dims.axes().to_vec();
        let local = (0..).zip(spaces).filter(|(_, space)| **space == Space::Local);
        let memory = local.map(|(n, _)| ArrayId(n)).collect();
        let of_groups = if several_groups { axes.clone() } else { vec![] };
        vec![Team { axes: of_groups, contract: groups, memory }, Team { axes, contract: threads, memory: vec![] }]
    }
}
