//! Runs from one start, under several schedules.
//!
//! In: a kernel and a start. Out: [`Runs`]: the failures, each once with a schedule that shows it; and for each run the
//! list of its failures in order.
//!
//! A run tells what is wrong with one item: the kernel, or the procedure that a [driver](super::driver) calls. An item
//! is right if it does nothing wrong as long as the procedures that it calls keep to their contracts. So a run tells
//! nothing about the item once another procedure has done something wrong, and the list of its failures ends there.

use interp::{Failure, Input, Launch, Limit, Limits, Options, Outcome, Relation, Schedule, ThreadId, Uninitialised};
use ir::{Kernel, Node, ProcId, Procedure, Program, StmtKind};
use logic::obligation::What;
use logic::procedures;

use crate::referred::Objects;
use crate::threads;

/// The start of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The sizes of the launch.
    pub launch: Launch,
    /// Arguments and memory. For a function, `scalars` are its arguments.
    pub input: Input,
    /// The arrays and objects to which references in the arguments of a host procedure lead, by their numbers from 1
    /// on.
    pub objects: Objects,
}

impl Start {
    /// A start without references.
    pub fn new(launch: Launch, input: Input) -> Self {
        Self { launch, input, objects: Objects::new() }
    }
}

/// The kernel that runs execute.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'p> {
    /// The program that contains the kernel.
    pub program: &'p Program,
    /// The kernel.
    pub kernel: &'p Kernel,
    /// The procedure, if the kernel is the [driver](super::driver) of one.
    pub calls: Option<ProcId>,
    /// Whether runs check no contract, because contracts are inferred. They start where the preconditions hold.
    pub bare: bool,
}

/// A failure of a run, and the data with which the run can be repeated.
#[derive(Clone, Debug)]
pub struct Found {
    /// The failure.
    pub failure: Failure,
    /// The start of the run.
    pub start: Start,
    /// The options of the run, among them its schedule.
    pub options: Options,
    /// Whether this is the first failure of that run.
    pub first: bool,
}

/// Some runs and their failures.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The failures of all runs, each once.
    pub found: Vec<Found>,
    /// For each run from a start that the contract allows, its failures in order, as positions in `found`.
    pub runs: Vec<Vec<usize>>,
}

impl Stage<'_> {
    /// The procedures that the kernel may call, directly or through others, except the one that a driver calls.
    fn others(&self) -> impl Iterator<Item = &Procedure> {
        let reached = procedures::reached(self.program, procedures::called(&self.kernel.body));
        let others = reached.into_iter().filter(|id| self.calls != Some(*id));
        others.filter_map(|id| self.program.procedure(id))
    }

    /// Whether a failure is a race of two groups, and a person asks not to check these.
    pub fn is_between_groups(&self, failure: &Failure) -> bool {
        self.program.unchecked.other_groups && failure.relation == Some(Relation::InterGroup)
    }

    /// Whether a part of the program stands in what the procedure requires that a driver calls.
    fn requires(&self, part: Node) -> bool {
        let procedure = self.calls.and_then(|id| self.program.procedure(id));
        procedure.is_some_and(|p| p.contract.pre().any(|clause| part.is_inside(&clause.node)))
    }
}

impl Runs {
    /// Adds the failures of a run, in order.
    pub fn note(&mut self, failures: Vec<&Failure>, start: &Start, options: &Options) {
        let mut order = Vec::new();
        for failure in failures {
            let known =
                self.found.iter().position(|f| f.failure.code == failure.code && f.failure.node == failure.node);
            let at = known.unwrap_or(self.found.len());
            let (start, options) = (start.clone(), options.clone());
            let found = Found { failure: failure.clone(), start, options, first: order.is_empty() };
            match self.found.get_mut(at) {
                None => self.found.push(found),
                // A run in which this is the first failure shows more.
                Some(known) if found.first && !known.first => *known = found,
                Some(_) => {}
            }
            if !order.contains(&at) {
                order.push(at);
            }
        }
        self.runs.push(order);
    }
}

/// The limits of one run: enough for small launches and short loops.
pub const LIMITS: Limits = Limits { steps: 20_000, work: 200_000, memory: 1 << 16 };

/// The options of runs: every contract is checked, and all contracts that fail are collected.
pub fn options(schedule: Schedule, seed: u64) -> Options {
    Options {
        schedule,
        keep_going: true,
        // A proof is about all values that uninitialised memory can have, so a run with any such values may refute it.
        // A read of a variable that was not written is a failure.
        uninitialised: Uninitialised::OfMemory(seed),
        limits: LIMITS,
        ..Options::default()
    }
}

/// The schedules that are tried for a start, each with the seed for uninitialised values.
const SCHEDULES: [(Schedule, u64); 4] =
    [(Schedule::Canonical, 1), (Schedule::Reversed, 2), (Schedule::Lockstep, 3), (Schedule::Random(1), 4)];

/// The runs from one start.
pub fn runs_from(stage: Stage<'_>, start: &Start) -> Runs {
    let mut out = Runs::default();
    if !may_begin(stage, start, LIMITS) {
        return out;
    }
    for (schedule, seed) in SCHEDULES {
        let _ = once(stage, start, options(schedule, seed), &mut out);
    }
    out
}

/// The limits of one run of a large launch. Most of the work is to evaluate the preconditions of all threads.
const LARGE: Limits = Limits { steps: 20_000, work: 40_000_000, memory: 1 << 25 };
/// Steps of a run of a large launch in which all threads have to reach a barrier.
const LARGE_STEPS: u64 = 8_000_000;

/// The run from a start with a large launch in which some threads come first. Others run as far as a barrier needs
/// them, or as the limits allow.
pub fn large_run(stage: Stage<'_>, start: &Start, first: Vec<ThreadId>) -> Runs {
    let mut out = Runs::default();
    let schedule = if first.is_empty() { Schedule::Canonical } else { Schedule::First(first) };
    let mut options = options(schedule, 1);
    options.limits = LARGE;
    if has_barrier(stage) {
        options.limits.steps = LARGE_STEPS;
    }
    let _ = threads::one_at_a_time(|| may_begin(stage, start, LARGE).then(|| once(stage, start, options, &mut out)));
    out
}

/// Whether threads of the kernel wait for each other.
fn has_barrier(stage: Stage<'_>) -> bool {
    let reached = procedures::reached(stage.program, procedures::called(&stage.kernel.body));
    let called = reached.into_iter().filter_map(|id| stage.program.procedure(id)?.body.as_ref());
    let mut found = false;
    for body in called.chain([&stage.kernel.body]) {
        body.each(&mut |stmt| found |= matches!(stmt.kind, StmtKind::Barrier(_)));
    }
    found
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// The number of steps of all threads; `None` if the contract does not allow the start.
    pub steps: Option<u64>,
    /// The number of nodes of contracts and functions that were evaluated.
    pub work: u64,
    /// Whether a limit ended it.
    pub cut: bool,
}

/// The runs from one start that ignore races, contracts and permissions, so that no failure of these ends a run. A
/// failure in such a run does not depend on annotations. The contract must allow the start. Where other procedures are
/// called, contracts are checked all the same, because only they tell which procedure is wrong.
pub fn without_contracts(stage: Stage<'_>, start: &Start) -> Runs {
    let mut out = Runs::default();
    let contracts = stage.others().next().is_some();
    if !may_begin(stage, start, LIMITS) {
        return out;
    }
    for (schedule, seed) in SCHEDULES {
        // Without races, nothing would tell that a value comes from another group.
        let races = stage.program.unchecked.other_groups && start.launch.groups() > 1;
        let options = Options { contracts, races, ..options(schedule, seed) };
        let _ = once(stage, start, options, &mut out);
    }
    out
}

/// Runs once, and adds the failures that are new to `out`. The start is one that [`may_begin`].
pub fn once(stage: Stage<'_>, start: &Start, options: Options, out: &mut Runs) -> Effort {
    // A run goes on behind a race where only divergence is looked for.
    let races = options.races && !stage.program.unchecked.all_but_divergence;
    let options = Options { contracts: options.contracts && !stage.bare, races, ..options };
    let Ok(run) = interp::run(stage.program, &stage.kernel.name.name, &start.launch, &start.input, &options) else {
        return Effort::default();
    };
    let none = Effort { steps: None, work: run.work, cut: matches!(run.outcome, Outcome::Limit(_)) };
    let allowed = match &run.outcome {
        Outcome::Finished | Outcome::Failed(_) => true,
        // If this happens before the first step, a precondition could not be evaluated.
        Outcome::Limit(_) | Outcome::NotComputable { .. } => run.steps > 0,
        Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. } => false,
    };
    // A clause that could not be evaluated may be a precondition or an `assume` that excludes this run.
    let unclear = !run.unknown.is_empty();
    if !allowed || unclear || stage.calls.is_some() && run.failures().iter().any(|f| is_no_state(f.code.what)) {
        return none;
    }
    let mut failures = run.failures();
    // Where what a procedure requires has no value, nothing is known of the call.
    let without_value = |f: &&Failure| f.code.what == What::WellFormed && stage.requires(f.node);
    if failures.iter().any(without_value) {
        failures.retain(|f| f.code.what == What::WellFormed);
    }
    let is_of_others = |f: &&Failure| stage.others().any(|p| f.node.is_inside(&p.node));
    if let Some(at) = failures.iter().position(is_of_others) {
        failures.truncate(at + 1);
    }
    // Where each group is looked at by itself, a run tells nothing more once groups have met in memory.
    if let Some(at) = failures.iter().position(|f| stage.is_between_groups(f)) {
        failures.truncate(at);
    }
    out.note(failures, start, &options);
    Effort { steps: Some(run.steps), ..none }
}

/// Whether runs from a start may say something about the code. Runs that check contracts find out by themselves whether
/// the preconditions hold. For others, all preconditions are true here. The permissions in them may contradict each
/// other, since a run shows whether the code is wrong.
pub fn may_begin(stage: Stage<'_>, start: &Start, limits: Limits) -> bool {
    if !stage.bare {
        return true;
    }
    let options = Options { limits: Limits { steps: 0, ..limits }, ..options(Schedule::Canonical, 1) };
    let Ok(run) = interp::run(stage.program, &stage.kernel.name.name, &start.launch, &start.input, &options) else {
        return false;
    };
    let begun = match &run.outcome {
        Outcome::Limit(limit) => *limit == Limit::Steps,
        Outcome::Finished | Outcome::Failed(_) => true,
        Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. } | Outcome::NotComputable { .. } => false,
    };
    begun && run.unknown.is_empty()
}

/// Whether a failure is about the levels of a launch. The contract of a driver states nothing about these levels, so
/// such a failure means that the state before the call is impossible: for example, two threads may write one location.
fn is_no_state(what: What) -> bool {
    matches!(
        what,
        What::KernelResources
            | What::GroupResources
            | What::KernelPre
            | What::GroupPre
            | What::KernelPost
            | What::GroupPost
            | What::Post
    )
}
