//! The run behind a refutation, for people and for programs.
//!
//! In: a [`Replay`]. Out: lines under a finding, or data for serde.

use serde::Serialize;

use super::place::{Lines, Place};
use crate::outcome::{Replay, Witness};

/// A replay in the JSON document.
#[derive(Debug, Serialize)]
pub struct Run<'o> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Story<'o>>,
}

#[derive(Debug, Serialize)]
struct Story<'o> {
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<u32>,
    arguments: Vec<Named<'o>>,
    arrays: Vec<Named<'o>>,
    schedule: &'o str,
    message: &'o str,
    #[serde(flatten)]
    place: Place,
    steps: Vec<Step<'o>>,
}

#[derive(Debug, Serialize)]
struct Named<'o> {
    name: &'o str,
    value: &'o str,
}

#[derive(Debug, Serialize)]
struct Step<'o> {
    thread: u32,
    text: &'o str,
    #[serde(flatten)]
    place: Place,
}

/// What the JSON document says; nothing where no run was asked for.
pub fn data<'o>(replay: &'o Replay, lines: &Lines<'_>) -> Option<Run<'o>> {
    let run = match replay {
        Replay::None => return None,
        Replay::Confirmed(witness) => Some(story(witness, lines)),
        Replay::Specification | Replay::Unconfirmed => None,
    };
    Some(Run { status: replay.word(), run })
}

fn story<'o>(w: &'o Witness, lines: &Lines<'_>) -> Story<'o> {
    let named = |list: &'o [(String, String)]| list.iter().map(|(name, value)| Named { name, value }).collect();
    let step = |s: &'o crate::outcome::StoryStep| Step { thread: s.thread, text: &s.text, place: lines.place(s.span) };
    Story {
        groups: w.launch.map(|l| l.0),
        threads: w.launch.map(|l| l.1),
        arguments: named(&w.arguments),
        arrays: named(&w.arrays),
        schedule: &w.schedule,
        message: &w.message,
        place: lines.place(w.span),
        steps: w.steps.iter().map(step).collect(),
    }
}

/// What is printed under a finding.
pub fn lines(replay: &Replay, source: &Lines<'_>) -> Vec<String> {
    match replay {
        Replay::None | Replay::Unconfirmed => vec![],
        Replay::Specification => {
            vec!["this is about the annotations alone: no run of a small launch was found that goes wrong here".into()]
        }
        Replay::Confirmed(w) => {
            let mut out = vec![format!("confirmed by a run with {}:", from(w))];
            let several = w.steps.iter().any(|s| w.steps.first().is_some_and(|first| first.thread != s.thread));
            for step in &w.steps {
                let who = if several { format!("thread {}, ", step.thread) } else { String::new() };
                out.push(format!("    {who}line {}: {}", source.place(step.span).line, step.text));
            }
            out.push(format!("    line {}: {}", source.place(w.span).line, w.message));
            out
        }
    }
}

/// `groups = 1, threads = 2, n = 3, a = [0, 1]`
fn from(w: &Witness) -> String {
    let launch = w.launch.iter().flat_map(|(g, t)| [format!("groups = {g}"), format!("threads = {t}")]);
    let named = w.arguments.iter().chain(&w.arrays).map(|(n, v)| format!("{n} = {v}"));
    launch.chain(named).collect::<Vec<_>>().join(", ")
}
