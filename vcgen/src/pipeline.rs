//! The pipeline: every step from a typed program to verdicts, in order.
//!
//! ```text
//! tasks (logic) → obligations ─decide, in parallel batches→ outcomes → consequences dropped → items
//! ```

use std::time::Duration;

use ir::Node;
use ir::{ItemId, Program};
use logic::obligation::{Definition, Obligation, Task};
use logic::term::Role;
use rayon::prelude::*;

use crate::batch;
use crate::explain::Explainer;
use crate::outcome::{ItemOutcome, Outcome, Trusted, Verdict};
use crate::replay;
use crate::report::pvl::Words;
use crate::solver;
use crate::{causes, fold, unknown};

/// How to verify.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock limit for one obligation, the backstop behind `rlimit`.
    pub timeout: Duration,
    /// Z3's resource limit for one obligation.
    pub rlimit: u32,
    /// Worker threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Only kernels and functions whose name contains this.
    pub filter: Option<String>,
    /// Whether counterexamples are searched. Without, what is not proved is unknown.
    pub refute: bool,
    /// Whether the normaliser runs before the solver.
    pub use_egg: bool,
    /// Fill `Outcome::smt2`.
    pub emit_smt2: bool,
    /// Fill `Outcome::explanation`.
    pub explain: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            rlimit: 3_000_000,
            threads: 0,
            filter: None,
            refute: true,
            use_egg: true,
            emit_smt2: false,
            explain: false,
        }
    }
}

/// Stack of a worker: terms nest as deep as straight-line code is long.
const STACK: usize = 256 << 20;

/// Verifies every item that `options.filter` selects.
pub fn verify(program: &Program, options: &Options) -> Vec<ItemOutcome> {
    let (tasks, of_task, doubts): (Vec<Task>, _, Vec<Option<String>>) = in_parallel(options, || {
        // What each function and kernel must prove; meanwhile another thread gets ready to prove it.
        let ((), tasks) = rayon::join(solver::prepare, || logic::tasks(program));
        let tasks = needed(tasks, options);
        let of_task = batch::decide(program, &tasks, options);
        // A failure is replayed: a run confirms it, or it is not known to be one.
        let replayed = tasks.iter().zip(of_task).map(|(task, list)| replay::judge(program, task, list));
        let of_task: Vec<_> = replayed.collect();
        let doubts = tasks.par_iter().zip(&of_task).map(|(task, list)| note(program, task, list, options)).collect();
        (tasks, of_task, doubts)
    });
    // What only follows from another failure is not said again.
    let proved: Vec<bool> = of_task.iter().map(|list| list.iter().all(|o| o.verdict == Verdict::Proved)).collect();
    let items = tasks.iter().zip(of_task).zip(proved.clone()).zip(doubts).enumerate();
    let items = items.map(|(n, (((task, list), all_proved), doubt))| {
        let explainer = options.explain.then(|| Explainer::new(program, task));
        let mut obligations = causes::first(task, list);
        let kernel = match task.id {
            ItemId::Kernel(id) => program.kernel(id),
            ItemId::Function(_) | ItemId::Procedure(_) => None,
        };
        fold::fold(task, kernel, &mut obligations);
        for outcome in &mut obligations {
            let Some(o) = task.obligation(outcome.id) else { continue };
            outcome.explanation = explainer.as_ref().map(|e| e.obligation(o));
            if outcome.verdict == Verdict::Unknown {
                unknown::advise(program, task, o, outcome);
            }
        }
        let words = Words::of(program, task);
        ItemOutcome {
            id: task.id,
            item: task.item.clone(),
            node: task.node,
            obligations,
            trusted: task.trusted.iter().map(|t| Trusted { what: words.trust(t.what), node: t.node }).collect(),
            notes: task.notes.iter().map(|note| words.note(note)).chain(doubt).collect(),
            unproved: unproved(n, task, &tasks, &proved),
            all_proved,
            explanation: explainer.map(|e| e.common()),
        }
    });
    items.filter(|i| is_selected(&i.item, options)).collect()
}

fn note(program: &Program, task: &Task, outcomes: &[Outcome], options: &Options) -> Option<String> {
    is_selected(&task.item, options).then(|| replay::note(program, task, outcomes, options)).flatten()
}

fn is_selected(item: &str, options: &Options) -> bool {
    options.filter.as_ref().is_none_or(|f| item.contains(f.as_str()))
}

/// The tasks, of which those have nothing to prove that are neither selected nor functions that a selected one rests on.
/// None of them is reported.
fn needed(mut tasks: Vec<Task>, options: &Options) -> Vec<Task> {
    let mut is_needed: Vec<bool> = tasks.iter().map(|task| is_selected(&task.item, options)).collect();
    let mut open: Vec<usize> = (0..tasks.len()).filter(|n| is_needed.get(*n) == Some(&true)).collect();
    while let Some(task) = open.pop().and_then(|n| tasks.get(n)) {
        for n in foundations(task, &tasks) {
            if let Some(known) = is_needed.get_mut(n).filter(|known| !**known) {
                *known = true;
                open.push(n);
            }
        }
    }
    for (task, _) in tasks.iter_mut().zip(is_needed).filter(|(_, is_needed)| !is_needed) {
        task.obligations.clear();
    }
    tasks
}

/// The places, in the list of all tasks, of the functions and procedures that a task rests on.
fn foundations(task: &Task, tasks: &[Task]) -> Vec<usize> {
    let function = |d: &Definition| match d.symbol.role() {
        Role::Function(f) => Some(ItemId::Function(f)),
        _ => None,
    };
    let functions = task.definitions.iter().filter_map(function);
    let all = functions.chain(task.rests_on.iter().map(|p| ItemId::Procedure(*p)));
    all.filter_map(|id| tasks.iter().position(|t| t.id == id)).collect()
}

/// Whether everything is proved, by the same proofs as [`verify`], for whom has many programs and needs no reasons. No
/// counterexample is searched, and obligations that speak of a place in `likely` are tried before the others.
pub fn proves(program: &Program, options: &Options, likely: &[Node]) -> bool {
    let options = Options { refute: false, ..options.clone() };
    let is_likely = |o: &Obligation| {
        let places = || std::iter::once(&o.node).chain(o.related.iter().map(|(node, _)| node));
        places().any(|place| likely.iter().any(|l| place.meets(l)))
    };
    let all_proved =
        |tasks: &[Task]| batch::decide(program, tasks, &options).iter().flatten().all(|o| o.verdict == Verdict::Proved);
    in_parallel(&options, || {
        let tasks = logic::tasks(program);
        let mut first = tasks.clone();
        first.iter_mut().for_each(|task| task.obligations.retain(&is_likely));
        all_proved(&first) && all_proved(&tasks)
    })
}

fn in_parallel<T: Send>(options: &Options, work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        // The caller verifies several files on its own pool; a second one would only contend with it.
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(options.threads).stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        // No further thread can be had: this one does it.
        Err(_) => work(),
    }
}

/// Functions and procedures that the `n`-th item rests on and that are not proved, themselves or what they rest on.
fn unproved(n: usize, task: &Task, tasks: &[Task], proved: &[bool]) -> Vec<String> {
    let mut out = Vec::new();
    for of in foundations(task, tasks) {
        if !proved.get(of).copied().unwrap_or(false) && of != n {
            out.extend(tasks.get(of).map(|t| t.item.clone()));
        }
    }
    out
}
