//! `--hints`: places that nothing reaches, since what is assumed there contradicts itself.
//!
//! A proof behind such a place says nothing. Contracts that contradict themselves are errors without this option; here
//! invariants, barriers, branches and what follows them are asked, too. A branch that no launch takes may be meant so,
//! which is why these are hints.
//!
//! In: a task whose obligations are decided. Out: a sentence for each contradiction, with the smallest set of clauses
//! and conditions from which it follows: none of them can be left out.

use ir::Program;
use logic::hyps::{Hyps, Part};
use logic::obligation::{Hyp, Mode, Obligation, ObligationId, Task};
use logic::term;
use rustc_hash::FxHashSet;

use crate::batch;
use crate::explain::Explainer;
use crate::options::Options;
use crate::outcome::{Outcome, Verdict};
use crate::tools::{Nobody, Tools};

/// Resource limit for one question.
const LIMIT: u32 = 300_000;

/// What one question needs.
#[derive(Clone, Copy)]
struct Setting<'s> {
    program: &'s Program,
    task: &'s Task,
    options: &'s Options,
    tools: &'s Tools<'s>,
}

/// The sentences about a task.
pub fn hints(
    program: &Program,
    task: &Task,
    outcomes: &[Outcome],
    options: &Options,
    tools: &Tools<'_>,
) -> Vec<String> {
    let rlimit = options.rlimit.min(LIMIT);
    let options = &Options {
        rlimit,
        refute: false,
        emit_smt2: false,
        keep_proofs: false,
        explain: None,
        granted: logic::floats::Assumptions::NONE,
        ..options.clone()
    };
    let tools = &Tools { observer: &Nobody, ..tools.clone() };
    let setting = Setting { program, task, options, tools };
    let explainer = Explainer::new(program, task);
    let mut known: Vec<Vec<Hyp>> = Vec::new();
    let mut out = Vec::new();
    for (o, context) in contexts(task, outcomes) {
        // What follows from a contradiction that is told already is not told again.
        if known.iter().any(|core| core.iter().all(|h| context.iter().any(|other| other.term == h.term))) {
            continue;
        }
        if !contradictory(setting, o, &context) {
            continue;
        }
        let core = smallest(setting, o, context);
        out.extend(sentence(program, &explainer, o, &core));
        known.push(core);
    }
    out
}

/// The lists of facts that proofs of the task start from, each once, with an obligation that has it.
fn contexts<'t>(task: &'t Task, outcomes: &[Outcome]) -> Vec<(&'t Obligation, Vec<Hyp>)> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    let proved = |o: &&Obligation| outcomes.iter().any(|r| r.id == o.id && r.verdict == Verdict::Proved);
    for o in task.obligations.iter().filter(|o| matches!(o.mode, Mode::Prove | Mode::Lemma)).filter(proved) {
        // Facts about a second thread are those of the first one, changed.
        let plain = o.hyps.parts().iter().filter(|part| part.change().is_none());
        let context: Vec<Hyp> = plain.flat_map(Part::facts).cloned().collect();
        if seen.insert(context.iter().map(|h| h.term.address()).collect::<Vec<usize>>()) {
            out.push((o, context));
        }
    }
    out
}

/// Whether the facts are proved to contradict each other.
fn contradictory(setting: Setting<'_>, o: &Obligation, facts: &[Hyp]) -> bool {
    let Setting { program, task, options, tools } = setting;
    let question = Obligation {
        id: ObligationId(0),
        mode: Mode::Prove,
        hyps: facts.iter().cloned().collect::<Hyps>(),
        goal: term::bool(false),
        implied_by: vec![],
        consequence_of: vec![],
        ..o.clone()
    };
    let task = Task { obligations: vec![question], attempts: vec![], ..task.clone() };
    let decided = batch::decide(program, std::slice::from_ref(&task), options, tools);
    decided.iter().flatten().any(|d| d.outcome.verdict == Verdict::Proved)
}

/// Contradictory facts from which none that has a place can be left out.
fn smallest(setting: Setting<'_>, o: &Obligation, mut facts: Vec<Hyp>) -> Vec<Hyp> {
    // Halves first: most facts have nothing to do with the contradiction.
    let mut step = facts.len().next_power_of_two() / 2;
    while step > 0 {
        let mut at = 0;
        while at < facts.len() {
            let end = (at + step).min(facts.len());
            let fewer: Vec<Hyp> = facts.iter().take(at).chain(facts.iter().skip(end)).cloned().collect();
            if contradictory(setting, o, &fewer) {
                facts = fewer;
            } else {
                at = end;
            }
        }
        step /= 2;
    }
    facts
}

/// What is said of a contradiction; `None` if no part of the program states any of the facts.
fn sentence(program: &Program, explainer: &Explainer<'_>, o: &Obligation, core: &[Hyp]) -> Option<String> {
    if core.iter().all(|h| h.node.is_none()) {
        return None;
    }
    // The fact is told and not the text of its place: behind a loop, its condition is false.
    let told = |h: &Hyp| {
        let line = h.node.map(|node| format!(" (line {})", program.line(node))).unwrap_or_default();
        format!("`{}`{line}", explainer.term(&h.term))
    };
    let mut parts: Vec<String> = core.iter().map(told).collect();
    parts.dedup();
    let line = program.line(o.node);
    match parts.as_slice() {
        [] => None,
        [one] => Some(format!("hint: no run comes to line {line}: {one} cannot hold")),
        [first @ .., last] => {
            let first = first.join(", ");
            Some(format!("hint: no run comes to line {line}: {first} and {last} contradict each other"))
        }
    }
}
