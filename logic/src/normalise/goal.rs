//! A goal on its way through the normaliser: what it may cost, and what came of it.
//!
//! In: the goal of an obligation. Out: the goal simplified by identities, which may already make it true.

use super::facts::Facts;
use super::log::Log;
use super::simplify::Simplifier;
use crate::term::Term;

/// How much one obligation may cost. Counts, not seconds: the outcome is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Larger goals and hypotheses (in nodes) are not looked into beyond the simplification without facts.
    pub size: usize,
    /// Sub-goals that are tried.
    pub goals: u32,
    /// E-nodes.
    pub nodes: usize,
    /// Rounds of the e-graph.
    pub rounds: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { size: 3000, goals: 24, nodes: 2000, rounds: 4 }
    }
}

/// What normalising came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The goal, simplified; `true` if it was discharged.
    pub goal: Term,
    /// Whether the hypotheses imply the goal.
    pub discharged: bool,
    /// The rules that were used, in the order of their first use; names of the tables in [`super::rules`], and
    /// `bounds`, `hypothesis`, `hypotheses-contradict`, `substitution`, `congruence`, `true-equation`, `prove-forall`.
    pub rules: Vec<&'static str>,
}

/// A goal, simplified by identities that need no hypothesis.
#[derive(Clone, Debug)]
pub struct Goal {
    pub(super) term: Term,
    pub(super) log: Log,
}

impl Goal {
    /// Simplifies it.
    pub fn new(goal: &Term) -> Self {
        let none = Facts::new();
        let mut simplifier = Simplifier::new(&none);
        let term = simplifier.run(goal);
        Self { term, log: simplifier.log }
    }

    /// The outcome, if that made it true.
    pub fn outcome(&self) -> Option<Outcome> {
        let rules = || self.log.clone().into_names();
        self.term.is_true().then(|| Outcome { goal: self.term.clone(), discharged: true, rules: rules() })
    }
}
