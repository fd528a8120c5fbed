//! Cheap consequences of the hypotheses about the terms of a goal, for the normaliser.
//!
//! In: an obligation and definitions. Out: instances of its universals by ownership, and instances of the contracts of
//! functions that it applies, with their proofs; recursion is not unfolded. All of them follow from the hypotheses and
//! the definitions alone: the goal only selects them, and is not assumed.

use super::derive::Reasons;
use super::matching::{Made, Matched, Terms};
use super::prenex::prenex;
use super::unfold;
use logic::obligation::{Definition, Obligation};
use logic::proof::{Recorder, Why};
use logic::term::{self, Names, Term};
use rustc_hash::FxHashSet;

/// Most rounds, each of which uses the terms of the consequences before.
const ROUNDS: usize = 2;
/// Most consequences. If there are more, the solver is faster.
const MOST: usize = 40;

/// Consequences of hypotheses and definitions.
#[derive(Debug, Default)]
pub struct Lemmas {
    /// The consequences, each with its proof if steps are recorded and if there is one.
    pub facts: Vec<(Term, Why)>,
    /// The definitions on which these proofs rest, as universals.
    pub definitions: Vec<Term>,
}

/// The consequences, without the hypotheses themselves; none if there are more than [`MOST`].
pub fn lemmas(obligation: &Obligation, definitions: &[Definition], recorder: Recorder) -> Lemmas {
    let mut names = Names::later();
    let mut reasons = Reasons::new(recorder, definitions, obligation.partial);
    let hyps: Vec<Term> = obligation.hyps.terms().collect();
    hyps.iter().for_each(|h| reasons.assume(h));
    let hyps = prenex(hyps, &mut names);
    let goal = prenex([term::not(obligation.goal.clone())], &mut names);
    let mut universals: Vec<Matched> = hyps.universals.into_iter().map(Matched::new).collect();
    // Terms are collected from all facts. Only the facts behind `given` are new.
    let mut all = hyps.facts;
    all.extend(goal.facts);
    let given = all.len();
    let mut seen: FxHashSet<Term> = all.iter().cloned().collect();
    let (mut terms, mut matched, mut walked) = (Terms::default(), Made::default(), 0);
    let mut unfolding = unfold::Unfolding::new(obligation, definitions, 0);
    for _ in 0..ROUNDS {
        let unfolded = unfolding.step(&all, &mut names);
        let applied = unfolding.applications();
        let mut new: Vec<(Term, Why)> =
            unfolded.into_iter().map(|t| (t.clone(), reasons.definition(&t, applied))).collect();
        terms.extend(all.iter().skip(walked));
        walked = all.len();
        for u in &mut universals {
            let found = u.instances(&terms, &mut matched).into_iter();
            new.extend(found.map(|(t, values)| (t.clone(), reasons.instance(u.universal(), &values, &t))));
        }
        for (t, why) in new {
            reasons.add(&t, why);
            let more = prenex([t], &mut names);
            universals.extend(more.universals.into_iter().map(Matched::new));
            all.extend(more.facts.into_iter().filter(|f| seen.insert(f.clone())));
        }
        if all.len() == walked || all.len() > given + MOST {
            break;
        }
    }
    let new = all.split_off(given);
    if new.len() > MOST {
        return Lemmas::default();
    }
    let facts = new.into_iter().map(|t| (t.clone(), reasons.of(&t))).collect();
    Lemmas { facts, definitions: reasons.definitions() }
}
