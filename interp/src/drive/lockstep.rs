//! Warps in lockstep.
//!
//! In: a machine, and the order in which warps have their turns. Out: the end of the run.
//!
//! A warp executes one instruction at a time, for those of its threads that are furthest behind in the code, the first
//! lane first (min-PC reconvergence). So where a warp diverges, the side of a branch that is written first runs first,
//! with the other threads masked out; behind the branch, and behind a loop, all go together again. Here, an instruction
//! is one access to shared memory together with everything that its thread does up to the next access, because other
//! threads cannot see that. A thread that has finished a round of a loop waits for the other threads of its warp
//! ([`Meet`](crate::code::Op::Meet)). Otherwise it would be the furthest behind, at the head of the loop, and run
//! ahead.

use super::settle::{settle, shuffled};
use crate::machine::{Machine, Pause, State};
use crate::member::ThreadId;
use crate::report::Outcome;
use crate::rng::Rng;

/// In which order warps have their turns.
pub(super) enum Turns {
    /// Groups one after the other; each warp of a group does one instruction in turn.
    Alternating,
    /// In an order that the generator determines: groups, and the warps of a group between any two barriers, each as
    /// far as the barrier.
    Permuted(Rng),
}

/// Runs a machine to its end.
pub(super) fn drive(machine: &mut Machine<'_>, mut turns: Turns) -> Result<(), Outcome> {
    let launch = machine.fixed.launch;
    let warps = launch.threads().div_ceil(launch.warp);
    for group in order(launch.groups(), &mut turns) {
        machine.start_group(group)?;
        let _ = settle(machine, group..group + 1, &mut |_, _, outcome| Err(outcome))?;
        while machine.group(group).is_some_and(|g| (g.done as usize) < g.threads.len()) {
            for warp in order(warps, &mut turns) {
                match turns {
                    Turns::Alternating => {
                        let _ = instruction(machine, group, warp)?;
                    }
                    Turns::Permuted(_) => while instruction(machine, group, warp)? {},
                }
            }
        }
        machine.finish_group(group);
    }
    Ok(())
}

fn order(n: u32, turns: &mut Turns) -> Vec<u32> {
    match turns {
        Turns::Alternating => (0..n).collect(),
        Turns::Permuted(rng) => shuffled(n, rng),
    }
}

/// Executes the next instruction of a warp. The result says whether the warp may execute another one before other warps
/// of its group: there was an instruction, and it did not release a barrier.
fn instruction(machine: &mut Machine<'_>, group: u32, warp: u32) -> Result<bool, Outcome> {
    let launch = machine.fixed.launch;
    let first = warp.saturating_mul(launch.warp);
    let lanes = first..launch.threads().min(first.saturating_add(launch.warp));
    let ready = lanes.map(|lid| ThreadId { group, lid }).filter(|t| machine.state(*t) == State::Ready);
    let ready: Vec<(Vec<u32>, ThreadId)> = ready.map(|t| (machine.place(t), t)).collect();
    let Some(behind) = ready.iter().map(|(place, _)| place).min().cloned() else { return Ok(false) };
    let mut goes_on = true;
    for (_, thread) in ready.into_iter().filter(|(place, _)| *place == behind) {
        let pause = machine.advance(thread, 1)?;
        if matches!(pause, Pause::Released | Pause::TileReleased) {
            let _ = settle(machine, group..group + 1, &mut |_, _, outcome| Err(outcome))?;
            goes_on &= pause != Pause::Released;
        }
    }
    Ok(goes_on)
}
