//! The pipeline: every step from a typed program to verdicts, in order.
//!
//! In: a program, options, and the tools of the verification. Out: an [`ItemOutcome`] for each kernel and function.

use ir::{ItemId, Node, Program};
use logic::obligation::{Definition, Obligation, Task};
use logic::term::Role;

use crate::explain::Explainer;
use crate::options::Options;
use crate::outcome::{ItemOutcome, Outcome, Trusted, Verdict};
use crate::report::pvl::Words;
use crate::solving::Cancel;
use crate::tools::{Observer, Tools};
use crate::{batch, causes, fold, limits, replay, threads, unknown};

/// Verifies every item that `options.filter` selects.
pub fn verify_with(program: &Program, options: &Options, tools: &Tools<'_>) -> Vec<ItemOutcome> {
    threads::in_pool(options.threads, || {
        // What each function and kernel must prove; meanwhile the solver gets ready to prove it.
        let ((), mut tasks) = threads::join(|| tools.solver.prepare(), || logic::tasks(program));

        // Items that nobody asked about are not worked on, unless one that is asked about rests on them.
        skip_unneeded(&mut tasks, options);

        // Each obligation is proved, or gets a counterexample, or neither: by looking at it, by the normaliser, by the
        // solver.
        let decided = batch::decide(program, &tasks, options, tools);

        // A counterexample is a state; a refutation is a run that goes wrong. What no run shows becomes unknown, and
        // what a run shows is refuted even where the solver knew nothing.
        let outcomes = tasks.iter().zip(decided).map(|(task, list)| replay::judge(program, task, list));
        let outcomes: Vec<Vec<Outcome>> = outcomes.collect();

        // An item may be proved because its preconditions hold nowhere; then a note says so.
        let all: Vec<(&Task, &Vec<Outcome>)> = tasks.iter().zip(&outcomes).collect();
        let doubts = threads::map(all, |(task, list)| {
            options.selects(&task.item).then(|| replay::note(program, task, list, options, tools)).flatten()
        });

        // Before anything is left out: which items are proved, since others rest on them.
        let proved: Vec<ItemId> =
            tasks.iter().zip(&outcomes).filter(|(_, list)| all_proved(list)).map(|(t, _)| t.id).collect();

        let items = tasks.iter().zip(outcomes).zip(doubts).filter(|((task, _), _)| options.selects(&task.item));
        let items = items.map(|((task, outcomes), doubt)| {
            // What only follows from another failure is not reported.
            let mut outcomes = causes::reported(task, outcomes);

            // What has the same cause as another failure is told under that one.
            fold::fold(program, task, &mut outcomes);

            // Each obligation as a person can follow it, if somebody wants to read that.
            let explainer = options.explain.then(|| Explainer::new(program, task));
            if let Some(explainer) = &explainer {
                explain(explainer, task, &mut outcomes);
            }

            // What is unknown gets a reason, and advice on what may be missing.
            advise(program, task, &mut outcomes);

            let words = Words::of(program, task);
            ItemOutcome {
                id: task.id,
                item: task.item.clone(),
                node: task.node,
                obligations: outcomes,
                trusted: task.trusted.iter().map(|t| Trusted { what: words.trust(t.what), node: t.node }).collect(),
                notes: task.notes.iter().map(|note| words.note(note)).chain(doubt).collect(),
                unproved: unproved(&tasks, task, &proved),
                all_proved: proved.contains(&task.id),
                unlimited: proved.contains(&task.id) && limits::are_missing(program, task.id),
                explanation: explainer.map(|e| e.common()),
            }
        });
        items.collect()
    })
}

/// The same with Z3, with nobody who watches, to the end.
#[cfg(feature = "z3")]
pub fn verify(program: &Program, options: &Options) -> Vec<ItemOutcome> {
    verify_with(program, options, &Tools::new(&crate::solver::Z3))
}

fn all_proved(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(|o| o.verdict == Verdict::Proved)
}

/// Leaves nothing to prove to items that are neither selected nor something that a selected one rests on.
fn skip_unneeded(tasks: &mut [Task], options: &Options) {
    let mut needed: Vec<ItemId> = tasks.iter().filter(|t| options.selects(&t.item)).map(|t| t.id).collect();
    let mut open = needed.clone();
    while let Some(id) = open.pop() {
        let Some(task) = tasks.iter().find(|t| t.id == id) else { continue };
        for other in foundations(task) {
            if !needed.contains(&other) {
                needed.push(other);
                open.push(other);
            }
        }
    }
    for task in tasks.iter_mut().filter(|t| !needed.contains(&t.id)) {
        task.obligations.clear();
    }
}

/// The functions and procedures that an item rests on.
fn foundations(task: &Task) -> Vec<ItemId> {
    let function = |d: &Definition| {
        let Role::Function(f) = d.symbol.role() else { return None };
        Some(ItemId::Function(f))
    };
    let functions = task.definitions.iter().filter_map(function);
    functions.chain(task.rests_on.iter().map(|p| ItemId::Procedure(*p))).collect()
}

fn explain(explainer: &Explainer<'_>, task: &Task, outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        outcome.explanation = task.obligation(outcome.id).map(|o| explainer.obligation(o));
    }
}

fn advise(program: &Program, task: &Task, outcomes: &mut [Outcome]) {
    for outcome in outcomes.iter_mut().filter(|o| o.verdict == Verdict::Unknown) {
        if let Some(o) = task.obligation(outcome.id) {
            unknown::advise(program, task, o, outcome);
        }
    }
}

/// Names of the functions and procedures that an item rests on and that are not proved.
fn unproved(tasks: &[Task], task: &Task, proved: &[ItemId]) -> Vec<String> {
    let open = foundations(task).into_iter().filter(|id| !proved.contains(id) && task.id != *id);
    let name = |id: ItemId| tasks.iter().find(|t| t.id == id).map_or_else(|| "?".to_owned(), |t| t.item.clone());
    open.map(name).collect()
}

/// Whether everything is proved, by the same proofs as [`verify_with`], for somebody who has many programs and needs no
/// reasons. No counterexample is searched, obligations that speak of a part in `likely` are tried before the others,
/// and the first that is not proved stops the rest. The tools' observer is not told.
pub fn proves_with(program: &Program, options: &Options, tools: &Tools<'_>, likely: &[Node]) -> bool {
    let options = Options { refute: false, ..options.clone() };
    let is_likely = |o: &Obligation| {
        let places = || std::iter::once(&o.node).chain(o.related.iter().map(|(node, _)| node));
        places().any(|place| likely.iter().any(|l| place.meets(l)))
    };
    let all = |tasks: &[Task]| {
        let stop = StopAtFailure(Cancel::new());
        let tools = Tools { cancel: stop.0.clone(), observer: &stop, solver: tools.solver };
        batch::decide(program, tasks, &options, &tools).iter().flatten().all(|d| d.outcome.verdict == Verdict::Proved)
    };
    threads::in_pool(options.threads, || {
        let tasks = logic::tasks(program);
        let mut first = tasks.clone();
        first.iter_mut().for_each(|task| task.obligations.retain(&is_likely));
        all(&first) && all(&tasks)
    })
}

/// The same with Z3.
#[cfg(feature = "z3")]
pub fn proves(program: &Program, options: &Options, likely: &[Node]) -> bool {
    proves_with(program, options, &Tools::new(&crate::solver::Z3), likely)
}

/// Stops a verification when something is not proved.
struct StopAtFailure(Cancel);

impl Observer for StopAtFailure {
    fn started(&self, _: &Task, _: &Obligation) {}

    fn ended(&self, _: &Task, _: &Obligation, verdict: Verdict) {
        if verdict != Verdict::Proved {
            self.0.cancel();
        }
    }
}
