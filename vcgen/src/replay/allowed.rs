//! Starts at which the preconditions of an item hold, by evaluation.
//!
//! In: an item of a program, and perhaps a model of the solver. Out: what evaluation says of the preconditions at a
//! start; and a small start at which they hold. The interpreter evaluates them. It shares no logic with the prover, so
//! a mistake in the prover's reading of a precondition cannot make the precondition look satisfiable.

use interp::{Outcome, Rng, Value};
use ir::{FnId, Function, ItemId, Kernel, Node, Procedure, Program};
use logic::obligation::{Inputs, Task, What};

use super::attempt::{Stage, Start};
pub use super::begun::Allowed;
use super::begun::{begin, of_start};
use super::driver::Driver;
use super::launches::launches;
use super::search::input;
use super::{call, host, integers, model};
use crate::solving::Model;

/// Largest number of starts that are tried in a launch.
const TRIED: u32 = 60;
/// The number of these that are tried in every launch before any more are tried in the first.
const FIRST: u32 = 4;
/// Largest number of nodes of contracts that are evaluated, for all starts together. It takes some milliseconds.
const WORK: u64 = 100_000;

/// Largest number of tuples of arguments of a function that are tried.
const CALLS: usize = 200;
/// Largest number of nodes that are evaluated for one of them.
const CALL: u64 = 2_000;

/// How many starts are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The simplest ones.
    Quick,
    /// As many as some milliseconds allow.
    Long,
}

/// A small start at which the preconditions of an item hold, as names with values: `gsize = 2`, `n = 0`, `a = [0, 1]`.
pub fn small_start(program: &Program, task: &Task, search: Search) -> Option<Vec<String>> {
    match task.id {
        ItemId::Kernel(id) => {
            let stage = Stage { program, kernel: program.kernel(id)?, calls: None, bare: false };
            in_small_launches(stage, search).map(|start| told(&start, true))
        }
        ItemId::Procedure(id) if host::procedure(program, task.id).is_some_and(|(_, p)| has_references(p)) => {
            let tried = match search {
                Search::Quick => FIRST,
                Search::Long => TRIED,
            };
            let found = host::small_arguments(program, id, tried)?;
            Some(found.into_iter().map(|(name, value)| format!("{name} = {value}")).collect())
        }
        ItemId::Procedure(id) => {
            let driver = Driver::new(program, id, &vec![0; task.inputs.thread.len()])?;
            let start = in_small_launches(driver.stage()?, search)?;
            Some(told(&start, !task.inputs.launch.is_empty()))
        }
        ItemId::Function(id) => {
            let function = program.function(id)?;
            // A precondition that depends on the launch or on memory cannot be evaluated for arguments alone, and is
            // unclear. One that does not is independent of the launch, of which it is enough that there is one.
            if let Some(kernel) = function.kernel {
                let stage = Stage { program, kernel: program.kernel(kernel)?, calls: None, bare: false };
                let _ = in_small_launches(stage, Search::Quick).or_else(|| in_small_launches(stage, search))?;
            }
            let tried = match search {
                Search::Quick => CALLS / 10,
                Search::Long => CALLS,
            };
            let mut tried = call::small_arguments(function).into_iter().take(tried);
            let allowed = |args: &Vec<Value>| of_arguments(program, id, args.clone()) == Allowed::Yes;
            tried.find(allowed).map(|args| told_arguments(function, &args))
        }
    }
}

/// What evaluation says of the preconditions of an item in a model of the solver, and the start that the model stands
/// for.
pub fn in_model(program: &Program, task: &Task, found: &Model) -> (Allowed, Vec<String>) {
    let start = |program: &Program, item: &str, inputs: &Inputs| model::start(program, item, inputs, found);
    let unclear = (Allowed::Unclear, vec![]);
    match task.id {
        ItemId::Kernel(id) => {
            let kernel = program.kernel(id);
            let Some((kernel, start)) = kernel.zip(start(program, &task.item, &task.inputs)) else { return unclear };
            let stage = Stage { program, kernel, calls: None, bare: false };
            (of_start(stage, &start, &mut 0), told(&start, true))
        }
        ItemId::Procedure(id) => {
            let tid = task.inputs.thread.iter().map(|t| i64::try_from(found.int(t)?).ok());
            let driver = tid.collect::<Option<Vec<i64>>>().and_then(|tid| Driver::new(program, id, &tid));
            let Some(stage) = driver.as_ref().and_then(Driver::stage) else { return unclear };
            let start = start(stage.program, &stage.kernel.name.name, &task.inputs);
            let Some(start) = start else { return unclear };
            (of_start(stage, &start, &mut 0), told(&start, !task.inputs.launch.is_empty()))
        }
        ItemId::Function(id) => {
            let start = start(program, &task.item, &task.inputs);
            let Some((function, start)) = of_top_level(program, id).zip(start) else { return unclear };
            let Some(args) = call::arguments(function, &start) else { return unclear };
            let told = told_arguments(function, &args);
            (of_arguments(program, id, args), told)
        }
    }
}

/// The first start of a tiny launch at which the preconditions hold.
fn in_small_launches(stage: Stage<'_>, search: Search) -> Option<Start> {
    let Stage { program, kernel, .. } = stage;
    let integers = integers::worth_trying(program, kernel);
    let mut work = 0;
    let attempts = match search {
        Search::Quick => 0..FIRST,
        Search::Long => FIRST..TRIED,
    };
    let mut all = launches(kernel, &integers);
    all.find_map(|launch| {
        let mut rng = Rng::new(u64::from(launch.threads()) << 8 | u64::from(launch.groups()));
        attempts.clone().find_map(|attempt| {
            if work > WORK {
                return None;
            }
            let start = Start::new(launch, input(program, kernel, &launch, &integers, attempt, &mut rng)?);
            (of_start(stage, &start, &mut work) == Allowed::Yes).then_some(start)
        })
    })
}

/// The part of a precondition that is false at a start, if there is one.
pub fn excludes(program: &Program, kernel: &Kernel, start: &Start) -> Option<Node> {
    match begin(Stage { program, kernel, calls: None, bare: false }, start)?.outcome {
        Outcome::OutsideContract { node, .. } => Some(node),
        Outcome::Finished
        | Outcome::Failed(_)
        | Outcome::Limit(_)
        | Outcome::OutsideAssumption { .. }
        | Outcome::NotComputable { .. } => None,
    }
}

/// Whether a parameter refers to an array or an object.
fn has_references(procedure: &Procedure) -> bool {
    procedure.vars.iter().take(procedure.params).any(|v| v.ty.is_reference())
}

/// The function, if it does not belong to a kernel: only then it can be evaluated without a launch.
fn of_top_level(program: &Program, id: FnId) -> Option<&Function> {
    program.function(id).filter(|f| f.kernel.is_none())
}

/// What evaluation says of the precondition of a function of the top level at these arguments.
fn of_arguments(program: &Program, id: FnId, args: Vec<Value>) -> Allowed {
    let found = interp::call(program, id, args, CALL);
    let ill_formed = || found.checks.findings.iter().any(|f| f.code.what == What::WellFormed);
    if found.checks.excluded.is_some() {
        Allowed::No
    } else if found.checks.unknown.is_empty() && !ill_formed() {
        Allowed::Yes
    } else {
        Allowed::Unclear
    }
}

/// A start as names with values.
fn told(start: &Start, launched: bool) -> Vec<String> {
    let sizes = || {
        let [groups, threads] = start.launch.sizes();
        [format!("groups = {groups}"), format!("threads = {threads}")]
    };
    let launch = launched.then(sizes).into_iter().flatten();
    let scalars = start.input.scalars.iter().map(|(name, value)| format!("{name} = {value}"));
    let arrays = start.input.arrays.iter().map(|(name, values)| format!("{name} = {}", super::story::listed(values)));
    launch.chain(scalars).chain(arrays).collect()
}

fn told_arguments(function: &Function, args: &[Value]) -> Vec<String> {
    function
        .vars
        .iter()
        .take(function.params)
        .zip(args)
        .map(|(p, value)| format!("{} = {value}", p.name.name))
        .collect()
}
