//! The house rules that a compiler does not check: who depends on whom, who knows which foreign power, and how long
//! a file may be. ARCHITECTURE.md states them in prose; here they hold.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/lines.rs"]
mod lines;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use support::{files, name, root, text};

/// Packages of the workspace, and which others each may depend on.
const EDGES: &[(&str, &str, &[&str])] = &[
    ("", "sepal", &["ir", "syntax", "logic", "vcgen", "interp"]),
    ("ir", "ir", &[]),
    ("syntax", "syntax", &["ir"]),
    ("infer", "infer", &["ir"]),
    ("logic", "logic", &["ir"]),
    ("vcgen", "vcgen", &["ir", "syntax", "infer", "logic", "interp"]),
    ("interp", "interp", &["ir"]),
    ("trials", "trials", &["ir", "syntax", "vcgen", "interp"]),
];

/// What the tests of a package may use besides.
const TEST_EDGES: &[(&str, &[&str])] = &[
    // The claims of the logic's rules are executed by the interpreter; neither may know the other.
    ("trials", &["logic"]),
    // Programs are read from text in tests.
    ("logic", &["syntax"]),
    ("interp", &["syntax"]),
];

/// A foreign power, the words that show that a file knows it, and the only places that may.
const ROOMS: &[(&str, &[&str], &[&str])] = &[
    ("pest", &["pest::", "pest_derive"], &["syntax/src/pvl/grammar.rs", "syntax/src/pvl/parse/"]),
    ("egg", &["egg::", "use egg"], &["logic/src/normalise/"]),
    ("Z3", &["z3::", "z3_sys"], &["vcgen/src/solver/"]),
    (
        "threads",
        &["rayon", "std::thread", "thread::spawn", "thread::scope"],
        &["vcgen/src/threads.rs", "vcgen/src/solver/tests/", "src/", "trials/src/"],
    ),
    // egg reads a clock, and is given one that stands still.
    (
        "clocks",
        &["Instant", "SystemTime", "quanta"],
        &["vcgen/src/clock.rs", "logic/src/normalise/graph/mod.rs", "src/", "trials/src/"],
    ),
    ("hashes of proofs", &["blake3"], &["vcgen/src/cache/"]),
    ("miette", &["miette"], &["vcgen/src/report/"]),
    ("clap", &["clap"], &["src/", "trials/src/command/"]),
    ("NumPy's files", &["npyz"], &["src/run/npy.rs"]),
    ("software floats", &["rustc_apfloat"], &["ir/src/float.rs"]),
    ("the file system", &["std::fs", "fs::read", "File::open"], &["src/", "trials/src/command/"]),
    ("the environment", &["std::env", "env::var"], &["src/"]),
    ("processes", &["std::process", "Command::new"], &["src/", "trials/src/main.rs", "trials/src/command/"]),
];

/// The folders of the sources of the command and the libraries.
const FOLDERS: &[&str] =
    &["src", "ir/src", "syntax/src", "infer/src", "logic/src", "vcgen/src", "interp/src", "trials/src"];

/// Lines of a file up to its tests.
const LONGEST_FILE: usize = 400;

/// The sources of the command and the libraries.
fn sources() -> Vec<(String, String)> {
    FOLDERS.iter().flat_map(|folder| files(folder, "rs")).map(|path| (name(&path), text(&path))).collect()
}

/// Lines that are code, up to the tests of a file, comments cut off.
fn code(source: &str) -> impl Iterator<Item = &str> {
    let before_tests = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    before_tests.lines().map(|line| line.split("//").next().unwrap_or(line))
}

/// Keys of a section of a Cargo.toml.
fn section(manifest: &str, title: &str) -> BTreeSet<String> {
    manifest
        .lines()
        .skip_while(|line| line.trim() != format!("[{title}]"))
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', '=', ' ']).next().filter(|key| !key.is_empty() && !key.starts_with('#')))
        .map(str::to_owned)
        .collect()
}

#[test]
fn packages_depend_only_on_what_is_below_them() {
    let ours: BTreeSet<&str> = EDGES.iter().map(|(_, name, _)| *name).collect();
    let members = text(&root().join("Cargo.toml"));
    let members = members.lines().find(|line| line.starts_with("members")).expect("members in Cargo.toml");
    for (folder, package, allowed) in EDGES {
        assert!(folder.is_empty() || members.contains(&format!("\"{folder}\"")), "{folder} is no member");
        let manifest = text(&root().join(folder).join("Cargo.toml"));
        let real = |titles: &[&str]| -> BTreeSet<String> {
            let keys = titles.iter().flat_map(|title| section(&manifest, title));
            keys.filter(|key| ours.contains(key.as_str())).collect()
        };
        let set = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|&name| name.to_owned()).collect() };
        let tests = TEST_EDGES.iter().find(|(name, _)| name == package).map_or(&[][..], |(_, more)| more);
        assert_eq!(real(&["dependencies", "build-dependencies"]), set(allowed), "edges of {package}: real and allowed");
        assert_eq!(real(&["dev-dependencies"]), set(tests), "edges of the tests of {package}: real and allowed");
    }
    let listed = members.matches('"').count() / 2;
    assert_eq!(listed, EDGES.len() - 1, "a package of the workspace is not in this test: {members}");
}

#[test]
fn each_foreign_power_is_known_in_one_room() {
    let mut strangers = Vec::new();
    for (path, source) in sources() {
        for (power, words, rooms) in ROOMS {
            let at_home = rooms.iter().any(|room| path.starts_with(room));
            if !at_home && code(&source).any(|line| words.iter().any(|word| mentions(line, word))) {
                strangers.push(format!("{path} knows {power}; only {} may", rooms.join(", ")));
            }
        }
    }
    assert!(strangers.is_empty(), "{}", strangers.join("\n"));
}

/// Whether `word` begins a word of `line`.
fn mentions(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[test]
fn no_file_needs_itself_through_others() {
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        let inside = |path: &String| {
            path.strip_prefix(&format!("{folder}/")).filter(|p| !p.contains("tests")).map(str::to_owned)
        };
        let own: Vec<_> = sources().into_iter().filter_map(|(path, text)| Some((inside(&path)?, text))).collect();
        let circles = circles::circles(&own);
        if !circles.is_empty() {
            wrong.push(format!("{folder}: files that need each other: {circles:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of symbols in `logic` that have several words. They name terms, and are no sentences.
const SYMBOL_NAMES: &[&str] = &["index of {heap}", "index {dim} of {heap}"];

#[test]
fn the_logic_writes_no_sentences() {
    let mut found = Vec::new();
    for (path, source) in sources().into_iter().filter(|(path, _)| path.starts_with("logic/src/")) {
        // What only a test says, or only an assertion about the program itself, is said to nobody.
        let lines = code(&source).filter(|line| !line.contains("assert"));
        for literal in lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|_| !path.contains("/tests/")) {
            if has_two_words(literal) && !SYMBOL_NAMES.contains(&literal) {
                found.push(format!("{path}: \"{literal}\""));
            }
        }
    }
    assert!(found.is_empty(), "findings are data, and vcgen's report has the words:\n{}", found.join("\n"));
}

/// Whether two words of several letters follow each other.
fn has_two_words(literal: &str) -> bool {
    let words: Vec<&str> = literal.split(' ').collect();
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    let is_word = |word: &str| letters(word) > 1 && word.chars().all(|c| c.is_alphabetic() || ",.;:`'{}".contains(c));
    words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)))
}

#[test]
fn the_logic_reads_no_source_text() {
    let reads = ["quote(", ".line(", "Span::text", "span.text(", "program.text"];
    let mut found = Vec::new();
    for (path, source) in sources().into_iter().filter(|(path, _)| path.starts_with("logic/src/")) {
        let readers = code(&source).filter(|line| reads.iter().any(|word| line.contains(word)));
        found.extend(readers.map(|line| format!("{path}: {}", line.trim())));
    }
    assert!(found.is_empty(), "nothing is decided by the text of a program:\n{}", found.join("\n"));
}

#[test]
fn every_room_exists_and_is_used() {
    for (power, words, rooms) in ROOMS {
        let used = sources().iter().any(|(path, source)| {
            let at_home = rooms.iter().any(|room| path.starts_with(room));
            at_home && code(source).any(|line| words.iter().any(|word| mentions(line, word)))
        });
        assert!(used, "nobody in {} knows {power}: the table of rooms is out of date", rooms.join(", "));
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    let mut all = sources();
    let others = ["tests", "fuzz/src", "fuzz/fuzz_targets"];
    all.extend(others.iter().flat_map(|folder| files(folder, "rs")).map(|path| (name(&path), text(&path))));
    let silent: Vec<&String> = all.iter().filter(|(_, s)| !s.starts_with("//! ")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "no `//!` at the head of: {silent:#?}");
}

#[test]
fn no_file_is_long() {
    let length = |source: &str| source.lines().take_while(|line| line.trim() != "#[cfg(test)]").count();
    let long: BTreeMap<String, usize> = sources()
        .into_iter()
        .map(|(path, source)| (path, length(&source)))
        .filter(|(_, lines)| *lines > LONGEST_FILE)
        .collect();
    assert!(long.is_empty(), "more than {LONGEST_FILE} lines before the tests: {long:#?}");
}

#[test]
fn every_code_of_an_input_error_has_a_page() {
    let mut missing = BTreeSet::new();
    for (_, source) in sources() {
        for word in code(&source).flat_map(|line| line.split('"').skip(1).step_by(2)) {
            let input = ["input.", "parse.", "resolve.", "type."].iter().any(|group| word.starts_with(group));
            let plain = word.chars().all(|c| c.is_ascii_lowercase() || ".-".contains(c));
            let page = root().join(support::book::error_page(word));
            if input && plain && !page.exists() {
                missing.insert(word.to_owned());
            }
        }
    }
    assert!(missing.is_empty(), "no page in book/src/errors for {missing:?}");
}

#[test]
fn every_page_of_the_book_is_in_its_contents() {
    let contents = text(&root().join("book/src/SUMMARY.md"));
    let listed = |path: &str| contents.contains(&format!("({path})"));
    let pages = files("book/src", "md").iter().map(|path| name(path)).collect::<Vec<_>>();
    let pages = pages.iter().filter_map(|page| page.strip_prefix("book/src/")).filter(|page| *page != "SUMMARY.md");
    let lost: Vec<&str> = pages.filter(|page| !listed(page)).collect();
    assert!(lost.is_empty(), "book/src/SUMMARY.md does not list {lost:?}");
}

#[test]
fn every_path_in_the_prose_exists() {
    let mut wrong = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SOUNDNESS.md"] {
        let text = text(&root().join(page));
        let quoted = text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
        for path in quoted.filter(|word| is_path(word)) {
            if !root().join(path.trim_end_matches('/')).exists() {
                wrong.push(format!("{page}: `{path}` does not exist"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_path(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    plain && (word.contains('/') || [".rs", ".md", ".toml", ".pvl"].iter().any(|end| word.ends_with(end)))
}

#[test]
fn committed_text_names_no_machine() {
    let prose =
        ["README.md", "SOUNDNESS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Cargo.toml", ".ci/run"];
    for page in prose {
        let text = text(&root().join(page));
        for word in ["/home/", "/work/", "/root/", "/Users/"] {
            assert!(!text.contains(word), "{page} contains `{word}`");
        }
    }
}
