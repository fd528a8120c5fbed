//! Which runs are tried for one outcome, and which of them shows that the outcome is right.
//!
//! In: an outcome with its obligation, and the solver's model if there is one. Out: the runs that start from the model;
//! and a run that shows the failure of the outcome, from the model or else from a tiny launch.

use interp::Launch;
use ir::{ItemId, Language, ProcId, Program};
use logic::obligation::{Obligation, What, Why};
use logic::term::Term;

use super::attempt::{self, Found, Runs, Stage, Start};
use super::begun::{self, Allowed};
use super::driver::Driver;
use super::replays::Replays;
use super::shown_by::{is_of_another, is_shown_by, refuted_by, RefutedBy};
use super::{call, host, inferred, model, search, story};
use crate::outcome::{Outcome, Witness};
use crate::solving::Model;

/// Whether a device may have a launch of these sizes, by the table of CUDA's technical specifications. A run of another
/// launch shows nothing.
fn exists(program: &Program, launch: &Launch) -> bool {
    let [[_, groups_y, groups_z], [.., threads_z]] = launch.along();
    let in_cuda = launch.threads() <= 1024 && threads_z <= 64 && groups_y <= 65535 && groups_z <= 65535;
    program.language != Language::Cuda || in_cuda
}

/// A run that shows the failure of an outcome, and the story of this run.
type Shown = Option<(Found, Witness)>;

impl Replays<'_> {
    /// Whether a device may have the launch of a counterexample. A state of another launch refutes nothing.
    pub(super) fn is_launchable(&self, model: Option<&Model>) -> bool {
        let Some(model) = model.filter(|_| self.program.language == Language::Cuda) else { return true };
        let size = |t: &Term| model.int(t).map_or(1, |n| u64::try_from(n).unwrap_or(u64::MAX));
        let [mut block, mut grid] = [[1; 3]; 2];
        for (n, (gsize, ngroups)) in self.task.inputs.launch.iter().take(3).enumerate() {
            block.iter_mut().skip(n).take(1).for_each(|out| *out = size(gsize));
            grid.iter_mut().skip(n).take(1).for_each(|out| *out = size(ngroups));
        }
        let threads = block.iter().try_fold(1_u64, |all, n| all.checked_mul(*n));
        let ([.., threads_z], [_, groups_y, groups_z]) = (block, grid);
        threads.is_some_and(|all| all <= 1024) && threads_z <= 64 && groups_y <= 65535 && groups_z <= 65535
    }

    /// Whether a failure of a run is the failure that the outcome is about.
    fn is_same(&self, outcome: &Outcome, obligation: &Obligation, found: &Found) -> bool {
        // A claim about annotations needs no run, so a run that has already gone wrong shows nothing about it. A race
        // shows that a thread lacks a permission, unless the run has already gone wrong: for example, the precondition
        // may have given the permission to two threads.
        let race = found.failure.code.why == Why::DataRace && obligation.code.why != Why::DataRace;
        let alone = race || refuted_by(self.program, self.task, (outcome.code, outcome.node)) == RefutedBy::AnyState;
        let inferred = self.inferred().filter(|_| self.rests_on_inferred(outcome));
        let shown = match inferred {
            Some(inferred) => inferred::is_shown_by(obligation, found, self.kernel, inferred),
            None => (found.first || !alone) && is_shown_by(obligation, &found.failure, self.body()),
        };
        // An inferred clause may permit one of the accesses of a race, and the other one fails.
        let of_two = inferred.is_some() && found.failure.code.why == Why::DataRace;
        shown && (of_two || !is_of_another(obligation, &found.failure, &self.task.obligations))
    }

    /// The runs for an outcome: from the solver's model, and from tiny launches.
    pub(super) fn seen(&self, outcome: &Outcome, model: Option<&Model>) -> (Runs, Shown) {
        let Some(obligation) = self.task.obligation(outcome.id) else { return Default::default() };
        let start = |program, item| model.and_then(|m| model::start(program, item, &self.task.inputs, m));
        match self.task.id {
            ItemId::Kernel(_) => {
                let Some(kernel) = self.kernel else { return Default::default() };
                let stage = self.stage(kernel, self.is_bare(outcome));
                let start = start(self.program, &self.task.item).filter(|start| exists(self.program, &start.launch));
                let threads = |start: &Start| start.launch.threads().saturating_mul(start.launch.groups());
                let is_small = start.as_ref().is_some_and(|start| threads(start) <= FEW);
                let seen = self.seen_in((outcome, obligation), start.map(|s| (stage, s)), stage);
                match (&seen.1, is_small) {
                    (None, false) => self.seen_in_large((outcome, obligation), stage, model).unwrap_or(seen),
                    (_, _) => seen,
                }
            }
            ItemId::Procedure(id) if host::procedure(self.program, self.task.id).is_some() => {
                let start = start(self.program, &self.task.item);
                self.seen_of_host((outcome, obligation), id, start)
            }
            ItemId::Procedure(id) => {
                let small = self.driver.get_or_init(|| {
                    let first = vec![0; self.task.inputs.thread.len()];
                    Driver::new(self.program, id, &first)
                });
                let Some(small) = small.as_ref().and_then(Driver::stage) else { return Default::default() };
                let tid = self.task.inputs.thread.iter().map(|t| i64::try_from(model?.int(t)?).ok());
                let own = tid.collect::<Option<Vec<i64>>>().and_then(|tid| Driver::new(self.program, id, &tid));
                let own = own.as_ref().and_then(Driver::stage);
                let own = own.and_then(|stage| Some((stage, start(stage.program, &stage.kernel.name.name)?)));
                self.seen_in((outcome, obligation), own, small)
            }
            ItemId::Function(_) => {
                let is_same = |found: &&Found| self.is_same(outcome, obligation, found);
                let own = start(self.program, &self.task.item);
                let own = own.map(|s| call::from_model(self.program, self.task, &s)).unwrap_or_default();
                let small = || self.called.get_or_init(|| call::search(self.program, self.task)).iter().find(is_same);
                let found = own.iter().find(is_same).or_else(small).cloned();
                let witness = found.map(|found| {
                    let story = story::tell(self.program, None, &found);
                    (found, story)
                });
                (Runs::default(), witness)
            }
        }
    }

    /// The run of a launch that is too large for several runs, if it shows the failure of the outcome: the threads that
    /// the counterexample names come first.
    fn seen_in_large(
        &self,
        (outcome, obligation): (&Outcome, &Obligation),
        stage: Stage<'_>,
        model: Option<&Model>,
    ) -> Option<(Runs, Shown)> {
        // A claim about annotations alone is refuted without a run.
        // Whether the preconditions hold for all of its threads, no run finds out.
        let unclear = stage.bare && !self.is_inferred();
        let is_specification = refuted_by(self.program, self.task, (outcome.code, outcome.node)) == RefutedBy::AnyState;
        if unclear || is_specification && !self.is_inferred() {
            return None;
        }
        let start = model::large_start(self.program, &self.task.item, &self.task.inputs, model?)?;
        if !exists(self.program, &start.launch) {
            return None;
        }
        let runs = attempt::large_run(stage, &start, model::named(&outcome.values, &start.launch));
        let is_same = |found: &&Found| self.is_same(outcome, obligation, found);
        let found = runs.found.iter().find(is_same)?.clone();
        let story = story::tell(stage.program, Some(stage), &found);
        Some((runs, Some((found, story))))
    }

    /// The runs of a host procedure for an outcome, with the arguments of the model and with small ones.
    fn seen_of_host(
        &self,
        (outcome, obligation): (&Outcome, &Obligation),
        id: ProcId,
        start: Option<Start>,
    ) -> (Runs, Shown) {
        let is_same = |found: &&Found| self.is_same(outcome, obligation, found);
        let runs = start.map(|start| host::from_model(self.program, id, &start)).unwrap_or_default();
        let small = || self.searched.get_or_init(|| host::search(self.program, id)).found.iter().find(is_same);
        let found = runs.found.iter().find(is_same).or_else(small).cloned();
        let witness = found.map(|found| {
            let story = host::tell(self.program, id, &found);
            (found, story)
        });
        (runs, witness)
    }

    /// The runs for an outcome whose model starts the run `own`; tiny launches are of `small`.
    fn seen_in(
        &self,
        (outcome, obligation): (&Outcome, &Obligation),
        own: Option<(Stage<'_>, Start)>,
        small: Stage<'_>,
    ) -> (Runs, Shown) {
        let is_same = |found: &&Found| self.is_same(outcome, obligation, found);
        // A run that checks no contract must start as the preconditions say. Inferred permissions may have no value.
        let may_start = |stage: Stage<'_>, start: &Start| match begun::of_start(stage, start, &mut 0) {
            Allowed::Yes => true,
            Allowed::Unclear => self.is_inferred(),
            Allowed::No => false,
        };
        let own = own.filter(|(stage, start)| !stage.bare || may_start(*stage, start));
        let runs = own.as_ref().map(|(stage, start)| attempt::runs_from(*stage, start)).unwrap_or_default();
        let of_model = own.as_ref().map(|(stage, _)| *stage);
        let told = |stage: Stage<'_>, found: &Found| (found.clone(), story::tell(stage.program, Some(stage), found));
        if let (Some(stage), Some(found)) = (of_model, runs.found.iter().find(is_same)) {
            let witness = Some(told(stage, found));
            return (runs, witness);
        }
        let searched = if small.bare { &self.bare } else { &self.searched };
        let searched = searched.get_or_init(|| search::runs(small));
        if let Some(found) = searched.found.iter().find(is_same) {
            return (runs, Some(told(small, found)));
        }
        if !whatever_contracts_say(outcome) {
            return (runs, None);
        }
        // The failure of a contract may have ended the run before it could show this failure.
        let of_model = runs.found.iter().filter_map(|found| Some((of_model?, &found.start)));
        let mut starts: Vec<(Stage<'_>, &Start)> =
            of_model.chain(searched.found.iter().map(|found| (small, &found.start))).collect();
        starts.dedup_by(|a, b| a.1 == b.1);
        let witness = starts.into_iter().find_map(|(stage, start)| {
            let bare = attempt::without_contracts(stage, start);
            bare.found.iter().find(is_same).map(|found| told(stage, found))
        });
        (runs, witness)
    }
}

/// The number of threads of a launch of which several runs, each of all threads, are within the limits.
const FEW: u32 = 512;

/// Whether a run that ignores contracts can show the failure of this outcome.
fn whatever_contracts_say(outcome: &Outcome) -> bool {
    let in_code = matches!(outcome.code.what, What::Load | What::Store | What::Expr);
    outcome.code.what == What::BarrierUniform
        || in_code
            && matches!(
                outcome.code.why,
                Why::OutOfBounds | Why::Null | Why::DivisionByZero | Why::Overflow | Why::NegativeLength
            )
}
