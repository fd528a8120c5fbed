//! Conditions of a launch, without those that leave only trivial launches, or hide an outcome of the code.
//!
//! In: conditions that the code needs, the conditions under which control comes to places of the code, and those
//! under which something is decided one way or the other. Out: the conditions that leave all of that possible.
//!
//! What is possible at a place is said in [`crate::reach`]. If no launch is known that comes to a place, no condition
//! is kept about the scalars that decide that, and none that limits sizes where these decide that. Of an outcome only
//! one thing is asked: whether it is possible at all.

use crate::each_thread::holds_for_all;
use crate::fixed::Fixed;
use crate::key::Key;
use crate::point::{Point, Thread};
use crate::reach::{everything, mentions_launch, threads, Place, Possible, REACHED};
use crate::sample::{lengths, Sample};
use crate::samples::{is_of_thread, scalars_of, Samples};
use ir::{Expr, ExprKind, Kernel, ScalarId};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of places that are tried.
const PLACES: usize = 160;
/// The greatest number of outcomes that are tried.
const OUTCOMES: usize = 160;

/// The conditions under which control comes to what matters in the code.
pub struct Ways<'w> {
    /// To each place.
    pub places: &'w [Vec<Expr>],
    /// To each outcome of a condition.
    pub outcomes: &'w [Vec<Expr>],
}

/// A condition, with whether each sample satisfies it.
struct Condition {
    key: Key,
    expr: Expr,
    satisfied: Vec<bool>,
}

/// The conditions, and the launches with which they are tried.
struct Trial<'k> {
    samples: Samples<'k>,
    threads: Vec<Vec<Thread>>,
    lengths: BTreeSet<ScalarId>,
    conditions: Vec<Condition>,
}

/// The conditions in `needed`, without those that would hide what goes wrong. Each condition was made for one place,
/// and stands with the conditions under which control comes there. A person has written the conditions in `given`.
pub fn without_trivial(kernel: &Kernel, given: &[Expr], needed: &[(Expr, Vec<Expr>)], ways: &Ways<'_>) -> Vec<Expr> {
    let about = needed.iter().flat_map(|(e, guards)| guards.iter().chain([e]));
    let about = about.chain(ways.places.iter().chain(ways.outcomes).flatten());
    let mut trial = Trial::new(kernel, Samples::of(kernel, given, about), needed.iter().map(|(e, _)| e));
    let everything = everything(kernel, &trial.lengths);
    let fixed = Fixed::by(given).scalars;
    let of_given = trial.given_scalars(given);
    let places = each_once(needed.iter().map(|(_, guards)| guards).chain(ways.places));
    for (number, guards) in places.into_iter().enumerate() {
        let place = Place::new(kernel, guards, &trial.lengths, trial.samples.all.len());
        // Of more places than are tried, nothing is known.
        let tried = number < PLACES;
        if tried && trial.possible(&place, everything, &|_| true) == everything {
            continue;
        }
        let wanted = if tried { trial.possible(&place, everything, &|_| false) } else { 0 };
        if wanted == 0 && place.is_dead(&fixed, trial.samples.all.first()) {
            continue;
        }
        match wanted {
            0 => trial.forget(&place, &of_given),
            _ => trial.leave(&place, wanted),
        }
    }
    for (number, guards) in each_once(ways.outcomes.iter()).into_iter().enumerate() {
        let outcome = Place::new(kernel, guards, &trial.lengths, trial.samples.all.len());
        let is_possible = |trial: &Trial<'_>, with: bool| trial.possible(&outcome, REACHED, &|_| with) == REACHED;
        // Of more outcomes than are tried, and without any launch to try, nothing is known.
        if number >= OUTCOMES || trial.samples.all.is_empty() {
            trial.forget(&outcome, &of_given);
        } else if !is_possible(&trial, true) && is_possible(&trial, false) {
            trial.leave(&outcome, REACHED);
        }
    }
    trial.conditions.into_iter().map(|one| one.expr).collect()
}

/// Lists of conditions, each once.
fn each_once<'e>(all: impl Iterator<Item = &'e Vec<Expr>>) -> Vec<&'e Vec<Expr>> {
    let mut known: BTreeMap<Vec<Key>, &Vec<Expr>> = BTreeMap::new();
    for guards in all {
        let _ = known.entry(guards.iter().map(Key::of).collect()).or_insert(guards);
    }
    known.into_values().collect()
}

impl<'k> Trial<'k> {
    fn new<'e>(kernel: &'k Kernel, samples: Samples<'k>, needed: impl Iterator<Item = &'e Expr>) -> Self {
        let threads: Vec<Vec<Thread>> = samples.all.iter().map(|sample| threads(kernel, sample)).collect();
        let mut conditions: Vec<Condition> = Vec::new();
        for e in needed {
            let key = Key::of(e);
            if !conditions.iter().any(|known| known.key == key) {
                let of_thread = is_of_thread(e);
                let holds = |(sample, threads): (&Sample, &Vec<Thread>)| match of_thread {
                    true => holds_for_all(kernel, sample, threads, e),
                    false => Point::new(kernel, sample, [(0, 0); 3]).truth(e) == Some(true),
                };
                let satisfied = samples.all.iter().zip(&threads).map(holds).collect();
                conditions.push(Condition { key, expr: e.clone(), satisfied });
            }
        }
        Self { samples, threads, lengths: lengths(kernel), conditions }
    }

    /// What launches make possible that satisfy the `chosen` conditions; no more than `enough`.
    fn possible(&self, place: &Place<'_>, enough: Possible, chosen: &dyn Fn(usize) -> bool) -> Possible {
        let mut out = 0;
        for (n, (sample, threads)) in self.samples.all.iter().zip(&self.threads).enumerate() {
            let allowed = |(m, one): (usize, &Condition)| !chosen(m) || one.satisfied.get(n) == Some(&true);
            if self.conditions.iter().enumerate().all(allowed) {
                out |= place.possible(n, (sample, threads), &self.lengths);
                if out & enough == enough {
                    break;
                }
            }
        }
        out & enough
    }

    /// Drops conditions, until the others leave possible what is `wanted` at a place.
    fn leave(&mut self, place: &Place<'_>, wanted: Possible) {
        // Conditions that exclude something by themselves.
        let alone = |n: usize| self.possible(place, wanted, &|m| m == n) == wanted;
        let alone: Vec<bool> = (0..self.conditions.len()).map(alone).collect();
        let mut alone = alone.into_iter();
        self.conditions.retain(|_| alone.next() == Some(true));
        // And the last ones, until the others leave what is possible.
        while self.possible(place, wanted, &|_| true) != wanted {
            let without = |n: usize| self.possible(place, wanted, &|m| m != n) == wanted;
            let wrong = (0..self.conditions.len()).find(|n| without(*n)).or(self.conditions.len().checked_sub(1));
            let Some(wrong) = wrong else { break };
            let _ = self.conditions.remove(wrong);
        }
    }

    /// Drops the conditions that may decide whether control comes to a place to which no launch is known to come.
    fn forget(&mut self, place: &Place<'_>, of_given: &BTreeSet<ScalarId>) {
        let lengths = &self.lengths;
        let decides = |one: &Condition| {
            let own = scalars_of(&one.expr, lengths);
            place.scalars().chain(of_given).any(|id| own.contains(id))
                || place.by_launch() && limits_launch(&one.expr, lengths)
        };
        self.conditions.retain(|one| !decides(one));
    }

    /// The scalars in what a person requires, if no launch is known that satisfies it.
    fn given_scalars(&self, given: &[Expr]) -> BTreeSet<ScalarId> {
        let unknown = self.samples.all.is_empty();
        given.iter().filter(|_| unknown).flat_map(|e| scalars_of(e, &self.lengths)).collect()
    }
}

/// Whether a condition limits the sizes of launches. An array that a parameter points to is as long as it has to be.
fn limits_launch(e: &Expr, lengths: &BTreeSet<ScalarId>) -> bool {
    mentions_launch(e) && !e.any(&|part| matches!(&part.kind, ExprKind::Scalar(id) if lengths.contains(id)))
}
