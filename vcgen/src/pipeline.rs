//! The pipeline: every step from a typed program to verdicts, in order.
//!
//! In: a program, options, and the tools of the verification. Out: an [`ItemOutcome`] for each item of the program: for
//! each kernel, procedure and function.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ir::{ItemId, Node, Program};
use logic::finding::Facts;
use logic::floats::{Assumption, Assumptions};
use logic::obligation::{Mode, Obligation, ObligationId, Task};

use crate::cache::Cache;
use crate::expand::expansion;
use crate::explain::Explainer;
use crate::grounds::{grounds, Basis};
use crate::hints::hints;
use crate::kinds::{has_no_body, is_of_specs};
use crate::options::{Explained, Options};
use crate::outcome::{ItemOutcome, Outcome, Trusted, Verdict};
use crate::report::place::Lines;
use crate::report::pvl::{Mood, Words};
use crate::report::used;
use crate::solving::Cancel;
use crate::tools::{Observer, Tools};
use crate::{
    causes, equal_writes, exact, fold, limits, recursion, replay, termination, threads, unchecked, unknown, up_to,
};

/// Verifies every item that `options.filter` selects.
pub fn verify_with(program: &Program, options: &Options, tools: &Tools<'_>) -> Vec<ItemOutcome> {
    equal_writes::verified(program, options, tools, verify_once)
}

/// Verifies every item as it is.
fn verify_once(program: &Program, options: &Options, tools: &Tools<'_>) -> Vec<ItemOutcome> {
    threads::in_pool(options.threads, || {
        // Infers contracts of kernels of OpenCL and CUDA that say nothing of permissions.
        let program = &*if options.infer { infer::with_contracts(program) } else { Cow::Borrowed(program) };

        // Finds measures of recursive functions and procedures, where none is written.
        let program = &*recursion::with_measures(program, options, tools);

        // Generates the obligations of each function, procedure and kernel. Meanwhile the solver prepares a context,
        // unless earlier verifications may have left nothing for it to do.
        let prepare = || tools.cache.is_none_or(Cache::is_empty).then(|| tools.solver.prepare());
        let (_, mut tasks) = threads::join(prepare, || unchecked::tasks(program));

        // Items that the filter does not select are not verified, unless a selected item rests on them.
        skip_unneeded(program, &mut tasks, options);
        tasks.iter().for_each(|task| tools.observer.planned(task));

        // Each obligation is proved, or gets a counterexample, or stays unknown: without a prover, by the normaliser,
        // or by the solver. What rests on assumptions about floats is no hypothesis of what makes a run safe. This step
        // also finds the loops that end although no measure is written for them.
        let (decided, open) = termination::decide(program, &mut tasks, options, tools);

        // A counterexample of the solver is a state, and a refutation is a run that goes wrong. A counterexample that
        // no run shows becomes unknown. A failure that a run shows is refuted, even if the solver knew nothing.
        let outcomes = tasks.iter().zip(decided).map(|(task, list)| replay::judge(program, task, list));
        // Axioms are trusted, so only a contradiction between them is reported, and not that none was found.
        let outcomes = tasks.iter().zip(outcomes).map(|(task, list)| without_open_axioms(task, list));
        let outcomes: Vec<Vec<Outcome>> = outcomes.collect();

        // Notes which items are proved, before failures are left out: other items may rest on them.
        let proved: Vec<ItemId> =
            tasks.iter().zip(&outcomes).filter(|(_, list)| all_proved(list)).map(|(t, _)| t.id).collect();

        // Notes up to which assumptions about floats the obligations are proved. Other items may rest on them.
        let assumed: Vec<Assumed> = tasks.iter().zip(&outcomes).map(|(t, list)| assumed_by(t.id, list)).collect();

        // A function of a file of specifications is an item of the outcome only if something is wrong with it.
        let is_listed = |task: &Task| !proved.contains(&task.id) || !is_of_specs(program, task.id);
        let items = tasks.iter().zip(outcomes);
        let items = items.filter(|(task, _)| options.selects(&task.item) && is_listed(task));
        let items = items.map(|(task, outcomes)| {
            let words = Words::of(program, task);

            // What contradicts only what an unproved function claims does not contradict itself.
            let unproved = unproved(&tasks, task, &proved);
            let is_function = |id: &ItemId| matches!(id, ItemId::Function(_));
            let outcomes = if unproved.iter().any(is_function) { unrefuted(task, &words, outcomes) } else { outcomes };

            let failed = outcomes.iter().filter(|o| o.verdict != Verdict::Proved).map(|o| (o.code, o.node)).collect();

            // Leaves out failures that only follow from another failure.
            let (outcomes, not_looked_at) = unchecked::looked_at(outcomes);
            let mut outcomes = causes::reported(task, unchecked::searched(outcomes, options));

            // Lists failures that have the same cause as another one under that one.
            fold::fold(program, task, &mut outcomes);

            // With `--explain`, adds the text of each obligation with its hypotheses.
            let explainer = options.explain.as_ref().map(|of| (Explainer::new(program, task), of));
            if let Some((explainer, of)) = &explainer {
                explain(explainer, of, program, task, &mut outcomes);
            }

            // With `--expand`, adds to each failure which parts of the claim fail.
            if options.expand {
                expand(program, task, options, tools, &mut outcomes);
            }

            // Adds a reason, and advice on what may be missing, to each unknown obligation. Names the assumptions about
            // floats with which a claim is proved.
            advise(program, task, options, tools, &mut outcomes);

            // With `--hints`, looks for places that no run reaches.
            let hints = if options.hints { hints(program, task, &outcomes, options, tools) } else { vec![] };

            // A part of the body of a resource is shown where the resource is used.
            used::outcomes(program, &mut outcomes);

            let assumed = assumptions(&tasks, &assumed, task);
            ItemOutcome {
                id: task.id,
                item: task.item.clone(),
                node: task.node,
                obligations: outcomes,
                trusted: trusted(&tasks, task, &words),
                grounds: grounds(program, task, &basis(&tasks, &open, &assumed, task), &words),
                assumed,
                notes: task
                    .notes
                    .iter()
                    .map(|note| words.note(note))
                    .chain(words.not_inferred())
                    .chain(listed(&words, options))
                    .chain(unchecked::note(options))
                    .chain(not_looked_at)
                    .chain(hints)
                    .collect(),
                unproved: names(&tasks, &unproved),
                without_body: has_no_body(program, task.id),
                all_proved: proved.contains(&task.id),
                unlimited: proved.contains(&task.id) && limits::are_missing(program, task.id),
                failed,
                annotations: if options.annotate { words.annotations() } else { None },
                explanation: explainer.map(|(explainer, _)| explainer.common()),
            }
        });
        items.collect()
    })
}

/// Verifies with Z3, without an observer, until all is decided.
#[cfg(feature = "z3")]
pub fn verify(program: &Program, options: &Options) -> Vec<ItemOutcome> {
    verify_with(program, options, &Tools::new(&crate::solver::Z3))
}

/// The clauses that were inferred, if the options ask for them.
fn listed(words: &Words<'_>, options: &Options) -> Vec<String> {
    if options.infer_info {
        words.inferred()
    } else {
        vec![]
    }
}

/// The outcomes without the question whether axioms contradict each other, if that is not known.
fn without_open_axioms(task: &Task, mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let is_open = |o: &Outcome| {
        let of_axioms = || task.obligation(o.id).is_some_and(|o| matches!(o.facts, Facts::NoData(_)));
        o.verdict == Verdict::Unknown && of_axioms()
    };
    outcomes.retain(|o| !is_open(o));
    outcomes
}

fn all_proved(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(|o| o.verdict == Verdict::Proved)
}

/// Removes the obligations of items that are not selected and on which no selected item rests. Functions of files of
/// specifications are not selected by themselves.
fn skip_unneeded(program: &Program, tasks: &mut [Task], options: &Options) {
    let selected = |t: &&Task| options.selects(&t.item) && !is_of_specs(program, t.id);
    let mut needed: Vec<ItemId> = tasks.iter().filter(selected).map(|t| t.id).collect();
    let mut open = needed.clone();
    while let Some(id) = open.pop() {
        let Some(task) = tasks.iter().find(|t| t.id == id) else { continue };
        for other in task.rests_on.iter().copied() {
            if !needed.contains(&other) {
                needed.push(other);
                open.push(other);
            }
        }
    }
    for task in tasks.iter_mut().filter(|t| !needed.contains(&t.id)) {
        task.obligations.clear();
        task.attempts.clear();
    }
}

/// The functions and procedures that an item rests on, directly or through others, without the item itself.
fn foundations(tasks: &[Task], task: &Task) -> Vec<ItemId> {
    let mut found = Vec::new();
    let mut open: Vec<ItemId> = task.rests_on.iter().copied().collect();
    while let Some(id) = open.pop() {
        if id != task.id && !found.contains(&id) {
            found.push(id);
            open.extend(tasks.iter().find(|t| t.id == id).into_iter().flat_map(|t| &t.rests_on));
        }
    }
    found.sort();
    found
}

fn explain(explainer: &Explainer<'_>, of: &Explained, program: &Program, task: &Task, outcomes: &mut [Outcome]) {
    let lines = Lines::new(&program.text);
    let selected = |outcome: &&mut Outcome| of.selects(&outcome.name, lines.range(outcome.node));
    for outcome in outcomes.iter_mut().filter(selected) {
        let text = |o| explainer.obligation(o, outcome, *of != Explained::All);
        outcome.explanation = task.obligation(outcome.id).map(text);
    }
}

fn expand(program: &Program, task: &Task, options: &Options, tools: &Tools<'_>, outcomes: &mut [Outcome]) {
    let explainer = Explainer::new(program, task);
    let has_claim = |o: &&Obligation| !matches!(o.mode, Mode::Satisfiable | Mode::Refute);
    for outcome in outcomes.iter_mut().filter(|o| o.verdict != Verdict::Proved && o.under.is_none()) {
        let Some(o) = task.obligation(outcome.id).filter(has_claim) else { continue };
        let parts = expansion(program, task, o, options, tools, &explainer);
        outcome.explanation = Some(format!("{}{parts}", explainer.obligation(o, outcome, false)));
    }
}

fn advise(program: &Program, task: &Task, options: &Options, tools: &Tools<'_>, outcomes: &mut [Outcome]) {
    for outcome in outcomes.iter_mut().filter(|o| o.verdict != Verdict::Proved) {
        let Some(o) = task.obligation(outcome.id) else { continue };
        if outcome.verdict == Verdict::Unknown {
            unknown::advise(program, task, o, outcome);
        }
        let up_to = up_to::advice(program, task, o, options, tools);
        let untried = || up_to::untried(task, o, options);
        outcome.advice = up_to.or_else(untried).or_else(|| outcome.advice.take());
    }
}

/// What the proofs of an item assume, those of the functions and procedures included that the item rests on: each
/// assumption once.
fn trusted(tasks: &[Task], task: &Task, words: &Words<'_>) -> Vec<Trusted> {
    let mut out: Vec<Trusted> = Vec::new();
    let others = foundations(tasks, task);
    let others = tasks.iter().filter(|t| t.id != task.id && others.contains(&t.id));
    for assumption in std::iter::once(task).chain(others).flat_map(|t| &t.trusted) {
        let new = Trusted { what: words.trust(assumption.what), node: assumption.node };
        if !out.contains(&new) {
            out.push(new);
        }
    }
    out
}

/// What the verdict of an item is made of. `open` are the loops of each task that are not known to end.
fn basis<'t>(tasks: &'t [Task], open: &[Vec<Node>], assumed: &[(Assumption, usize)], task: &'t Task) -> Basis<'t> {
    let others = foundations(tasks, task);
    let other = |t: &Task| t.id != task.id && others.contains(&t.id);
    let loops = tasks.iter().zip(open).filter(|(t, _)| t.id == task.id || other(t)).flat_map(|(_, open)| open);
    Basis {
        open: loops.copied().collect(),
        assumed: assumed.iter().map(|(one, _)| *one).collect(),
        tasks: std::iter::once(task).chain(tasks.iter().filter(|t| other(t))).collect(),
    }
}

/// An item, and the assumptions about floats up to which its obligations are proved.
type Assumed = (ItemId, Vec<Assumptions>);

fn assumed_by(id: ItemId, outcomes: &[Outcome]) -> Assumed {
    (id, outcomes.iter().map(|o| o.assumed).filter(|assumed| !assumed.is_empty()).collect())
}

/// The assumptions about floats on which the proof of an item rests, each with the number of obligations of the item,
/// and of those that the item rests on, that are proved up to it.
fn assumptions(tasks: &[Task], all: &[Assumed], task: &Task) -> Vec<(Assumption, usize)> {
    let others = foundations(tasks, task);
    let own = |id: &ItemId| *id == task.id || others.contains(id);
    let lists = || all.iter().filter(|(id, _)| own(id)).flat_map(|(_, list)| list);
    let counted = Assumption::ALL.map(|one| (one, lists().filter(|assumed| assumed.has(one)).count()));
    counted.into_iter().filter(|(_, n)| *n > 0).collect()
}

/// The functions and procedures that an item rests on and that are not proved.
fn unproved(tasks: &[Task], task: &Task, proved: &[ItemId]) -> Vec<ItemId> {
    foundations(tasks, task).into_iter().filter(|id| !proved.contains(id) && task.id != *id).collect()
}

/// The names of items.
fn names(tasks: &[Task], items: &[ItemId]) -> Vec<String> {
    let name = |id: &ItemId| tasks.iter().find(|t| t.id == *id).map_or_else(|| "?".to_owned(), |t| t.item.clone());
    items.iter().map(name).collect()
}

/// The outcomes of an item that rests on a function that is not proved: preconditions that contradict each other become
/// unknown, because the contradiction may follow from a false claim of that function. (What a procedure claims is no
/// hypothesis about preconditions, since a precondition cannot call one.)
fn unrefuted(task: &Task, words: &Words<'_>, mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    for outcome in outcomes.iter_mut().filter(|o| o.verdict == Verdict::Refuted) {
        let Some(o) = task.obligation(outcome.id).filter(|o| o.mode == Mode::Satisfiable) else { continue };
        outcome.verdict = Verdict::Unknown;
        outcome.related.clear();
        outcome.message.possible = words.message(o, Mood::Possible);
        outcome.reason = Some(CONTRADICTED.to_owned());
    }
    outcomes
}

/// The reason why such preconditions are not called contradictory.
const CONTRADICTED: &str = "a contradiction was found, but it may rest on the contract of something that is not proved";

/// Whether every obligation is proved, by the same proofs as in [`verify_with`]. This function is for callers that
/// verify many programs and need no reasons: no counterexample is searched, obligations about a part in `likely` are
/// tried first, the first obligation that is not proved stops the others, and the observer is not told.
pub fn proves_with(program: &Program, options: &Options, tools: &Tools<'_>, likely: &[Node]) -> bool {
    let options = Options { refute: false, ..options.clone() };
    let is_likely = |o: &Obligation| {
        let places = || std::iter::once(&o.node).chain(o.related.iter().map(|(node, _)| node));
        places().any(|place| likely.iter().any(|l| place.meets(l)))
    };
    let all = |tasks: &[Task]| {
        let stop = StopAtFailure { cancel: Cancel::new(), counts: &|_, _| true };
        let tools = Tools { cancel: stop.cancel.clone(), observer: &stop, ..tools.clone() };
        exact::decide(program, tasks, &options, &tools).iter().flatten().all(|d| d.outcome.verdict == Verdict::Proved)
    };
    threads::in_pool(options.threads, || {
        let program = &*recursion::with_measures(program, &options, tools);
        let tasks = unchecked::tasks(program);
        let mut first = tasks.clone();
        first.iter_mut().for_each(|task| task.obligations.retain(&is_likely));
        all(&first) && all(&tasks)
    })
}

/// Whether all obligations that count are proved, by the same proofs as in [`verify_with`], after measures and
/// contracts are inferred as there. No counterexample is searched, the first obligation that counts and is not proved
/// stops the others, and the observer is not told.
pub fn proves_those_with(
    program: &Program,
    options: &Options,
    tools: &Tools<'_>,
    counts: &(dyn Fn(&Task, &Obligation) -> bool + Sync),
) -> bool {
    let options = Options { refute: false, explain: None, keep_proofs: false, emit_smt2: false, ..options.clone() };
    threads::in_pool(options.threads, || {
        let program = &*if options.infer { infer::with_contracts(program) } else { Cow::Borrowed(program) };
        let program = &*recursion::with_measures(program, &options, tools);
        let mut tasks = unchecked::tasks(program);
        let mut counted: BTreeSet<(ItemId, ObligationId)> = BTreeSet::new();
        for task in &mut tasks {
            counted.extend(task.obligations.iter().filter(|o| counts(task, o)).map(|o| (task.id, o.id)));
            let needed = with_implying(task, |o| counted.contains(&(task.id, o.id)));
            task.obligations.retain(|o| needed.contains(&o.id));
        }
        let stop = StopAtFailure { cancel: Cancel::new(), counts: &|task, o| counted.contains(&(task.id, o.id)) };
        let tools = Tools { cancel: stop.cancel.clone(), observer: &stop, ..tools.clone() };
        let decided = exact::decide(program, &tasks, &options, &tools);
        let mut all =
            tasks.iter().zip(&decided).flat_map(|(task, list)| list.iter().map(move |d| (task.id, &d.outcome)));
        all.all(|(id, outcome)| !counted.contains(&(id, outcome.id)) || outcome.verdict == Verdict::Proved)
    })
}

/// Some obligations of a task, with those that imply them.
fn with_implying(task: &Task, which: impl Fn(&Obligation) -> bool) -> BTreeSet<ObligationId> {
    let mut open: Vec<ObligationId> = task.obligations.iter().filter(|o| which(o)).map(|o| o.id).collect();
    let mut out = BTreeSet::new();
    while let Some(id) = open.pop() {
        if out.insert(id) {
            open.extend(task.obligation(id).into_iter().flat_map(|o| &o.implied_by));
        }
    }
    out
}

/// The same as [`proves_with`], with Z3.
#[cfg(feature = "z3")]
pub fn proves(program: &Program, options: &Options, likely: &[Node]) -> bool {
    proves_with(program, options, &Tools::new(&crate::solver::Z3), likely)
}

/// Stops a verification when an obligation that counts is not proved.
struct StopAtFailure<'c> {
    cancel: Cancel,
    counts: &'c (dyn Fn(&Task, &Obligation) -> bool + Sync),
}

impl Observer for StopAtFailure<'_> {
    fn planned(&self, _: &Task) {}

    fn started(&self, _: &Task, _: &Obligation) {}

    fn ended(&self, task: &Task, o: &Obligation, verdict: Verdict) {
        if verdict != Verdict::Proved && (self.counts)(task, o) {
            self.cancel.cancel();
        }
    }
}
