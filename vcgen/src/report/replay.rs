//! The run that confirms a refutation, as text and as JSON.
//!
//! In: a [`Replay`]. Out: lines under a finding, or data for serde.

use serde::Serialize;

use super::place::{LineRange, Lines};
use crate::outcome::{Replay, StoryStep, Witness};
use ir::{Axis, ItemId, LaunchVar, ValueOf};

/// A replay in the JSON document.
#[derive(Debug, Serialize)]
pub struct Run<'o> {
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<Story<'o>>,
}

#[derive(Debug, Serialize)]
pub(super) struct Story<'o> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) launch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) groups: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) threads: Option<u32>,
    pub(super) arguments: Vec<Named<'o>>,
    pub(super) arrays: Vec<Named<'o>>,
    pub(super) schedule: &'o str,
    pub(super) contracts: bool,
    pub(super) message: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
    pub(super) steps: Vec<Step<'o>>,
}

#[derive(Debug, Serialize)]
pub(super) struct Named<'o> {
    pub(super) name: &'o str,
    pub(super) value: &'o str,
}

#[derive(Debug, Serialize)]
pub(super) struct Step<'o> {
    pub(super) left_out: usize,
    pub(super) thread: Number<'o>,
    pub(super) text: &'o str,
    #[serde(flatten)]
    pub(super) place: LineRange<'o>,
}

/// `tid` of a thread: a number, or a list with one for each dimension.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Number<'o> {
    One(i64),
    Several(&'o [i64]),
}

impl<'o> Number<'o> {
    fn new(tid: &'o [i64]) -> Self {
        match tid {
            [one] => Self::One(*one),
            several => Self::Several(several),
        }
    }
}

/// The data for the JSON document; `None` if no run was looked for.
pub fn data<'o>(replay: &'o Replay, lines: &Lines<'o>) -> Option<Run<'o>> {
    let run = match replay {
        Replay::None => return None,
        Replay::Confirmed(witness) => Some(story(witness, lines)),
        Replay::Specification | Replay::Unconfirmed | Replay::NotRun => None,
    };
    Some(Run { status: replay.word(), run })
}

fn story<'o>(w: &'o Witness, lines: &Lines<'o>) -> Story<'o> {
    let named = |list: &'o [(String, String)]| list.iter().map(|(name, value)| Named { name, value }).collect();
    let step = |s: &'o StoryStep| Step {
        left_out: s.left_out,
        thread: Number::new(&s.thread),
        text: &s.text,
        place: lines.place(s.node),
    };
    Story {
        launch: w.launch.map(|l| {
            let [groups, threads] = l.sizes();
            format!("groups={groups},threads={threads}")
        }),
        groups: w.launch.map(|l| l.groups()),
        threads: w.launch.map(|l| l.threads()),
        arguments: named(&w.arguments),
        arrays: named(&w.arrays),
        schedule: &w.schedule,
        contracts: w.contracts,
        message: &w.message,
        place: lines.place(w.node),
        steps: w.steps.iter().map(step).collect(),
    }
}

/// The lines that are printed under a finding about this item.
///
/// `shown` says that the report shows values above these lines.
pub fn lines(replay: &Replay, item: ItemId, source: &Lines<'_>, shown: bool) -> Vec<String> {
    match replay {
        Replay::None | Replay::Unconfirmed | Replay::NotRun => vec![],
        Replay::Specification => {
            let state = if shown { "the state above, in which" } else { "a state in which" };
            let unreached = unreached(item);
            vec![format!("this is about the annotations alone: they admit {state} this goes wrong. {unreached}")]
        }
        Replay::Confirmed(w) => confirmed(w, source),
    }
}

/// The sentence which says that no run of a kernel, a procedure or a function was found that comes to the shown state.
fn unreached(item: ItemId) -> &'static str {
    match item {
        ItemId::Kernel(_) => {
            "Runs start where the kernel starts, and no small launch was found that comes to this state"
        }
        ItemId::Procedure(_) => {
            "Runs start where the procedure is called, and no small call was found that comes to this state"
        }
        ItemId::Function(_) => "No call of the function was found that shows this",
    }
}

fn confirmed(w: &Witness, source: &Lines<'_>) -> Vec<String> {
    let unchecked = if w.contracts { "" } else { ", contracts unchecked" };
    let with = from(w);
    let with = if with.is_empty() { with } else { format!(" with {with}") };
    // Where steps are listed, they show the order.
    let order = if w.steps.is_empty() && w.schedule != "canonical" {
        format!("{} `--schedule {}`", if with.is_empty() { " with" } else { " and" }, w.schedule)
    } else {
        String::new()
    };
    let mut out = vec![format!("confirmed by a run{with}{order}{unchecked}:")];
    // The steps may all be those of the second thread that is named.
    let second = w.values.iter().any(|v| v.thread == 2);
    let several = second && !w.steps.is_empty()
        || w.steps.iter().any(|s| w.steps.first().is_some_and(|first| first.thread != s.thread));
    out.extend(threads(w, several || second));
    for step in &w.steps {
        let who = if several { format!("thread {}", interp::tuple(&step.thread)) } else { String::new() };
        if step.left_out > 0 {
            let of = if several { format!(" of {who}") } else { String::new() };
            out.push(format!("    … {} steps{of} before", step.left_out));
        }
        let line = source.place(step.node).in_words();
        out.push(match (several, step.ends) {
            (true, true) => format!("    {who} ends"),
            (true, false) => format!("    {who}, line {line}: {}", step.text),
            (false, true) => "    the thread ends".to_owned(),
            (false, false) => format!("    line {line}: {}", step.text),
        });
    }
    let seen: Vec<String> =
        (w.values.iter().filter(|v| !is_place(v.of))).map(|v| format!("`{}` is {}", v.label, v.value)).collect();
    let seen = if seen.is_empty() { String::new() } else { format!(": {}", seen.join(", ")) };
    out.push(format!("    line {}: {}{seen}", source.place(w.node).in_words(), w.message));
    out
}

/// Values that the message or the head of the story says already: which thread or location it is, and the measure.
fn is_place(of: ValueOf) -> bool {
    match of {
        ValueOf::Launch(..) | ValueOf::Location | ValueOf::Index | ValueOf::Measure => true,
        ValueOf::IterationStart | ValueOf::AtBarrier | ValueOf::Expression => false,
    }
}

/// Which threads it is about: `    thread 3 (gid = 1, lid = 1):`.
fn threads(w: &Witness, several: bool) -> Option<String> {
    // In several dimensions there is a value for each: `(3, 1)`.
    let value = |var: LaunchVar, thread: u8| {
        let find = |axis: Axis| w.values.iter().find(|v| v.of == ValueOf::Launch(var, axis) && v.thread == thread);
        let axes: Vec<&str> =
            [Axis::X, Axis::Y, Axis::Z].into_iter().filter_map(find).map(|v| v.value.as_str()).collect();
        match axes.as_slice() {
            [] => None,
            [one] => Some((*one).to_owned()),
            several => Some(format!("({})", several.join(", "))),
        }
    };
    let named = |thread: u8| {
        let tid = value(LaunchVar::Tid, thread)?;
        let place = match (value(LaunchVar::Gid, thread), value(LaunchVar::Lid, thread)) {
            (Some(gid), Some(lid)) => format!(" (gid = {gid}, lid = {lid})"),
            _ => String::new(),
        };
        Some((format!("thread {tid}"), place))
    };
    let (first, place) = named(1)?;
    if !several {
        return Some(format!("    {first}{place}:"));
    }
    let (second, other) = named(2)?;
    (!place.is_empty() || w.steps.is_empty()).then(|| format!("    {first}{place}, {second}{other}:"))
}

/// `groups = 1, threads = 2, n = 3, a = [0, 1]`
fn from(w: &Witness) -> String {
    let launch = w.launch.iter().flat_map(|launch| {
        let [groups, threads] = launch.sizes();
        [format!("groups = {groups}"), format!("threads = {threads}")]
    });
    let named = w.arguments.iter().chain(&w.arrays).map(|(n, v)| format!("{n} = {v}"));
    launch.chain(named).collect::<Vec<_>>().join(", ")
}
