//! Compares runs of kernels with the obligations that the rules emit for them.
//!
//! This is the claim of the rules of statements, contracts and levels together: in every run from a start that the
//! contract allows, *as long as the goal of each obligation is true in the states that the run reaches*, each of its
//! hypotheses is true in them, and nothing goes wrong that the interpreter checks: there is no race, no access without
//! permission or out of bounds, no divergence, and no false clause. Soundness needs less: there the goals are true in
//! all states.
//!
//! In: a program and a seed. Out: [`Observed`]: for each error id how often an obligation held, which obligations did
//! not hold, which hypothesis was false, and how the run ended.

use crate::history::{history, Slip};
use crate::inverse::inverses;
use crate::judge::Observed;
use crate::queries::{samples, Sample};
use crate::view::{initial, View};
use interp::{run, shapes, Limits, Options, Outcome, Schedule, ThreadId, Uninitialised, Value};
use ir::{ItemId, Kernel, KernelId, Program, Stmt, StmtKind};
use logic::obligation::{Task, Why};
use trials::differ::input;
use trials::random::Random;

/// Limits of one run.
const LIMITS: Limits = Limits { steps: 4_000, work: 300_000, memory: 1 << 14 };
/// Most threads of a launch. Each obligation is evaluated for each thread, and for pairs of threads.
const MOST: u32 = 24;
/// Most elements of an array.
const LONGEST: usize = 400;
/// A kernel with its obligations.
pub struct Subject<'p> {
    pub program: &'p Program,
    pub kernel: &'p Kernel,
    pub task: Task,
    pub samples: Vec<Sample>,
}

/// Whether all symbols of the kernel's obligations get values from a run. Those of calls, labels and private arrays do
/// not.
fn is_observed(kernel: &Kernel) -> bool {
    let beyond = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Call(_) | StmtKind::Mark(_));
    kernel.body.first(&beyond).is_none() && kernel.vars.iter().all(|v| v.dims.is_empty())
}

impl<'p> Subject<'p> {
    /// The kernels of a program, and what they must prove if they are those of `asked`.
    pub fn all(program: &'p Program, asked: &Program) -> Vec<Self> {
        let tasks = logic::tasks(asked);
        let subject = |(n, k): (u32, &'p Kernel)| {
            let task = tasks.iter().find(|t| t.id == ItemId::Kernel(KernelId(n)))?.clone();
            Some(Self { program, kernel: k, samples: samples(program, &task), task })
        };
        (0..).zip(&program.kernels).filter(|(_, k)| is_observed(k)).filter_map(subject).collect()
    }

    /// One run of the kernel, from a start and under a schedule that `rng` chooses; `None` if no start inside of the
    /// contract was found.
    pub fn observe(&self, rng: &mut Random, slip: Slip) -> Option<Observed> {
        let (launch, input) = input(self.program, self.kernel, rng)?;
        if launch.groups() * launch.threads() > MOST {
            return None;
        }
        let schedule = match rng.below(4) {
            0 => Schedule::Canonical,
            1 => Schedule::Lockstep,
            _ => Schedule::Random(rng.bits()),
        };
        let options = Options {
            schedule: schedule.clone(),
            uninitialised: Uninitialised::Arbitrary(rng.bits()),
            trace: true,
            limits: LIMITS,
            ..Options::default()
        };
        let name = &self.kernel.name.name;
        let shapes = shapes(self.program, name, &launch, &input).ok()?;
        let lengths: Option<Vec<usize>> = shapes.iter().map(|s| s.len().filter(|n| *n <= LONGEST)).collect();
        let run = run(self.program, name, &launch, &input, &options).ok()?;
        let failed = match &run.outcome {
            Outcome::Finished => None,
            Outcome::Failed(failure) => Some(failure.code),
            Outcome::OutsideContract { .. }
            | Outcome::OutsideAssumption { .. }
            | Outcome::Limit(_)
            | Outcome::NotComputable { .. } => return None,
        };
        if !run.unknown.is_empty() {
            return None;
        }
        let bare = Options { contracts: false, trace: false, ..options.clone() };
        let bare = interp::run(self.program, name, &launch, &input, &bare).ok()?;
        let races = bare.outcome.failure().is_some_and(|f| f.code.why == Why::DataRace);
        let threads: Vec<ThreadId> = (0..launch.groups())
            .flat_map(|group| (0..launch.threads()).map(move |lid| ThreadId { group, lid }))
            .collect();
        let lengths = lengths?;
        let history = history(self.kernel, &self.task, &run, &input, &threads, launch.groups(), &lengths, slip)?;
        let dims: Vec<Vec<i64>> = shapes.iter().map(|s| s.dims.clone()).collect();
        let scalars: Vec<Value> =
            self.kernel.scalars.iter().map(|s| input.scalars.get(&s.name.name).cloned()).collect::<Option<_>>()?;
        let story = format!("launch {launch:?}, schedule {schedule}, input {input:?}, outcome {:?}", run.outcome);
        let view = View {
            subject: self,
            history: &history,
            dims,
            sizes: (i64::from(launch.threads()), i64::from(launch.groups())),
            scalars,
            initial: initial(&self.task, self.kernel),
            inverses: inverses(&self.task),
        };
        let mut observed = view.judge(threads.len());
        observed.failed = failed;
        observed.races = races;
        observed.story = story;
        Some(observed)
    }
}
