//! Runs programs inside their contracts.
//!
//! In: a program, a seed, and a number of runs. Out: how many runs were inside the contract, and the first failure.

use super::inputs;
use crate::random::Random;
use interp::{run, Failure, Input, Launch, Limits, Options, Outcome, Schedule, Uninitialised};
use ir::{Kernel, Program};
use std::collections::BTreeMap;
use std::fmt;

/// Limits of one run. Generated kernels are tiny.
const LIMITS: Limits = Limits { steps: 20_000, work: 400_000, memory: 1 << 18 };

/// Number of starts that are tried for each requested run, since most starts may be outside of the contract.
const TRIED: usize = 4;

/// A run that went wrong, with all that is needed to repeat it.
#[derive(Clone, Debug)]
pub struct FailedRun {
    /// Name of the kernel.
    pub kernel: String,
    /// Size of the launch.
    pub launch: Launch,
    /// Constants and arrays that the run started with.
    pub input: Input,
    /// Order of the threads.
    pub schedule: Schedule,
    /// What went wrong.
    pub failure: Failure,
}

impl fmt::Display for FailedRun {
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

/// The results of the runs of a program.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// Number of runs that started inside the contract, and ended well or went wrong.
    pub inside: usize,
    /// Number of starts that the contract excludes, or whose launch cannot exist.
    pub outside: usize,
    /// Number of runs that a limit ended, or in which a value could not be computed.
    pub open: usize,
    /// Number of runs that ended with the same memory as the run of the original program.
    pub equal: usize,
    /// Number of runs that ended with other memory than the run of the original program.
    pub different: usize,
    /// The first run that went wrong.
    pub wrong: Option<FailedRun>,
}

/// Runs every kernel of a program `count` times inside its contract, until a run goes wrong. The seed determines inputs
/// and schedules. There are fewer runs if [`TRIED`] starts for each are not enough to find some inside the contract.
pub fn execute(program: &Program, seed: u64, count: usize) -> Runs {
    compare(program, None, seed, count)
}

/// Like [`execute`]; each run that ends well is compared with a run of `original` on the same input and schedule.
pub fn compare(program: &Program, original: Option<&Program>, seed: u64, count: usize) -> Runs {
    execute_from(program, original, seed, count, &inputs::input)
}

/// A function that chooses a launch and an input; `None` if the launch cannot exist with these constants.
pub type Start<'s> = &'s dyn Fn(&Program, &Kernel, &mut Random) -> Option<(Launch, Input)>;

/// Like [`compare`], from starts of the caller's choice.
pub fn execute_from(program: &Program, original: Option<&Program>, seed: u64, count: usize, start: Start<'_>) -> Runs {
    let mut rng = Random::new(seed);
    let mut runs = Runs::default();
    for kernel in &program.kernels {
        let before = runs.inside;
        for _ in 0..count * TRIED {
            if runs.inside == before + count {
                break;
            }
            let Some((launch, input)) = start(program, kernel, &mut rng) else {
                runs.outside += 1;
                continue;
            };
            let schedule = schedule(&mut rng);
            let uninitialised = Uninitialised::OfMemory(rng.bits());
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
                    runs.wrong = Some(FailedRun { kernel, launch, input, schedule, failure: *failure });
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
