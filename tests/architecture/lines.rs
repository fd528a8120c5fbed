//! Lines end at 120 columns, in the code and in the pages that people read as text.
//!
//! In: the files of the repository. Out: a test that lists every line that is longer, counted in characters.

use super::support::{files, name, root, text};

/// The last column of a line, counted in characters from 1.
const LAST_COLUMN: usize = 120;

/// Folders with Rust code.
const CODE: &[&str] = &[
    "src",
    "ir",
    "syntax",
    "infer",
    "logic",
    "vcgen",
    "interp",
    "trials",
    "tests",
    "benches",
    "fuzz/src",
    "fuzz/fuzz_targets",
    "tools",
];

/// Pages outside of the book.
const PAGES: &[&str] = &[
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "SOUNDNESS.md",
    "CHANGELOG.md",
    "tests/README.md",
    "stdlib-specs/README.md",
];

#[test]
fn lines_of_code_end_at_120_columns() {
    let paths = CODE
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .chain([root().join("build.rs"), root().join("fuzz/build.rs")]);
    let long: Vec<String> = paths.flat_map(|path| long_lines(&name(&path), &text(&path), false)).collect();
    assert!(long.is_empty(), "break comments, and strings by `\\` at the end of the line:\n{}", long.join("\n"));
}

#[test]
fn lines_of_pages_end_at_120_columns() {
    let paths = PAGES.iter().map(|page| root().join(page)).chain(files("book/src", "md"));
    let long: Vec<String> = paths.flat_map(|path| long_lines(&name(&path), &text(&path), true)).collect();
    assert!(long.is_empty(), "break the paragraphs:\n{}", long.join("\n"));
}

/// The lines of a text that are too long. In Markdown, rows of tables and fenced blocks cannot be broken without
/// changing what they say, so they do not count.
fn long_lines(path: &str, text: &str, markdown: bool) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        fenced ^= markdown && line.starts_with("```");
        let exempt = markdown && (fenced || line.starts_with('|'));
        let length = line.chars().count();
        if length > LAST_COLUMN && !exempt {
            found.push(format!("{path}:{}: {length} characters", n + 1));
        }
    }
    found
}

#[test]
fn long_lines_are_found() {
    let long = "x".repeat(LAST_COLUMN + 1);
    let exact = "ä".repeat(LAST_COLUMN);
    assert_eq!(long_lines("f", &format!("{exact}\n{long}\n| {long}"), false).len(), 2);
    assert_eq!(long_lines("f", &format!("| {long}\n```\n{long}\n```\n{exact}\n{long}"), true), ["f:6: 121 characters"]);
}
