//! Runs of a program that is proved.
//!
//! In: a program, a seed, and how many runs. Out: how many of them were inside the contract, and the first failure.

use super::inputs;
use crate::random::Random;
use interp::{run, Failure, Input, Launch, Limits, Options, Outcome, Schedule, Uninitialised};
use ir::Program;
use std::collections::BTreeMap;
use std::fmt;

/// What one run may use: generated kernels are tiny.
const LIMITS: Limits = Limits { steps: 20_000, work: 400_000, memory: 1 << 18 };

/// Starts for each run that is asked for, of which most may be outside the contract.
const TRIED: usize = 4;

/// A run that went wrong.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The kernel.
    pub kernel: String,
    /// The launch.
    pub launch: Launch,
    /// What it started from.
    pub input: Input,
    /// The order of its threads.
    pub schedule: Schedule,
    /// What went wrong.
    pub failure: Failure,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [groups, threads] = self.launch.sizes();
        writeln!(f, "kernel {}, {groups} groups of {threads} threads, schedule {}", self.kernel, self.schedule)?;
        for (name, value) in &self.input.scalars {
            writeln!(f, "  {name} = {value}")?;
        }
        for (name, values) in &self.input.arrays {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            writeln!(f, "  {name} = [{}]", values.join(", "))?;
        }
        let Failure { code, node, message, threads, values, .. } = &self.failure;
        writeln!(f, "  {code} at bytes {}..{}: {message}", node.span.start, node.span.end)?;
        for thread in threads {
            writeln!(f, "    thread {thread}")?;
        }
        for shown in values {
            writeln!(f, "    {} = {}", shown.label, shown.value)?;
        }
        Ok(())
    }
}

/// What the runs of a program did.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// Runs that ended well, or went wrong.
    pub inside: usize,
    /// Runs whose input the contract excludes, or whose launch cannot exist.
    pub outside: usize,
    /// Runs that a limit ended, or in which something could not be computed.
    pub open: usize,
    /// Runs that ended with the same memory as those of the program that this one is compared with.
    pub equal: usize,
    /// Runs that ended with another memory.
    pub different: usize,
    /// The first that went wrong.
    pub wrong: Option<Wrong>,
}

/// Runs every kernel of a program `count` times inside its contract, as far as [`TRIED`] starts for each allow, on
/// inputs and schedules that `seed` determines, until one goes wrong.
pub fn execute(program: &Program, seed: u64, count: usize) -> Runs {
    compare(program, None, seed, count)
}

/// The same, and each run that ends well is compared with one of `original` on the same input and schedule.
pub fn compare(program: &Program, original: Option<&Program>, seed: u64, count: usize) -> Runs {
    let mut rng = Random::new(seed);
    let mut runs = Runs::default();
    for kernel in &program.kernels {
        let before = runs.inside;
        for _ in 0..count * TRIED {
            if runs.inside == before + count {
                break;
            }
            let Some((launch, input)) = inputs::input(program, kernel, &mut rng) else {
                runs.outside += 1;
                continue;
            };
            let schedule = schedule(&mut rng);
            let uninitialised = Uninitialised::Arbitrary(rng.bits());
            let options = Options { schedule: schedule.clone(), uninitialised, limits: LIMITS, ..Options::default() };
            let name = &kernel.name.name;
            let (outcome, memory) = match run(program, name, &launch, &input, &options) {
                Ok(run) => (Ok(run.outcome), run.memory),
                Err(error) => (Err(error), BTreeMap::new()),
            };
            match outcome {
                Err(_) | Ok(Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. }) => runs.outside += 1,
                Ok(Outcome::Limit(_) | Outcome::NotComputable { .. }) => runs.open += 1,
                Ok(Outcome::Finished) => {
                    runs.inside += 1;
                    let other = original.and_then(|p| run(p, name, &launch, &input, &options).ok());
                    let other = other.filter(|run| run.outcome == Outcome::Finished);
                    runs.equal += usize::from(other.as_ref().is_some_and(|run| run.memory == memory));
                    runs.different += usize::from(other.is_some_and(|run| run.memory != memory));
                }
                Ok(Outcome::Failed(failure)) => {
                    runs.inside += 1;
                    let kernel = kernel.name.name.clone();
                    runs.wrong = Some(Wrong { kernel, launch, input, schedule, failure: *failure });
                    return runs;
                }
            }
        }
    }
    runs
}

fn schedule(rng: &mut Random) -> Schedule {
    match rng.below(7) {
        0 => Schedule::Canonical,
        1 => Schedule::Reversed,
        2 => Schedule::Lockstep,
        3 => Schedule::Permuted(rng.bits()),
        4 => Schedule::Warps(rng.bits()),
        _ => Schedule::Random(rng.bits()),
    }
}
