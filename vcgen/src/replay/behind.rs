//! Failures that runs show only after another failure, or cannot show because of it.
//!
//! After a failure, a run says little about the program: later failures may be consequences of the first, and a run
//! that stops shows nothing more. So a failure that runs show only after another failure is listed under that one. So
//! is a failure that no run could show because every run stops before it.
//!
//! In: outcomes with the runs that were tried for each. Out: the same outcomes, with [`Under`] for those that are
//! listed under another one.

use ir::{Kernel, Program};
use logic::obligation::{Task, What};

use super::attempt::{self, Found, Runs, Stage};
use super::replays::body;
use super::shown_by::{is_of_another, is_shown_by, refuted_by, RefutedBy};
use crate::outcome::{Link, Outcome, Replay, Under, Verdict};

/// An outcome, and the runs that were tried to show its failure.
pub struct Judged {
    pub outcome: Outcome,
    /// The runs from the start of its counterexample; none if it has no counterexample, or if the contract excludes
    /// that start.
    pub own: Runs,
    /// The failure of a run that confirms the outcome, if there is one.
    pub witness: Option<Found>,
}

/// The outcomes and runs of an item.
struct Seen<'a> {
    program: &'a Program,
    task: &'a Task,
    /// The kernel; `None` for a procedure.
    kernel: Option<&'a Kernel>,
    judged: &'a [Judged],
    searched: Option<&'a Runs>,
}

/// Sets [`Under`] for each outcome that is listed under another one.
pub fn link(
    program: &Program,
    task: &Task,
    kernel: Option<&Kernel>,
    mut judged: Vec<Judged>,
    searched: Option<&Runs>,
) -> Vec<Outcome> {
    let seen = Seen { program, task, kernel, judged: &judged, searched };
    let links: Vec<_> = (0..judged.len()).map(|at| seen.link(at)).collect();
    for (judged, link) in judged.iter_mut().zip(links) {
        let Some((under, reason)) = link else { continue };
        judged.outcome.under = Some(under);
        judged.outcome.reason = reason.or(judged.outcome.reason.take());
    }
    judged.into_iter().map(|j| j.outcome).collect()
}

impl Seen<'_> {
    fn link(&self, at: usize) -> Option<(Under, Option<String>)> {
        let judged = self.judged.get(at)?;
        let failed = (judged.outcome.code, judged.outcome.node);
        let is_about_any_state = || refuted_by(self.program, self.task, failed) == RefutedBy::AnyState;
        match judged.outcome.verdict {
            Verdict::Proved => None,
            Verdict::Unknown | Verdict::Refuted if is_about_any_state() => None,
            Verdict::Unknown => self.behind(at, judged),
            Verdict::Refuted => {
                let under = self.parted(at, judged).or_else(|| self.later(at, judged))?;
                Some((under, None))
            }
        }
    }

    /// The refuted outcome that a failure of a run shows, if it comes before the outcome at `at`.
    fn before(&self, at: usize, found: &Found) -> Option<&Outcome> {
        let earlier = self.judged.iter().take(at).map(|j| &j.outcome);
        earlier.filter(|o| o.verdict == Verdict::Refuted).find(|o| self.is_same(o, found))
    }

    /// The confirmed outcome that a failure of a run shows, wherever it comes. Two outcomes are never under each other:
    /// the failure with which some run starts to go wrong is behind no other one.
    fn elsewhere(&self, at: usize, found: &Found) -> Option<&Outcome> {
        let others = self.judged.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, j)| &j.outcome);
        let mut others = others.filter(|o| matches!(o.replay, Replay::Confirmed(_)));
        others.find(|o| self.is_same(o, found))
    }

    fn is_same(&self, outcome: &Outcome, found: &Found) -> bool {
        let obligation = self.task.obligation(outcome.id);
        let body = body(self.program, self.task, self.kernel);
        obligation.is_some_and(|b| {
            is_shown_by(b, &found.failure, body) && !is_of_another(b, &found.failure, &self.task.obligations)
        })
    }

    /// For an unknown outcome: the failure at which every run goes wrong before the run could show the outcome.
    fn behind(&self, at: usize, judged: &Judged) -> Option<(Under, Option<String>)> {
        let of_model = !judged.own.runs.is_empty();
        let runs = if of_model { &judged.own } else { self.searched? };
        let all = runs.runs.iter().all(|run| !run.is_empty());
        let Some(first) = runs.runs.first().and_then(|run| run.first()).filter(|_| all) else {
            return (!of_model).then(|| self.behind_barrier(at)).flatten();
        };
        let found = runs.found.get(*first)?;
        let cause = self.before(at, found)?;
        let line = self.program.line(found.failure.node);
        let which =
            if of_model { "every run from the start of its counterexample" } else { "every run that was tried" };
        let under = Under { obligation: cause.id, link: Link::Behind };
        Some((under, Some(format!("{which} goes wrong before, at line {line}"))))
    }

    /// For an outcome without counterexample: the failure that the threads of a group come to different barriers, if it
    /// comes before the outcome. What such threads do later is not what the author meant.
    fn behind_barrier(&self, at: usize) -> Option<(Under, Option<String>)> {
        let cause = self.parting(at).next()?;
        let line = self.program.line(cause.node);
        let reason = format!("no run was found that shows it, and the threads of a group part before, at line {line}");
        Some((Under { obligation: cause.id, link: Link::Behind }, Some(reason)))
    }

    /// The confirmed outcomes before `at` which say that the threads of a group come to different barriers.
    fn parting(&self, at: usize) -> impl Iterator<Item = &Outcome> {
        self.judged
            .iter()
            .take(at)
            .map(|j| &j.outcome)
            .filter(|o| o.code.what == What::BarrierUniform && matches!(o.replay, Replay::Confirmed(_)))
    }

    /// For a refuted outcome: the failure that comes first in the runs, if the outcome is not the first failure of any
    /// run.
    fn later(&self, at: usize, judged: &Judged) -> Option<Under> {
        let mut cause = None;
        for runs in std::iter::once(&judged.own).chain(self.searched) {
            for run in &runs.runs {
                let mut order = run.iter().filter_map(|n| runs.found.get(*n));
                let Some(first) = order.next() else { continue };
                if self.is_same(&judged.outcome, first) {
                    return None;
                }
                if order.any(|found| self.is_same(&judged.outcome, found)) {
                    cause = cause.or(Some(first));
                }
            }
        }
        let cause = self.before(at, cause?).or_else(|| self.elsewhere(at, cause?))?;
        // Two failed claims of one kind are two mistakes, except calls that need permissions for the same array. And a
        // contract that is not well defined does not make a run fail later.
        let heap = |o: &Outcome| self.task.obligation(o.id).and_then(|b| b.facts.heap());
        let calls = judged.outcome.code.what == What::CallPre && judged.outcome.code == cause.code;
        let again = calls && heap(cause).is_some() && heap(cause) == heap(&judged.outcome);
        ((again || cause.code.what != judged.outcome.code.what)
            && refuted_by(self.program, self.task, (cause.code, cause.node)) == RefutedBy::Run)
            .then_some(Under { obligation: cause.id, link: Link::Later })
    }

    /// For an access without permission: the condition by which only some threads reached a barrier before, if a run
    /// shows that.
    fn parted(&self, at: usize, judged: &Judged) -> Option<Under> {
        if !matches!(judged.outcome.code.what, What::Load | What::Store) {
            return None;
        }
        let stage = Stage {
            program: self.program,
            kernel: self.kernel?,
            calls: None,
            bare: self.program.is_inferred(self.task.id) || self.kernel?.has_atomic_amounts(),
        };
        let runs = attempt::without_contracts(stage, &judged.witness.as_ref()?.start);
        let cause = self.parting(at).find(|o| runs.found.iter().any(|found| self.is_same(o, found)))?;
        Some(Under { obligation: cause.id, link: Link::Follows })
    }
}
