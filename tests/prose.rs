//! What a person reads, once for each error id: the finding that the book's page of that error raises.
//!
//! `INSTA_UPDATE=always cargo test --test prose` accepts a new wording; the diff of `tests/snapshots/` is then reviewed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use support::book::blocks_of;
use support::run::{options, run, Configuration};
use support::{files, name, text};
use vcgen::report::{text as prose, Detail, Style};

#[test]
fn every_error_reads_as_it_was_reviewed() {
    let style = Style { detail: Detail::Quiet, ..Style::default() };
    let mut seen = 0;
    for path in files("book/src/errors", "md") {
        let page = name(&path);
        let code = path.file_stem().expect("a name").to_string_lossy().into_owned();
        for block in blocks_of(&page, &text(&path)).iter().filter(|block| block.info == "pvl reject") {
            let outcome = run("kernel.pvl", &block.source, &options(Configuration::Default));
            insta::assert_snapshot!(code.clone(), prose::render(&outcome, &style));
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} errors are shown in the book");
}
