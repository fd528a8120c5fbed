//! What the threads of a warp have learnt of each other by shuffles.
//!
//! In: the facts that the rule of shuffles ([`crate::rules`]) states. Out: which of them it has stated, and from which
//! lanes the values came.

use crate::term::{Symbol, Term};
use rustc_hash::FxHashMap;

/// What the shuffles of an item have told.
#[derive(Default)]
pub struct Lanes {
    /// For each value that a shuffle gave, from where the generic thread got it.
    pub given: FxHashMap<Symbol, Vec<Given>>,
    /// The facts that shuffles told about other lanes and about values. The next shuffle does not tell them again, of
    /// the lanes of that lane, so that the number of facts is not doubled by each.
    told: Told,
}

/// Facts by the addresses of their nodes. Facts are large, and to compare each one with all others that are equal takes
/// longer than to tell one again that was made a second time.
#[derive(Default)]
struct Told(FxHashMap<usize, Term>);

impl Lanes {
    /// Notes that a shuffle has told a fact.
    pub fn tell(&mut self, fact: &Term) {
        // The fact is kept, so that no other one gets its address.
        let _ = self.told.0.insert(fact.address(), fact.clone());
    }

    /// Whether a shuffle has told this fact.
    pub fn has_told(&self, fact: &Term) -> bool {
        self.told.0.contains_key(&fact.address())
    }
}

/// What a thread knows of a value that it got, as terms about the generic thread.
#[derive(Clone)]
pub struct Given {
    /// The condition under which the thread came to the shuffle.
    pub guard: Term,
    /// The condition that the value came from this lane, and that there is such a lane.
    pub under: Term,
    /// The value of the operand there.
    pub value: Term,
}
