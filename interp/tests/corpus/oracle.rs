//! Runs of the corpus.

use crate::inputs::starts;
use interp::{run, Limits, Options, Outcome, Schedule, Uninitialised};
use std::collections::BTreeSet;
use std::path::PathBuf;
use syntax::typed::Program;

fn folder(name: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    let mut out: Vec<(String, String)> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "pvl"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    out.sort();
    assert!(!out.is_empty(), "{name} is empty");
    out
}

fn options(seed: u64) -> Options {
    let schedule = if seed % 2 == 0 { Schedule::Canonical } else { Schedule::Random(seed) };
    let limits = Limits { steps: 100_000, work: 200_000, ..Limits::default() };
    Options { schedule, uninitialised: Uninitialised::Arbitrary(seed), keep_going: true, limits, ..Options::default() }
}

/// What a small run showed of a kernel: ids and the words that they are about.
#[derive(Default)]
struct Shown {
    failures: BTreeSet<(String, u32, u32)>,
    stories: Vec<String>,
    finished: usize,
    unknown: BTreeSet<String>,
}

fn execute(program: &Program, source: &str, name: &str, rounds: u64) -> Shown {
    let mut out = Shown::default();
    let kernel = program.kernels.iter().find(|k| k.name.name == name).unwrap();
    for (seed, start) in (0..).zip(starts(program, kernel, source, rounds)) {
        let found = run(program, name, &start.launch, &start.input, &options(seed)).unwrap();
        let sure = found.unknown.is_empty();
        out.unknown.extend(found.unknown.iter().map(|(what, stop)| format!("{what:?} {:?}", stop.cause)));
        let first = found.outcome.failure().into_iter().cloned();
        for failure in first.chain(found.also.iter().cloned()) {
            let id = (failure.code.to_string(), failure.span.start, failure.span.end);
            if out.failures.insert(id) {
                out.stories.push(format!("{} {:?}: {failure:?}", failure.code, start.launch));
            }
        }
        out.finished += usize::from(sure && matches!(found.outcome, Outcome::Finished));
    }
    out
}

#[test]
fn what_is_accepted_survives() {
    let (mut kernels, mut covered, mut runs) = (0, 0, 0);
    let mut never = Vec::new();
    let mut broken = Vec::new();
    for (file, source) in folder("tests/verify").into_iter().chain(folder("examples")) {
        let program = syntax::parse_program(&source).program.expect("what is accepted parses");
        for kernel in &program.kernels {
            let name = &kernel.name.name;
            let shown = execute(&program, &source, name, 8);
            kernels += 1;
            covered += usize::from(shown.finished > 0);
            runs += shown.finished;
            if shown.finished == 0 {
                never.push(format!("{file}: {name} {:?}", shown.unknown));
            }
            broken.extend(shown.stories.iter().map(|story| format!("{file}: {name}: {story}")));
        }
    }
    println!("{covered} of {kernels} accepted kernels were run, {runs} times; never run: {never:#?}");
    assert!(broken.is_empty(), "proved, and yet: {broken:#?}");
}

/// The findings that are drawn under the code: id, start and end.
fn drawn(source: &str) -> Vec<(String, u32, u32)> {
    let mut out = Vec::new();
    let (mut offset, mut line_start, mut last) = (0, 0, "");
    for line in source.split_inclusive('\n') {
        let body = line.trim_end();
        let carets = body.trim_start().strip_prefix("//").map(|rest| rest.trim_start());
        if let Some(mark) = carets.filter(|rest| rest.starts_with('^')) {
            let width = mark.chars().take_while(|c| *c == '^').count();
            let column = body.chars().take_while(|c| *c != '^').count();
            let mut words = mark[width..].split_whitespace();
            if let (Some("error"), Some(code)) = (words.next(), words.next()) {
                let at = |column: usize| {
                    let bytes: usize = last.chars().take(column).map(char::len_utf8).sum();
                    (line_start + bytes) as u32
                };
                out.push((code.to_owned(), at(column), at(column + width)));
            }
        } else {
            line_start = offset;
            last = body;
        }
        offset += line.len();
    }
    out
}

#[test]
fn what_is_refuted_is_seen() {
    let (mut total, mut exact, mut same_code, mut any) = (0, 0, 0, 0);
    let mut missed = Vec::new();
    for (file, source) in folder("tests/reject") {
        let Some(program) = syntax::parse_program(&source).program else { continue };
        let mut failures: BTreeSet<(String, u32, u32)> = BTreeSet::new();
        for kernel in &program.kernels {
            failures.extend(execute(&program, &source, &kernel.name.name, 12).failures);
        }
        for (code, start, end) in drawn(&source) {
            total += 1;
            let is_exact = failures.contains(&(code.clone(), start, end));
            let is_same = failures.iter().any(|(c, ..)| *c == code);
            exact += usize::from(is_exact);
            same_code += usize::from(is_same);
            any += usize::from(!failures.is_empty());
            if !is_exact {
                let others: Vec<String> =
                    failures.iter().map(|(c, s, e)| format!("{c} `{}`", &source[*s as usize..*e as usize])).collect();
                missed.push(format!("{file}: {code} `{}`, seen {others:?}", &source[start as usize..end as usize]));
            }
        }
    }
    println!(
        "{total} refuted: {exact} seen exactly, {same_code} with the id, {any} with anything; missed: {missed:#?}"
    );
}
