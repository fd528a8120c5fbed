//! Verifies cases of the corpus one after another, for the tool `tools/mutants`, which puts this file into its copy of
//! the workspace.
//!
//! In: lines `CONFIGURATION<TAB>CASE` on standard input. Out: for each, a line with the milliseconds, what the harness
//! of the corpus would compare, and the mutants whose places were reached.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use support::book::blocks;
use support::expectation::reported;
use support::run::{options_of, run, Configuration};
use support::{files, name, text};
use vcgen::outcome::FileOutcome;

fn cases() -> BTreeMap<String, String> {
    let paths = ["tests/verify", "tests/reject", "examples"].into_iter().flat_map(|folder| files(folder, "pvl"));
    let mut cases: BTreeMap<String, String> = paths.map(|path| (name(&path), text(&path))).collect();
    cases.extend(blocks().into_iter().map(|block| (block.name, block.source)));
    cases
}

/// What the harness of the corpus compares. A proof that the checker rejects is a word of its own.
fn judgement(outcome: &FileOutcome) -> String {
    let mut words: Vec<String> = reported(outcome).iter().map(ToString::to_string).collect();
    let obligations = || outcome.items.iter().flat_map(|item| &item.obligations);
    words.extend(obligations().filter(|o| o.checked.fault().is_some()).map(|o| format!("CHECKER {}", o.name)));
    words.push(format!("{:?}", outcome.verdict()));
    words.push(format!("trusted {}", outcome.items.iter().map(|item| item.trusted.len()).sum::<usize>()));
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
        let time = start.elapsed().as_millis();
        let reached: Vec<String> = mutant::reached().iter().map(ToString::to_string).collect();
        println!("{line}\t{time}\t{}\t{}", judgement(&outcome), reached.join(","));
        std::io::stdout().flush().expect("standard output");
    }
}
