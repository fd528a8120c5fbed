//! Whose turn it is: the order of the iterations of a parallel block between two barriers.
//!
//! In: a schedule. Out: one iteration after the other. An iteration runs up to its next atomic step, to a message that
//! is not sent yet, to a barrier or to its end. Only at steps and messages does it matter for the others how far it is.

use crate::rng::{mix, Rng};
use crate::schedule::Schedule;

/// The iterations that can go on.
pub(super) struct Turns {
    /// The next one is the last.
    left: Vec<usize>,
    way: Way,
}

/// Which iteration goes on where one has come to an atomic step.
enum Way {
    /// The same one.
    Same,
    /// The one that waits longest.
    Round,
    /// Any.
    Any(Rng),
}

impl Turns {
    /// The turns of `count` iterations between two barriers. `round` is the number of barriers that they have passed.
    pub fn new(schedule: &Schedule, count: usize, round: u64) -> Self {
        let mut left: Vec<usize> = (0..count).rev().collect();
        let shuffled = |seed: u64, left: &mut Vec<usize>| {
            let mut rng = Rng::new(seed ^ mix(round + 1));
            for last in (1..count).rev() {
                left.swap(last, rng.below(last + 1));
            }
            rng
        };
        let way = match schedule {
            Schedule::Canonical | Schedule::First(_) | Schedule::Replay(_) => Way::Same,
            Schedule::Reversed => {
                left.reverse();
                Way::Same
            }
            Schedule::Lockstep => Way::Round,
            Schedule::Permuted(seed) | Schedule::GroupFirst(_, seed) | Schedule::WarpFirst(_, _, seed) => {
                let _ = shuffled(*seed, &mut left);
                Way::Same
            }
            Schedule::Warps(seed) | Schedule::Random(seed) => Way::Any(shuffled(*seed, &mut left)),
        };
        Self { left, way }
    }

    /// The next iteration.
    pub fn next(&mut self) -> Option<usize> {
        self.left.pop()
    }

    /// An iteration has come to an atomic step, or waits for a message no more. It can go on.
    pub fn again(&mut self, iteration: usize) {
        match &mut self.way {
            Way::Same => self.left.push(iteration),
            Way::Round => self.left.insert(0, iteration),
            Way::Any(rng) => {
                let at = rng.below(self.left.len() + 1);
                self.left.insert(at, iteration);
            }
        }
    }
}
