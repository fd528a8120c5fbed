//! Snapshots of the text that a person reads.
//!
//! There is one for each error id: the finding that the page of the error in the book raises. There is one for each
//! kernel of `tests/prose`, which has a typical mistake of a student or gets a note; it is printed with `--explain` if
//! its first line says `// explain`, and with `--explain=NAME`, which prints proofs, if it says `// explain NAME`.
//!
//! `INSTA_UPDATE=always cargo test --test prose` accepts a new wording; the diff of `tests/snapshots/` is then
//! reviewed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use support::book::{blocks_of, shown};
use support::run::{options, options_of, run, timeless, Configuration};
use support::{files, name, text};
use vcgen::options::{Explained, Options};
use vcgen::outcome::{FileOutcome, ItemOutcome, Outcome, Replay, Verdict};
use vcgen::report::{text as prose, Detail, Style};

#[test]
fn every_error_reads_as_it_was_reviewed() {
    let style = Style { detail: Detail::Quiet, ..Style::default() };
    let mut seen = 0;
    for path in files("book/src/errors", "md") {
        let page = name(&path);
        let code = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let blocks = blocks_of(&page, &text(&path));
        for (n, block) in blocks.iter().filter(|block| block.info == "pvl reject").enumerate() {
            // The pages show these snapshots, so the kernel is printed as a reader sees it.
            let outcome = run("kernel.pvl", &shown(&block.source), &options_of(&block.source, Configuration::Default));
            let snapshot = if n == 0 { code.clone() } else { format!("{code}.{}", n + 1) };
            insta::assert_snapshot!(snapshot, prose::render(&outcome, &style));
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} errors are shown in the book");
}

/// A finding that a run confirms is stated as a fact, without words such as "may" or "for example".
#[test]
fn what_a_run_shows_is_said_as_a_fact() {
    let style = Style { detail: Detail::Quiet, ..Style::default() };
    let mut seen = 0;
    for path in files("tests/reject", "pvl").into_iter().chain(files("tests/prose", "pvl")) {
        let outcome = run("kernel.pvl", &text(&path), &options(Configuration::Default));
        for item in &outcome.items {
            for o in item.obligations.iter().filter(|o| matches!(o.replay, Replay::Confirmed(_))) {
                // The finding is printed alone, since a finding that is listed under it may be unknown.
                let alone = ItemOutcome { obligations: vec![Outcome { under: None, ..o.clone() }], ..item.clone() };
                let said = prose::render(
                    &FileOutcome { items: vec![alone], source: String::new(), ..outcome.clone() },
                    &style,
                );
                let said = said.lines().filter(|line| !line.trim_start().starts_with("help: "));
                for line in said {
                    assert!(!line.contains(" may ") && !line.contains("might"), "{}: {line}", name(&path));
                    assert!(!line.contains("for example"), "two worlds: {}: {line}", name(&path));
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "only {seen} lines are about a run");
}

#[test]
fn every_mistake_reads_as_it_was_reviewed() {
    for path in files("tests/prose", "pvl") {
        let source = text(&path);
        let name = source.lines().next().and_then(|line| line.strip_prefix("// explain"));
        let explain = name.map(|name| Explained::of(name.trim()));
        let all = explain == Some(Explained::All);
        let outcome = run("kernel.pvl", &source, &explaining(explain));
        let mut outcome = timeless(outcome);
        // For proved obligations, the snapshot does not depend on how they were proved.
        outcome.items.iter_mut().for_each(|i| i.obligations.retain(|o| !all || o.verdict != Verdict::Proved));
        let style = Style { detail: if all { Detail::Verbose } else { Detail::Normal }, ..Style::default() };
        let case = path.file_stem().expect("a name").to_string_lossy().into_owned();
        insta::assert_snapshot!(format!("mistake.{case}"), prose::render(&outcome, &style));
    }
}

fn explaining(explain: Option<Explained>) -> Options {
    Options { explain, keep_proofs: true, ..options(Configuration::Default) }
}

/// The proofs on the page about proofs are printed as they stand there.
#[test]
fn proofs_in_the_book_are_printed_so() {
    let page = "book/src/proofs/checked.md";
    let page_text = text(&support::root().join(page));
    let kernels = blocks_of(page, &page_text);
    let explained = |source: &str| run("kernel.pvl", source, &explaining(Some(Explained::Named(String::new()))));
    let printed: Vec<String> =
        kernels.iter().map(|block| prose::render(&explained(&block.source), &Style::default())).collect();
    let bare = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let proofs: Vec<String> =
        page_text.split("```").filter_map(|part| part.strip_prefix("text\nproof:")).map(bare).collect();
    assert!(!proofs.is_empty(), "{page} shows no proof");
    for proof in proofs {
        assert!(printed.iter().any(|text| bare(text).contains(proof.trim())), "{page}: nothing prints this:\n{proof}");
    }
}
