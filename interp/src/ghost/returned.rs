//! What the threads of a launch gave back when they ended.
//!
//! In: a launch, and the kernel with its levels. Out: a place for the sum of each group, where a level asks for it.

use super::footprint::Footprint;
use super::written::{around_threads, is_written, Side};
use crate::launch::Launch;
use ir::{Kernel, Program};

/// What the threads of each group gave back.
#[derive(Clone, Debug)]
pub(super) struct Returned {
    /// For each group how many of its threads have ended, and the sum when all have, if it is known.
    pub groups: Vec<(u32, Option<Footprint>)>,
}

impl Returned {
    /// Nothing was given back yet. `None` if no level around the threads says anything about memory behind the launch.
    pub fn of(program: &Program, kernel: &Kernel, launch: &Launch) -> Option<Self> {
        let needs = around_threads(kernel).any(|depth| is_written(program, kernel, depth, Side::Post));
        needs.then(|| Self { groups: vec![(0, None); launch.groups() as usize] })
    }
}
