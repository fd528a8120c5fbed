//! The tiny launches of a kernel, in as many dimensions as it has.
//!
//! In: a kernel and the integers that are worth trying in it. Out: launches, smallest first, with the sizes that the
//! kernel's preconditions fix; and, for a launch, the sizes that a constant of the kernel may stand for.

use interp::Member;
use interp::{Launch, RequiredSizes};
use ir::{Dims, Kernel, LaunchVar};

/// Threads of a group and groups in x, y and z, smallest first.
type Sizes = ([u32; 3], [u32; 3]);

const ONE: [u32; 3] = [1; 3];

const LINES: [Sizes; 9] = [
    (ONE, ONE),
    ([2, 1, 1], ONE),
    ([3, 1, 1], ONE),
    ([4, 1, 1], ONE),
    (ONE, [2, 1, 1]),
    ([2, 1, 1], [2, 1, 1]),
    (ONE, [3, 1, 1]),
    ([3, 1, 1], [2, 1, 1]),
    ([8, 1, 1], ONE),
];

/// A launch whose sizes differ comes before one with two equal sizes above 1: only the former shows that a kernel
/// confuses x with y.
const PLANES: [Sizes; 16] = [
    (ONE, ONE),
    ([2, 1, 1], ONE),
    ([1, 2, 1], ONE),
    ([2, 2, 1], ONE),
    ([3, 2, 1], ONE),
    ([2, 3, 1], ONE),
    (ONE, [2, 1, 1]),
    (ONE, [1, 2, 1]),
    ([2, 1, 1], [1, 2, 1]),
    ([1, 2, 1], [2, 1, 1]),
    ([2, 2, 1], [2, 2, 1]),
    ([3, 3, 1], ONE),
    ([3, 2, 1], [1, 2, 1]),
    ([4, 2, 1], ONE),
    ([2, 4, 1], ONE),
    ([4, 4, 1], ONE),
];

const SPACES: [Sizes; 12] = [
    (ONE, ONE),
    ([2, 1, 1], ONE),
    ([1, 2, 1], ONE),
    ([1, 1, 2], ONE),
    ([2, 2, 2], ONE),
    ([3, 2, 1], ONE),
    ([1, 2, 3], ONE),
    ([2, 3, 4], ONE),
    (ONE, [2, 1, 1]),
    (ONE, [1, 2, 1]),
    (ONE, [1, 1, 2]),
    ([2, 2, 1], [1, 2, 2]),
];

/// Groups as large as a constant of the kernel, or one thread larger, that are tried beyond these.
const LARGER: usize = 6;
/// Largest number of threads in a group that is as large as a literal of the kernel in each of several dimensions.
const MOST: u32 = 64;

/// The smallest launches, and launches whose groups are as large as a literal. The sizes that a precondition fixes have
/// that value in all of them.
pub fn launches<'k>(kernel: &'k Kernel, integers: &'k [i64]) -> impl Iterator<Item = Launch> + 'k {
    let all: &[Sizes] = match kernel.dims() {
        Dims::One => &LINES,
        Dims::Two => &PLANES,
        Dims::Three => &SPACES,
    };
    let larger = integers.iter().filter_map(|n| u32::try_from(*n).ok().filter(|n| *n > 4)).take(LARGER);
    let larger = larger.flat_map(|n| grown(kernel.dims(), n));
    let all = all.iter().copied().chain(larger);
    let (asked, mut seen) = (RequiredSizes::of(kernel), Vec::new());
    all.map(move |(block, grid)| asked.fit(&Launch::shaped(kernel.dims(), grid, block)))
        .filter(|launch| launch.groups() == 1 || kernel.mentions_groups())
        .filter(move |launch| {
            let first = !seen.contains(launch);
            seen.push(*launch);
            first
        })
}

/// Groups that are as large as a number in one dimension, or in all.
fn grown(dims: Dims, n: u32) -> Vec<Sizes> {
    let sizes: &[[u32; 3]] = match dims {
        Dims::One => &[[n, 1, 1]],
        Dims::Two => &[[n, 1, 1], [1, n, 1], [n, n, 1]],
        Dims::Three => &[[n, 1, 1], [1, n, 1], [1, 1, n], [n, n, n]],
    };
    let small = |s: &&[u32; 3]| dims == Dims::One || s.iter().product::<u32>() <= MOST;
    sizes.iter().filter(small).map(|s| (*s, ONE)).collect()
}

/// Values that a scalar of the kernel may have: the sizes of the launch.
pub fn sizes(launch: &Launch) -> Vec<i64> {
    let all = [LaunchVar::Gsize, LaunchVar::Ngroups, LaunchVar::Tcount];
    let mut out: Vec<i64> = all.into_iter().flat_map(|var| launch.values(var, Member::LAUNCH)).collect();
    if launch.axes().len() > 1 {
        out.push(i64::from(launch.threads()) * i64::from(launch.groups()));
    }
    out
}
