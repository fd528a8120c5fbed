//! From an obligation to a query without quantifiers (DESIGN 3.2).
//!
//! ```text
//! Obligation ─prenex→ ground facts, universals ─match→ instances by ownership ─unfold→ definitions ─→ Query
//! ```
//!
//! In: hypotheses, a negated goal and definitions. Out: ground facts that follow from them, so that an unsatisfiable
//! query proves the obligation; and the universals that were instantiated, for a second attempt that keeps them.

mod arithmetic;
mod digits;
mod floats;
mod lemmas;
mod matching;
mod prenex;
#[cfg(test)]
mod tests;
mod unfold;
mod world;

pub use floats::trials;
pub use lemmas::lemmas;
pub use prenex::{prenex, Prenex, Universal};
pub use world::{at_bounds, small_world, World};

use logic::obligation::{Definition, Obligation};
use logic::term::{self, Names, Term};
use rustc_hash::FxHashSet;

use matching::{Matched, Terms};

/// How often instances may give rise to further instances.
const ROUNDS: usize = 4;
/// How many instances an obligation may have.
const INSTANCES: usize = 600;

/// What goes to the solver: satisfiable iff there may be a counterexample.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Facts without quantifier (but for those in places that `prenex` cannot reach), the negated goal among them.
    pub facts: Vec<Term>,
    /// Universals of which `facts` has instances only.
    pub universals: Vec<Universal>,
    /// Whether some application of a recursive function was not unfolded.
    pub cut: bool,
}

/// The ground facts of an obligation.
pub fn ground(obligation: &Obligation, definitions: &[Definition]) -> Ground {
    let start = start(obligation);
    let mut facts = start.facts;
    let mut seen: FxHashSet<Term> = facts.iter().cloned().collect();
    let mut names = start.names;
    let mut universals: Vec<Matched> = start.universals.into_iter().map(Matched::new).collect();
    let mut terms = Terms::default();
    let mut walked = 0;
    let mut asked = 0;
    let mut unfolding = unfold::Unfolding::new(obligation, definitions, unfold::FUEL);
    let mut matched = FxHashSet::default();
    for _ in 0..ROUNDS {
        let before = facts.len();
        let mut new = unfolding.step(&facts, &mut names);
        terms.extend(facts.iter().skip(walked).chain(&new));
        walked = facts.len();
        // `∃ j. a[j] == a[0]` is shown by the read that it is compared with.
        for u in universals.iter().skip(asked).map(Matched::universal) {
            terms.extend_by_universal(u);
            new.extend(arithmetic::instances(u));
        }
        asked = universals.len();
        for u in &mut universals {
            new.extend(u.instances(&terms, &mut matched));
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
    Ground { facts, universals, cut: unfolding.cut() }
}

/// Hypotheses and negated goal, quantifiers at the outside.
struct Start {
    facts: Vec<Term>,
    universals: Vec<Universal>,
    names: Names,
}

fn start(obligation: &Obligation) -> Start {
    let mut names = Names::later();
    let hyps = obligation.hyps.iter().map(|h| h.term.clone());
    let Prenex { facts, universals } = prenex(hyps.chain([term::not(obligation.goal.clone())]), &mut names);
    let mut seen = FxHashSet::default();
    let facts = facts.into_iter().filter(|f| seen.insert(f.clone())).collect();
    Start { facts, universals, names }
}
