//! The first pass over a goal, and the types of the normaliser's limits and results.
//!
//! In: the goal of an obligation. Out: the goal simplified by identities, which may already make it true.

use super::facts::Facts;
use super::log::Log;
use super::prover::Prover;
use super::simplify::Simplifier;
use crate::floats::{Assumption, Assumptions};
use crate::proof::{Recorder, Why};
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
    /// The parts that run. All of them do, except where it is measured what a part is good for.
    pub parts: Parts,
}

/// Which parts of the normaliser run. Whatever is switched off, what is proved follows from the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Inequalities are added up.
    pub bounds: bool,
    /// Inequalities are multiplied, and equations of numbers are taken apart into digits. This needs `bounds`.
    pub products: bool,
    /// The e-graph.
    pub graph: bool,
}

impl Default for Parts {
    fn default() -> Self {
        Self { bounds: true, products: true, graph: true }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self { size: 3000, goals: 24, nodes: 2000, rounds: 4, parts: Parts::default() }
    }
}

/// The result of normalising one obligation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The simplified goal; `true` if the goal was discharged.
    pub goal: Term,
    /// Whether the hypotheses were shown to imply the goal.
    pub discharged: bool,
    /// The names of the rules and steps that were used on the goal, in the order of their first use. They are those of
    /// the tables in [`super::rules`]. Rules that only simplified hypotheses are not among them.
    pub rules: Vec<&'static str>,
    /// The parts of the normaliser that applied these rules, in the order of their first use. There are none if no rule
    /// was needed: the goal was a hypothesis, or became one or `true` when terms were built from its parts.
    pub by: Vec<Prover>,
    /// The assumptions about floats on which that rests.
    pub assumed: Assumptions,
    /// Why the goal follows from the hypotheses, if it was discharged and steps were recorded.
    pub proof: Why,
}

impl Outcome {
    /// The outcome for a goal that was discharged by the rules of the log.
    pub(super) fn discharged(log: Log, proof: Why) -> Self {
        let (by, rules) = (log.provers(), log.into_names());
        let assumed = rules.iter().filter_map(|name| Assumption::named(name)).collect();
        Self { goal: crate::term::bool(true), discharged: true, rules, by, assumed, proof }
    }
}

/// A goal that was simplified by identities, which need no hypothesis.
#[derive(Clone, Debug)]
pub struct Goal {
    pub(super) term: Term,
    pub(super) log: Log,
    /// Why the goal equals the term.
    pub(super) why: Why,
    /// The goal as it was given.
    pub(super) written: Term,
    /// The assumptions about floats up to which equations of the goal may be proved, if nothing else proves them.
    pub(super) granted: Assumptions,
}

impl Goal {
    /// Simplifies the goal.
    pub fn new(goal: &Term, recorder: Recorder) -> Self {
        let none = Facts::new(recorder);
        let mut simplifier = Simplifier::new(&none);
        let (term, why) = simplifier.run(goal);
        Self { term, log: simplifier.log, why, written: goal.clone(), granted: Assumptions::NONE }
    }

    /// The goal, whose equations of floats may be proved up to these assumptions.
    #[must_use]
    pub fn assuming(self, granted: Assumptions) -> Self {
        Self { granted, ..self }
    }

    /// The outcome, if the simplification already made the goal true.
    pub fn outcome(&self, recorder: Recorder) -> Option<Outcome> {
        let proof = recorder.rewritten_back(&recorder.evaluate(|| self.term.clone(), []), &self.why);
        self.term.is_true().then(|| Outcome::discharged(self.log.clone(), proof))
    }
}
