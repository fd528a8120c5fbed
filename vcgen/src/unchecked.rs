//! The obligations and findings that count.
//!
//! In: a program, and options. Out: the tasks of its items, without the obligations that a person asks not to check;
//! and where only runs are searched, the findings that a run shows.

use crate::options::Options;
use crate::outcome::{Outcome, Verdict};
use ir::Program;
use logic::obligation::Task;

/// The tasks of all items. What is left out is no obligation of its task, so nothing that follows from it alone is
/// proved; hypotheses of other obligations may say that it holds, as the verdict does.
pub fn tasks(program: &Program) -> Vec<Task> {
    let mut tasks = logic::tasks(program);
    for task in &mut tasks {
        task.obligations.retain(|o| !program.unchecked.leaves_out(o.code));
    }
    tasks
}

/// The outcomes, where only runs are searched those that are refuted. What is not reported stays unknown.
pub fn searched(mut outcomes: Vec<Outcome>, options: &Options) -> Vec<Outcome> {
    outcomes.retain(|outcome| !options.only_runs || outcome.verdict == Verdict::Refuted);
    outcomes
}

/// What is said of an item of which nothing is proved.
pub fn note(options: &Options) -> Option<String> {
    let said = "runs of small launches were searched for mistakes, and nothing was proved (`--findbugs`)";
    options.only_runs.then(|| said.to_owned())
}
