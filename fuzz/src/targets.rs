//! What must hold of every text: the fuzz targets, as plain functions that panic where it does not.
//!
//! In: a text. Out: whether it got as far as the target looks (it parses, it has a type), so that a run can say how
//! much of what it tried was of use.

use std::time::Duration;

use syntax::diagnostic::codes;
use syntax::{parse_program, Parsed};
use vcgen::check::check;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::pipeline::Options;
use vcgen::report::{json, text, Style};

/// Longest text that is verified; longer ones only take longer.
const LONGEST: usize = 8 << 10;

/// Every text gets a typed program or an error, never both; every error has a known code and a place in the text,
/// and can be printed. Returns whether the text has a type.
pub fn parse(source: &str) -> bool {
    let parsed = parse_program(source);
    assert_eq!(parsed.program.is_some(), parsed.diagnostics.is_empty(), "a program or an error, not both");
    for error in &parsed.diagnostics {
        assert!(codes().iter().any(|(code, _)| *code == error.code), "the code {} is not listed", error.code);
        let (start, end) = (error.span.start as usize, error.span.end as usize);
        assert!(source.get(start..end).is_some(), "{} has the place {start}..{end}", error.code);
        assert!(!error.message.is_empty(), "{} says nothing", error.code);
    }
    if parsed.program.is_some() {
        return true;
    }
    let outcome = FileOutcome {
        path: "fuzz.pvl".to_owned(),
        source: source.to_owned(),
        diagnostics: parsed.diagnostics,
        ..FileOutcome::default()
    };
    printable(outcome);
    false
}

/// print → parse is the identity on what parses, and printing is stable. Returns whether it parses.
pub fn print(source: &str) -> bool {
    let parsed = parse_program(source);
    if !well_formed(&parsed) {
        return false;
    }
    let once = syntax::print::print(&parsed.ast);
    let again = parse_program(&once);
    assert!(well_formed(&again), "printed, it has errors: {:#?}\n{once}", again.diagnostics);
    assert!(parsed.ast == again.ast, "printed, it is another tree:\n{once}");
    let twice = syntax::print::print(&again.ast);
    assert_eq!(once, twice, "printed twice, it differs");
    true
}

/// Whether the text was understood as far as the syntax goes.
fn well_formed(parsed: &Parsed) -> bool {
    parsed.diagnostics.iter().all(|error| !error.code.starts_with("parse."))
}

/// Everything that the command does with a file ends, with a verdict or a finding; and the normaliser changes how much
/// the solver has to do, not what is true. Returns whether the text has a type.
pub fn verify(source: &str) -> bool {
    if source.len() > LONGEST {
        return false;
    }
    let outcome = check("fuzz.pvl", source, &quick(true));
    let typed = outcome.diagnostics.is_empty();
    assert!(!typed || !outcome.items.is_empty(), "a text with a type has an item");
    if typed {
        agree(&outcome, &check("fuzz.pvl", source, &quick(false)));
    }
    printable(outcome);
    typed
}

/// Small limits: an answer is enough, it need not be a proof. The time is a backstop, so that answers are the same on
/// a busy machine.
fn quick(use_egg: bool) -> Options {
    let timeout = Duration::from_secs(5);
    Options { timeout, rlimit: 200_000, threads: 1, use_egg, emit_smt2: true, explain: true, ..Options::default() }
}

/// No obligation is proved in one run and refuted in the other.
fn agree(one: &FileOutcome, other: &FileOutcome) {
    assert_eq!(one.items.len(), other.items.len(), "the normaliser changes which items there are");
    for (one, other) in one.items.iter().zip(&other.items) {
        for a in &one.obligations {
            let Some(b) = other.obligations.iter().find(|b| b.name == a.name) else { continue };
            let both = [a.verdict, b.verdict];
            let contradict = both.contains(&Verdict::Proved) && both.contains(&Verdict::Refuted);
            assert!(
                !contradict,
                "{} {}: {:?} with, {:?} without the normaliser",
                one.item, a.name, a.verdict, b.verdict
            );
        }
    }
}

/// The report of every outcome can be written, and says something.
fn printable(outcome: FileOutcome) {
    let said = text::render(&outcome, &Style::default());
    assert!(!said.is_empty(), "nothing is said");
    let outcomes = [outcome];
    let document = json::document(&outcomes, 0, "fuzz");
    assert!(serde_json::to_string(&document).is_ok(), "the report is not JSON");
}
