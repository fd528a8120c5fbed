//! Replay: what execution says about a failure to prove (DESIGN 1.4).
//!
//! ```text
//! model ─start→ launch, arguments, memory ─interp→ failures ─same→ Confirmed | Unconfirmed
//! ```
//!
//! In: a program, the task and its outcomes. Out: the same outcomes, where a refutation that a run can show is confirmed by
//! one or becomes unknown, and an unknown that a run of a tiny launch goes wrong in becomes refuted.
//!
//! A run starts where the kernel starts. The solver's model may be a state behind a loop or a barrier that no run reaches:
//! then the annotations say too little, and the kernel may well be right. Claims between specifications ([`shows`]) are
//! refuted by any state.

mod allowed;
mod attempt;
mod call;
mod model;
mod near;
mod same;
mod search;
mod story;

pub use attempt::Start;
pub use model::observed;
pub use same::{shows, Shows};

use std::sync::OnceLock;

use logic::obligation::Task;
use rayon::prelude::*;
use syntax::typed::{Kernel, Program};

use crate::outcome::{Outcome, Replay, Verdict};
use crate::pipeline::Options;
use attempt::Found;
use same::same;

/// A note for a kernel that is proved, if no launch was found that it is proved of.
pub fn note(program: &Program, task: &Task, outcomes: &[Outcome], options: &Options) -> Option<String> {
    let kernel = program.kernels.iter().find(|k| k.name.name == task.item && k.name.span == task.span)?;
    let proved = outcomes.iter().all(|o| o.verdict == Verdict::Proved);
    if !proved || task.inputs.launch.is_none() || !allowed::in_doubt(program, kernel, task, options) {
        return None;
    }
    Some("no small launch was found that satisfies the preconditions: if none does, nothing is proved; `sepal run` shows for one of your own whether it does".into())
}

/// Replays every failure of a task, in the order of its outcomes.
pub fn judge(program: &Program, task: &Task, outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let kernel = program.kernels.iter().find(|k| k.name.name == task.item && k.name.span == task.span);
    if kernel.is_some() && task.inputs.launch.is_none() {
        // The interpreter runs launches of one dimension.
        return outcomes;
    }
    let replay = Replays { program, task, kernel, searched: OnceLock::new() };
    outcomes.into_par_iter().map(|o| replay.outcome(o)).collect()
}

/// Why a counterexample of the solver is not believed.
const UNREACHED: &str =
    "the annotations allow the state below, and no run was found that comes to it: either the kernel is wrong in a \
    way that small launches do not show, or an annotation (mostly a loop invariant) says too little";

struct Replays<'p> {
    program: &'p Program,
    task: &'p Task,
    kernel: Option<&'p Kernel>,
    /// What goes wrong in tiny launches: searched once, when the first failure needs it.
    searched: OnceLock<Vec<Found>>,
}

impl Replays<'_> {
    fn outcome(&self, mut outcome: Outcome) -> Outcome {
        if outcome.verdict == Verdict::Proved || !same::may_run(outcome.code) {
            return outcome;
        }
        let witness = self.witness(&outcome);
        outcome.model = None;
        match (witness, outcome.verdict) {
            (Some((found, of_model)), _) => {
                let witness = story::tell(self.program, self.kernel, &found);
                if !of_model {
                    outcome.values.clone_from(&witness.values);
                }
                outcome.verdict = Verdict::Refuted;
                outcome.reason = None;
                outcome.replay = Replay::Confirmed(Box::new(witness));
            }
            (None, Verdict::Refuted) if shows(outcome.code) == Shows::Specification => {
                outcome.replay = Replay::Specification;
            }
            (None, Verdict::Refuted) => {
                outcome.verdict = Verdict::Unknown;
                outcome.replay = Replay::Unconfirmed;
                outcome.reason = Some(UNREACHED.into());
            }
            (None, Verdict::Proved | Verdict::Unknown) => {}
        }
        outcome
    }

    /// A run that goes wrong in the way of the outcome: from the model (then `true`), else from a tiny launch.
    fn witness(&self, outcome: &Outcome) -> Option<(Found, bool)> {
        let from_model = outcome.model.as_ref();
        let start = from_model.and_then(|m| model::start(self.program, &self.task.item, &self.task.inputs, m));
        let obligation = self.task.obligations.iter().find(|o| o.name == outcome.name)?;
        let is_same = |found: &&Found| same(obligation, &found.failure, self.kernel);
        let Some(kernel) = self.kernel else {
            let found = call::failures(self.program, self.task, start.as_ref());
            return found.iter().find(is_same).map(|f| (f.clone(), start.as_ref() == Some(&f.start)));
        };
        if let Some(start) = &start {
            let from_model = attempt::failures(self.program, kernel, start);
            if let Some(found) = from_model.iter().find(is_same) {
                return Some((found.clone(), true));
            }
        }
        let searched = self.searched.get_or_init(|| search::failures(self.program, kernel));
        searched.iter().find(is_same).map(|f| (f.clone(), false))
    }
}
