//! What a suite's runs say about each of its kernels.
//!
//! In: the kernels of the texts, and the runs. Out: one result for each kernel. A kernel may be read with several files
//! that include its own, and may have several instances: of the files the best one counts, and of the instances in one
//! file the worst one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::run::Run;
use super::scan::Kernel;

/// What is known of a kernel, from the best to the worst; the texts say under which conditions, or why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// Proved for every launch, up to the lengths of arrays and to scalar arguments.
    Proved(BTreeSet<String>),
    /// Proved for some launches.
    ProvedIf(BTreeSet<String>),
    /// Refuted, and a run shows it.
    Refuted(BTreeSet<String>),
    /// Not decided.
    Unknown(BTreeSet<String>),
    /// The command was ended, or printed nothing.
    Ended(BTreeSet<String>),
    /// clang or Sepal does not read it.
    NotRead(BTreeSet<String>),
    /// The preprocessor leaves it out, or it is a template without instance.
    LeftOut,
}

impl Found {
    /// The place in a row of counts.
    pub fn column(&self) -> usize {
        match self {
            Self::Proved(_) => 0,
            Self::ProvedIf(_) => 1,
            Self::Refuted(_) => 2,
            Self::Unknown(_) => 3,
            Self::Ended(_) => 4,
            Self::NotRead(_) => 5,
            Self::LeftOut => 6,
        }
    }

    /// The conditions or reasons.
    pub fn words(&self) -> Option<&BTreeSet<String>> {
        match self {
            Self::Proved(words)
            | Self::ProvedIf(words)
            | Self::Refuted(words)
            | Self::Unknown(words)
            | Self::Ended(words)
            | Self::NotRead(words) => Some(words),
            Self::LeftOut => None,
        }
    }

    /// Of two instances in one file, the worse one, with the words of both if they are alike.
    fn and(self, other: Self) -> Self {
        if self.column() != other.column() {
            return self.max(other);
        }
        match (self, other) {
            (Self::Proved(a), Self::Proved(b)) => Self::Proved(a.into_iter().chain(b).collect()),
            (Self::ProvedIf(a), Self::ProvedIf(b)) => Self::ProvedIf(a.into_iter().chain(b).collect()),
            (Self::Refuted(a), Self::Refuted(b)) => Self::Refuted(a.into_iter().chain(b).collect()),
            (Self::Unknown(a), Self::Unknown(b)) => Self::Unknown(a.into_iter().chain(b).collect()),
            (one, _) => one,
        }
    }
}

/// A kernel with its result.
pub struct Judged {
    pub file: PathBuf,
    pub kernel: Kernel,
    pub found: Found,
}

/// Judges the kernels of these texts.
pub fn judged(texts: &[PathBuf], runs: &[Run]) -> Vec<Judged> {
    let items: Vec<Vec<Item>> = runs.iter().map(items).collect();
    let mut out = Vec::new();
    for file in texts {
        for kernel in super::scan::kernels(&super::list::read(file)) {
            let of_runs = runs.iter().zip(&items).filter_map(|(run, items)| of_run((file, &kernel), run, items));
            // A kernel that no file includes is not a part of a program.
            let found = of_runs.min().unwrap_or(Found::LeftOut);
            out.push(Judged { file: file.clone(), kernel, found });
        }
    }
    out
}

/// A verdict of a document.
struct Item {
    file: PathBuf,
    line: usize,
    found: Found,
}

/// What a run says of a kernel; `None` if the run is not about it.
fn of_run((file, kernel): (&Path, &Kernel), run: &Run, items: &[Item]) -> Option<Found> {
    let within = |line: usize| (kernel.lines.0..=kernel.lines.1).contains(&line);
    let own = run.file == file;
    let document = match &run.document {
        Ok(document) => document,
        Err(why) => return own.then(|| Found::Ended([why.clone()].into())),
    };
    let about = items.iter().filter(|item| item.file == file && within(item.line)).map(|item| item.found.clone());
    let found = about.reduce(Found::and);
    let diagnostics = || all(&document["files"]).flat_map(|file| all(&file["diagnostics"]));
    let text =
        |d: &Value| format!("{}: {}", d["code"].as_str().unwrap_or("?"), generic(d["message"].as_str().unwrap_or("")));
    let here = |d: &&Value| place(d, &run.file) == file && within(line(d));
    let words: BTreeSet<String> = diagnostics().filter(here).map(text).collect();
    if !words.is_empty() {
        return Some(Found::NotRead(words));
    }
    if found.is_some() || !own {
        return found;
    }
    // An error in a function that the kernel calls, or of the whole file.
    let name = format!("`{}`", kernel.name);
    let called = |d: &&Value| d["related"].to_string().contains(&name);
    let elsewhere: BTreeSet<String> = diagnostics().filter(called).map(text).collect();
    let words = if elsewhere.is_empty() {
        diagnostics().filter(|d| d["code"] != "c.no-kernel").map(text).collect()
    } else {
        elsewhere
    };
    Some(if words.is_empty() { Found::LeftOut } else { Found::NotRead(words) })
}

fn items(run: &Run) -> Vec<Item> {
    let Ok(document) = &run.document else { return Vec::new() };
    let of_files = all(&document["files"]).flat_map(|file| all(&file["items"]));
    of_files.map(|item| Item { file: place(item, &run.file), line: line(item), found: verdict(item) }).collect()
}

fn verdict(item: &Value) -> Found {
    let diagnostics = || all(&item["diagnostics"]);
    match item["verdict"].as_str() {
        Some("proved") => {
            let of_launch = |g: &&Value| matches!(g["kind"].as_str(), Some("launch-condition" | "one-group"));
            let grounds = all(&item["rests_on"]).filter(of_launch);
            let words: BTreeSet<String> = grounds.flat_map(|g| conditions(g["what"].as_str().unwrap_or("?"))).collect();
            match words.iter().any(|word| word.starts_with(SIZE) || word.starts_with(ELEMENT)) {
                true => Found::ProvedIf(words),
                false => Found::Proved(words),
            }
        }
        Some("refuted") => {
            let of_error = diagnostics().filter(|d| d["severity"] == "error");
            let status = |d: &Value| d.pointer("/replay/status").and_then(Value::as_str).unwrap_or("no run").to_owned();
            let text = |d: &Value| {
                format!(
                    "{} ({}) line {}: {}",
                    d["code"].as_str().unwrap_or("?"),
                    status(d),
                    line(d),
                    d["message"].as_str().unwrap_or("?")
                )
            };
            Found::Refuted(of_error.map(text).collect())
        }
        _ => {
            let mut words: BTreeSet<String> =
                diagnostics().map(|d| d["code"].as_str().unwrap_or("?").to_owned()).collect();
            let said = all(&item["notes"]).filter_map(Value::as_str).filter(|note| note.contains("inferred"));
            words.extend(said.map(|note| format!("note: {}", generic(note))));
            words.extend(
                all(&item["unproved"]).filter_map(Value::as_str).map(|note| format!("unproved: {}", generic(note))),
            );
            Found::Unknown(words)
        }
    }
}

/// Names of the sizes of a launch.
const SIZES: [&str; 11] = [
    "gsize",
    "ngroups",
    "tcount",
    "blockDim",
    "gridDim",
    "get_local_size",
    "get_num_groups",
    "get_global_size",
    "x",
    "y",
    "z",
];
/// The kinds of conditions, as the starts of their texts.
const SIZE: &str = "size of the launch: ";
const ELEMENT: &str = "elements of an array: ";
const FITS: &str = "arithmetic fits: ";
const LENGTH: &str = "length of an array: ";
const SCALAR: &str = "scalar arguments: ";

/// The conditions of a ground, each with its kind.
fn conditions(ground: &str) -> Vec<String> {
    let parts: Vec<&str> = ground.split('`').collect();
    if parts.len() < 3 {
        return vec![format!("{SIZE}{ground}")];
    }
    let quoted = parts.iter().enumerate().filter(|(i, _)| i % 2 == 1);
    // The name of an element stands behind its condition.
    let quoted = quoted.filter(|(i, _)| !parts.get(i - 1).is_some_and(|before| before.contains("for each element")));
    // What each thread must satisfy limits how many threads there are.
    let of_thread = |i: usize| parts.get(i + 1).is_some_and(|behind| behind.starts_with(" for each thread"));
    let kind = |i: usize, condition: &str| if of_thread(i) { SIZE } else { kind(condition) };
    quoted.map(|(i, condition)| format!("{}{condition}", kind(i, condition))).collect()
}

fn kind(condition: &str) -> &'static str {
    let words = condition.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let limit = |end: &&str| condition.ends_with(*end);
    if condition.contains('[') {
        ELEMENT
    } else if condition.contains(".length") {
        LENGTH
    } else if ["<= 2147483647", "<= 4294967295", "<= 9223372036854775807", ">= -2147483648"].iter().any(limit) {
        FITS
    } else if words.filter(named).all(|word| SIZES.contains(&word)) {
        SIZE
    } else {
        SCALAR
    }
}

/// A message without the names that clang quotes, without hints, and without lines, so that equal reasons are counted
/// together. Names of headers stay.
pub fn generic(message: &str) -> String {
    let message = message.split(" (in ").next().unwrap_or_default().split(" (line ").next().unwrap_or_default();
    let message = message.split("; did you mean").next().unwrap_or_default();
    if message.contains("file not found") {
        return message.to_owned();
    }
    let parts = message.split('\'').enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { "'…'" } else { part }).collect()
}

fn line(of: &Value) -> usize {
    of["line"].as_u64().unwrap_or_default() as usize
}

/// The file of a place.
fn place(of: &Value, main: &Path) -> PathBuf {
    let path = of["file"].as_str().map_or(main.to_owned(), PathBuf::from);
    std::fs::canonicalize(&path).unwrap_or(path)
}

fn all(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Counts equal words, the most frequent first.
pub fn ranked<'w>(words: impl Iterator<Item = &'w String>) -> Vec<(usize, &'w str)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    let mut out: Vec<(usize, &str)> = counts.into_iter().map(|(word, n)| (n, word)).collect();
    out.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    out
}
