//! Findings that are listed under another one.
//!
//! In: the outcomes of an item, and one of them that is drawn by itself. Out: one line for each finding that is listed
//! under it. So one mistake is one finding, and no finding is left out.

use std::collections::BTreeMap;

use ir::Span;

use super::place::Lines;
use crate::outcome::{Link, Outcome, Replay, Verdict};

/// Largest number of characters of a clause that is quoted; longer clauses are cut.
const QUOTED: usize = 60;

/// The lines for the findings that are listed under `head`.
pub fn lines(head: &Outcome, all: &[Outcome], source: &str, places: &Lines<'_>) -> Vec<String> {
    let mut groups: BTreeMap<u8, (&str, Vec<String>)> = BTreeMap::new();
    for o in all {
        let Some(under) = o.under.as_ref().filter(|under| under.obligation == head.id) else { continue };
        let (rank, title) = match (under.link, o.verdict) {
            (Link::Same, _) => (0, "likewise:"),
            (Link::Follows, _) => (1, "because of it:"),
            (Link::Later, _) => (2, "later, in runs that go wrong here first:"),
            (Link::Behind, _) => (3, "not decided, since the runs go wrong here first:"),
        };
        let (_, list) = groups.entry(rank).or_insert((title, Vec::new()));
        list.push(line(o, source, places));
    }
    groups.into_values().flat_map(|(title, list)| std::iter::once(title.to_owned()).chain(list)).collect()
}

/// ` line 9: the postcondition does not hold when the thread ends: `a[tid] ==
/// 1` (thread.postcondition:condition-false)`
fn line(o: &Outcome, source: &str, places: &Lines<'_>) -> String {
    let message = if is_fact(o) { &o.message.shown } else { &o.message.possible };
    let quote = quoted(o.node.span, source);
    let quote = if quote.is_empty() || o.message.quotes { String::new() } else { format!(": `{quote}`") };
    format!("    line {}: {message}{quote} ({})", places.place(o.node).in_words(), o.code)
}

/// Whether a run has shown it.
pub fn is_fact(o: &Outcome) -> bool {
    o.verdict == Verdict::Refuted && matches!(o.replay, Replay::Confirmed(_))
}

fn quoted(span: Span, source: &str) -> String {
    let text = span.text(source).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= QUOTED {
        return text;
    }
    let cut: String = text.chars().take(QUOTED).collect();
    format!("{cut} …")
}
