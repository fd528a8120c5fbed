//! Steps that several schedules share: bringing threads to their next access, and shuffling.
//!
//! In: a machine. Out: the same, with each thread of some groups at its next access to shared memory.

use crate::machine::{Machine, Pause, State};
use crate::member::ThreadId;
use crate::report::Outcome;
use crate::rng::Rng;

/// `0 .. n` in an order that the generator determines (Fisher and Yates).
pub(super) fn shuffled(n: u32, rng: &mut Rng) -> Vec<u32> {
    let mut out: Vec<u32> = (0..n).collect();
    for i in (1..out.len()).rev() {
        out.swap(i, rng.below(i + 1));
    }
    out
}

/// Brings the threads of some groups to their next access to shared memory; other threads cannot see what they do
/// before. The result lists the groups that passed a barrier on the way. `wrong` is called for each thread that fails
/// on the way.
pub(crate) fn settle<'p>(
    machine: &mut Machine<'p>,
    groups: std::ops::Range<u32>,
    wrong: &mut dyn FnMut(&mut Machine<'p>, ThreadId, Outcome) -> Result<(), Outcome>,
) -> Result<Vec<u32>, Outcome> {
    let mut passed = Vec::new();
    for group in groups {
        let mut again = true;
        while again {
            again = false;
            for lid in 0..machine.fixed.launch.threads() {
                let thread = ThreadId { group, lid };
                if machine.state(thread) != State::Ready {
                    continue;
                }
                match machine.advance(thread, 0) {
                    Ok(Pause::Released) => {
                        passed.push(group);
                        again = true;
                    }
                    Ok(Pause::TileReleased) => again = true,
                    Ok(Pause::Quantum | Pause::Waits | Pause::Ended) => {}
                    Err(outcome) => wrong(machine, thread, outcome)?,
                }
            }
        }
    }
    Ok(passed)
}
