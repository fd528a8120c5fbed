//! What the hypotheses say about the terms of a goal: cheap consequences, for the normaliser.
//!
//! In: an obligation and definitions. Out: instances of its universals by ownership and what the contracts of the
//! functions that it applies say, without unfolding any recursion. All of them follow from the hypotheses and the
//! definitions alone: the goal chooses, and is not assumed.

use super::matching::{Matched, Terms};
use super::prenex::prenex;
use super::unfold;
use logic::obligation::{Definition, Obligation};
use logic::term::{self, Names, Term};
use rustc_hash::FxHashSet;

/// How often consequences may give rise to further ones.
const ROUNDS: usize = 2;
/// With more than so many, the solver is the better means.
const MOST: usize = 40;

/// Consequences, none of them a hypothesis; none at all if they are too many.
pub fn lemmas(obligation: &Obligation, definitions: &[Definition]) -> Vec<Term> {
    let mut names = Names::later();
    let hyps = prenex(obligation.hyps.iter().map(|h| h.term.clone()), &mut names);
    let goal = prenex([term::not(obligation.goal.clone())], &mut names);
    let mut universals: Vec<Matched> = hyps.universals.into_iter().map(Matched::new).collect();
    // Terms are taken from all of these; only what comes after `given` is new.
    let mut all = hyps.facts;
    all.extend(goal.facts);
    let given = all.len();
    let mut seen: FxHashSet<Term> = all.iter().cloned().collect();
    let (mut terms, mut matched, mut walked) = (Terms::default(), FxHashSet::default(), 0);
    let mut unfolding = unfold::Unfolding::new(obligation, definitions, 0);
    for _ in 0..ROUNDS {
        let mut new = unfolding.step(&all, &mut names);
        terms.extend(all.iter().skip(walked));
        walked = all.len();
        for u in &mut universals {
            new.extend(u.instances(&terms, &mut matched));
        }
        for t in new {
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
        return vec![];
    }
    new
}
