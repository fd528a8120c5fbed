//! Whether any tiny launch satisfies the preconditions of a kernel that is proved.
//!
//! In: a kernel. Out: whether a launch was found that satisfies them. The solver calls preconditions contradictory only
//! if it finds the contradiction, and it does not find one such as "`n + 1` different values below `n`". Such
//! preconditions hold in no launch, so everything that is proved under them is proved of nothing.

use interp::{Limits, Rng, Schedule};
use ir::{Kernel, Program};
use logic::obligation::{Mode, Obligation, Task};
use logic::term::{self, Op};

use crate::decide::{self, Setting};
use crate::options::Options;
use crate::outcome::{DischargedBy, Outcome};
use crate::tools::Tools;

use super::attempt::{options, Start, LIMITS};
use super::integers;
use super::launches::launches;
use super::search::input;

/// Largest number of starts that are tried in a launch.
const TRIED: u32 = 60;
/// Largest number of nodes of contracts that are evaluated, in all launches together. It takes some milliseconds.
const WORK: u64 = 100_000;

/// Whether nothing was found that satisfies the preconditions: some of them are about all elements of an array, no run
/// of a tiny launch may start, and the solver has no model of them in a small launch.
pub fn in_doubt(
    program: &Program,
    kernel: &Kernel,
    task: &Task,
    outcomes: &[Outcome],
    (options, tools): (&Options, &Tools<'_>),
) -> bool {
    // The normaliser has found values that satisfy the preconditions.
    let has_witness = |o: &&Obligation| {
        let by = |out: &Outcome| matches!(out.by, DischargedBy::Normaliser { .. } | DischargedBy::Trivial);
        outcomes.iter().any(|out| out.id == o.id && by(out))
    };
    let quantified = |t: &term::Term| term::any_subterm(t, |s| matches!(s.op(), Op::Quant(_)));
    let universal = |o: &&Obligation| o.hyps.iter().any(|h| h.node.is_some() && quantified(&h.term));
    let vacuous = task.obligations.iter().filter(|o| o.mode == Mode::Satisfiable);
    let mut vacuous = vacuous.filter(universal).filter(|o| !has_witness(o)).peekable();
    vacuous.peek().is_some()
        && !some_launch(program, kernel)
        && vacuous.any(|o| !decide::has_state(o, Setting::new(program, task, options, tools)))
}

/// Whether the contract allows some start of a tiny launch, as far as the contract can be evaluated.
fn some_launch(program: &Program, kernel: &Kernel) -> bool {
    let integers = integers::worth_trying(program, kernel);
    let mut all = launches(kernel, &integers);
    let mut work = 0;
    all.any(|launch| {
        let mut rng = Rng::new(u64::from(launch.threads()) << 8 | u64::from(launch.groups()));
        (0..TRIED).any(|attempt| {
            if work > WORK {
                return false;
            }
            let Some(input) = input(program, kernel, &launch, &integers, attempt, &mut rng) else { return false };
            is_allowed(program, kernel, &Start { launch, input }, &mut work)
        })
    })
}

/// Whether some thread's precondition is false at a start.
pub fn excludes(program: &Program, kernel: &Kernel, start: &Start) -> bool {
    let mut options = options(Schedule::Canonical, 1);
    options.limits = Limits { steps: 1, ..LIMITS };
    let run = interp::run(program, &kernel.name.name, &start.launch, &start.input, &options);
    run.is_ok_and(|run| matches!(run.outcome, interp::Outcome::OutsideContract { .. }))
}

fn is_allowed(program: &Program, kernel: &Kernel, start: &Start, work: &mut u64) -> bool {
    let mut options = options(Schedule::Canonical, 1);
    options.limits = Limits { steps: 1, ..LIMITS };
    let Ok(run) = interp::run(program, &kernel.name.name, &start.launch, &start.input, &options) else { return false };
    *work += run.work;
    match run.outcome {
        interp::Outcome::OutsideContract { .. } => false,
        // A clause that cannot be evaluated does not exclude the start for certain.
        interp::Outcome::OutsideAssumption { .. }
        | interp::Outcome::Finished
        | interp::Outcome::Failed(_)
        | interp::Outcome::Limit(_)
        | interp::Outcome::NotComputable { .. } => true,
    }
}
