//! The obligations of some tasks, decided in parallel.
//!
//! ```text
//! obligations ─begin→ open ─grouped by hypotheses─ normalise, instantiate→ open
//!     ─cut into batches, one solver context each─ search→ open ─ persist→ outcomes
//! ```
//!
//! In: tasks. Out: the outcomes of each task in the order of its obligations. What is in a batch depends on the task
//! alone, never on threads or time (`book/src/design/contexts.md`).

use std::cell::OnceCell;

use ir::Program;
use logic::normalise::Hypotheses;
use logic::obligation::{Obligation, ObligationId, Task};
use logic::term::Term;
use rustc_hash::FxHashMap;

use crate::cache::{self, Key, Note};
use crate::decide::{self, begin, remember, Decided, Decision, Setting, Step};
use crate::finish::finish;
use crate::options::Options;
use crate::outcome::Verdict;
use crate::relevance::Marks;
use crate::shuffle::shuffle;
use crate::solving;
use crate::threads;
use crate::tools::Tools;
use crate::watched::{put, At, Open, Watched};

/// Largest number of open decisions of a task that stay in one batch.
const FEW: usize = 6;
/// Largest size of a batch if the open decisions of a task are divided into several batches. The number of batches is
/// then even.
const MANY: usize = 16;

/// Among how many obligations, in the order of the task, the first round searches if the contract of the task is
/// inferred. A round in which all are decided makes the next one twice as large. Obligations that the search need not
/// look at count, too, so that what earlier verifications have proved changes nothing.
const ROUND: usize = 32;

/// Largest number of decisions with the same hypotheses that one thread normalises.
const SHARE: usize = 24;

/// Decides all obligations.
pub fn decide(program: &Program, tasks: &[Task], options: &Options, tools: &Tools<'_>) -> Vec<Vec<Decided>> {
    if options.only_runs {
        let undecided = |task, o| decide::undecided(o, Setting::new(program, task, options, tools));
        return tasks.iter().map(|t| t.obligations.iter().map(|o| undecided(t, o)).collect()).collect();
    }
    let mut outcomes: Vec<Vec<Option<Decided>>> =
        tasks.iter().map(|t| t.obligations.iter().map(|_| None).collect()).collect();
    let watched = Watched { program, tasks, tools };
    let keys = known(program, options, &watched, &mut outcomes);
    // The obligations that no earlier verification has proved.
    let left = |n: usize, at: usize| outcomes.get(n).and_then(|list| list.get(at)).is_some_and(Option::is_none);
    let all: Vec<(usize, &Task)> = tasks.iter().enumerate().collect();
    let marks: Vec<Marks> = threads::map(all, |(n, t): (usize, &Task)| {
        let some_left = (0..t.obligations.len()).any(|at| left(n, at));
        Marks::of(if some_left { &t.obligations } else { &[] })
    });
    let all: Vec<_> = tasks.iter().zip(&marks).enumerate().collect();
    let all: Vec<(At, &Task, &Marks, &Obligation)> = all
        .iter()
        .flat_map(|(n, (t, m))| t.obligations.iter().enumerate().map(move |(at, o)| ((*n, at), *t, *m, o)))
        .filter(|((n, at), ..)| left(*n, *at))
        .collect();
    let begun = threads::map(all, |(at, t, m, o)| {
        tools.observer.started(t, o);
        watched.step(at, begin(o, m, Setting::new(program, t, options, tools)))
    });
    let open = sort(begun, &mut outcomes);
    // An obligation that follows from others waits until these are decided, and is put to the provers only if one of
    // them is not proved.
    let (waiting, open): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, d)| d.follows_from_others());
    work(open, options, &watched, &marks, &mut outcomes);
    let settled = waiting.into_iter().map(|(at, d)| {
        let of_task: Vec<&Decided> = outcomes.get(at.0).into_iter().flatten().flatten().collect();
        watched.step(at, d.implied_by(&of_task))
    });
    let settled = settled.collect();
    let still_open = sort(settled, &mut outcomes);
    work(still_open, options, &watched, &marks, &mut outcomes);
    if let Some(cache) = tools.cache {
        for ((task, keys), list) in tasks.iter().zip(&keys).zip(&outcomes) {
            for ((o, key), decided) in task.obligations.iter().zip(keys).zip(list) {
                let note = decided.as_ref().and_then(|decided| Note::of(o, &decided.outcome));
                key.zip(note).into_iter().for_each(|(key, note)| cache.note(key, &note));
            }
        }
    }
    let all = tasks.iter().zip(outcomes).map(|(task, list)| {
        // What a solver has not looked at is not decided.
        let undecided = |o| decide::undecided(o, Setting::new(program, task, options, tools));
        let each = task.obligations.iter().zip(list);
        each.map(|(o, decided)| decided.unwrap_or_else(|| undecided(o))).collect()
    });
    all.collect()
}

/// Fills in the outcomes of obligations that an earlier verification has proved. Returns the keys of all obligations;
/// none if there is no cache.
fn known(
    program: &Program,
    options: &Options,
    watched: &Watched<'_>,
    outcomes: &mut [Vec<Option<Decided>>],
) -> Vec<Vec<Option<Key>>> {
    let (tasks, tools) = (watched.tasks, watched.tools);
    let Some(cache) = tools.cache else { return vec![] };
    let keys = threads::map(tasks.iter().collect(), |task: &Task| cache::keys(task, options, cache.versions()));
    for (n, (task, keys)) in tasks.iter().zip(&keys).enumerate() {
        for (at, (o, key)) in task.obligations.iter().zip(keys).enumerate() {
            if let Some(note) = key.and_then(|key| cache.find(&key)) {
                tools.observer.started(task, o);
                let setting = Setting::new(program, task, options, tools);
                let (at, decided) = watched.decided((n, at), remember(o, &note, setting));
                put(outcomes, at, decided);
            }
        }
    }
    keys
}

/// Decides the open obligations: by the normaliser from the nearest hypotheses, by the normaliser from more hypotheses,
/// then by the solver.
fn work<'o>(
    mut open: Vec<Open<'o>>,
    options: &Options,
    watched: &Watched<'_>,
    marks: &[Marks],
    outcomes: &mut [Vec<Option<Decided>>],
) {
    let tasks = watched.tasks.len();
    if options.normalise {
        open = normalise_all(open, options, watched, outcomes);
    }
    let widened = threads::map(open, |(at, mut d)| {
        let more = marks.get(at.0).is_some_and(|marks| d.widen(marks));
        (more, (at, d))
    });
    let (more, same): (Vec<_>, Vec<_>) = widened.into_iter().partition(|(more, _)| *more);
    let unpaired = |list: Vec<(bool, Open<'o>)>| list.into_iter().map(|(_, one)| one).collect::<Vec<_>>();
    let (mut more, mut open) = (unpaired(more), unpaired(same));
    if options.normalise {
        more = normalise_all(more, options, watched, outcomes);
    }
    open.extend(more);
    open.sort_by_key(|(at, _)| *at);
    // Where inference has missed much of a contract, a claim whose cause has failed is not searched. The report would
    // leave the failure of such a claim out.
    let (waiting, first): (Vec<_>, Vec<_>) =
        open.into_iter().partition(|(at, d)| watched.is_inferred(at.0) && !d.has_no_cause());
    let mut left: Vec<usize> = vec![0; tasks];
    let Searched { open: first, mut unsearched } = search_all(first, &mut left, options, watched, outcomes);
    let failed: Vec<(usize, ObligationId)> = first.iter().map(|(at, d)| (at.0, d.id())).collect();
    let many = |task: usize| watched.is_hopeless(task, failed.iter().filter(|(of, _)| *of == task).count());
    let has_failed =
        |at: &At, d: &Decision<'_>| many(at.0) && d.causes().iter().any(|cause| failed.contains(&(at.0, *cause)));
    let (caused, waiting): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(at, d)| has_failed(at, d));
    let Searched { mut open, unsearched: more } = search_all(waiting, &mut left, options, watched, outcomes);
    unsearched.extend(more);
    open.extend(first);
    open.sort_by_key(|(at, _)| *at);
    caused.iter().for_each(|(at, _)| left.get_mut(at.0).into_iter().for_each(|n| *n += 1));
    finish(open, &left, options, watched, outcomes);
    // The long search may have proved a cause after all.
    let is_proved = |outcomes: &[Vec<Option<Decided>>], task: usize, id: ObligationId| {
        let mut all = outcomes.get(task).into_iter().flatten().flatten();
        all.any(|d| d.outcome.id == id && d.outcome.verdict == Verdict::Proved)
    };
    let stays = |(at, d): &mut Open<'o>| !d.causes().iter().all(|cause| is_proved(outcomes, at.0, *cause));
    let mut caused = caused;
    let explained: Vec<Open<'o>> = caused.extract_if(.., stays).collect();
    let Searched { open, unsearched: more } = search_all(caused, &mut left, options, watched, outcomes);
    unsearched.extend(more);
    finish(open, &left, options, watched, outcomes);
    for (at, d) in unsearched {
        let (at, decided) = watched.decided(at, d.unsearched());
        put(outcomes, at, decided);
    }
    for (at, d) in explained {
        let (at, decided) = watched.decided(at, d.give_up(false));
        put(outcomes, at, decided);
    }
}

/// What a short search leaves.
struct Searched<'o> {
    /// Searched, and not decided.
    open: Vec<Open<'o>>,
    /// Not searched, since too much of the task is left.
    unsearched: Vec<Open<'o>>,
}

/// Decides those of the open obligations that the solver can decide with little effort. `left` are the numbers of
/// obligations of each task that are left, and counts on. A task whose contract is inferred is searched in rounds.
/// Where too many are left, claims about permissions are not searched any more: they are about the inferred clauses.
fn search_all<'o>(
    open: Vec<Open<'o>>,
    left: &mut [usize],
    options: &Options,
    watched: &Watched<'_>,
    outcomes: &mut [Vec<Option<Decided>>],
) -> Searched<'o> {
    let mut searched = Searched { open: vec![], unsearched: vec![] };
    let mut waiting = open;
    // Up to which position the next round of each task goes, and how large the round is.
    let mut rounds: Vec<(usize, usize)> = vec![(ROUND, ROUND); watched.tasks.len()];
    while !waiting.is_empty() {
        let mut batches = Vec::new();
        for (n, (left, (end, _))) in left.iter().zip(&rounds).enumerate() {
            let is_over = watched.is_hopeless(n, *left);
            let skipped = |(at, d): &mut Open<'_>| is_over && at.0 == n && d.is_about_permissions();
            searched.unsearched.extend(waiting.extract_if(.., skipped));
            let in_rounds = watched.is_inferred(n) && !is_over;
            let is_next = |(at, _): &mut Open<'_>| at.0 == n && (!in_rounds || at.1 < *end);
            let mut open: Vec<Open<'_>> = waiting.extract_if(.., is_next).collect();
            shuffle(&mut open, options.seed);
            batches.extend(cut(open));
        }
        let steps = threads::map(batches, |batch| search(batch, watched));
        let open = sort(steps.into_iter().flatten().collect(), outcomes);
        for (n, (left, (end, size))) in left.iter_mut().zip(&mut rounds).enumerate() {
            let new = open.iter().filter(|(at, _)| at.0 == n).count();
            *left += new;
            *size *= if new == 0 { 2 } else { 1 };
            *end += *size;
        }
        searched.open.extend(open);
    }
    searched.open.sort_by_key(|(at, _)| *at);
    searched
}

/// Decides those of the open obligations that the normaliser can decide. Returns the others, in order.
fn normalise_all<'o>(
    mut open: Vec<Open<'o>>,
    options: &Options,
    watched: &Watched<'_>,
    outcomes: &mut [Vec<Option<Decided>>],
) -> Vec<Open<'o>> {
    let normalised = (0..watched.tasks.len()).map(|n| open.extract_if(.., |(at, _)| at.0 == n).collect());
    let normalised: Vec<Vec<Open<'_>>> = normalised.collect();
    let steps = threads::map(normalised, |open| normalise(open, options, watched));
    sort(steps.into_iter().flatten().collect(), outcomes)
}

/// Puts outcomes to their tasks and positions; returns the decisions that are still open, in order.
fn sort<'o>(steps: Vec<(At, Step<'o>)>, outcomes: &mut [Vec<Option<Decided>>]) -> Vec<Open<'o>> {
    let mut open = Vec::new();
    for (at, step) in steps {
        match step {
            Step::Decided(outcome) => put(outcomes, at, *outcome),
            Step::Open(decision) => open.push((at, decision)),
        }
    }
    open.sort_by_key(|(at, _)| *at);
    open
}

/// Decides the obligations of one task that the normaliser can decide.
fn normalise<'o>(open: Vec<Open<'o>>, options: &Options, watched: &Watched<'_>) -> Vec<(At, Step<'o>)> {
    let (goals, others): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, d)| d.has_goal());
    let groups = groups(goals);
    let shared = shared(&groups);
    let mut base = Hypotheses::new(options.budget, options.recorder());
    if let Some((_, first)) = groups.first().and_then(|g| g.first()) {
        first.known().iter().take(shared).for_each(|h| base.assume(h));
        base.settle();
    }
    let decided = threads::map(groups, |group| {
        let (known, ready) = (OnceCell::new(), OnceCell::new());
        let hyps: Vec<Term> = group.first().map(|(_, d)| d.known().to_vec()).unwrap_or_default();
        let known = || {
            known.get_or_init(|| {
                let mut known = base.clone();
                hyps.iter().skip(shared).for_each(|h| known.assume(h));
                known.settle();
                known
            })
        };
        let ready = || ready.get_or_init(|| known().clone().ready());
        let one = |(at, d): Open<'o>| match d.normalise(ready) {
            Step::Open(d) => watched.step(at, d.instantiate(|| known().clone())),
            decided @ Step::Decided(_) => watched.step(at, decided),
        };
        group.into_iter().map(one).collect::<Vec<_>>()
    });
    let mut steps: Vec<_> = decided.into_iter().flatten().collect();
    steps.extend(others.into_iter().map(|(at, d)| (at, Step::Open(d))));
    steps
}

/// Decisions with the same hypotheses, at most [`SHARE`] in a group.
fn groups(open: Vec<Open<'_>>) -> Vec<Vec<Open<'_>>> {
    let mut groups: Vec<Vec<Open<'_>>> = Vec::new();
    let mut latest: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
    for (at, d) in open {
        let key = d.known().iter().map(Term::address).collect();
        let group = latest.entry(key).or_insert(usize::MAX);
        match groups.get_mut(*group).filter(|g| g.len() < SHARE) {
            Some(g) => g.push((at, d)),
            None => {
                *group = groups.len();
                groups.push(vec![(at, d)]);
            }
        }
    }
    groups
}

/// How many hypotheses, from the first on, all groups have in common.
fn shared(groups: &[Vec<Open<'_>>]) -> usize {
    let mut lists = groups.iter().filter_map(|g| g.first()).map(|(_, d)| d.known().iter().map(Term::address));
    let Some(first) = lists.next() else { return 0 };
    let first: Vec<usize> = first.collect();
    lists.fold(first.len(), |shared, list| first.iter().take(shared).zip(list).take_while(|(a, b)| **a == *b).count())
}

fn search<'o>(batch: Vec<Open<'o>>, watched: &Watched<'_>) -> Vec<(At, Step<'o>)> {
    let work = || batch.into_iter().map(|(at, d)| watched.step(at, d.search())).collect();
    solving::in_batch(watched.tools.solver, work).unwrap_or_default()
}

/// Batches of nearly equal size, in order.
fn cut<T>(mut open: Vec<T>) -> Vec<Vec<T>> {
    let count = match open.len() {
        0 => return vec![],
        n if n <= FEW => 1,
        n => n.div_ceil(MANY).next_multiple_of(2),
    };
    let mut out = Vec::with_capacity(count);
    for left in (1..=count).rev() {
        let rest = open.split_off(open.len().div_ceil(left));
        out.push(std::mem::replace(&mut open, rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn batches_keep_order_and_balance() {
        for n in 0..200 {
            let batches = cut((0..n).collect());
            assert_eq!(batches.concat(), (0..n).collect::<Vec<_>>());
            let sizes: Vec<usize> = batches.iter().map(Vec::len).collect();
            let (least, most) = (sizes.iter().min().unwrap_or(&0), sizes.iter().max().unwrap_or(&0));
            assert!(most - least <= 1 && *most <= super::MANY && (n == 0 || *least > 0), "{n}: {sizes:?}");
        }
    }
}
