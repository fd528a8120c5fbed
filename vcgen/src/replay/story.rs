//! A failure told as a story: from which start, and the few steps of the threads that matter with the values they saw.
//!
//! In: a failure and how to see it again. Out: [`Witness`], in the words of the source.

use interp::{Event, Step, ThreadId, Value};
use syntax::typed::{Kernel, Program};

use super::attempt::Found;
use crate::outcome::{StoryStep, Value as Shown, Witness};

/// Steps that are told of one thread.
const TOLD: usize = 6;
/// Elements of an array that are listed.
const LISTED: usize = 16;

/// The story of a failure.
pub fn tell(program: &Program, kernel: Option<&Kernel>, found: &Found) -> Witness {
    let Found { failure, start, options } = found;
    let value = |v: &interp::Shown| Shown { label: v.label.clone(), value: v.value.clone(), thread: v.thread };
    let launch = kernel.map(|_| (start.launch.groups, start.launch.threads));
    Witness {
        launch,
        arguments: start.input.scalars.iter().map(|(name, v)| (name.clone(), v.to_string())).collect(),
        arrays: start.input.arrays.iter().map(|(name, v)| (name.clone(), listed(v))).collect(),
        schedule: options.schedule.to_string(),
        message: failure.message.clone(),
        span: failure.span,
        values: failure.values.iter().map(value).collect(),
        steps: kernel.map(|k| steps(program, k, found)).unwrap_or_default(),
    }
}

fn listed(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().take(LISTED).map(ToString::to_string).collect();
    let rest = if values.len() > LISTED { format!(", … ({} elements)", values.len()) } else { String::new() };
    format!("[{}{rest}]", shown.join(", "))
}

/// The last steps of the threads that the failure names, in the order of the run.
fn steps(program: &Program, kernel: &Kernel, found: &Found) -> Vec<StoryStep> {
    let options = interp::Options { trace: true, keep_going: false, ..found.options.clone() };
    // Where several contracts fail, the run that stops at the first may be another one; then nothing is told.
    let again = interp::run(program, &kernel.name.name, &found.start.launch, &found.start.input, &options);
    let Some(run) = again.ok() else { return vec![] };
    let same = run.outcome.failure().is_some_and(|f| f.code == found.failure.code && f.span == found.failure.span);
    let (Some(trace), true) = (run.trace, same) else { return vec![] };
    let threads = &found.failure.threads;
    let mut kept: Vec<&Step> = Vec::new();
    let mut told = vec![0_usize; threads.len()];
    for step in trace.steps.iter().rev() {
        let Some(n) = threads.iter().position(|t| *t == step.thread) else { continue };
        let Some(count) = told.get_mut(n) else { continue };
        if *count < TOLD && text(kernel, step).is_some() {
            *count += 1;
            kept.push(step);
        }
    }
    kept.reverse();
    let line =
        |step: &&Step| Some(StoryStep { thread: name(found, step.thread), span: step.span, text: text(kernel, step)? });
    kept.iter().filter_map(line).collect()
}

fn name(found: &Found, thread: ThreadId) -> u32 {
    found.start.launch.tid(thread)
}

/// What happened, in the words of the source.
fn text(kernel: &Kernel, step: &Step) -> Option<String> {
    Some(match &step.what {
        Event::Read(location, value) => format!("reads {} from `{}`", value, place(kernel, *location)?),
        Event::Write(location, value) => format!("writes {} to `{}`", value, place(kernel, *location)?),
        Event::Assign(var, value) => format!("`{}` is {value}", kernel.vars.get(var.0 as usize)?.name.name),
        Event::Branch(taken) => format!("the condition is {taken}"),
        Event::Arrive => "waits at the barrier".into(),
        Event::Leave => "leaves the barrier".into(),
        Event::End => "ends".into(),
    })
}

/// A location by its row-major position, as in `a[3]`; of an array with several dimensions the position is not split.
fn place(kernel: &Kernel, location: interp::Location) -> Option<String> {
    let array = kernel.arrays.get(location.array.0 as usize)?;
    Some(match array.dims.len() {
        1 => format!("{}[{}]", array.name.name, location.offset),
        _ => format!("{}, element {}", array.name.name, location.offset),
    })
}
