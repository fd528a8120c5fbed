//! The size of a launch, and who is in it.
//!
//! In: how many groups and threads there are in each dimension. Out: numbers of groups and threads, and what the launch
//! variables of the language stand for in each of them.

use std::fmt;

use ir::{Axis, Dims, LaunchVar};

/// The size of a launch, in one to three dimensions.
///
/// Groups and the threads of a group have numbers, x fastest, as CUDA forms its warps; the machine knows those alone.
/// Their positions in each dimension are what the kernel's names stand for, and what people are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Launch {
    /// Groups, at least 1.
    pub(crate) groups: u32,
    /// Threads of a group, at least 1.
    pub(crate) threads: u32,
    /// Threads of a warp, at least 1; the last warp of a group may be smaller.
    pub warp: u32,
    /// Groups in each dimension; their product is `groups`.
    grid: [u32; 3],
    /// Threads of a group in each dimension; their product is `threads`.
    block: [u32; 3],
    dims: Dims,
}

impl Launch {
    /// A launch of one dimension, with warps of 32.
    pub const fn new(groups: u32, threads: u32) -> Self {
        Self { groups, threads, warp: 32, grid: [groups, 1, 1], block: [threads, 1, 1], dims: Dims::One }
    }

    /// A launch with these sizes in x, y and z, and warps of 32; sizes in dimensions that it does not have are ignored.
    /// More groups or threads than can be counted are as many as can be, which no machine runs.
    pub fn shaped(dims: Dims, grid: [u32; 3], block: [u32; 3]) -> Self {
        let own = |sizes: [u32; 3]| match dims {
            Dims::One => [sizes[0], 1, 1],
            Dims::Two => [sizes[0], sizes[1], 1],
            Dims::Three => sizes,
        };
        let all = |sizes: [u32; 3]| {
            let product = sizes.iter().try_fold(1_u32, |n, size| n.checked_mul(*size));
            product.unwrap_or(u32::MAX)
        };
        let (grid, block) = (own(grid), own(block));
        Self { groups: all(grid), threads: all(block), warp: 32, grid, block, dims }
    }

    /// The same with warps of another width.
    #[must_use]
    pub const fn with_warp(self, warp: u32) -> Self {
        Self { warp, ..self }
    }

    /// The same with other sizes, in x, y and z, where there are some.
    #[must_use]
    pub fn with_sizes(&self, grid: [Option<u32>; 3], block: [Option<u32>; 3]) -> Self {
        let other = |own: [u32; 3], [x, y, z]: [Option<u32>; 3]| {
            let [own_x, own_y, own_z] = own;
            [x.unwrap_or(own_x), y.unwrap_or(own_y), z.unwrap_or(own_z)]
        };
        Self::shaped(self.dims, other(self.grid, grid), other(self.block, block)).with_warp(self.warp)
    }

    /// The same for a kernel of that many dimensions; `None` if it has more, of more than one group or thread.
    pub fn of(self, dims: Dims) -> Option<Self> {
        let out = Self { warp: self.warp, ..Self::shaped(dims, self.grid, self.block) };
        (out.grid == self.grid && out.block == self.block).then_some(out)
    }

    /// Groups, in all dimensions together.
    pub fn groups(&self) -> u32 {
        self.groups
    }

    /// Threads of a group, in all dimensions together.
    pub fn threads(&self) -> u32 {
        self.threads
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
        let threads = self.threads.max(1);
        ThreadId { group: tid / threads, lid: tid % threads }
    }

    /// The number of a thread in the launch.
    pub fn tid(&self, thread: ThreadId) -> u32 {
        thread.group.saturating_mul(self.threads).saturating_add(thread.lid)
    }

    /// What a name of the kernel stands for in one dimension, for a thread, a group or the launch; `None` if it has no
    /// meaning there.
    pub fn value(&self, var: LaunchVar, axis: Axis, who: Who) -> Option<i64> {
        let (group, lid) = match who {
            Who::Thread(thread) => (Some(thread.group), Some(thread.lid)),
            Who::Group(group) => (Some(group), None),
            Who::Launch => (None, None),
        };
        let (groups, threads) = (i64::from(along(self.grid, axis)), i64::from(along(self.block, axis)));
        let group = || group.map(|number| i64::from(position(self.grid, axis, number)));
        let lid = || lid.map(|number| i64::from(position(self.block, axis, number)));
        match var {
            LaunchVar::Gsize => Some(threads),
            LaunchVar::Ngroups => Some(groups),
            LaunchVar::Tcount => Some(groups * threads),
            LaunchVar::Gid => group(),
            LaunchVar::Lid => lid(),
            LaunchVar::Tid => Some(group()? * threads + lid()?),
        }
    }

    /// What a name stands for in each dimension.
    pub fn values(&self, var: LaunchVar, who: Who) -> Vec<i64> {
        self.axes().iter().filter_map(|axis| self.value(var, *axis, who)).collect()
    }

    /// A thread as people are told of it, by its `tid`: `7`, or `(3, 1)`.
    pub fn told(&self, thread: ThreadId) -> String {
        tuple(&self.values(LaunchVar::Tid, Who::Thread(thread)))
    }

    /// A thread as people are told of it within its group, by its `lid`.
    pub fn told_lid(&self, thread: ThreadId) -> String {
        tuple(&self.values(LaunchVar::Lid, Who::Thread(thread)))
    }

    /// A group as people are told of it, by its `gid`.
    pub fn told_group(&self, group: u32) -> String {
        tuple(&self.values(LaunchVar::Gid, Who::Group(group)))
    }

    /// A thread by its group and its place there: `0.3`, or `(0, 1).(2, 3)`.
    pub fn told_place(&self, thread: ThreadId) -> String {
        format!("{}.{}", self.told_group(thread.group), self.told_lid(thread))
    }

    /// Groups, and threads of a group, as `--launch` has them: `2` and `4`, or `2x1` and `4x4`.
    pub fn sizes(&self) -> [String; 2] {
        [self.grid, self.block].map(|sizes| {
            let own: Vec<String> = self.axes().iter().map(|axis| along(sizes, *axis).to_string()).collect();
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

fn along([x, y, z]: [u32; 3], axis: Axis) -> u32 {
    match axis {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    }
}

/// The position in one dimension of what has this number.
fn position([x, y, _]: [u32; 3], axis: Axis, number: u32) -> u32 {
    let (x, y) = (x.max(1), y.max(1));
    match axis {
        Axis::X if y == 1 && number < x => number,
        Axis::X => number % x,
        Axis::Y => number / x % y,
        Axis::Z => number / x / y,
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

/// Whom a contract is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Who {
    /// One thread.
    Thread(ThreadId),
    /// One group.
    Group(u32),
    /// The whole launch.
    Launch,
}

/// A launch variable in a dimension that the launch does not have.
pub(crate) fn elsewhere(var: LaunchVar) -> i64 {
    match var {
        LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => 0,
        LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups => 1,
    }
}
