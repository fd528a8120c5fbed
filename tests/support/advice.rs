//! Follows advice word by word: makes the changes that a finding proposes, and verifies again.
//!
//! In: the outcome of a text with findings. Out: each finding whose advice fails, with the reason. An advice fails if
//! the changed text is no program, if the finding is still there, if another one takes its place or stands in the text
//! that was inserted, or if an item that was proved is proved no longer.

use super::run::run;
use vcgen::edit::{apply, TextEdit};
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, Outcome, Verdict};
use vcgen::report::place::Lines;

/// A finding whose advice was followed.
pub struct Followed {
    /// Line, column, and length on that line.
    pub at: [usize; 3],
    /// The error id.
    pub code: String,
    /// The advice.
    pub help: String,
    /// Why the advice fails; `None` if it works.
    pub fails: Option<String>,
}

/// Follows each advice of the outcome that proposes a change. A finding that is listed under another one is printed
/// without advice.
pub fn follow(outcome: &FileOutcome, options: &Options) -> Vec<Followed> {
    let mut out: Vec<Followed> = Vec::new();
    for o in outcome.items.iter().flat_map(|item| &item.obligations) {
        let Some(help) = o.help.as_ref().filter(|help| o.verdict != Verdict::Proved && !help.edits.is_empty()) else {
            continue;
        };
        if o.under.is_some() {
            continue;
        }
        let fails = fails(outcome, o, &help.edits, options);
        out.push(Followed { at: place(&outcome.source, o), code: o.code.to_string(), help: help.text.clone(), fails });
    }
    out
}

/// The place of a finding, on its first line.
fn place(source: &str, o: &Outcome) -> [usize; 3] {
    let lines = Lines::new(source);
    let place = lines.place(o.node);
    let rest = lines.line(place.line).trim_end().chars().count() + 1;
    [place.line, place.column, place.length.min(rest.saturating_sub(place.column))]
}

fn fails(before: &FileOutcome, finding: &Outcome, edits: &[TextEdit], options: &Options) -> Option<String> {
    let Some(source) = apply(&before.source, edits) else { return Some("the changes overlap".to_owned()) };
    let after = run(&before.path, &source, options);
    if let Some(first) = after.diagnostics.first() {
        return Some(format!("the changed text has an error, {}: {}\n{source}", first.code, first.message));
    }
    let mapped = |o: &Outcome| (moved(edits, o.node.span.start, true), moved(edits, o.node.span.end, false));
    let place = mapped(finding);
    let unproved = |outcome: &FileOutcome| -> Vec<(String, (usize, usize))> {
        let all = outcome.items.iter().flat_map(|item| &item.obligations).filter(|o| o.verdict != Verdict::Proved);
        all.map(|o| (o.code.to_string(), (o.node.span.start as usize, o.node.span.end as usize))).collect()
    };
    let old: Vec<(String, (usize, usize))> = before
        .items
        .iter()
        .flat_map(|item| &item.obligations)
        .filter(|o| o.verdict != Verdict::Proved && o.id != finding.id)
        .map(|o| (o.code.to_string(), mapped(o)))
        .collect();
    let inserted = inserted(edits);
    for (code, at) in unproved(&after) {
        let known = old.iter().any(|(of, place)| *of == code && *place == at);
        if known {
            continue;
        }
        if meets(at, place) {
            let what = if code == finding.code.to_string() { "still there" } else { "in its place" };
            return Some(format!("{code} is {what}\n{source}"));
        }
        if inserted.iter().any(|text| meets(at, *text)) {
            return Some(format!("{code} is reported for the new text\n{source}"));
        }
    }
    let proved = |outcome: &FileOutcome, name: &str| {
        outcome.items.iter().any(|item| item.item == name && item.verdict() == Verdict::Proved)
    };
    let lost = before.items.iter().find(|item| proved(before, &item.item) && !proved(&after, &item.item));
    lost.map(|item| format!("`{}` is proved no longer\n{source}", item.item))
}

/// Where an offset is after the changes. `start` says that the offset starts something, so text that is inserted there
/// comes in front of it.
fn moved(edits: &[TextEdit], at: u32, start: bool) -> usize {
    let at = at as usize;
    let before = |e: &&TextEdit| if e.start == e.end && !start { e.start < at } else { e.end <= at };
    let (more, less) = edits
        .iter()
        .filter(before)
        .fold((0, 0), |(more, less), edit| (more + edit.insert.len(), less + edit.end - edit.start));
    at + more - less
}

/// The places of the new texts after the changes.
fn inserted(edits: &[TextEdit]) -> Vec<(usize, usize)> {
    let place = |edit: &TextEdit| {
        let others: Vec<TextEdit> = edits.iter().filter(|other| other.start < edit.start).cloned().collect();
        let start = moved(&others, u32::try_from(edit.start).expect("a small file"), true);
        (start, start + edit.insert.len())
    };
    edits.iter().map(place).collect()
}

fn meets((a, b): (usize, usize), (c, d): (usize, usize)) -> bool {
    a < d && c < b || (a, b) == (c, d)
}
