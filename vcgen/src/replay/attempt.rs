//! Runs from one start, under several schedules.
//!
//! In: a kernel and a start. Out: [`Runs`]: each failure once, with the schedule that shows it; and for each run which
//! failures it went through, in order.

use interp::{Failure, Input, Launch, Limits, Options, Outcome, Schedule, Uninitialised};
use ir::{Kernel, ProcId, Program};
use logic::obligation::What;

/// What a run starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Its size.
    pub launch: Launch,
    /// Arguments and memory. For a function, `scalars` are its arguments.
    pub input: Input,
}

/// The kernel that runs execute.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'p> {
    /// The program that it is of.
    pub program: &'p Program,
    /// The kernel.
    pub kernel: &'p Kernel,
    /// The procedure, if the kernel is the [driver](super::driver) of one.
    pub calls: Option<ProcId>,
}

/// A failure and how to see it again.
#[derive(Clone, Debug)]
pub struct Found {
    /// What goes wrong.
    pub failure: Failure,
    /// From where.
    pub start: Start,
    /// How the run is done.
    pub options: Options,
    /// Whether nothing went wrong before in that run.
    pub first: bool,
}

/// What was seen in some runs.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// Each failure, once.
    pub found: Vec<Found>,
    /// Each run from a start that the contract allows: what went wrong in it, in order, as places in `found`.
    pub runs: Vec<Vec<usize>>,
}

impl Runs {
    /// Notes a run.
    fn add(&mut self, run: &interp::Run, start: &Start, options: &Options) {
        self.note(run.failures(), start, options);
    }

    /// Notes what went wrong in a run, in order.
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
                // A run that goes wrong in this way alone tells more.
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

/// What one run may use: small launches, short loops.
pub const LIMITS: Limits = Limits { steps: 20_000, work: 200_000, memory: 1 << 16 };

/// How runs are done: every contract is checked, and those that fail are all collected.
pub fn options(schedule: Schedule, seed: u64) -> Options {
    Options {
        schedule,
        keep_going: true,
        // A proof holds for whatever is there, so a run shows that it does not hold with anything that is there.
        uninitialised: Uninitialised::Arbitrary(seed),
        limits: LIMITS,
        ..Options::default()
    }
}

/// Schedules of a start, each with the seed of what is uninitialised.
const SCHEDULES: [(Schedule, u64); 4] =
    [(Schedule::Canonical, 1), (Schedule::Reversed, 2), (Schedule::Lockstep, 3), (Schedule::Random(1), 4)];

/// The runs from one start.
pub fn runs_from(stage: Stage<'_>, start: &Start) -> Runs {
    let mut out = Runs::default();
    for (schedule, seed) in SCHEDULES {
        let _ = once(stage, start, options(schedule, seed), &mut out);
    }
    out
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Steps of its threads, if the contract allows its start.
    pub steps: Option<u64>,
    /// Nodes of contracts and functions that were evaluated.
    pub work: u64,
    /// Whether a limit ended it.
    pub cut: bool,
}

/// The runs from one start in which contracts and permissions are not looked at, so that none of them ends a run. What
/// goes wrong in such a run is wrong whatever the annotations say. The contract must allow the start.
pub fn without_contracts(stage: Stage<'_>, start: &Start) -> Runs {
    let mut out = Runs::default();
    for (schedule, seed) in SCHEDULES {
        let options = Options { contracts: false, races: false, ..options(schedule, seed) };
        let _ = once(stage, start, options, &mut out);
    }
    out
}

/// Runs once, and adds failures that are new.
pub fn once(stage: Stage<'_>, start: &Start, options: Options, out: &mut Runs) -> Effort {
    let Ok(run) = interp::run(stage.program, &stage.kernel.name.name, &start.launch, &start.input, &options) else {
        return Effort::default();
    };
    let none = Effort { steps: None, work: run.work, cut: matches!(run.outcome, Outcome::Limit(_)) };
    let allowed = match &run.outcome {
        Outcome::Finished | Outcome::Failed(_) => true,
        // Before the first step this is a precondition that has no value.
        Outcome::Limit(_) | Outcome::NotComputable { .. } => run.steps > 0,
        Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. } => false,
    };
    // Where a clause could not be evaluated, it may be a precondition or an `assume` that excludes this run.
    let unclear = !run.unknown.is_empty();
    if !allowed || unclear || stage.calls.is_some() && run.failures().iter().any(|f| is_no_state(f.code.what)) {
        return none;
    }
    out.add(&run, start, &options);
    Effort { steps: Some(run.steps), ..none }
}

/// Whether a failure is about the levels of a launch. A driver promises nothing at these levels, so such a failure
/// says that the state before the call cannot be, for example since it has two permissions to write one location.
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
