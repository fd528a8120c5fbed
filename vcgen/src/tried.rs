//! Tries the changes that findings propose, and withdraws advice that does not help when it is followed.
//!
//! A change helps if the changed text is a program in which the finding is proved, in which no other claim about the
//! same place or about the new text fails, in which no location is handed out more than once that was not before, and
//! in which each item is still proved that was proved before.
//!
//! In: the text of a file, its outcome, and what reads a text in the language of the file. Out: the same outcome
//! without advice whose change does not help.

use ir::{Node, Program};
use logic::obligation::{Code, Mode, Obligation, Task, Why};
use syntax::Parsed;

use crate::edit::{apply, inserted, moved, Advice, TextEdit};
use crate::options::Options;
use crate::outcome::{FileOutcome, ItemOutcome, Outcome, Verdict};
use crate::pipeline::proves_those_with;
use crate::tools::Tools;

/// The number of findings of a file whose advice is tried. The advice of further findings stays as it is.
const MOST: usize = 20;

/// A part of a text: the offsets of its first byte, and of the byte behind it.
type Part = (usize, usize);

/// Withdraws the advice of findings whose change does not help. Changes of included files are not tried.
pub fn withdraw(
    source: &str,
    outcome: &mut FileOutcome,
    read: &dyn Fn(&str) -> Parsed,
    options: &Options,
    tools: &Tools<'_>,
) {
    // Kernels with errors may stand beside others, and a change makes no more errors.
    let errors = outcome.diagnostics.len();
    let changed = |edits: &[TextEdit]| {
        let parsed = read(&apply(source, edits)?);
        parsed.program.filter(|_| parsed.diagnostics.len() <= errors)
    };
    let drawn = |o: &&Outcome| o.verdict != Verdict::Proved && o.under.is_none();
    let all = outcome.items.iter().enumerate().flat_map(|(n, item)| item.obligations.iter().map(move |o| (n, o)));
    let findings = all.filter(|(_, o)| drawn(o)).filter_map(|(n, o)| Some((n, o, &o.help.as_ref()?.edits)));
    let can_be_tried = |edits: &[TextEdit]| !edits.is_empty() && edits.iter().all(|edit| edit.end <= source.len());
    let fails = findings.filter(|(_, _, edits)| can_be_tried(edits)).take(MOST).filter(|(_, finding, edits)| {
        !changed(edits).is_some_and(|program| helps(outcome, finding, edits, &program, options, tools))
    });
    let fails: Vec<_> = fails.map(|(n, finding, _)| (n, finding.id)).collect();
    for (n, id) in fails {
        let of = outcome.items.get_mut(n).and_then(|item| item.obligations.iter_mut().find(|o| o.id == id));
        if let Some(finding) = of {
            finding.help = finding.help.take().and_then(|help| help.otherwise).map(Advice::from);
        }
    }
}

/// Whether the finding is repaired in the changed program, and nothing else is lost.
fn helps(
    before: &FileOutcome,
    finding: &Outcome,
    edits: &[TextEdit],
    changed: &Program,
    options: &Options,
    tools: &Tools<'_>,
) -> bool {
    let after = |node: &Node| -> Part {
        (moved(edits, node.span.start as usize, true), moved(edits, node.span.end as usize, false))
    };
    let place = after(&finding.node);
    let new: Vec<Part> = inserted(edits);
    let others = |all: Vec<(Code, Node)>| -> Vec<(Code, Part)> {
        let other = all.into_iter().filter(|one| *one != (finding.code, finding.node));
        other.map(|(code, node)| (code, after(&node))).collect()
    };
    let reported = before.items.iter().flat_map(|item| &item.obligations).filter(|o| o.verdict != Verdict::Proved);
    let reported: Vec<(Code, Part)> = others(reported.map(|o| (o.code, o.node)).collect());
    let failed = others(before.items.iter().flat_map(|item| &item.failed).copied().collect());
    // Another finding at the place stays there, and so does what was left out because of that one.
    let is_crowded = reported.iter().any(|(_, at)| meet(*at, place));
    let was_proved = |task: &Task| {
        let same = |item: &&ItemOutcome| item.item == task.item;
        before.items.iter().find(same).is_some_and(|item| item.verdict() == Verdict::Proved)
    };
    let counts = |task: &Task, o: &Obligation| {
        let at = (o.node.span.start as usize, o.node.span.end as usize);
        let is_near = meet(at, place) || new.iter().any(|new| meet(at, *new));
        // A failure at the same place may have been left out of the report because of this finding only.
        let is_hidden = is_near && o.mode != Mode::Lemma && !is_crowded;
        let is_known = if is_hidden { &reported } else { &failed }.contains(&(o.code, at));
        (is_near || o.mode == Mode::Satisfiable || is_about_all_threads(o.code) || was_proved(task)) && !is_known
    };
    proves_those_with(changed, options, tools, &counts)
}

/// Whether a claim is about what all threads get together. Where a change makes such a claim false, a thread gets what
/// another one has, and no further change elsewhere repairs that. A claim about one thread may just be the next that a
/// person has to look at.
fn is_about_all_threads(code: Code) -> bool {
    matches!(code.why, Why::TwoWriters | Why::TooMuch | Why::Unfenced)
}

fn meet((a, b): Part, (c, d): Part) -> bool {
    a < d && c < b || (a, b) == (c, d)
}
