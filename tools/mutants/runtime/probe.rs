//! Verifies cases of the corpus one after another, for the tool `tools/mutants`, which puts this file into its copy of
//! the workspace.
//!
//! In: lines `CONFIGURATION<TAB>CASE` on standard input. Out: for each, a line with the milliseconds, what the harness
//! of the corpus and the snapshots of printed text would compare, and the mutants whose places were reached.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use support::book::{blocks, shown};
use support::expectation::reported;
use support::run::{options_of, run, timeless, Configuration};
use support::{files, name, text};
use vcgen::options::{Explained, Options};
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::report::{text as prose, Detail, Style};

/// Kernels for which the printed text is a snapshot of `tests/prose.rs`.
const PROSE: &str = "tests/prose";
/// Pages whose rejected kernels have such a snapshot, too.
const PAGES: &str = "book/src/errors";

fn cases() -> BTreeMap<String, String> {
    let folders = ["tests/verify", "tests/reject", "examples", PROSE];
    let paths = folders.into_iter().flat_map(|folder| files(folder, "pvl"));
    let mut cases: BTreeMap<String, String> = paths.map(|path| (name(&path), text(&path))).collect();
    cases.extend(blocks().into_iter().map(|block| (block.name, block.source)));
    cases
}

/// The printed text, as a number, if it is a snapshot.
fn printed(case: &str, source: &str, options: &Options) -> Option<String> {
    let text = if case.starts_with(PROSE) {
        let named = source.lines().next().and_then(|line| line.strip_prefix("// explain"));
        let explain = named.map(|name| Explained::of(name.trim()));
        let all = explain == Some(Explained::All);
        let options = Options { explain, keep_proofs: true, ..options.clone() };
        let mut outcome = timeless(run("kernel.pvl", source, &options));
        outcome.items.iter_mut().for_each(|i| i.obligations.retain(|o| !all || o.verdict != Verdict::Proved));
        let detail = if all { Detail::Verbose } else { Detail::Normal };
        prose::render(&outcome, &Style { detail, ..Style::default() })
    } else if case.starts_with(PAGES) && source.contains("//!") {
        let outcome = run("kernel.pvl", &shown(source), options);
        prose::render(&outcome, &Style { detail: Detail::Quiet, ..Style::default() })
    } else {
        return None;
    };
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    Some(format!("text {hash:x}"))
}

/// What the harness of the corpus compares. A proof that the checker rejects is a word of its own.
fn judgement(outcome: &FileOutcome, printed: Option<String>) -> String {
    let mut words: Vec<String> = reported(outcome).iter().map(ToString::to_string).collect();
    let obligations = || outcome.items.iter().flat_map(|item| &item.obligations);
    words.extend(obligations().filter(|o| o.checked.fault().is_some()).map(|o| format!("CHECKER {}", o.name)));
    words.push(format!("{:?}", outcome.verdict()));
    words.push(format!("trusted {}", outcome.items.iter().map(|item| item.trusted.len()).sum::<usize>()));
    words.extend(printed);
    words.join("; ").replace(['\n', '\t'], " ")
}

fn main() {
    let cases = cases();
    if std::env::args().any(|word| word == "list") {
        cases.keys().for_each(|name| println!("{name}"));
        return;
    }
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input");
        let (configuration, case) = line.split_once('\t').expect("a configuration and a case");
        let mut options = match configuration {
            "default" => options_of(&cases[case], Configuration::OneThread),
            _ => options_of(&cases[case], Configuration::WithoutNormaliser),
        };
        options.threads = 1;
        let start = Instant::now();
        let outcome = run(case, &cases[case], &options);
        let printed = printed(case, &cases[case], &options);
        let time = start.elapsed().as_millis();
        let reached: Vec<String> = mutant::reached().iter().map(ToString::to_string).collect();
        println!("{line}\t{time}\t{}\t{}", judgement(&outcome, printed), reached.join(","));
        std::io::stdout().flush().expect("standard output");
    }
}
