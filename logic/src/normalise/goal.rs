//! The first pass over a goal, and the types of the normaliser's limits and results.
//!
//! In: the goal of an obligation. Out: the goal simplified by identities, which may already make it true.

use super::facts::Facts;
use super::log::Log;
use super::simplify::Simplifier;
use crate::term::Term;

/// Limits on the work for one obligation. They are counts and not times, so the outcome is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Goals and hypotheses with more nodes than this are simplified by identities only, without use of facts.
    pub size: usize,
    /// How many sub-goals the proof by cases may try.
    pub goals: u32,
    /// How many nodes the e-graph may have.
    pub nodes: usize,
    /// How many rounds of rewriting the e-graph may take.
    pub rounds: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { size: 3000, goals: 24, nodes: 2000, rounds: 4 }
    }
}

/// The result of normalising one obligation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The simplified goal; `true` if the goal was discharged.
    pub goal: Term,
    /// Whether the hypotheses were shown to imply the goal.
    pub discharged: bool,
    /// The names of the rules that were used, in the order of their first use: those of the tables in [`super::rules`],
    /// and `bounds`, `hypothesis`, `hypotheses-contradict`, `substitution`, `congruence`, `true-equation`,
    /// `prove-forall`.
    pub rules: Vec<&'static str>,
}

/// A goal that was simplified by identities, which need no hypothesis.
#[derive(Clone, Debug)]
pub struct Goal {
    pub(super) term: Term,
    pub(super) log: Log,
}

impl Goal {
    /// Simplifies the goal.
    pub fn new(goal: &Term) -> Self {
        let none = Facts::new();
        let mut simplifier = Simplifier::new(&none);
        let term = simplifier.run(goal);
        Self { term, log: simplifier.log }
    }

    /// The outcome, if the simplification already made the goal true.
    pub fn outcome(&self) -> Option<Outcome> {
        let rules = || self.log.clone().into_names();
        self.term.is_true().then(|| Outcome { goal: self.term.clone(), discharged: true, rules: rules() })
    }
}
