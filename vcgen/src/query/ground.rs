//! Ground facts: instances of universals at the terms that occur in a query, and definitions unfolded a few times.
//!
//! In: an obligation and definitions. Out: a [`Ground`].

use super::collections::Collections;
use super::matching::{Made, Matched, Terms};
use super::prenex::{prenex, Universal};
use super::start::{start, Ground};
use super::sums::Sums;
use super::world::at_bounds;
use super::{arithmetic, unfold};
use logic::obligation::{Definition, Obligation};
use logic::term::Term;
use rustc_hash::FxHashSet;

/// Most rounds of instantiation, each of which uses the terms of the instances before.
const ROUNDS: usize = 4;
/// Most instances for one obligation.
const INSTANCES: usize = 600;

/// The ground facts of an obligation.
pub fn ground(obligation: &Obligation, definitions: &[Definition]) -> Ground {
    ground_facts(obligation, definitions, |_| vec![])
}

/// The ground facts of an obligation, also with instances of universals at the ends of their ranges. The query itself
/// may mention no element that a universal is about.
pub fn ground_at_bounds(obligation: &Obligation, definitions: &[Definition]) -> Ground {
    ground_facts(obligation, definitions, at_bounds)
}

/// The ground facts of an obligation. `more` gives instances of a universal, besides those at terms of the query.
fn ground_facts(obligation: &Obligation, definitions: &[Definition], more: impl Fn(&Universal) -> Vec<Term>) -> Ground {
    let start = start(obligation);
    let mut facts = start.facts;
    let mut seen: FxHashSet<Term> = facts.iter().cloned().collect();
    let mut names = start.names;
    let mut universals: Vec<Matched> = start.universals.into_iter().map(Matched::new).collect();
    let mut terms = Terms::default();
    let mut walked = 0;
    let mut asked = 0;
    let mut unfolding = unfold::Unfolding::new(obligation, definitions, unfold::FUEL);
    let mut sums = Sums::new(definitions, start.goal);
    let mut collections = Collections::default();
    let mut matched = Made::default();
    for _ in 0..ROUNDS {
        let before = facts.len();
        let mut new = unfolding.step(&facts, &mut names);
        new.extend(sums.step(&facts, &unfolding, &mut names));
        new.extend(collections.step(&facts, &unfolding, &mut names));
        terms.extend(facts.iter().skip(walked).chain(&new));
        terms.extend(&unfolding.shown());
        walked = facts.len();
        // For example, the witness of `∃ j. a[j] == a[0]` is found from the read that it is compared with.
        for u in universals.iter().skip(asked).map(Matched::universal) {
            terms.extend_by_universal(u);
            new.extend(arithmetic::instances(u));
            new.extend(more(u));
        }
        asked = universals.len();
        for u in &mut universals {
            new.extend(u.instances(&terms, &mut matched).into_iter().map(|(t, _)| t));
        }
        for t in new {
            let more = prenex([t], &mut names);
            universals.extend(more.universals.into_iter().filter(|u| !u.body.is_true()).map(Matched::new));
            for f in more.facts {
                if seen.insert(f.clone()) {
                    facts.push(f);
                }
            }
        }
        if facts.len() == before || facts.len() > INSTANCES {
            break;
        }
    }
    unfolding.end(&facts);
    let universals = universals.into_iter().map(Matched::into_universal).collect();
    Ground { facts, universals, cut: unfolding.cut() || matched.cut || collections.cut() }
}
