//! Runs of host procedures, which show what is wrong with one.
//!
//! In: a host procedure, and perhaps arguments from the solver's model. Out: [`Runs`], as for kernels. A host procedure
//! is right if it does nothing wrong as long as the kernels that it launches and the procedures that it calls keep to
//! their contracts. So the list of the failures of a run ends where one of these does something wrong.

use interp::host::{run_host, HostInput, HostRun};
use interp::{Failure, Fill, Options, Outcome, Rng, Schedule, Uninitialised, Value};
use ir::{Block, ItemId, ProcId, Procedure, Program};
use logic::obligation::What;

use super::attempt::{options, Effort, Found, Runs, Start};
use super::driver::Driver;
use super::{arguments, integers, story};
use crate::outcome::Witness;
use crate::referred::Objects;

/// Sizes of a launch of one group, which the first arguments that are tried are equal to.
const SIZES: [u32; 5] = [1, 2, 4, 3, 8];
/// Largest number of tuples of arguments for each of these sizes.
const TRIED: u32 = 40;
/// Largest number of these that the precondition allows and that are run.
const ALLOWED: u32 = 10;
/// No further run is started once all runs together have this many steps, or have evaluated ten times as many nodes.
const STEPS: u64 = 300_000;
/// Largest number of steps of one run.
const SHORT: u64 = 20_000;
/// Largest number of elements of an array that are listed.
const LISTED: usize = 16;
/// Orders of the threads, with the seed of arbitrary values.
const SCHEDULES: [(Schedule, u64); 4] =
    [(Schedule::Canonical, 1), (Schedule::Reversed, 2), (Schedule::Lockstep, 3), (Schedule::Random(1), 0)];

/// The host procedure that an item is.
pub fn procedure(program: &Program, item: ItemId) -> Option<(ProcId, &Procedure)> {
    let ItemId::Procedure(id) = item else { return None };
    program.procedure(id).filter(|_| program.host_procedures().contains_key(&id)).map(|procedure| (id, procedure))
}

/// The runs with the arguments of a model.
pub fn from_model(program: &Program, id: ProcId, start: &Start) -> Runs {
    let mut out = Runs::default();
    for (schedule, seed) in SCHEDULES {
        let _ = once(program, id, start, options(schedule, seed), &mut out);
    }
    out
}

/// The runs with small arguments.
pub fn search(program: &Program, id: ProcId) -> Runs {
    let mut out = Runs::default();
    let driver = Driver::new(program, id, &[]);
    let Some(stage) = driver.as_ref().and_then(Driver::stage) else { return out };
    let integers = integers::worth_trying(program, stage.kernel);
    let (mut steps, mut work) = (0, 0);
    let Some(procedure) = program.procedure(id) else { return out };
    // Between two steps that open an invariant, other iterations may step.
    let with_steps = |body: &Block| body.first(&|stmt| !stmt.outline().opens.is_empty()).is_some();
    let steps_are_atomic = procedure.body.as_ref().is_some_and(with_steps);
    for size in SIZES {
        let (mut rng, mut allowed) = (Rng::new(u64::from(size)), 0);
        for attempt in 0..TRIED {
            let Some(start) = arguments::start(program, procedure, size, &integers, attempt, &mut rng) else {
                continue;
            };
            let mut go = |schedule, seed| {
                let effort = once(program, id, &start, options(schedule, seed), &mut out);
                steps += effort.steps.unwrap_or(0);
                work += effort.work;
                effort.steps.is_some()
            };
            if go(Schedule::Canonical, u64::from(attempt)) {
                allowed += 1;
                let _ = go(Schedule::Reversed, u64::from(attempt) + 1);
                if steps_are_atomic {
                    let _ = go(Schedule::Lockstep, u64::from(attempt) + 2);
                    let _ = go(Schedule::Random(u64::from(attempt)), u64::from(attempt) + 3);
                }
            }
            if steps > STEPS || work > 10 * STEPS {
                return out;
            }
            if allowed == ALLOWED || procedure.params == 0 && attempt >= ALLOWED {
                break;
            }
        }
    }
    out
}

/// The first small arguments for which the precondition of a procedure with references is true, as names with values.
/// `tried` is how many are tried for each size.
pub fn small_arguments(program: &Program, id: ProcId, tried: u32) -> Option<Vec<(String, String)>> {
    let procedure = program.procedure(id)?;
    let driver = Driver::new(program, id, &[])?;
    let integers = integers::worth_trying(program, driver.stage()?.kernel);
    // A failure somewhere else, as in a function that a clause applies, says that a clause has no value.
    let in_code = |f: &Failure| {
        let in_clause = procedure.contract.clauses.iter().any(|clause| f.node.is_inside(&clause.node));
        f.node.is_inside(&procedure.node) && !in_clause
    };
    SIZES.iter().find_map(|size| {
        let mut rng = Rng::new(u64::from(*size));
        (0..tried).find_map(|attempt| {
            let start = arguments::start(program, procedure, *size, &integers, attempt, &mut rng)?;
            let input = host_input(procedure, &start, &options(Schedule::Canonical, 1))?;
            let mut options = options(Schedule::Canonical, u64::from(attempt));
            // The precondition is evaluated in front of the first step.
            options.limits.steps = 1;
            let run = run_host(program, id, &input, &options);
            let begun = match run.outcome {
                Outcome::Finished | Outcome::Failed(_) => true,
                Outcome::Limit(limit) => limit == interp::Limit::Steps,
                _ => false,
            };
            let holds = begun && run.unknown.is_empty() && run.failures().iter().all(|f| in_code(f));
            holds.then(|| shown_arguments(program, id, &start))
        })
    })
}

/// The input of a run: the seed for arbitrary values chooses the contents of arrays, simple ones first.
fn host_input(procedure: &Procedure, start: &Start, options: &Options) -> Option<HostInput> {
    let params = procedure.vars.iter().take(procedure.params);
    let args: Option<Vec<Value>> = params.map(|p| start.input.scalars.get(&p.name.name).cloned()).collect();
    let seed = match options.uninitialised {
        Uninitialised::OfMemory(seed) | Uninitialised::Arbitrary(seed) => seed,
        Uninitialised::Fails => 1,
    };
    let fill = match seed {
        0 => Fill::Iota,
        3 => Fill::Zero,
        seed => Fill::Random(seed),
    };
    Some(HostInput { fill, objects: start.objects.clone(), ..HostInput::new(args?, seed) })
}

fn run(program: &Program, id: ProcId, start: &Start, options: &Options) -> Option<HostRun> {
    let input = host_input(program.procedure(id)?, start, options)?;
    let mut options = options.clone();
    options.limits.steps = SHORT;
    Some(run_host(program, id, &input, &options))
}

/// Runs once, and adds the failures that are new to `out`.
fn once(program: &Program, id: ProcId, start: &Start, options: Options, out: &mut Runs) -> Effort {
    let Some((procedure, run)) = program.procedure(id).zip(run(program, id, start, &options)) else {
        return Effort::default();
    };
    let none = Effort { steps: None, work: run.work, cut: matches!(run.outcome, Outcome::Limit(_)) };
    let allowed = match &run.outcome {
        Outcome::Finished | Outcome::Failed(_) => true,
        Outcome::Limit(_) | Outcome::NotComputable { .. } => run.steps > 0,
        Outcome::OutsideContract { .. } | Outcome::OutsideAssumption { .. } => false,
    };
    // A clause that could not be evaluated may be a precondition or an `assume` that excludes this run.
    if !allowed || !run.unknown.is_empty() {
        return none;
    }
    let mut failures = run.failures();
    let is_own = |f: &&Failure| f.node.is_inside(&procedure.node);
    if let Some(at) = failures.iter().position(|f| !is_own(f)) {
        failures.truncate(at);
    }
    let requires = |f: &&Failure| procedure.contract.pre().any(|clause| f.node.is_inside(&clause.node));
    // Where what the procedure requires has no value, nothing is known of the run.
    if failures.iter().any(|f| f.code.what == What::WellFormed && requires(f)) {
        failures.retain(|f| f.code.what == What::WellFormed);
    }
    out.note(failures, start, &options);
    Effort { steps: Some(run.steps), ..none }
}

/// The story of a failure: the arguments, and what the arrays of the host contained where they were declared.
pub fn tell(program: &Program, id: ProcId, found: &Found) -> Witness {
    let mut witness = story::tell(program, None, found);
    witness.arguments = shown_arguments(program, id, &found.start);
    if let Some(run) = run(program, id, &found.start, &found.options) {
        let host = run.arrays.iter().filter(|array| !array.device);
        witness.arrays = host.map(|array| (array.shape.name.clone(), story::listed(&array.before))).collect();
    }
    witness
}

/// The arguments as `sepal run --arg` reads them: an array by its elements. Where an array is met again, it is named as
/// it was met first: `b = a`. `sepal run` does not read that inside of another array: `m = [a]`.
fn shown_arguments(program: &Program, id: ProcId, start: &Start) -> Vec<(String, String)> {
    let params = || program.procedure(id).into_iter().flat_map(|p| p.vars.iter().take(p.params));
    let value = |name: &str| start.input.scalars.get(name);
    let mut met: Vec<(u32, ir::Type, String)> = Vec::new();
    // An array of a parameter itself has the name of the parameter, also if the array of an earlier one contains it.
    for param in params() {
        let number = value(&param.name.name).and_then(Value::as_reference).filter(|number| *number > 0);
        let new = number.filter(|n| !met.iter().any(|(known, ty, _)| known == n && *ty == param.ty));
        met.extend(new.map(|number| (number, param.ty, param.name.name.clone())));
    }
    let mut out: Vec<(String, String)> = Vec::new();
    for param in params() {
        let name = param.name.name.clone();
        let Some(value) = value(&name) else { continue };
        let text = shown(value, param.ty, &start.objects, &mut met, &name);
        out.push((name, text));
    }
    out
}

/// A value at this place. An array is listed with its elements where it is met first.
fn shown(value: &Value, ty: ir::Type, objects: &Objects, met: &mut Vec<(u32, ir::Type, String)>, at: &str) -> String {
    let number = value.as_reference().filter(|number| *number > 0);
    let Some((number, elements)) = number.and_then(|n| Some((n, objects.get(n as usize - 1)?))) else {
        return value.to_string();
    };
    match met.iter().find(|(known, of, _)| *known == number && *of == ty) {
        Some((.., name)) if name != at => return name.clone(),
        Some(_) => {}
        None => met.push((number, ty, at.to_owned())),
    }
    let Some(elem) = ty.element() else { return value.to_string() };
    let place = |i: usize| format!("{at}[{i}]");
    let all: Vec<String> =
        elements.iter().take(LISTED).enumerate().map(|(i, e)| shown(e, elem, objects, met, &place(i))).collect();
    let rest = if elements.len() > LISTED { format!(", … ({} elements)", elements.len()) } else { String::new() };
    format!("[{}{rest}]", all.join(", "))
}
