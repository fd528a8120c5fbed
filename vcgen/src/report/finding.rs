//! Findings: the data of everything that is drawn under a part of the source.
//!
//! In: a diagnostic of the input, or an obligation that is not proved. Out: a [`Finding`].

use super::place::Lines;
use super::replay;
use super::under::is_fact;
use crate::outcome::{Outcome, Replay, ShownValue, Verdict};
use crate::values::shows_negative_measure;
use ir::diagnostic::Diagnostic;
use ir::{ItemId, Node, Span};
use logic::obligation::{Code, What, Why};

/// A finding that is ready to be drawn. The parts are drawn in the order of the fields.
pub struct Finding {
    /// The error id, for which the book has a page.
    pub code: String,
    /// One sentence that says what is wrong.
    pub message: String,
    /// The part of the source that is wrong, and its label.
    pub main: (Span, String),
    /// Other parts of the source, with their labels.
    pub related: Vec<(Span, String)>,
    /// Lines below the source: the counterexample, the reason of an unknown, help.
    pub footers: Vec<String>,
    /// Whether the finding is an error. If not, the obligation is unknown.
    pub error: bool,
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
            main: (diagnostic.span, diagnostic.label.clone()),
            related: diagnostic.related.clone(),
            footers: diagnostic.help.iter().map(|help| format!("help: {help}")).collect(),
            error: true,
        }
    }
}

impl Finding {
    /// The finding about an obligation of an item; `None` if the obligation is proved.
    pub fn of_outcome(outcome: &Outcome, item: ItemId, lines: &Lines<'_>) -> Option<Self> {
        let alone = outcome.related.iter().all(|(node, _)| *node == outcome.node);
        let (message, label, mut footers) = match outcome.verdict {
            Verdict::Proved => return None,
            Verdict::Refuted if is_fact(outcome) => {
                // Only the values of the run are printed, because the solver's counterexample may have other ones.
                let label = negative_measure(outcome, true).unwrap_or(is(outcome.code, alone));
                (outcome.message.shown.clone(), label, replay::lines(&outcome.replay, item, lines, false))
            }
            Verdict::Refuted => {
                let mut footers = counterexample(&outcome.values);
                let shown = !footers.is_empty();
                footers.extend(replay::lines(&outcome.replay, item, lines, shown));
                let label = negative_measure(outcome, false).unwrap_or(may_be(outcome.code, alone));
                (outcome.message.possible.clone(), label, footers)
            }
            Verdict::Unknown => {
                let reason = outcome.reason.as_deref().unwrap_or("the solver gave no reason");
                let message = format!("not decided: {}", outcome.message.possible);
                let mut footers = vec![format!("unknown: {reason}")];
                footers.extend(counterexample(&outcome.values));
                (message, "this is not decided", footers)
            }
        };
        footers.extend(
            outcome.advice.iter().chain(outcome.help.iter().map(|help| &help.text)).map(|help| format!("help: {help}")),
        );
        Some(Self {
            code: outcome.code.to_string(),
            message,
            main: (outcome.node.span, label.to_owned()),
            related: places(&outcome.related),
            footers,
            error: outcome.verdict == Verdict::Refuted,
        })
    }
}

/// The places of parts of the program, with their labels.
pub fn places(related: &[(Node, String)]) -> Vec<(Span, String)> {
    related.iter().map(|(node, label)| (node.span, label.clone())).collect()
}

/// The label at a recursive call, if the measure is negative there. `fact` says that a run shows it.
fn negative_measure(outcome: &Outcome, fact: bool) -> Option<&'static str> {
    let negative = match &outcome.replay {
        Replay::Confirmed(run) => shows_negative_measure(&run.values),
        Replay::None | Replay::Specification | Replay::Unconfirmed | Replay::NotRun => {
            shows_negative_measure(&outcome.values)
        }
    };
    negative.then_some(if fact { "the measure is negative here" } else { "the measure may be negative here" })
}

/// The label at the place of a failure that a run shows. `alone` says that no other place is shown.
pub fn is(code: Code, alone: bool) -> &'static str {
    match code.why {
        Why::TwoWriters if alone => "both get it by this clause",
        Why::InsufficientPermission => "this permission is missing",
        Why::TwoWriters => "this clause gives it to one of them",
        Why::TooMuch if code.what == What::LaunchResources => "in this launch",
        Why::TooMuch => "this hands out too much",
        Why::OutOfBounds if matches!(code.what, What::Copy | What::LaunchPre) => "the array is too short for this",
        Why::False if code.what == What::LaunchPre => "in this launch",
        Why::OutOfBounds => "this does not exist",
        Why::Null => "this is `null`",
        Why::DivisionByZero => "this is zero",
        Why::EmptyRange => "this ranges over nothing",
        Why::Overflow => "this does not fit",
        Why::False => "this is false",
        Why::True => "this is proved",
        Why::NotInjective => "this names a location twice",
        Why::NegativeAmount => "this amount is negative",
        Why::NegativeLength => "this is negative",
        Why::Unframed => "this is read without permission",
        Why::NonUniform => "threads disagree about this",
        Why::Unfenced => "another thread could write this before",
        Why::Contradiction if alone => "nothing satisfies this",
        Why::Contradiction => "contradicts the others",
        Why::MeasureNotDecreasing if code.what == What::LoopTermination => "this does not decrease",
        Why::MeasureNotDecreasing => "this call is not smaller",
        Why::InUse if code.what == What::Lifetime => "nobody has waited for this",
        Why::InUse => "used at the same time",
        Why::DataRace => "one access of a race",
        Why::Deadlock => "this waits for ever",
        Why::Uninitialised => "this has no value",
        Why::NoMeasure | Why::Unsupported => "this is not decided",
    }
}

/// The label at the place of a failure that has a counterexample but no run.
fn may_be(code: Code, alone: bool) -> &'static str {
    match code.why {
        Why::InsufficientPermission => "this permission may be missing",
        Why::OutOfBounds if matches!(code.what, What::Copy | What::LaunchPre) => "the array may be too short for this",
        Why::False if code.what == What::LaunchPre => "in this launch",
        Why::OutOfBounds => "this may not exist",
        Why::Null => "this may be `null`",
        Why::DivisionByZero => "this may be zero",
        Why::EmptyRange => "this may range over nothing",
        Why::Overflow => "this may not fit",
        Why::False => "this may be false",
        Why::NegativeAmount => "this amount may be negative",
        Why::NegativeLength => "this may be negative",
        Why::NonUniform => "threads may disagree about this",
        Why::MeasureNotDecreasing if code.what == What::LoopTermination => "this may not decrease",
        Why::MeasureNotDecreasing => "this call may not be smaller",
        Why::Uninitialised => "this may have no value",
        Why::TwoWriters
        | Why::TooMuch
        | Why::True
        | Why::NotInjective
        | Why::Unframed
        | Why::Unfenced
        | Why::Contradiction
        | Why::InUse
        | Why::DataRace
        | Why::Deadlock
        | Why::NoMeasure
        | Why::Unsupported => is(code, alone),
    }
}

/// The values of a counterexample.
fn counterexample(values: &[ShownValue]) -> Vec<String> {
    listed("for example", values)
}

/// `for example: gsize = 2, ngroups = 1`, then a line for each thread. `lead` are the words in front: `for example`.
pub fn listed(lead: &str, values: &[ShownValue]) -> Vec<String> {
    let of = |thread: u8| {
        let shown: Vec<String> =
            values.iter().filter(|v| v.thread == thread).map(|v| format!("{} = {}", v.label, v.value)).collect();
        (!shown.is_empty()).then(|| shown.join(", "))
    };
    let mut lines = Vec::new();
    let launch = of(0);
    if let Some(launch) = &launch {
        lines.push(format!("{lead}: {launch}"));
    } else if !values.is_empty() {
        lines.push(format!("{lead}:"));
    }
    let two = values.iter().any(|v| v.thread > 1);
    for thread in 1..=u8::MAX {
        let Some(shown) = of(thread) else {
            if thread > 2 {
                break;
            }
            continue;
        };
        // The words are no numbers: findings call a thread by its number in the launch.
        let who = match thread {
            _ if !two => "thread",
            1 => "one thread",
            2 => "another thread",
            _ => "a further thread",
        };
        lines.push(format!("    {who}: {shown}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(label: &str, value: &str, thread: u8) -> ShownValue {
        ShownValue { of: ir::ValueOf::Expression, term: None, label: label.into(), value: value.into(), thread }
    }

    #[test]
    fn both_threads_of_a_race_are_shown_with_the_launch_first() {
        let values = [value("tid", "0", 1), value("gsize", "2", 0), value("tid", "1", 2), value("ngroups", "1", 0)];
        let lines = counterexample(&values);
        assert_eq!(
            lines,
            ["for example: gsize = 2, ngroups = 1", "    one thread: tid = 0", "    another thread: tid = 1"]
        );
    }

    #[test]
    fn a_single_thread_has_no_number() {
        assert_eq!(counterexample(&[value("tid", "7", 1)]), ["for example:", "    thread: tid = 7"]);
        assert_eq!(counterexample(&[]), Vec::<String>::new());
    }
}
