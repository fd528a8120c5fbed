//! Mutated kernels through everything that the command does with a file: no panic, no overflow, no endless run,
//! and every text gets findings or a verdict. The seed is fixed: a failure today is a failure tomorrow.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::time::{Duration, Instant};

use support::run::{options, run, Configuration};
use support::{files, name, text};
use vcgen::pipeline::Options;
use vcgen::report::{json, text as prose, Style};

/// At most so many mutants, and at most so long.
const CASES: usize = 3000;
const BUDGET: Duration = Duration::from_secs(60);

/// A small generator (xorshift64*): the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n.max(1)
    }
}

/// Words of the language and things that do not belong into it.
const WORDS: &[&str] = &[
    "tid",
    "gid",
    "lid",
    "gsize",
    "ngroups",
    "tcount",
    "Perm",
    "write",
    "read",
    "none",
    "**",
    "==>",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":=",
    "=",
    "0",
    "1",
    "-",
    "/",
    "%",
    "\\old(",
    "\\forall int i; ",
    "\\forall* int i; 0 <= i && i < n; ",
    "\\result",
    "barrier(local)",
    "barrier(none) { ensures false; }",
    "if (tid == 0)",
    "while (true)",
    "assume false;",
    "requires",
    "ensures",
    "context",
    "kernel",
    "pure int",
    "1\\2",
    "1.5",
    "99999999999999999999",
    "\u{0}",
    "é",
    "💥",
    "\"",
    "/*",
    "//",
];

/// Words that can stand where another of the same row stood, so that the mutant often still has a type.
const KINDS: &[&[&str]] = &[
    &["tid", "gid", "lid", "gsize", "ngroups", "tcount", "0", "1", "2", "3", "10", "n", "i"],
    &["write", "read", "none"],
    &["<", ">"],
    &["+", "-", "*", "/", "%"],
    &["&", "|"],
    &["local", "global", "both", "none"],
    &["requires", "ensures", "context"],
];

/// Puts another word of the same kind in up to three places.
fn exchange(source: &str, random: &mut Random) -> String {
    let mut tokens = split(source);
    let places: Vec<(usize, &[&str])> = tokens
        .iter()
        .enumerate()
        .filter_map(|(at, token)| Some((at, *KINDS.iter().find(|kind| kind.contains(&token.as_str()))?)))
        .collect();
    for _ in 0..1 + random.below(3) {
        if let Some((at, kind)) = places.get(random.below(places.len())) {
            tokens[*at] = kind[random.below(kind.len())].to_owned();
        }
    }
    tokens.concat()
}

fn mutate(source: &str, other: &str, random: &mut Random) -> String {
    let mut tokens: Vec<String> = split(source);
    for _ in 0..1 + random.below(3) {
        let at = random.below(tokens.len());
        match random.below(6) {
            0 => drop((!tokens.is_empty()).then(|| tokens.remove(at))),
            1 => tokens.insert(at, WORDS[random.below(WORDS.len())].to_owned()),
            2 if !tokens.is_empty() => tokens[at] = WORDS[random.below(WORDS.len())].to_owned(),
            3 if !tokens.is_empty() => {
                let with = random.below(tokens.len());
                tokens.swap(at, with);
            }
            4 => {
                let others = split(other);
                let from = random.below(others.len());
                let piece: Vec<String> = others.into_iter().skip(from).take(1 + random.below(20)).collect();
                tokens.splice(at..at, piece);
            }
            _ => tokens.truncate(tokens.len() - random.below(tokens.len() / 4 + 1)),
        }
    }
    tokens.concat()
}

/// Words, numbers and single characters, spaces included, so that `concat` gives the text back.
fn split(source: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for c in source.chars() {
        match tokens.last_mut() {
            Some(last) if c.is_alphanumeric() && last.ends_with(|l: char| l.is_alphanumeric()) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

/// Small limits: an answer is enough, it need not be a proof.
fn quick() -> Options {
    Options { timeout: Duration::from_millis(500), rlimit: 200_000, ..options(Configuration::Default) }
}

#[test]
fn mutants_get_an_answer() {
    let corpus: Vec<(String, String)> = ["tests/verify", "tests/reject", "examples"]
        .iter()
        .flat_map(|folder| files(folder, "pvl"))
        .map(|path| (name(&path), text(&path)))
        .collect();
    let (start, mut random, mut ran, mut verified) = (Instant::now(), Random(0x5e9a1), 0, 0);
    while ran < CASES && start.elapsed() < BUDGET {
        let (path, source) = &corpus[random.below(corpus.len())];
        let other = &corpus[random.below(corpus.len())].1;
        let mutant = if ran % 2 == 0 { exchange(source, &mut random) } else { mutate(source, other, &mut random) };
        verified += usize::from(answered(path, &mutant));
        ran += 1;
    }
    println!("{ran} mutants, {verified} of them with a type");
    assert!(verified >= 20, "only {verified} of {ran} mutants in {BUDGET:?} were verified");
}

/// Whether the mutant had a type, and so was verified.
fn answered(path: &str, source: &str) -> bool {
    let begin = Instant::now();
    let outcome = std::panic::catch_unwind(|| run(path, source, &quick()));
    let Ok(outcome) = outcome else { panic!("a mutant of {path} panics:\n{source}") };
    let slow = begin.elapsed() > Duration::from_secs(60);
    assert!(!slow, "a mutant of {path} took {:?}:\n{source}", begin.elapsed());
    let said = prose::render(&outcome, &Style::default());
    let explained = !outcome.diagnostics.is_empty() || !outcome.items.is_empty();
    assert!(explained && !said.is_empty(), "nothing is said about a mutant of {path}:\n{source}");
    let verified = outcome.diagnostics.is_empty();
    let outcomes = [outcome];
    serde_json::to_string(&json::document(&outcomes, 0, "test")).unwrap_or_else(|e| panic!("{e}\n{source}"));
    verified
}

#[test]
fn splitting_loses_nothing() {
    let source = "a[tid + 10] := é;\n";
    assert_eq!(split(source).concat(), source);
    assert_eq!(split("ab 12"), ["ab", " ", "12"]);
}
