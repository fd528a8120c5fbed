//! A run that goes wrong, as a person reads it: the start of the run, the last steps of the threads that matter with
//! the values that they read and wrote, and then the failure.
//!
//! In: a failure, and the start and options of a run that shows it. Out: a [`Witness`], in the words of the source. It
//! says how many earlier steps of a thread it leaves out.

use interp::Member;
use interp::{Blank, Event, Failure, Shape, Step, ThreadId, Value};
use ir::finding::What;
use ir::{LaunchVar, NodeId, Program, ValueOf};

use super::attempt::{Found, Stage};
use crate::outcome::{Again, ShownValue, StoryStep, Witness};

/// Largest number of steps of a thread that are shown if steps of several threads are shown.
const TOLD: usize = 6;
/// Largest number of steps that are shown if only one thread's steps are shown.
const TOLD_ALONE: usize = 8;
/// Number of threads whose steps are shown if the failure names no thread: the first threads of the launch.
const UNNAMED: usize = 2;
/// Largest number of elements of an array that are listed.
const LISTED: usize = 16;
/// Largest number of characters of a condition that is quoted.
const QUOTED: usize = 60;

/// The story of a failure in a run of `stage`; without a stage, of a function at some arguments.
pub fn tell(program: &Program, stage: Option<Stage<'_>>, found: &Found) -> Witness {
    let Found { failure, start, options, .. } = found;
    // A procedure outside of kernels knows of no launch and of no thread.
    let launched = stage.is_some_and(|stage| match stage.calls {
        Some(id) => program.procedure(id).is_some_and(|p| p.kernel.is_some()),
        None => true,
    });
    let values = failure.values.iter().filter(|v| launched || !matches!(v.of, ValueOf::Launch(..)));
    Witness {
        launch: launched.then_some(start.launch),
        arguments: start.input.scalars.iter().map(|(name, v)| (name.clone(), v.to_string())).collect(),
        arrays: start.input.arrays.iter().map(|(name, v)| (name.clone(), listed(v))).collect(),
        schedule: options.schedule.to_string(),
        contracts: options.contracts,
        message: message(program, found),
        node: failure.node,
        values: values.map(ShownValue::from).collect(),
        steps: stage.map(|stage| steps(stage, found)).unwrap_or_default(),
        again: stage.filter(|stage| stage.calls.is_none()).map(|stage| Box::new(again(stage, found))),
    }
}

/// What repeats a run of a kernel.
fn again(stage: Stage<'_>, found: &Found) -> Again {
    let Found { start, options, .. } = found.clone();
    Again { kernel: stage.kernel.name.name.clone(), launch: start.launch, input: start.input, options }
}

/// The elements of an array, the first ones if there are many.
pub fn listed(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().take(LISTED).map(ToString::to_string).collect();
    let rest = if values.len() > LISTED { format!(", … ({} elements)", values.len()) } else { String::new() };
    format!("[{}{rest}]", shown.join(", "))
}

/// The sentence of a failure, with the condition, the location and the threads of this run.
fn message(program: &Program, found: &Found) -> String {
    let Failure { code, message, node, values, threads, related, .. } = &found.failure;
    let location = values.iter().find(|v| v.of == ValueOf::Location).map(|v| format!("`{}`", v.value));
    let two = match threads.as_slice() {
        [one, other] => Some((format!("thread {}", name(found, *one)), format!("thread {}", name(found, *other)))),
        _ => None,
    };
    message.filled(|blank| match blank {
        Blank::Condition => {
            // What is false at a call is what the procedure requires, which is the first related place.
            let required = related.first().filter(|_| code.what == What::CallPre).map(|(clause, _)| *clause);
            quoted(program, required.unwrap_or(*node))
        }
        Blank::Location => location.clone(),
        Blank::OfLocation => location.as_ref().map(|location| format!(" of {location}")),
        Blank::OtherThread => two.as_ref().map(|(_, other)| other.clone()),
        Blank::Two => two.as_ref().map(|(one, other)| format!("{one} and {other}")),
    })
}

/// A condition as it is written, if it is short.
fn quoted(program: &Program, node: ir::Node) -> Option<String> {
    let text = program.quote(node);
    (!text.is_empty() && text.chars().count() <= QUOTED).then(|| format!("`{text}`"))
}

/// The last steps of the threads that the failure names, in the order of the run.
fn steps(stage: Stage<'_>, found: &Found) -> Vec<StoryStep> {
    let Stage { program, kernel, calls, .. } = stage;
    let options = interp::Options { trace: true, ..found.options.clone() };
    let again = interp::run(program, &kernel.name.name, &found.start.launch, &found.start.input, &options);
    let Some(run) = again.ok() else { return vec![] };
    let here = |f: &&Failure| f.code == found.failure.code && f.node == found.failure.node;
    let Some(until) = run.failures().into_iter().find(here).map(|f| f.recorded) else { return vec![] };
    let Some(trace) = run.trace else { return vec![] };
    let shapes = interp::shapes(program, &kernel.name.name, &found.start.launch, &found.start.input);
    let teller = Teller { program, shapes: shapes.unwrap_or_default() };
    let mut threads = found.failure.threads.clone();
    if threads.is_empty() {
        let all = found.start.launch.threads() as usize * found.start.launch.groups() as usize;
        threads = (0..all.min(UNNAMED)).map(|n| found.start.launch.thread(n as u32)).collect();
    }
    let most = if threads.len() > 1 { TOLD } else { TOLD_ALONE };
    let mut told: Vec<(ThreadId, StoryStep)> = Vec::new();
    // Nobody wrote the code of a driver, and its nodes have no numbers.
    let written = |step: &&Step| calls.is_none() || step.node.id != NodeId::default();
    for step in trace.steps.iter().take(until).filter(|step| threads.contains(&step.thread)).filter(written) {
        let Some(text) = teller.text(step) else { continue };
        let last = told.iter().rev().find(|(thread, _)| *thread == step.thread);
        // A condition that names an element twice reads it twice.
        let again = last.is_some_and(|(_, s)| s.text == text && program.line(s.node) == program.line(step.node));
        if !again {
            let thread = found.start.launch.values(LaunchVar::Tid, Member::thread(step.thread));
            let ends = matches!(step.what, Event::End);
            told.push((step.thread, StoryStep { left_out: 0, thread, node: step.node, text, ends }));
        }
    }
    last(told, &threads, most)
}

/// The last `most` steps of each thread, the first of them with the number of those that were before.
fn last(told: Vec<(ThreadId, StoryStep)>, threads: &[ThreadId], most: usize) -> Vec<StoryStep> {
    let count = |thread: &ThreadId| told.iter().filter(|(t, _)| t == thread).count();
    let mut left: Vec<usize> = threads.iter().map(|t| count(t).saturating_sub(most)).collect();
    // A single step takes no more room than the line that says that it is left out.
    left.iter_mut().filter(|n| **n == 1).for_each(|n| *n = 0);
    let mut passed = vec![0_usize; threads.len()];
    let mut out = Vec::new();
    for (thread, mut step) in told {
        let Some(n) = threads.iter().position(|t| *t == thread) else { continue };
        let (Some(passed), Some(left)) = (passed.get_mut(n), left.get(n)) else { continue };
        if *passed >= *left {
            step.left_out = if *passed == *left { *left } else { 0 };
            out.push(step);
        }
        *passed += 1;
    }
    out
}

fn name(found: &Found, thread: ThreadId) -> String {
    found.start.launch.told(thread)
}

/// Tells steps in the words of the source.
struct Teller<'p> {
    program: &'p Program,
    shapes: Vec<Shape>,
}

impl Teller<'_> {
    /// What happened, in the words of the source.
    fn text(&self, step: &Step) -> Option<String> {
        let atomically = if step.atomic { "atomically " } else { "" };
        Some(match &step.what {
            Event::Read(location, value) => format!("{atomically}reads {} from `{}`", value, self.place(*location)?),
            Event::Write(location, value) => format!("{atomically}writes {} to `{}`", value, self.place(*location)?),
            Event::Assign { name, value, .. } => format!("`{name}` is {value}"),
            // An iteration of `do … while` depends on no condition in front of it.
            Event::Branch { constant: true, .. } => return None,
            Event::Branch { taken, .. } => {
                let condition = quoted(self.program, step.node).unwrap_or_else(|| "the condition".into());
                format!("{condition} is {taken}")
            }
            Event::Enter { name, .. } => format!("calls `{name}`"),
            Event::Return => "comes back from the call".into(),
            Event::Arrive => "waits at the barrier".into(),
            Event::Leave => "leaves the barrier".into(),
            Event::End => "ends".into(),
        })
    }

    /// A location as the source writes it: `a[3]`, `m[1][0]`.
    fn place(&self, location: interp::Location) -> Option<String> {
        let array = location.array()?;
        self.shapes.get(array.0 as usize).map(|shape| shape.element(location.offset))
    }
}
