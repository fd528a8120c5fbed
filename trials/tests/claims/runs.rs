//! Compares runs of kernels with the obligations that the rules emit for the kernels and for their procedures.
//!
//! This is the claim of the rules of statements, contracts and levels together: in every run from a start that the
//! contract allows, *as long as the goal of each obligation is true in the states that the run reaches*, each of its
//! hypotheses is true in them, and nothing goes wrong that the interpreter checks: there is no race, no access without
//! permission or out of bounds, no divergence, and no false clause. Soundness needs less: there the goals are true in
//! all states. The obligations of a procedure are compared with each execution of the procedure.
//!
//! In: a program and a seed. Out: [`Observed`]: for each error id how often an obligation held, which obligations did
//! not hold, which hypothesis was false, and how the run ended.

use crate::history::{histories, Slip};
use crate::inverse::inverses;
use crate::judge::Observed;
use crate::loops::{loops, Loop};
use crate::queries::{samples, Sample};
use crate::view::{initial, View};
use interp::{run, shapes, Limits, Options, Outcome, Schedule, ThreadId, Uninitialised, Value};
use ir::{ArrayId, Block, Heap, ItemId, Kernel, KernelId, ProcId, Procedure, Program, Stmt, StmtKind, VarDecl};
use logic::obligation::{Task, Why};
use logic::term::{self, Meaning, Role, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use trials::differ::input;
use trials::random::Random;

/// Limits of one run.
const LIMITS: Limits = Limits { steps: 4_000, work: 300_000, memory: 1 << 14 };
/// Most threads of a launch. Each obligation is evaluated for each thread, and for pairs of threads.
const MOST: u32 = 24;
/// Most elements of an array.
const LONGEST: usize = 400;
/// Most executions of procedures that are compared in one run. Those that the end of the run interrupts come first.
const CALLS: usize = 10;

/// The symbols that have values when an item starts, and that only this start decides.
#[derive(Default)]
pub struct Start {
    /// Symbols of parameters, with the positions of the parameters.
    pub params: Vec<(u32, usize)>,
    /// Symbols of arrays.
    pub arrays: Vec<(u32, ArrayId)>,
}

/// A kernel or a procedure with its obligations.
pub struct Subject<'p> {
    pub program: &'p Program,
    /// The kernel that is launched.
    pub kernel: &'p Kernel,
    /// The procedure, if the obligations are those of a procedure that the kernel calls.
    pub procedure: Option<ProcId>,
    pub task: Task,
    pub samples: Vec<Sample>,
    pub loops: Vec<Loop>,
    /// The number of a symbol's arguments that name the group in whose code, or in the code of whose thread, the symbol
    /// was introduced.
    pub of_group: usize,
    pub start: Start,
    /// The symbols whose values are decided during a run. Other symbols have a value from the start.
    pub made: BTreeSet<u32>,
    /// The symbols of the arrays before the kernel.
    pub initial: BTreeMap<u32, ArrayId>,
}

/// The symbols in the obligations of a task, in the order in which they were made.
pub fn symbols_of(task: &Task) -> Vec<Symbol> {
    let terms = task.obligations.iter().flat_map(|o| o.hyps.terms().chain([o.goal.clone()]));
    let mut all: Vec<Symbol> = terms.flat_map(|t| term::free_symbols(&t)).collect();
    all.sort_by_key(Symbol::id);
    all.dedup();
    all
}

fn introduced(task: &Task) -> BTreeSet<u32> {
    task.versions.iter().filter_map(|v| v.term.as_app().map(|s| s.id())).collect()
}

/// The symbols of a procedure's parameters, and of the arrays that code writes, when the procedure starts.
fn start(task: &Task, procedure: &Procedure, of_group: usize) -> Start {
    let made = introduced(task);
    let mut out = Start::default();
    let of_thread = |s: &Symbol| !made.contains(&s.id()) && s.params().len() == of_group + 1;
    for s in symbols_of(task).iter().filter(|s| of_thread(s)) {
        match (s.role(), s.meaning()) {
            (Role::Memory, Meaning::Values(Heap::Array(a))) if out.arrays.iter().all(|(_, b)| *b != a) => {
                out.arrays.push((s.id(), a));
            }
            (Role::Private, _) => {
                let of = |v: &VarDecl| v.name.name == s.shown();
                let param = procedure.vars.iter().take(procedure.params).position(of);
                let new = param.filter(|n| out.params.iter().all(|(_, m)| m != n));
                out.params.extend(new.map(|n| (s.id(), n)));
            }
            _ => {}
        }
    }
    out
}

impl<'p> Subject<'p> {
    fn kernel(program: &'p Program, kernel: &'p Kernel, task: Task) -> Self {
        let made = introduced(&task);
        let of_group = usize::from(kernel.mentions_groups());
        Self {
            initial: initial(&task, kernel, &made, of_group),
            samples: samples(program, &task),
            loops: loops(&kernel.body),
            of_group,
            start: Start::default(),
            procedure: None,
            program,
            kernel,
            task,
            made,
        }
    }

    fn procedure(program: &'p Program, kernel: &'p Kernel, id: ProcId, procedure: &'p Procedure, task: Task) -> Self {
        let own = procedure.kernel.and_then(|k| program.kernel(k));
        let of_group = usize::from(own.is_none_or(Kernel::mentions_groups));
        let start = start(&task, procedure, of_group);
        let mut made = introduced(&task);
        made.extend(start.params.iter().map(|(s, _)| *s));
        made.extend(start.arrays.iter().map(|(s, _)| *s));
        Self {
            initial: initial(&task, kernel, &made, of_group),
            samples: samples(program, &task),
            loops: procedure.body.as_ref().map(loops).unwrap_or_default(),
            procedure: Some(id),
            of_group,
            start,
            program,
            kernel,
            task,
            made,
        }
    }
}

/// A construct of the language whose rules have claims of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Construct {
    Call,
    Label,
    PrivateArray,
}

fn constructs(body: &Block, vars: &[VarDecl], out: &mut BTreeSet<Construct>) {
    let has = |f: fn(&StmtKind) -> bool| body.first(&|stmt: &Stmt| f(&stmt.kind)).is_some();
    out.extend(has(|s| matches!(s, StmtKind::Call(_))).then_some(Construct::Call));
    out.extend(has(|s| matches!(s, StmtKind::Mark(_))).then_some(Construct::Label));
    out.extend(vars.iter().any(|v| !v.dims.is_empty()).then_some(Construct::PrivateArray));
}

/// A kernel and the procedures of its program, each with its obligations.
pub struct Tested<'p> {
    pub kernel: Subject<'p>,
    pub procedures: Vec<Subject<'p>>,
    /// The constructs in the kernel, and in the procedures that it calls.
    pub constructs: BTreeSet<Construct>,
}

impl<'p> Tested<'p> {
    /// The kernels of a program, and what they must prove if they are those of `asked`.
    pub fn all(program: &'p Program, asked: &Program) -> Vec<Self> {
        let tasks = logic::tasks(asked);
        let task = |id: ItemId| tasks.iter().find(|t| t.id == id).cloned();
        let tested = |(n, kernel): (u32, &'p Kernel)| {
            let mut all = BTreeSet::new();
            constructs(&kernel.body, &kernel.vars, &mut all);
            let mut procedures = Vec::new();
            for (n, procedure) in (0..).zip(&program.procedures) {
                let (id, Some(body)) = (ProcId(n), &procedure.body) else { continue };
                let elsewhere = procedure.kernel.and_then(|k| program.kernel(k)).is_some_and(|k| k.node != kernel.node);
                if elsewhere || !all.contains(&Construct::Call) {
                    continue;
                }
                constructs(body, &procedure.vars, &mut all);
                procedures.push(Subject::procedure(program, kernel, id, procedure, task(ItemId::Procedure(id))?));
            }
            let kernel = Subject::kernel(program, kernel, task(ItemId::Kernel(KernelId(n)))?);
            Some(Self { kernel, procedures, constructs: all })
        };
        (0..).zip(&program.kernels).filter_map(tested).collect()
    }

    /// One run of the kernel, from a start and under a schedule that `rng` chooses; `None` if no start inside of the
    /// contract was found.
    pub fn observe(&self, rng: &mut Random, slip: Slip) -> Option<Observed> {
        let (program, kernel) = (self.kernel.program, self.kernel.kernel);
        // Histories have no values for what invariants share. The claim `steps` is about kernels with invariants.
        if !kernel.invariants.is_empty() {
            return None;
        }
        let (launch, input) = input(program, kernel, rng)?;
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
            uninitialised: Uninitialised::OfMemory(rng.bits()),
            trace: true,
            limits: LIMITS,
            ..Options::default()
        };
        let name = &kernel.name.name;
        let shapes = shapes(program, name, &launch, &input).ok()?;
        let lengths: Option<Vec<usize>> = shapes.iter().map(|s| s.len().filter(|n| *n <= LONGEST)).collect();
        let run = run(program, name, &launch, &input, &options).ok()?;
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
        let bare = interp::run(program, name, &launch, &input, &bare).ok()?;
        let threads: Vec<ThreadId> = (0..launch.groups())
            .flat_map(|group| (0..launch.threads()).map(move |lid| ThreadId { group, lid }))
            .collect();
        let histories = histories(self, &run, &input, &threads, &lengths?, slip)?;
        let dims: Vec<Vec<i64>> = shapes.iter().map(|s| s.dims.clone()).collect();
        let scalars: Vec<Value> =
            kernel.scalars.iter().map(|s| input.scalars.get(&s.name.name).cloned()).collect::<Option<_>>()?;
        let sizes = (i64::from(launch.threads()), i64::from(launch.groups()));
        let view = |subject, history| View {
            subject,
            history,
            dims: dims.clone(),
            sizes,
            scalars: scalars.clone(),
            inverses: inverses(&subject.task),
        };
        let mut observed = view(&self.kernel, &histories.kernel).judge();
        for (id, history) in histories.calls.iter().take(CALLS) {
            let subject = self.procedures.iter().find(|s| s.procedure == Some(*id))?;
            let mut of_call = view(subject, history).judge();
            of_call.calls = 1;
            observed.add(of_call);
        }
        observed.conclude();
        observed.failed = failed;
        observed.races = bare.outcome.failure().is_some_and(|f| f.code.why == Why::DataRace);
        observed.constructs.clone_from(&self.constructs);
        observed.story = format!("launch {launch:?}, schedule {schedule}, input {input:?}, outcome {:?}", run.outcome);
        Some(observed)
    }
}
