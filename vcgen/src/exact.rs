//! Which obligations are proved exactly, where some may be proved up to assumptions about floats.
//!
//! In: tasks. Out: the outcomes of their obligations. An equation that is proved up to an assumption may be false in an
//! execution. So it is no hypothesis of what makes a run safe:
//!
//! 1. An equation that contradicts what is known where it is claimed is not proved at all, whatever is assumed.
//! 2. A clause is *assumed* if one of its obligations is proved up to an assumption. Each obligation with such a clause
//!    among its hypotheses is decided again without these hypotheses. If it is proved then, the clause did not matter.
//!    Otherwise a claim of the program counts as proved up to the same assumptions, and its clause is assumed, too;
//!    every other obligation is unknown.
//! 3. The second step is repeated until nothing changes.
//!
//! Without assumptions, this is [`batch::decide`].

use std::collections::BTreeMap;

use ir::{Node, Program};
use logic::floats::Assumptions;
use logic::obligation::{Hyp, Obligation, ObligationId, Task};
use logic::term;
use rustc_hash::FxHashMap;

use crate::batch;
use crate::decide::{is_claim, Decided};
use crate::options::Options;
use crate::outcome::{DischargedBy, Verdict};
use crate::report::pvl::Words;
use crate::tools::{Nobody, Tools};

/// Resource limit for the attempt to refute an equation that is proved up to an assumption.
const REFUTATION: u32 = 300_000;

/// The reason if what is known contradicts the equation.
const CONTRADICTED: &str = "it holds up to an assumption about floats, but is false in every execution";

/// Decides all obligations.
pub fn decide(program: &Program, tasks: &[Task], options: &Options, tools: &Tools<'_>) -> Vec<Vec<Decided>> {
    decide_besides(program, tasks, options, tools, vec![])
}

/// Decides all obligations, where further clauses are known to be assumed.
pub fn decide_besides(
    program: &Program,
    tasks: &[Task],
    options: &Options,
    tools: &Tools<'_>,
    assumed: Vec<Assumed>,
) -> Vec<Vec<Decided>> {
    let outcomes = batch::decide(program, tasks, options, tools);
    if options.granted.is_empty() {
        return outcomes;
    }
    // The observer was told of each obligation already.
    let tools = Tools { observer: &Nobody, ..tools.clone() };
    let left_out = FxHashMap::default();
    let mut settling = Settling { program, tasks, options, tools, outcomes, assumed, left_out };
    settling.refuse_contradicted();
    while settling.round() {}
    settling.outcomes
}

/// The clauses that are proved up to assumptions.
pub fn assumed(tasks: &[Task], outcomes: &[Vec<Decided>]) -> Vec<Assumed> {
    let all = proved(tasks, outcomes).filter(|(_, _, d)| !d.outcome.assumed.is_empty());
    all.map(|(_, o, d)| Assumed { node: o.node, assumed: d.outcome.assumed }).collect()
}

/// All obligations that are proved, with their outcomes.
fn proved<'t>(
    tasks: &'t [Task],
    outcomes: &'t [Vec<Decided>],
) -> impl Iterator<Item = (At, &'t Obligation, &'t Decided)> {
    let all = tasks.iter().zip(outcomes).enumerate();
    let all = all.flat_map(|(n, (task, list))| {
        let with_outcome = move |(m, d): (usize, &'t Decided)| Some(((n, m), task.obligation(d.outcome.id)?, d));
        list.iter().enumerate().filter_map(with_outcome)
    });
    all.filter(|(_, _, d)| d.outcome.verdict == Verdict::Proved)
}

/// The position of a task, and the position of an obligation in it.
type At = (usize, usize);

/// A clause that is proved up to assumptions.
pub struct Assumed {
    node: Node,
    assumed: Assumptions,
}

/// An obligation to be decided again.
struct Open {
    at: At,
    /// The obligation without the hypotheses that are assumed.
    version: Obligation,
    /// How many these are, and up to what they are proved.
    left_out: (usize, Assumptions),
    /// What the obligation rests on if it is not proved without them.
    assumed: Assumptions,
    /// The first of the clauses that state them.
    clause: Node,
}

struct Settling<'t> {
    program: &'t Program,
    tasks: &'t [Task],
    options: &'t Options,
    tools: Tools<'t>,
    outcomes: Vec<Vec<Decided>>,
    /// The clauses that are proved up to assumptions. A clause stays one, so that the rounds come to an end.
    assumed: Vec<Assumed>,
    /// The obligations that were decided again, with the number of hypotheses left out, and up to what these are
    /// proved.
    left_out: FxHashMap<At, (usize, Assumptions)>,
}

impl Settling<'_> {
    /// Decides other versions of obligations. The result has the outcome of each.
    fn decide(&self, versions: &[(At, Obligation)], options: &Options) -> BTreeMap<At, Decided> {
        let mut tasks: Vec<Task> = self.tasks.iter().map(|t| Task { obligations: vec![], ..t.clone() }).collect();
        for ((n, _), version) in versions {
            if let Some(task) = tasks.get_mut(*n) {
                task.obligations.push(Obligation { implied_by: vec![], ..version.clone() });
            }
        }
        let outcomes = batch::decide(self.program, &tasks, options, &self.tools);
        let numbers: FxHashMap<(usize, ObligationId), At> =
            versions.iter().map(|(at, version)| ((at.0, version.id), *at)).collect();
        let all = outcomes.into_iter().enumerate().flat_map(|(n, list)| list.into_iter().map(move |d| (n, d)));
        all.filter_map(|(n, d)| Some((*numbers.get(&(n, d.outcome.id))?, d))).collect()
    }

    fn outcome(&mut self, at: At) -> Option<&mut Decided> {
        self.outcomes.get_mut(at.0)?.get_mut(at.1)
    }

    /// Makes an obligation unknown that was proved.
    fn refuse(&mut self, at: At, reason: String) {
        let Some(d) = self.outcome(at) else { return };
        let outcome = &mut d.outcome;
        outcome.verdict = Verdict::Unknown;
        outcome.assumed = Assumptions::NONE;
        outcome.reason = Some(reason);
        outcome.proof = None;
        outcome.by = DischargedBy::Nothing;
    }

    /// Refuses equations that are proved up to an assumption although the hypotheses imply that they are false.
    fn refuse_contradicted(&mut self) {
        let all = proved(self.tasks, &self.outcomes).filter(|(_, _, d)| !d.outcome.assumed.is_empty());
        let negated = all.map(|(at, o, _)| (at, Obligation { goal: term::not(o.goal.clone()), ..o.clone() }));
        let negated: Vec<(At, Obligation)> = negated.collect();
        let rlimit = self.options.rlimit.min(REFUTATION);
        let granted = Assumptions::NONE;
        let options = Options { granted, refute: false, rlimit, emit_smt2: false, ..self.options.clone() };
        for (at, d) in self.decide(&negated, &options) {
            if let Some(equation) = self.outcome(at) {
                equation.outcome.time += d.outcome.time;
                equation.outcome.solver_time += d.outcome.solver_time;
            }
            if d.outcome.verdict == Verdict::Proved {
                self.refuse(at, CONTRADICTED.to_owned());
            }
        }
    }

    /// Notes the clauses that are proved up to assumptions.
    fn note_assumed(&mut self) {
        for new in assumed(self.tasks, &self.outcomes) {
            match self.assumed.iter_mut().find(|a| a.node == new.node) {
                Some(known) => known.assumed = known.assumed.with(new.assumed),
                None => self.assumed.push(new),
            }
        }
    }

    /// Up to what a hypothesis is proved.
    fn up_to(&self, hyp: &Hyp) -> Assumptions {
        let Some(node) = hyp.node else { return Assumptions::NONE };
        let met = self.assumed.iter().filter(|a| a.node.meets(&node));
        met.fold(Assumptions::NONE, |all, a| all.with(a.assumed))
    }

    /// The proved obligations that have more assumed clauses among their hypotheses than when they were decided.
    fn open(&self) -> Vec<Open> {
        let mut all = Vec::new();
        for (at, o, d) in proved(self.tasks, &self.outcomes) {
            let (out, hyps): (Vec<Hyp>, Vec<Hyp>) = o.hyps.iter().partition(|h| !self.up_to(h).is_empty());
            // An obligation that follows from others is as good as these are.
            let implied = o.implied_by.iter().any(|id| !self.is_exact(at.0, *id));
            let assumed = out.iter().fold(Assumptions::NONE, |all, h| all.with(self.up_to(h)));
            let left_out = (out.len(), assumed);
            let known = self.left_out.get(&at);
            if known.map_or(out.is_empty() && !implied, |known| *known == left_out) {
                continue;
            }
            let clause = out.iter().find_map(|h| h.node).unwrap_or(o.node);
            let assumed = assumed.with(d.outcome.assumed);
            all.push(Open {
                at,
                version: Obligation { hyps: hyps.into_iter().collect(), ..o.clone() },
                left_out,
                assumed,
                clause,
            });
        }
        all
    }

    /// Decides again what has more assumed clauses among its hypotheses than before. Returns whether there was
    /// something.
    fn round(&mut self) -> bool {
        self.note_assumed();
        if self.assumed.is_empty() {
            return false;
        }
        let open = self.open();
        let versions: Vec<(At, Obligation)> = open.iter().map(|o| (o.at, o.version.clone())).collect();
        let options = Options { refute: false, ..self.options.clone() };
        let mut decided = self.decide(&versions, &options);
        for Open { at, version, left_out, assumed, clause } in &open {
            let _ = self.left_out.insert(*at, *left_out);
            let is_claim = self.tasks.get(at.0).is_some_and(|t| is_claim(t.id, version));
            let reason = self.reason(at.0, *clause);
            let (new, Some(old)) = (decided.remove(at), self.outcome(*at)) else { continue };
            match new {
                Some(new) if new.outcome.verdict == Verdict::Proved => *old = new,
                // The old proof and the old file rest on the hypotheses that are left out.
                new if is_claim => {
                    old.outcome.assumed = *assumed;
                    old.outcome.proof = None;
                    old.outcome.smt2 = new.and_then(|d| d.outcome.smt2);
                }
                new => {
                    old.outcome.smt2 = new.and_then(|d| d.outcome.smt2);
                    self.refuse(*at, reason);
                }
            }
        }
        !open.is_empty()
    }

    /// Whether an obligation of a task is proved and rests on no assumption.
    fn is_exact(&self, task: usize, id: ObligationId) -> bool {
        let found = self.outcomes.get(task).into_iter().flatten().find(|d| d.outcome.id == id);
        found.is_some_and(|d| d.outcome.verdict == Verdict::Proved && d.outcome.assumed.is_empty())
    }

    fn reason(&self, task: usize, clause: Node) -> String {
        let Some(task) = self.tasks.get(task) else { return String::new() };
        let words = Words::of(self.program, task);
        format!(
            "it follows only from `{}` in line {}, which is proved up to an assumption about floats",
            words.quote(clause),
            words.line(clause)
        )
    }
}
