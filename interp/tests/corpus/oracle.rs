//! Small runs of the corpus, compared with the findings that its files show.
//!
//! In: the files of `tests/verify`, `tests/reject` and `examples`. Out: failed tests where a kernel that must be proved
//! goes wrong, or where runs show too few of the findings.

use crate::host;
use crate::inputs::{reading, starts};
use crate::world::TestLaunch;
use interp::ghost::check_function;
use interp::{run, Limits, Member, Options, Outcome, Schedule, Uninitialised, Value};
use ir::finding::Why;
use ir::{FnId, Program, Type};
use std::collections::BTreeSet;
use std::path::PathBuf;

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
    let schedule = match seed % 4 {
        0 => Schedule::Canonical,
        2 => Schedule::Warps(seed),
        _ => Schedule::Random(seed),
    };
    let limits = Limits { steps: 100_000, work: 200_000, ..Limits::default() };
    Options { schedule, uninitialised: Uninitialised::OfMemory(seed), keep_going: true, limits, ..Options::default() }
}

/// What small runs of a kernel or of functions showed.
#[derive(Default)]
struct Shown {
    /// The id of each failure, and the start and end of the source text that it is about.
    failures: BTreeSet<(String, u32, u32)>,
    /// A description of each failure, for a person.
    stories: Vec<String>,
    /// The number of runs or calls that ended without a failure.
    finished: usize,
    /// Contracts that could not be evaluated.
    unknown: BTreeSet<String>,
}

/// What small runs of a kernel show; `rounds` is the number of inputs for each launch.
fn execute(program: &Program, source: &str, name: &str, rounds: u64) -> Shown {
    let mut out = Shown::default();
    let kernel = program.kernels.iter().find(|k| k.name.name == name).unwrap();
    for (seed, start) in (0..).zip(starts(program, kernel, source, rounds)) {
        let found = run(program, name, &start.launch, &start.input, &options(seed)).unwrap();
        let sure = found.unknown.is_empty();
        out.unknown.extend(found.unknown.iter().map(|(what, stop)| format!("{what:?} {:?}", stop.cause)));
        let first = found.outcome.failure().into_iter().cloned();
        for failure in first.chain(found.also.iter().cloned()) {
            let id = (failure.code.to_string(), failure.node.span.start, failure.node.span.end);
            if out.failures.insert(id) {
                out.stories.push(format!("{} {:?}: {failure:?}", failure.code, start.launch));
            }
        }
        out.finished += usize::from(sure && matches!(found.outcome, Outcome::Finished));
    }
    out
}

/// What small runs of the host procedures of a program show.
fn hosted(program: &Program) -> Shown {
    let mut out = Shown::default();
    for (call, found) in host::runs(program) {
        let sure = found.unknown.is_empty();
        // Of code that waits for other threads, a proof says what holds if the waits end.
        for failure in found.failures().into_iter().filter(|failure| failure.code.why != Why::Deadlock) {
            let id = (failure.code.to_string(), failure.node.span.start, failure.node.span.end);
            if out.failures.insert(id) {
                out.stories.push(format!("{call}: {failure:?}"));
            }
        }
        out.finished += usize::from(sure && matches!(found.outcome, Outcome::Finished));
    }
    out
}

/// What calls of the program's pure functions with small arguments show.
fn apply(source: &str, name: &str) -> Shown {
    let mut out = Shown::default();
    let mut world = TestLaunch::new(&format!("{source}\nkernel zz {{ void main() {{ }} }}"), 1, 3);
    world.work = 20_000;
    let arrays: Vec<String> =
        world.kernel().arrays.iter().filter(|a| a.elem == Type::Int).map(|a| a.name.name.clone()).collect();
    let scalars: Vec<String> =
        world.kernel().scalars.iter().filter(|a| a.ty == Type::Int).map(|a| a.name.name.clone()).collect();
    scalars.iter().for_each(|scalar| world.scalar(scalar, 4));
    arrays.iter().for_each(|array| world.set(array, &[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]));
    for (id, function) in (0..).map(FnId).zip(&world.program.functions) {
        let types: Vec<Type> = function.vars.iter().take(function.params).map(|v| v.ty).collect();
        // A function of another kernel has another memory than this world.
        if types.iter().any(|ty| *ty != Type::Int) || function.kernel.is_some_and(|k| k.0 != 0) {
            continue;
        }
        for n in 0..9_usize.pow(u32::try_from(types.len().min(3)).unwrap()) {
            let args: Vec<i64> = (0..types.len()).map(|k| (n / 9_usize.pow(k.min(2) as u32) % 9) as i64 - 3).collect();
            let values = args.iter().map(|a| Value::from(*a)).collect();
            let found = check_function(&mut world.at(Member::LAUNCH), id, values);
            out.finished += usize::from(found.checks.passed());
            for finding in found.checks.findings {
                let id = (finding.code.to_string(), finding.node.span.start, finding.node.span.end);
                if out.failures.insert(id) {
                    out.stories.push(format!("{name}: {} at {args:?}: {finding:?}", function.name.name));
                }
            }
        }
    }
    out
}

/// Proved kernels that no run of this test finishes: functions and procedures without body are not executed, and the
/// sizes of these inputs are not those that preconditions require (a group of whole warps, an image as large as a
/// convolution needs it, and launches that are large on purpose). A quantifier with 14 variables and one over
/// all integers have too many values.
const NOT_RUN: [&str; 11] = [
    "attack-many-binders: premise",
    "attack-many-binders: claim",
    "equal-shared-terms: shared",
    "function-abstract: k",
    "host-reads-overlapping: k",
    "index-convolution-strides: convolve",
    "procedure-abstract: k",
    "range-of-blocks: blocks",
    "sum-swap: k",
    "witness-large-launch: fixed",
    "witness-large-launch: rows",
];

#[test]
fn proved_kernels_survive_small_runs() {
    let (mut kernels, mut runs, mut calls) = (0, 0, 0);
    let mut never = Vec::new();
    let mut broken = Vec::new();
    for (file, source) in folder("tests/verify").into_iter().chain(folder("examples")) {
        let program = syntax::parse_program_as(&source, reading(&source)).program.expect("a proved kernel parses");
        let applied = apply(&source, &file);
        calls += applied.finished;
        broken.extend(applied.stories);
        let hosted = hosted(&program);
        runs += hosted.finished;
        broken.extend(hosted.stories.iter().map(|story| format!("{file}: {story}")));
        for kernel in &program.kernels {
            let name = &kernel.name.name;
            let shown = execute(&program, &source, name, 8);
            kernels += 1;
            runs += shown.finished;
            if shown.finished == 0 {
                never.push(format!("{file}: {name}"));
            }
            broken.extend(shown.stories.iter().map(|story| format!("{file}: {name}: {story}")));
        }
    }
    println!("{kernels} accepted kernels, {runs} runs, {calls} calls of functions; never run: {never:#?}");
    assert!(broken.is_empty(), "proved, and yet: {broken:#?}");
    // A run whose input the contracts exclude says nothing, so every kernel must have had a run that they allow.
    assert_eq!(never, NOT_RUN);
    assert!(calls > 1000, "{calls} calls");
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
fn small_runs_show_most_findings() {
    let (mut total, mut exact, mut same_code, mut any) = (0, 0, 0, 0);
    let mut missed = Vec::new();
    for (file, source) in folder("tests/reject") {
        let Some(program) = syntax::parse_program_as(&source, reading(&source)).program else { continue };
        let mut failures = apply(&source, &file).failures;
        failures.extend(hosted(&program).failures);
        for kernel in &program.kernels {
            failures.extend(execute(&program, &source, &kernel.name.name, 12).failures);
        }
        for (code, start, end) in drawn(&source) {
            // No run can show that no state at all satisfies a contract.
            if code.starts_with("contract.vacuous") {
                continue;
            }
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
    assert!(
        100 * same_code >= 90 * total && 100 * exact >= 80 * total,
        "{exact} and {same_code} of {total}: {missed:#?}"
    );
}
