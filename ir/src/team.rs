//! Teams: members that run concurrently, each with the same contract.
//!
//! A kernel is a team of groups, and the body of each group is a team of threads. So a rule about the members of a
//! team, their contract and the member around them covers both groups and threads, and is stated once.
//!
//! In: nothing. Out: [`Team`] and [`Depth`], which tells how deeply nested a team is.

use crate::{ArrayId, Axis, Contract, Dims, Space};

/// The depth of members in nested teams: 0 is the launch as a whole, and `d` a member of the `d`-th team, counted from
/// the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub usize);

impl Depth {
    /// The launch as a whole.
    pub const LAUNCH: Self = Self(0);
    /// A group of a kernel's launch.
    pub const GROUP: Self = Self(1);
    /// A thread of a group of a kernel's launch.
    pub const THREAD: Self = Self(2);

    /// The depth of the members of the next team inside.
    pub const fn inner(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A team: members that run concurrently.
#[derive(Clone, Debug, Default)]
pub struct Team {
    /// The dimensions in which members are numbered, each from 0. A team without dimensions has one member.
    pub axes: Vec<Axis>,
    /// The contract of each member.
    pub contract: Contract,
    /// The arrays that are copied for each member: no member sees another one's copy.
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
