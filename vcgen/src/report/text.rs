//! The text of a whole file: findings, then a line for each kernel, procedure and function.
//!
//! In: a [`FileOutcome`]. Out: text for a person, the same on every run except for times.

use std::time::Duration;

use super::assumed::{assuming, word};
use super::finding::Finding;
use super::graphical::draw;
use super::opinions::Opinions;
use super::place::Lines;
use super::{ground, under, Detail, Style};
use crate::outcome::{Checked, FileOutcome, ItemOutcome, Outcome, SecondOpinion, Verdict};

/// Largest number of errors of one file that are drawn. Further errors are counted.
const MOST_DRAWN: usize = 50;

/// The text about one file.
pub fn render(file: &FileOutcome, style: &Style) -> String {
    let mut findings: Vec<Finding> = file.diagnostics.iter().map(Finding::from).collect();
    let lines = Lines::new(&file.source);
    for item in &file.items {
        // A finding that is listed under another one is not drawn by itself.
        // What is certain comes first.
        let mut outcomes: Vec<&Outcome> = item.obligations.iter().filter(|o| o.under.is_none()).collect();
        outcomes.sort_by_key(|outcome| outcome.verdict != Verdict::Refuted);
        for outcome in outcomes {
            let Some(mut finding) = Finding::of_outcome(outcome, item.id, &lines) else { continue };
            finding.footers.extend(under::lines(outcome, &item.obligations, &file.source, &lines));
            findings.push(finding);
        }
    }
    let mut out = String::new();
    for finding in findings.iter().take(MOST_DRAWN) {
        out.push_str(&draw(finding, &file.path, &file.source, style));
        out.push('\n');
    }
    if findings.len() > MOST_DRAWN {
        out.push_str(&format!("{}: {} more findings are not shown\n\n", file.path, findings.len() - MOST_DRAWN));
    }
    if style.detail > Detail::Quiet {
        for item in &file.items {
            out.push_str(&item_lines(item, file, &lines, style));
        }
    } else {
        for item in file.items.iter().filter(|item| ground::is_trusting(item)) {
            out.push_str(&verdict_line(item, file));
        }
    }
    out
}

/// `67 obligations: 65 proved, 2 refuted`, or only their number if all are proved.
fn counted<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> String {
    let verdicts: Vec<Verdict> = outcomes.map(|o| o.verdict).collect();
    let total = verdicts.len();
    let noun = if total == 1 { "obligation" } else { "obligations" };
    let count = |verdict| verdicts.iter().filter(|v| **v == verdict).count();
    let (refuted, undecided) = (count(Verdict::Refuted), count(Verdict::Unknown));
    let mut out = format!("{total} {noun}");
    if refuted + undecided > 0 {
        out.push_str(&format!(": {} proved", count(Verdict::Proved)));
        for (number, word) in [(refuted, "refuted"), (undecided, "undecided")] {
            if number > 0 {
                out.push_str(&format!(", {number} {word}"));
            }
        }
        return format!("{out};");
    }
    format!("{out},")
}

/// `examples/copy.pvl: copy: proved (4 obligations, 3 ms)`
fn verdict_line(item: &ItemOutcome, file: &FileOutcome) -> String {
    let condition = item.verdict() == Verdict::Unknown && item.obligations.iter().all(|o| o.verdict == Verdict::Proved);
    let condition = if condition { " under a condition," } else { "" };
    let detail = format!("{}{condition}", counted(item.obligations.iter()));
    let time = milliseconds(item.obligations.iter().map(|o| o.time).sum());
    let verdict = if item.is_trusted() { "trusted" } else { item.verdict().word() };
    format!("{}: {}: {verdict}{} ({detail} {time} ms)\n", file.path, item.item, ground::words(item))
}

/// The line of the verdict, and what the proof rests on.
fn item_lines(item: &ItemOutcome, file: &FileOutcome, lines: &Lines<'_>, style: &Style) -> String {
    let mut out = verdict_line(item, file);
    out.push_str(&ground::lines(item));
    for (one, n) in &item.assumed {
        let noun = if *n == 1 { "obligation is" } else { "obligations are" };
        out.push_str(&format!("    assumed: {} ({n} {noun} proved up to it)\n", word(*one)));
    }
    for note in &item.notes {
        out.push_str(&format!("    note: {note}\n"));
    }
    for function in &item.unproved {
        out.push_str(&format!("    rests on `{function}`, which is not proved\n"));
    }
    for trusted in &item.trusted {
        out.push_str(&format!("    trusted: {} ({})\n", trusted.what, lines.place(trusted.node).within(&file.path)));
    }
    if let Some(line) = second_line(item) {
        out.push_str(&line);
    }
    let printed = |o: &Outcome| style.detail == Detail::Verbose || o.explanation.is_some();
    if let Some(explanation) = item.explanation.as_ref().filter(|_| item.obligations.iter().any(&printed)) {
        explanation.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
    }
    item.obligations.iter().filter(|o| printed(o)).for_each(|o| out.push_str(&obligation_line(o, lines)));
    out
}

/// `    second solver: agrees on 30 of 32 obligations, no answer for 2`, and each disagreement.
fn second_line(item: &ItemOutcome) -> Option<String> {
    let opinions = Opinions::of(item.obligations.iter());
    let mut out = format!("    second solver: {}\n", opinions.words()?);
    for o in &item.obligations {
        if let Some(SecondOpinion::Disagrees(what) | SecondOpinion::Refuses(what)) = &o.second {
            out.push_str(&format!("        {}: {what}\n", o.name));
        }
    }
    Some(out)
}

fn obligation_line(outcome: &Outcome, lines: &Lines<'_>) -> String {
    let mut by = outcome.by.words().join(", ");
    if !outcome.by.names().is_empty() {
        by.push_str(&format!(" ({})", outcome.by.names().join(", ")));
    }
    let quantifiers = if outcome.quantifier_free { "" } else { ", quantified" };
    let line = lines.place(outcome.node).in_words();
    let cached = if outcome.cached { ", cached" } else { "" };
    let second = outcome.second.as_ref().map(|o| format!(", second solver: {}", o.word())).unwrap_or_default();
    let mut out = format!(
        "    {:8} {} (line {line}, {by}{quantifiers}{}{cached}, {} ms{second})\n",
        outcome.verdict.word(),
        outcome.name,
        assuming(outcome.assumed),
        milliseconds(outcome.time)
    );
    if let Some(fault) = outcome.checked.fault() {
        out.push_str(&format!("        mistake in Sepal: the checker rejects the normaliser's proof: {fault}\n"));
    }
    if let Some(explanation) = &outcome.explanation {
        explanation.lines().for_each(|line| out.push_str(&format!("        {line}\n")));
    }
    out
}

/// Milliseconds with one decimal below ten.
pub fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    if ms < 9.95 {
        format!("{ms:.1}")
    } else {
        format!("{ms:.0}")
    }
}

/// `cvc5 1.4.2 agrees on 30 of 32 obligations, no answer for 2`, and what to do where it does not.
pub fn second_summary(files: &[FileOutcome], solver: &str) -> String {
    let opinions = Opinions::of(files.iter().flat_map(|f| &f.items).flat_map(|i| &i.obligations));
    let words = opinions.words().unwrap_or_else(|| "was asked about nothing".to_owned());
    let mut out = format!("{solver} {words}\n");
    if opinions.disagrees + opinions.refuses > 0 {
        out.push_str(
            "this is an error of Sepal (or of a solver): please report it, with the files that `--emit-smt2 DIR` \
            writes\n",
        );
    }
    out
}

/// `57 proofs of the normaliser were checked: no mistake`, or those that are wrong.
pub fn checked_summary(files: &[FileOutcome]) -> String {
    let all = || files.iter().flat_map(|f| f.items.iter().map(move |item| (f, item)));
    let obligations = || all().flat_map(|(f, item)| item.obligations.iter().map(move |o| (f, item, o)));
    let checked = obligations().filter(|(.., o)| o.checked != Checked::Not).count();
    let wrong: Vec<String> = obligations()
        .filter_map(|(f, item, o)| Some(format!("    {}: {}: {}: {}\n", f.path, item.item, o.name, o.checked.fault()?)))
        .collect();
    let proofs = if checked == 1 { "1 proof of the normaliser was" } else { "proofs of the normaliser were" };
    let count = if checked == 1 { String::new() } else { format!("{checked} ") };
    if wrong.is_empty() {
        return format!("{count}{proofs} checked: no mistake\n");
    }
    let wrong_ones = wrong.concat();
    format!("{count}{proofs} checked: {} wrong, an error of Sepal, please report it:\n{wrong_ones}", wrong.len())
}

/// The error id of the first finding.
pub fn first_code(files: &[FileOutcome]) -> Option<String> {
    files.iter().find_map(|file| {
        let input = file.diagnostics.first().map(|diagnostic| diagnostic.code.to_owned());
        let failed = |outcome: &&Outcome| outcome.verdict != Verdict::Proved && outcome.under.is_none();
        let shown = file.items.iter().flat_map(|item| {
            let of = |verdict| item.obligations.iter().filter(failed).find(move |o| o.verdict == verdict);
            of(Verdict::Refuted).or_else(|| of(Verdict::Unknown))
        });
        input.or_else(|| shown.map(|o| o.code.to_string()).next())
    })
}

/// `2 proved, 1 refuted (33 obligations: 32 proved, 1 refuted; 171 ms)`: how many items have each verdict.
pub fn summary(files: &[FileOutcome], time: Duration) -> String {
    let (trusted, items): (Vec<&ItemOutcome>, Vec<&ItemOutcome>) =
        files.iter().flat_map(|f| &f.items).partition(|item| item.is_trusted());
    let items: Vec<Verdict> = items.into_iter().map(ItemOutcome::verdict).collect();
    let count = |verdict| items.iter().filter(|&&v| v == verdict).count();
    let unreadable = files.iter().filter(|f| f.verdict().is_none()).count();
    let mut parts = vec![format!("{} proved", count(Verdict::Proved))];
    let all = files.iter().flat_map(|f| &f.items);
    let assumed = all.filter(|item| item.verdict() == Verdict::Proved && !item.assumed.is_empty()).count();
    if assumed > 0 {
        parts.push(format!("{assumed} of them under assumptions about floats"));
    }
    let all = files.iter().flat_map(|f| &f.items);
    let in_part = all.filter(|item| item.verdict() == Verdict::Proved && ground::is_in_part(item)).count();
    if in_part > 0 {
        parts.push(format!("{in_part} of them not in full"));
    }
    for (number, word) in [(count(Verdict::Refuted), "refuted"), (count(Verdict::Unknown), "unknown")] {
        if number > 0 {
            parts.push(format!("{number} {word}"));
        }
    }
    if !trusted.is_empty() {
        parts.push(format!("{} trusted", trusted.len()));
    }
    if unreadable > 0 {
        parts.push(format!("{unreadable} {} with errors", if unreadable == 1 { "file" } else { "files" }));
    }
    let obligations = counted(files.iter().flat_map(|f| &f.items).flat_map(|i| &i.obligations));
    let cached = files.iter().flat_map(|f| &f.items).flat_map(|i| &i.obligations).filter(|o| o.cached).count();
    let cached = if cached > 0 { format!(" {cached} of them proved by earlier runs,") } else { String::new() };
    format!("{} ({obligations}{cached} {} ms)", parts.join(", "), milliseconds(time))
}
