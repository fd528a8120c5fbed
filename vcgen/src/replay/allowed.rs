//! Whether any tiny launch satisfies the preconditions of a kernel that is proved.
//!
//! In: a kernel. Out: whether one was found. The solver calls preconditions contradictory only if it finds a contradiction,
//! and it finds none in a pigeonhole: `n + 1` different values below `n`. Then everything is proved, of no launch.

use interp::{Limits, Rng, Schedule};
use ir::{Kernel, Program};
use logic::obligation::{Mode, Obligation, Task};
use logic::term::{self, Op};

use crate::decide::{self, Setting};
use crate::options::Options;
use crate::outcome::{DischargedBy, Outcome};
use crate::tools::Tools;

use super::attempt::{options, Start, LIMITS};
use super::launches::launches;
use super::near;
use super::search::input;

/// Starts that are tried in a launch.
const TRIED: u32 = 60;
/// Nodes of contracts that are evaluated in all launches together: some milliseconds.
const WORK: u64 = 100_000;

/// Whether nothing shows that the preconditions can hold together: some of them speak of all elements of something,
/// and neither a run of a tiny launch starts nor the solver has a state of one.
pub fn in_doubt(
    program: &Program,
    kernel: &Kernel,
    task: &Task,
    outcomes: &[Outcome],
    (options, tools): (&Options, &Tools<'_>),
) -> bool {
    // The normaliser shows that preconditions hold together by values for which they do.
    let has_witness = |o: &&Obligation| {
        outcomes.iter().any(|out| out.id == o.id && matches!(out.by, DischargedBy::Egg(_) | DischargedBy::Trivial))
    };
    let quantified = |t: &term::Term| term::any_subterm(t, |s| matches!(s.op(), Op::Quant(_)));
    let universal = |o: &&Obligation| o.hyps.iter().any(|h| h.node.is_some() && quantified(&h.term));
    let vacuous = task.obligations.iter().filter(|o| o.mode == Mode::Satisfiable);
    let mut vacuous = vacuous.filter(universal).filter(|o| !has_witness(o)).peekable();
    vacuous.peek().is_some()
        && !some_launch(program, kernel)
        && vacuous.any(|o| !decide::has_state(o, Setting::new(program, task, options, tools)))
}

/// Whether some start of a tiny launch is one that the contract allows, as far as it can be evaluated.
fn some_launch(program: &Program, kernel: &Kernel) -> bool {
    let near = near::constants(kernel);
    let mut all = launches(kernel, &near);
    let mut work = 0;
    all.any(|launch| {
        let mut rng = Rng::new(u64::from(launch.threads()) << 8 | u64::from(launch.groups()));
        (0..TRIED).any(|attempt| {
            if work > WORK {
                return false;
            }
            let Some(input) = input(program, kernel, &launch, &near, attempt, &mut rng) else { return false };
            is_allowed(program, kernel, &Start { launch, input }, &mut work)
        })
    })
}

/// Whether a precondition is false of a start, that of whichever thread.
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
        // A clause that has no value excludes nothing for certain.
        interp::Outcome::OutsideAssumption { .. }
        | interp::Outcome::Finished
        | interp::Outcome::Failed(_)
        | interp::Outcome::Limit(_)
        | interp::Outcome::NotComputable { .. } => true,
    }
}
