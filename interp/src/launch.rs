//! The size of a launch, and the members of its teams.
//!
//! In: how many groups and threads there are in each dimension. Out: the members at each depth with their numbers, and
//! what the launch variables of the language stand for in each of them.

use std::ops::Range;

use ir::{Axis, Depth, Dims, LaunchVar};

use crate::member::{Member, ThreadId, TEAMS};

/// The size of a launch, in one to three dimensions.
///
/// Members of a team have numbers, x fastest, as CUDA forms its warps. The machine uses only these numbers. The names
/// of the kernel (`tid.y`) and reports use positions in each dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Launch {
    /// The size of each team, from outside: how many groups the launch has, how many threads each group has.
    teams: [TeamSize; TEAMS],
    /// Threads of a warp, at least 1; the last warp of a group may be smaller.
    pub warp: u32,
    dims: Dims,
}

/// How many members a team has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TeamSize {
    /// In all dimensions together, at least 1.
    members: u32,
    /// In x, y and z; the product is `members`.
    along: [u32; 3],
}

impl TeamSize {
    /// The size of a team. A number of members that does not fit 32 bits becomes the greatest one that does; no machine
    /// runs that many threads.
    fn shaped(along: [u32; 3]) -> Self {
        let product = along.iter().try_fold(1_u32, |n, size| n.checked_mul(*size));
        Self { members: product.unwrap_or(u32::MAX), along }
    }
}

impl Launch {
    /// A launch of one dimension, with warps of 32.
    pub const fn new(groups: u32, threads: u32) -> Self {
        let groups = TeamSize { members: groups, along: [groups, 1, 1] };
        let threads = TeamSize { members: threads, along: [threads, 1, 1] };
        Self { teams: [groups, threads], warp: 32, dims: Dims::One }
    }

    /// A launch with these sizes in x, y and z, and warps of 32; sizes in dimensions that it does not have are ignored.
    /// A number of groups or threads that does not fit 32 bits becomes the greatest one that does; no machine runs so
    /// many.
    pub fn shaped(dims: Dims, grid: [u32; 3], block: [u32; 3]) -> Self {
        let own = |sizes: [u32; 3]| match dims {
            Dims::One => [sizes[0], 1, 1],
            Dims::Two => [sizes[0], sizes[1], 1],
            Dims::Three => sizes,
        };
        Self { teams: [grid, block].map(|sizes| TeamSize::shaped(own(sizes))), warp: 32, dims }
    }

    /// The same launch with warps of another width.
    #[must_use]
    pub const fn with_warp(self, warp: u32) -> Self {
        Self { warp, ..self }
    }

    /// The same launch with the given sizes in x, y and z; where a size is `None`, it stays as it is.
    #[must_use]
    pub fn with_sizes(&self, grid: [Option<u32>; 3], block: [Option<u32>; 3]) -> Self {
        let other = |own: [u32; 3], [x, y, z]: [Option<u32>; 3]| {
            let [own_x, own_y, own_z] = own;
            [x.unwrap_or(own_x), y.unwrap_or(own_y), z.unwrap_or(own_z)]
        };
        let [groups, threads] = &self.teams;
        Self::shaped(self.dims, other(groups.along, grid), other(threads.along, block)).with_warp(self.warp)
    }

    /// The same launch for a kernel that has `dims` dimensions; `None` if the launch has more than one group or thread
    /// in a dimension that the kernel does not have.
    pub fn of(self, dims: Dims) -> Option<Self> {
        let [groups, threads] = &self.teams;
        let out = Self::shaped(dims, groups.along, threads.along).with_warp(self.warp);
        (out.teams == self.teams).then_some(out)
    }

    /// The numbers of groups, and of threads of a group, in x, y and z.
    pub const fn along(&self) -> [[u32; 3]; 2] {
        let [groups, threads] = &self.teams;
        [groups.along, threads.along]
    }

    /// Groups, in all dimensions together.
    pub const fn groups(&self) -> u32 {
        let [groups, _] = &self.teams;
        groups.members
    }

    /// Threads of a group, in all dimensions together.
    pub const fn threads(&self) -> u32 {
        let [_, threads] = &self.teams;
        threads.members
    }

    /// The numbers that the members at `depth` inside of a member have, among all members at that depth in the launch;
    /// a member at that depth has one, its own.
    pub fn numbers(&self, around: Member, depth: Depth) -> Range<usize> {
        let (mut first, mut count) = (0_usize, 1_usize);
        for (team, inside) in self.teams.iter().zip(1..=depth.0) {
            let members = team.members as usize;
            let position = around.position(Depth(inside));
            count = if position.is_some() { count } else { count.saturating_mul(members) };
            first = first.saturating_mul(members).saturating_add(position.map_or(0, |n| n as usize));
        }
        first..first.saturating_add(count)
    }

    /// The members at `depth` inside of a member, in the order of their numbers; a member itself if that is its depth.
    pub fn members(self, around: Member, depth: Depth) -> impl Iterator<Item = Member> {
        self.numbers(around, depth).map(move |number| self.member(depth, number))
    }

    /// The member at a depth that has this number among all members at that depth.
    fn member(&self, depth: Depth, number: usize) -> Member {
        let (mut path, mut rest) = ([0; TEAMS], number);
        for (position, team) in path.iter_mut().zip(&self.teams).take(depth.0).rev() {
            let members = (team.members as usize).max(1);
            *position = u32::try_from(rest % members).unwrap_or(u32::MAX);
            rest /= members;
        }
        Member::new(depth, path)
    }

    /// Its dimensions.
    pub fn axes(&self) -> &'static [Axis] {
        self.dims.axes()
    }

    /// A name in one of its dimensions, as the kernel writes it: `lid`, or with several dimensions `lid.y`.
    pub fn name(&self, var: LaunchVar, axis: Axis) -> String {
        format!("{}{}", var.name(), self.dims.suffix(axis))
    }

    /// A thread by its number in the launch.
    pub fn thread(&self, tid: u32) -> ThreadId {
        let threads = self.threads().max(1);
        ThreadId { group: tid / threads, lid: tid % threads }
    }

    /// The number of a thread in the launch.
    pub fn tid(&self, thread: ThreadId) -> u32 {
        thread.group.saturating_mul(self.threads()).saturating_add(thread.lid)
    }

    /// What a name of the kernel stands for in one dimension, for a member; `None` if it has no meaning there, as `lid`
    /// has none for a group.
    #[inline]
    pub fn value(&self, var: LaunchVar, axis: Axis, of: Member) -> Option<i64> {
        let [groups, threads] = &self.teams;
        let size = |team: &TeamSize| i64::from(along(team.along, axis));
        let place = |team: &TeamSize, depth| Some(i64::from(position(team.along, axis, of.position(depth)?)));
        match var {
            LaunchVar::Gsize => Some(size(threads)),
            LaunchVar::Ngroups => Some(size(groups)),
            LaunchVar::Tcount => Some(size(groups) * size(threads)),
            LaunchVar::Gid => place(groups, Depth::GROUP),
            LaunchVar::Lid => place(threads, Depth::THREAD),
            LaunchVar::Tid => Some(place(groups, Depth::GROUP)? * size(threads) + place(threads, Depth::THREAD)?),
        }
    }

    /// What a name stands for in each dimension.
    pub fn values(&self, var: LaunchVar, of: Member) -> Vec<i64> {
        self.axes().iter().filter_map(|axis| self.value(var, *axis, of)).collect()
    }

    /// A thread as reports name it, by its `tid`: `7`, or `(3, 1)`.
    pub fn told(&self, thread: ThreadId) -> String {
        tuple(&self.values(LaunchVar::Tid, thread.into()))
    }

    /// A thread as reports name it within its group, by its `lid`.
    pub fn told_lid(&self, thread: ThreadId) -> String {
        tuple(&self.values(LaunchVar::Lid, thread.into()))
    }

    /// A group as reports name it, by its `gid`.
    pub fn told_group(&self, group: u32) -> String {
        tuple(&self.values(LaunchVar::Gid, Member::group(group)))
    }

    /// A thread by its group and its place there: `0.3`, or `(0, 1).(2, 3)`.
    pub fn told_place(&self, thread: ThreadId) -> String {
        format!("{}.{}", self.told_group(thread.group), self.told_lid(thread))
    }

    /// Groups, and threads of a group, as `--launch` has them: `2` and `4`, or `2x1` and `4x4`.
    pub fn sizes(&self) -> [String; 2] {
        self.teams.map(|team| {
            let own: Vec<String> = self.axes().iter().map(|axis| along(team.along, *axis).to_string()).collect();
            own.join("x")
        })
    }
}

/// Positions as a person writes them: `3`, or `(3, 1)`.
pub fn tuple(positions: &[i64]) -> String {
    match positions {
        [one] => one.to_string(),
        several => format!("({})", several.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

#[inline]
fn along([x, y, z]: [u32; 3], axis: Axis) -> u32 {
    match axis {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    }
}

/// The position in one dimension of the member with this number in its team.
#[inline]
fn position([x, y, _]: [u32; 3], axis: Axis, number: u32) -> u32 {
    let (x, y) = (x.max(1), y.max(1));
    match axis {
        Axis::X if y == 1 && number < x => number,
        Axis::X => number % x,
        Axis::Y => number / x % y,
        Axis::Z => number / x / y,
    }
}

/// The value of a launch variable in a dimension that the launch does not have: positions are 0, sizes are 1.
pub(crate) fn elsewhere(var: LaunchVar) -> i64 {
    match var {
        LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => 0,
        LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups => 1,
    }
}
