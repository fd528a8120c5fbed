//! The long search.
//!
//! In: decisions that a short search has left open. Out: their outcomes. Where the contract of a kernel is inferred and
//! something of the kernel is not proved, the kernel is not proved anyway: nothing else of it is searched at length.

use crate::decide::{Decided, Decision};
use crate::options::Options;
use crate::threads;
use crate::watched::{has_failed, put, At, Open, Watched, MISSED};

/// How many obligations of a task are searched at length at the same time if the contract is inferred. Where one of
/// them is not proved, only counterexamples are sought for the others: the kernel is not proved anyway.
const ROUND: usize = 2;

/// How an obligation is searched that a short search has left open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// With all effort that the options grant.
    Long,
    /// For a counterexample.
    Refute,
    /// For a small counterexample, if it is true; not at all, else.
    Look(bool),
}

/// A decision, and how it is searched.
type Planned<'o> = (At, Box<Decision<'o>>, Effort);

/// Decides what a short search has left open: by a long search, unless that is no help. `left` are the numbers of
/// obligations of each task that are left.
pub fn finish<'o>(
    open: Vec<Open<'o>>,
    left: &[usize],
    options: &Options,
    watched: &Watched<'_>,
    outcomes: &mut [Vec<Option<Decided>>],
) {
    let planned = plan(open, left, options, watched);
    let in_rounds = |(at, _, effort): &Planned<'o>| *effort == Effort::Long && watched.is_inferred(at.0);
    let (mut waiting, at_once): (Vec<_>, Vec<_>) = planned.into_iter().partition(in_rounds);
    carry_out(at_once, watched, outcomes);
    while !waiting.is_empty() {
        let round = next_round(&mut waiting, outcomes);
        carry_out(round, watched, outcomes);
    }
}

/// How each decision is searched, as long as nothing of its task has failed.
fn plan<'o>(open: Vec<Open<'o>>, left: &[usize], options: &Options, watched: &Watched<'_>) -> Vec<Planned<'o>> {
    let mut looks: Vec<usize> = vec![MISSED; watched.tasks.len()];
    let planned = open.into_iter().map(|(at, d)| {
        let of_floats = watched.is_inferred(at.0) && d.is_safety_of_floats();
        let many = watched.is_hopeless(at.0, left.get(at.0).copied().unwrap_or_default());
        let hopeless = options.brief || many || of_floats;
        let may_look = hopeless && !of_floats && d.has_no_cause();
        let looks = looks.get_mut(at.0).filter(|looks| **looks > 0 && may_look);
        let look = looks.map(|looks| *looks -= 1).is_some();
        (at, d, if hopeless { Effort::Look(look) } else { Effort::Long })
    });
    planned.collect()
}

/// Takes the decisions of the next round out of those that wait: some of each task, and all of a task of which
/// something has failed.
fn next_round<'o>(waiting: &mut Vec<Planned<'o>>, outcomes: &[Vec<Option<Decided>>]) -> Vec<Planned<'o>> {
    let mut taken: Vec<usize> = vec![0; outcomes.len()];
    let mut round = Vec::new();
    for (at, d, effort) in std::mem::take(waiting) {
        let of_task = taken.get_mut(at.0).map(|n| std::mem::replace(n, n.saturating_add(1))).unwrap_or_default();
        match outcomes.get(at.0).is_some_and(|list| has_failed(list)) {
            true => round.push((at, d, Effort::Refute)),
            false if of_task < ROUND => round.push((at, d, effort)),
            false => waiting.push((at, d, effort)),
        }
    }
    round
}

/// Decides what is planned.
fn carry_out(planned: Vec<Planned<'_>>, watched: &Watched<'_>, outcomes: &mut [Vec<Option<Decided>>]) {
    let finished = threads::map(planned, |(at, d, effort): Planned<'_>| {
        let decided = match effort {
            Effort::Long => d.persist(),
            Effort::Refute => d.go_on(),
            Effort::Look(look) => d.give_up(look),
        };
        watched.decided(at, decided)
    });
    for (at, decided) in finished {
        put(outcomes, at, decided);
    }
}
