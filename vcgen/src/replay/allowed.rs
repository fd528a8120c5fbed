//! Whether any tiny launch satisfies the preconditions of a kernel that is proved.
//!
//! In: a kernel. Out: whether one was found. The solver calls preconditions contradictory only if it finds a contradiction,
//! and it finds none in a pigeonhole: `n + 1` different values below `n`. Then everything is proved, of no launch.

use interp::{Launch, Limits, Outcome, Rng, Schedule};
use logic::obligation::{Mode, Obligation, Task};
use logic::term::{self, Op};
use syntax::typed::{Kernel, Program};

use crate::{decide, pipeline};

use super::attempt::{options, Start, LIMITS};
use super::near;
use super::search::{input, launches};

/// Starts that are tried in a launch.
const TRIED: u32 = 60;

/// Whether nothing shows that the preconditions can hold together: some of them speak of all elements of something,
/// and neither a run of a tiny launch starts nor the solver has a state of one.
pub fn in_doubt(program: &Program, kernel: &Kernel, task: &Task, options: &pipeline::Options) -> bool {
    let quantified = |t: &term::Term| term::any_subterm(t, |s| matches!(s.op(), Op::Quant(_)));
    let universal = |o: &&Obligation| o.hyps.iter().any(|h| h.span.is_some() && quantified(&h.term));
    let mut vacuous = task.obligations.iter().filter(|o| o.mode == Mode::Satisfiable).filter(universal).peekable();
    vacuous.peek().is_some()
        && !some_launch(program, kernel)
        && vacuous.any(|o| !decide::has_state(o, &task.definitions, options))
}

/// Whether some start of a tiny launch is one that the contract allows, as far as it can be evaluated.
fn some_launch(program: &Program, kernel: &Kernel) -> bool {
    let near = near::constants(kernel);
    let mut all = launches(&near);
    all.any(|(threads, groups)| {
        if groups > 1 && !kernel.mentions_groups {
            return false;
        }
        let launch = Launch::new(groups, threads);
        let mut rng = Rng::new(u64::from(threads) << 8 | u64::from(groups));
        (0..TRIED).any(|attempt| {
            let Some(input) = input(program, kernel, &launch, &near, attempt, &mut rng) else { return false };
            is_allowed(program, kernel, &Start { launch, input })
        })
    })
}

fn is_allowed(program: &Program, kernel: &Kernel, start: &Start) -> bool {
    let mut options = options(Schedule::Canonical, 1);
    options.limits = Limits { steps: 1, ..LIMITS };
    let Ok(run) = interp::run(program, &kernel.name.name, &start.launch, &start.input, &options) else { return false };
    match run.outcome {
        Outcome::OutsideContract { .. } => false,
        // A clause that has no value excludes nothing for certain.
        Outcome::OutsideAssumption { .. }
        | Outcome::Finished
        | Outcome::Failed(_)
        | Outcome::Limit(_)
        | Outcome::NotComputable { .. } => true,
    }
}
