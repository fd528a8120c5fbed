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

/// Decides what a short search has left open: by a long search, unless that is no help. `left` are the numbers of
/// obligations of each task that are left.
pub fn finish<'o>(
    open: Vec<Open<'o>>,
    left: &[usize],
    options: &Options,
    watched: &Watched<'_>,
    outcomes: &mut [Vec<Option<Decided>>],
) {
    let mut looks: Vec<usize> = vec![MISSED; watched.tasks.len()];
    let efforts = open.into_iter().map(|(at, d)| {
        let of_floats = watched.is_inferred(at.0) && d.is_safety_of_floats();
        let many = watched.is_hopeless(at.0, left.get(at.0).copied().unwrap_or_default());
        let hopeless = options.brief || many || of_floats;
        let may_look = hopeless && !of_floats && d.has_no_cause();
        let looks = looks.get_mut(at.0).filter(|looks| **looks > 0 && may_look);
        let look = looks.map(|looks| *looks -= 1).is_some();
        (at, d, if hopeless { Effort::Look(look) } else { Effort::Long })
    });
    let (mut waiting, first): (Vec<_>, Vec<_>) =
        efforts.partition(|(at, _, effort)| *effort == Effort::Long && watched.is_inferred(at.0));
    let work = |list: Vec<(At, Box<Decision<'o>>, Effort)>, outcomes: &mut [Vec<Option<Decided>>]| {
        let finished = threads::map(list, |(at, d, effort): (At, Box<Decision<'o>>, Effort)| {
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
    };
    work(first, outcomes);
    while !waiting.is_empty() {
        let mut taken: Vec<usize> = vec![0; watched.tasks.len()];
        let failed: Vec<bool> = outcomes.iter().map(|list| has_failed(list)).collect();
        let mut round = Vec::new();
        let mut later = Vec::new();
        for (at, d, effort) in waiting {
            let taken = taken.get_mut(at.0).map(|n| std::mem::replace(n, n.saturating_add(1))).unwrap_or_default();
            match failed.get(at.0) {
                Some(true) => round.push((at, d, Effort::Refute)),
                _ if taken < ROUND => round.push((at, d, effort)),
                _ => later.push((at, d, effort)),
            }
        }
        work(round, outcomes);
        waiting = later;
    }
}
