//! The book shows what is true: the output of a command is what the command prints, and the page about errors lists the
//! errors as the contents do. Lines that only tests read do not show in its kernels.
//!
//! A kernel may be a file: ```` ```pvl number.pvl ````. A block ```` ```console ```` is a session: its lines that start
//! with `$ sepal` are executed in a folder with the files that stand in front of it on the page, without hidden lines,
//! and the other lines are the output. A line `…` stands for any number of lines that the page leaves out. Times may
//! differ.
//!
//! `BOOK_UPDATE=1 cargo test --test book` writes the pages; their diff is then reviewed.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use support::book::{all_blocks_of, blocks, shown, Block, HIDDEN};
use support::{files, folder, name, root, run, text};

/// Whether the pages are to be written.
fn updates() -> bool {
    std::env::var_os("BOOK_UPDATE").is_some()
}

/// Compares a page with what it should be, or writes it.
fn is_or_becomes(path: &Path, should: &str) -> Result<(), String> {
    if text(path) == should {
        return Ok(());
    }
    if updates() {
        fs::write(path, should).expect("the page is written");
        return Ok(());
    }
    Err(format!("{} should be\n{should}", name(path)))
}

#[test]
fn the_book_shows_what_the_command_prints() {
    let mut sessions = 0;
    let mut wrong = Vec::new();
    for (n, path) in files("book/src", "md").iter().enumerate() {
        let page = text(path);
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        let blocks = all_blocks_of(&name(path), &page);
        let folder = folder(&format!("sessions-{n}"));
        // A session may change the number of lines, so later blocks are replaced first.
        let mut new: Vec<(&Block, String)> = Vec::new();
        for block in &blocks {
            if let Some(file) = &block.file {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of the session");
                fs::write(path, shown(&block.source)).expect("a file of the session");
            }
            if block.info == "console" {
                sessions += 1;
                let real = session(&folder, block);
                if !agrees(&block.source, &real) {
                    wrong.push(format!("{}: the command prints\n{real}", block.name));
                    new.push((block, real));
                }
            }
        }
        for (block, real) in new.iter().rev() {
            lines.splice(block.lines.clone(), real.lines().map(str::to_owned));
        }
        if updates() && !new.is_empty() {
            fs::write(path, lines.join("\n") + "\n").expect("the page is written");
        }
    }
    assert!(sessions >= 20, "the book has only {sessions} sessions");
    assert!(updates() || wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Executes the commands of a session, and returns the session with what they print.
fn session(folder: &Path, block: &Block) -> String {
    let mut said = String::new();
    for line in block.source.lines().filter(|line| line.starts_with('$')) {
        let command = line.strip_prefix("$ sepal ").unwrap_or_else(|| panic!("{}: `{line}` is not run", block.name));
        // Both streams go to one file, so that their order is that of a terminal.
        let path = folder.join("said.txt");
        let both = File::create(&path).expect("a file for the output");
        let status = Command::new(env!("CARGO_BIN_EXE_sepal"))
            .args(command.split_whitespace())
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(both.try_clone().expect("the same file"))
            .stderr(both)
            .status();
        status.expect("the command runs");
        let lines = text(&path).lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        let _ = write!(said, "{line}\n{lines}");
    }
    said
}

/// Whether a session of the book says what the command prints.
fn agrees(book: &str, real: &str) -> bool {
    let without_times = |text: &str| text.lines().map(without_times).collect::<Vec<_>>();
    let (book, mut real) = (without_times(book), &without_times(real)[..]);
    for (n, part) in book.split(|line| line.trim() == "…").enumerate() {
        let fits = |at: usize| real[at..].starts_with(part);
        let last = real.len().saturating_sub(part.len());
        let at = match n {
            0 => Some(0).filter(|&at| fits(at)),
            _ => (0..=last).find(|&at| fits(at)),
        };
        let Some(at) = at else { return false };
        real = &real[at + part.len()..];
    }
    real.is_empty() || book.last().is_some_and(|line| line.trim() == "…")
}

/// `(9 obligations, 0.4 ms)` without the time.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for n in 1..words.len() {
        let unit = words[n].trim_end_matches([')', ',']);
        if ["ms", "s"].contains(&unit) && words[n - 1].parse::<f64>().is_ok() {
            words[n - 1] = "";
            words[n] = &words[n][unit.len()..];
        }
    }
    words.join(" ")
}

#[test]
fn a_session_is_compared_line_by_line() {
    let real = "$ sepal verify k.pvl\nfirst\nsecond\nk: proved (9 obligations, 0.4 ms)\n";
    let says = |book: &str| agrees(book, real);
    assert!(says("$ sepal verify k.pvl\nfirst\nsecond\nk: proved (9 obligations, 12 s)\n"));
    assert!(says("$ sepal verify k.pvl\n…\nk: proved (9 obligations, 1 ms)"));
    assert!(says("$ sepal verify k.pvl\nfirst\n…\n") && says("$ sepal verify k.pvl\n…\nsecond\n…\n"));
    assert!(!says("$ sepal verify k.pvl\nfirst\n") && !says("…\nthird\n…\n") && !says("first\n…\n"));
    assert!(!says("$ sepal verify k.pvl\nfirst\nsecond\nk: proved (8 obligations, 0.4 ms)\n"));
    assert!(!says("$ sepal verify k.pvl\n…\nsecond\n") && !says("…\nsecond\n…\nfirst\n…\n"));
}

#[test]
fn no_line_for_tests_shows_in_the_book() {
    let hides = text(&root().join("book/book.toml"));
    assert!(hides.contains(&format!("[output.html.code.hidelines]\npvl = \"{HIDDEN}\"\n")), "{hides}");
    let mut visible = Vec::new();
    for block in blocks().iter().filter(|block| block.name.starts_with("book/")) {
        for line in shown(&block.source).lines() {
            let comment = line.trim_start().strip_prefix("//");
            if comment.is_some_and(|comment| comment.trim_start().starts_with('^') || run::is_option(comment)) {
                visible.push(format!("{}: {line}", block.name));
            }
        }
    }
    assert!(visible.is_empty(), "start these lines with `{HIDDEN}`, which hides them:\n{}", visible.join("\n"));
}

/// The page about errors: its introduction, and what the contents list, with the first sentence of each page.
#[test]
fn errors_are_listed_as_in_the_contents() {
    let path = root().join("book/src/errors/index.md");
    let page = text(&path);
    let contents = text(&root().join("book/src/SUMMARY.md"));
    let listed = contents.split_once("(errors/index.md)\n").expect("errors in the contents").1;
    let mut list = String::new();
    for line in listed.lines().take_while(|line| line.starts_with("  ")) {
        let (title, target) = line.trim().trim_start_matches("- [").split_once("](").expect("a link");
        match target.trim_end_matches(')').strip_prefix("errors/") {
            None => list.push_str(&format!("\n## {title}\n\n| id | meaning |\n|---|---|\n")),
            Some(target) => {
                let sentence = first_sentence(&text(&path.with_file_name(target)));
                list.push_str(&format!("| [{title}]({target}) | {sentence} |\n"));
            }
        }
    }
    let introduction = page.split_once("\n## ").map_or(page.as_str(), |(introduction, _)| introduction);
    is_or_becomes(&path, &format!("{introduction}{list}")).unwrap_or_else(|why| panic!("{why}"));
}

/// The first sentence of a page, in one line of a table.
fn first_sentence(page: &str) -> String {
    let lines = page.lines().skip(1).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    let paragraph = lines.collect::<Vec<_>>().join(" ");
    let sentence = paragraph.split_once(". ").map_or(paragraph.clone(), |(first, _)| format!("{first}."));
    sentence.replace('|', "\\|")
}
