//! Replay: runs that show whether a failed obligation is a failure of the program. A refutation that a run could show
//! is believed only if a run shows it.
//!
//! ```text
//! model ─start→ launch, arguments, memory ─interp→ failures ─shown_by→ Confirmed | Unconfirmed
//! ```
//!
//! In: a program, the task and its outcomes. Out: the same outcomes with other verdicts. A refutation that a run can
//! show is confirmed by a run, or becomes unknown. An unknown obligation that fails in a run of a tiny launch becomes
//! refuted. If every run goes wrong before it could show an obligation false, the obligation is listed under the
//! failure at which the runs stop ([`behind`]).
//! A run starts at the beginning of the kernel, or at the call of a procedure. The solver's model may be a state behind
//! a loop or a barrier that no run reaches. Then the annotations say too little, and the code may be right. An
//! obligation which says that one specification implies another ([`refuted_by`]) is refuted by any state.

pub mod allowed;
mod arguments;
mod atomic;
mod attempt;
mod begun;
mod behind;
mod call;
mod data;
mod driver;
mod executable;
mod host;
mod inferred;
pub mod integers;
mod launches;
mod model;
mod replays;
mod search;
mod seen;
mod shown_by;
mod story;

pub use attempt::Start;
pub use shown_by::{refuted_by, usually_refuted_by, RefutedBy};

use std::sync::OnceLock;

use interp::Failure;
use ir::{Contract, ItemId, Kernel, Node, ProcId, Procedure, Program};
use logic::finding::Help;
use logic::obligation::{Mode, Obligation, Task, What, Why};
use logic::origin::Event;

use crate::decide::Decided;
use crate::outcome::{Outcome, Replay, Verdict};
use crate::solving::Model;
use crate::threads;
use attempt::Runs;
use behind::Judged;
use driver::Driver;
use replays::Replays;

/// The kernel that a task is about.
fn kernel<'p>(program: &'p Program, task: &Task) -> Option<&'p Kernel> {
    match task.id {
        ItemId::Kernel(id) => program.kernel(id),
        ItemId::Function(_) | ItemId::Procedure(_) => None,
    }
}

/// Replays every failure of a task, in the order of its outcomes.
pub fn judge(program: &Program, task: &Task, decided: Vec<Decided>) -> Vec<Outcome> {
    let kernel = kernel(program, task);
    let fails = |o: &&Obligation| decided.iter().any(|d| d.outcome.id == o.id && d.outcome.verdict != Verdict::Proved);
    let claims = task.obligations.iter().filter(|o| o.mode != Mode::Lemma).filter(fails).collect();
    let replay = Replays {
        program,
        task,
        kernel,
        claims,
        searched: OnceLock::new(),
        bare: OnceLock::new(),
        stripped: OnceLock::new(),
        called: OnceLock::new(),
        driver: OnceLock::new(),
    };
    let judged: Vec<Judged> = threads::map(decided, |d| replay.outcome(d));
    let judged = if replay.is_inferred() { inferred::folded(judged, kernel) } else { judged };
    match task.id {
        ItemId::Kernel(_) | ItemId::Procedure(_) => behind::link(program, task, kernel, judged, replay.searched.get()),
        ItemId::Function(_) => judged.into_iter().map(|j| j.outcome).collect(),
    }
}

/// The result of calling a procedure in tiny launches, without a solver and without a proof.
#[derive(Debug)]
pub struct SmallCalls {
    /// The number of calls whose arguments and state satisfy the `requires` of the procedure. Only these were executed.
    pub executed: usize,
    /// The failures in these calls, each once.
    pub failures: Vec<Failure>,
}

/// Executes small calls of a procedure. Nothing goes wrong in them if the procedure is proved: tests check that, as an
/// oracle that shares no logic with the proof.
pub fn small_calls(program: &Program, procedure: &Procedure, id: ProcId) -> Option<SmallCalls> {
    if host::procedure(program, ItemId::Procedure(id)).is_some() {
        let runs = host::search(program, id);
        let failures = runs.found.into_iter().map(|f| f.failure).collect();
        return Some(SmallCalls { executed: runs.runs.len(), failures });
    }
    let dims = procedure.kernel.and_then(|k| program.kernel(k)).map_or(0, |k| k.dims().axes().len());
    let driver = Driver::new(program, id, &vec![0; dims])?;
    let runs = search::runs(driver.stage()?);
    Some(SmallCalls { executed: runs.runs.len(), failures: runs.found.into_iter().map(|f| f.failure).collect() })
}

/// The reason if no run reaches the counterexample of the solver.
const UNREACHED: &str =
    "the annotations allow the state below, and no run was found that comes to it: either the code is wrong in a \
    way that small launches do not show, or an annotation (mostly a loop invariant) says too little";

/// The reason if a precondition excludes the counterexample to a claim about the start.
const EXCLUDED: &str =
    "what it was claimed from allows the state below, but a precondition excludes it, mostly one of another thread";

/// The reason if the clause that excludes the counterexample stands behind the one that needs it.
const BEHIND: &str =
    "a precondition that stands behind this one excludes the state below, but a clause must have a value by what \
    stands in front of it";

impl Replays<'_> {
    /// Whether the advice is that too little is known of a value behind a loop or a call. It does not help if a run
    /// goes wrong: no annotation excludes what really happens.
    fn is_about_what_is_known(&self, outcome: &Outcome) -> bool {
        let help = self.task.obligation(outcome.id).and_then(|o| o.help.as_ref());
        let known = matches!(help, Some(Help::Arbitrary { event: Event::Loop | Event::Call, .. }));
        known && outcome.taken_at.is_none()
    }

    fn outcome(&self, decided: Decided) -> Judged {
        let Decided { mut outcome, model } = decided;
        if (outcome.code.what, outcome.code.why) == (What::Atomic, Why::Unsupported) {
            return self.atomic(outcome);
        }
        if outcome.verdict == Verdict::Refuted && self.blames_inferred(&outcome) {
            outcome.verdict = Verdict::Unknown;
            outcome.reason = Some(inferred::CONTRADICTORY.into());
        }
        if outcome.verdict == Verdict::Proved || !shown_by::may_run(outcome.code) || self.is_told_by_a_claim(&outcome) {
            return Judged { outcome, own: Runs::default(), witness: None };
        }
        let (own, witness) = self.seen(&outcome, model.as_ref());
        let excluded = witness.is_none().then(|| self.excluded(&outcome, model.as_ref())).flatten();
        if let Some((found, story)) = witness.as_ref().filter(|_| self.rests_on_inferred(&outcome)) {
            inferred::is_a_race(&mut outcome, &found.failure, story);
        }
        let (witness, story) = witness.unzip();
        match (story, outcome.verdict) {
            (Some(story), _) => {
                // All shown values are those of the run. The solver's counterexample may have other sizes, or be a
                // state that no run reaches.
                outcome.values.clone_from(&story.values);
                outcome.verdict = Verdict::Refuted;
                outcome.reason = None;
                if self.is_about_what_is_known(&outcome) {
                    outcome.help = None;
                }
                outcome.replay = Replay::Confirmed(Box::new(story));
            }
            (None, Verdict::Refuted) if excluded.is_some() => {
                outcome.verdict = Verdict::Unknown;
                let behind = excluded.filter(|by| self.is_behind(by, &outcome));
                let (reason, help) = match behind {
                    Some(by) => {
                        outcome.related.push((by, "this excludes the state below".into()));
                        (BEHIND, "move what excludes the state in front of this")
                    }
                    None => (EXCLUDED, "say in a `kernel requires` what holds of the whole launch"),
                };
                outcome.reason = Some(reason.into());
                outcome.help = Some(help.to_owned().into());
            }
            (None, Verdict::Refuted) if self.rests_on_inferred(&outcome) => {
                outcome.verdict = Verdict::Unknown;
                outcome.reason = Some(self.unshown(&outcome).into());
            }
            (None, Verdict::Refuted)
                if refuted_by(self.program, self.task, (outcome.code, outcome.node)) == RefutedBy::AnyState
                    && self.is_launchable(model.as_ref()) =>
            {
                outcome.replay = Replay::Specification;
            }
            (None, Verdict::Refuted) => {
                let not_run = executable::not_run(self.program, self.task.id);
                outcome.verdict = Verdict::Unknown;
                outcome.replay = if not_run.is_some() { Replay::NotRun } else { Replay::Unconfirmed };
                outcome.reason = Some(not_run.unwrap_or(UNREACHED).into());
            }
            (None, Verdict::Proved | Verdict::Unknown) => {}
        }
        Judged { outcome, own, witness }
    }

    /// Whether a lemma of the logic failed, and at the same place the claim that needs the lemma fails, too. The lemma
    /// may well be true; a run shows the failure of the claim.
    fn is_told_by_a_claim(&self, outcome: &Outcome) -> bool {
        let is_lemma = self.task.obligation(outcome.id).is_some_and(|o| o.mode == Mode::Lemma);
        let here = |o: &&Obligation| {
            let mut places = o.related.iter().map(|(node, _)| *node).chain([o.node]);
            o.code.what == outcome.code.what && places.any(|node| node.meets(&outcome.node))
        };
        is_lemma && self.claims.iter().any(here)
    }

    /// The precondition that excludes the counterexample to a claim about the start of the kernel. The claim was proved
    /// from the preconditions of one or two threads, or from those in front of it, and others may exclude the
    /// counterexample.
    fn excluded(&self, outcome: &Outcome, model: Option<&Model>) -> Option<Node> {
        let (kernel, model) = (self.kernel?, model?);
        let mut required = kernel.contracts().flat_map(|c| c.pre()).map(|c| c.expr.node);
        let shared_out = matches!(outcome.code.what, What::KernelResources | What::GroupResources);
        let mut inside = || required.any(|node| outcome.node.is_inside(&node));
        let at_start = shared_out || outcome.code.what == What::WellFormed && inside();
        let start = || model::start(self.program, &self.task.item, &self.task.inputs, model);
        allowed::excludes(self.program, kernel, &at_start.then(start).flatten()?)
    }

    /// Whether a part of a precondition stands behind the place of the outcome in the same contract.
    fn is_behind(&self, by: &Node, outcome: &Outcome) -> bool {
        let has = |c: &Contract, node: &Node| c.pre().any(|clause| node.is_inside(&clause.expr.node));
        let mut contracts = self.kernel.into_iter().flat_map(Kernel::contracts);
        by.id > outcome.node.last && contracts.any(|c| has(c, by) && has(c, &outcome.node))
    }
}
