//! The normaliser: simplifies obligations and discharges what it can, and says by which rules.
//!
//! In: the goal and hypotheses of an obligation. Out: a simpler goal, or that it holds, with the names of the rules
//! used. No other room knows egg.
//!
//! The passes, cheapest first: simplify the goal by the rules of the table and sums as polynomials; add the hypotheses
//! as facts, and prove the goal by them (bounds, case splits); last, congruence in an e-graph.

pub mod facts;
mod graph;
pub mod linear;
mod log;
pub mod order;
pub mod pattern;
mod prove;
pub mod rules;
mod simplify;
mod solve;
mod sums;

#[cfg(test)]
mod tests;

use crate::term::{Op, Term};
use facts::Facts;
use log::Log;
use simplify::{size_within, Simplifier};

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
    /// The rules that were used, in the order of their first use; names of the tables in [`rules`], and `bounds`,
    /// `hypothesis`, `hypotheses-contradict`, `substitution`, `congruence`,
    /// `true-equation`, `prove-forall`.
    pub rules: Vec<&'static str>,
}

/// A term equal to this one everywhere, and the rules that made it so.
pub fn simplify(term: &Term) -> (Term, Vec<&'static str>) {
    let facts = Facts::new();
    let mut simplifier = Simplifier::new(&facts);
    let result = simplifier.run(term);
    (result, simplifier.log.into_names())
}

/// Simplifies the goal under the hypotheses, and discharges it where that proves it.
pub fn normalise(goal: &Term, hyps: &[Term], budget: Budget) -> Outcome {
    let proved = |log: Log| Outcome { goal: crate::term::bool(true), discharged: true, rules: log.into_names() };
    // 1. Identities that need no hypothesis.
    let none = Facts::new();
    let mut simplifier = Simplifier::new(&none);
    let goal = simplifier.run(goal);
    let mut log = std::mem::take(&mut simplifier.log);
    if goal.is_true() {
        return proved(log);
    }
    let simplified = |log: Log, goal: Term| Outcome { goal, discharged: false, rules: log.into_names() };
    // 2. The hypotheses, simplified in the same way; large ones are left out, which only loses proofs.
    let Some(mut size) = size_within(&goal, budget.size) else { return simplified(log, goal) };
    let mut known: Vec<Term> = Vec::with_capacity(hyps.len());
    for hyp in hyps {
        let Some(more) = size_within(hyp, budget.size.saturating_sub(size)) else { continue };
        size += more;
        known.push(simplifier.run(hyp));
    }
    drop(simplifier);
    if known.contains(&goal) {
        log.put("hypothesis");
        return proved(log);
    }
    // 3. Facts, with solved equations substituted; then a proof by bounds and cases.
    let solved = solve::solve(&known, &goal, &mut log);
    let mut facts = Facts::new();
    // Implications and disjunctions last: the other facts may decide their conditions.
    let open = |h: &&Term| matches!(h.op(), Op::Implies | Op::Or);
    for hyp in solved.hyps.iter().filter(|h| !open(h)).chain(solved.hyps.iter().filter(open)) {
        prove::assume(&mut facts, hyp);
    }
    let before = log.clone();
    let mut fuel = budget.goals;
    if prove::prove(&facts, &solved.goal, &mut fuel, &mut log) {
        return proved(log);
    }
    // 4. Congruence.
    log = before;
    if graph::prove(&facts, &solved.hyps, &solved.goal, budget, &mut log) {
        return proved(log);
    }
    simplified(Log::default(), goal)
}
