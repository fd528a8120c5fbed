//! The obligations and findings that count.
//!
//! In: a program, and options. Out: the tasks of its items, without the obligations that a person asks not to check;
//! and where only runs are searched, the findings that a run shows.

use crate::options::Options;
use crate::outcome::{DischargedBy, Outcome, Verdict};
use ir::{ItemId, Program, Unchecked};
use logic::finding::Facts;
use logic::obligation::{Hyp, Task, What};
use logic::term::{any_subterm, Role, Symbol, Term};

/// The tasks of all items. What is left out is no obligation of its task, so nothing that follows from it alone is
/// proved; hypotheses of other obligations may say that it holds, as the verdict does.
pub fn tasks(program: &Program) -> Vec<Task> {
    let mut tasks = logic::tasks(program);
    for task in &mut tasks {
        let of_kernel = matches!(task.id, ItemId::Kernel(_));
        let asked =
            Unchecked { all_but_divergence: program.unchecked.all_but_divergence && of_kernel, ..program.unchecked };
        task.obligations.retain(|o| !asked.leaves_out(o.code, matches!(o.facts, Facts::NoValue { .. })));
        if asked.all_but_divergence {
            without_memory(task);
        }
    }
    tasks
}

/// Leaves hypotheses out that may rest on what is not proved where only divergence is checked: of permissions,
/// which may be claimed for more locations than threads access, of memory, and of variables of loops. What remains is
/// about the launch, its scalars and the positions of threads. No loop is known to end then.
fn without_memory(task: &mut Task) {
    let of_launch = |t: &Term| {
        let other = |s: &Symbol| !matches!(s.role(), Role::Launch | Role::Scalar | Role::Skolem | Role::Length);
        !any_subterm(t, |part| part.sort().is_array() || part.as_app().is_some_and(other))
    };
    for o in task.obligations.iter_mut().filter(|o| o.code.what == What::BarrierUniform) {
        let known = |h: &Hyp| task.base.contains(&h.term) || h.node.is_none();
        o.hyps = o.hyps.iter().filter(|h| known(h) && of_launch(&h.term)).collect();
        o.implied_by.clear();
    }
    task.attempts.iter_mut().for_each(|attempt| attempt.measures.clear());
}

/// The outcomes, where only runs are searched those that are refuted. What is not reported stays unknown.
pub fn searched(mut outcomes: Vec<Outcome>, options: &Options) -> Vec<Outcome> {
    outcomes.retain(|outcome| !options.only_runs || outcome.verdict == Verdict::Refuted);
    outcomes
}

/// The outcomes without those that were not searched and that no run refutes, and a sentence that says how many these
/// are.
pub fn looked_at(mut outcomes: Vec<Outcome>) -> (Vec<Outcome>, Option<String>) {
    let is_left_out = |o: &Outcome| o.verdict == Verdict::Unknown && o.by == DischargedBy::Unsearched;
    let count = outcomes.iter().filter(|o| is_left_out(o)).count();
    outcomes.retain(|o| !is_left_out(o));
    let claims = if count == 1 { "1 further claim".to_owned() } else { format!("{count} further claims") };
    let verb = if count == 1 { "was" } else { "were" };
    let said = format!(
        "{claims} about permissions {verb} not looked at, because too many others are not proved: Sepal has inferred \
        the permissions of this kernel, and has missed something; `--infer-info` prints what was found"
    );
    (outcomes, (count > 0).then_some(said))
}

/// What is said of an item of which nothing is proved.
pub fn note(options: &Options) -> Option<String> {
    let said = "runs of small launches were searched for mistakes, and nothing was proved (`--findbugs`)";
    options.only_runs.then(|| said.to_owned())
}
