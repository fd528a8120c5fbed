//! The fuzz targets of fuzz/ on mutants of the corpus: no panic, no overflow, no endless run, and every text gets
//! findings or a verdict. The seed is fixed: a failure today is a failure tomorrow. CONTRIBUTING.md says how to run the
//! same targets guided by coverage, for as long as one likes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../fuzz/src/mutate.rs"]
mod mutate;
mod support;
#[path = "../fuzz/src/targets.rs"]
mod targets;

use std::time::{Duration, Instant};

use mutate::Random;
use support::{files, name, text};

/// At most so many mutants, and at most so long.
struct Budget {
    mutants: usize,
    time: Duration,
}

/// A fuzz target: whether the text got as far as the target looks.
type Target = fn(&str) -> bool;

/// Path and text of everything that the fuzzer starts from.
fn corpus() -> Vec<(String, String)> {
    let folders = ["tests/verify", "tests/reject", "examples", "fuzz/seeds"];
    folders.iter().flat_map(|folder| files(folder, "pvl")).map(|path| (name(&path), text(&path))).collect()
}

/// Runs the target on a thread with a stack like the command's.
fn on(path: &str, source: &str, target: Target) -> bool {
    let begin = Instant::now();
    let useful = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(256 << 20);
        let worker = worker.spawn_scoped(scope, || target(source)).expect("a thread");
        worker.join().unwrap_or_else(|_| panic!("what comes of {path} panics:\n{source}"))
    });
    let slow = begin.elapsed() > Duration::from_secs(60);
    assert!(!slow, "what comes of {path} took {:?}:\n{source}", begin.elapsed());
    useful
}

/// How many mutants ran, and how many of them were useful.
fn mutants(seed: u64, budget: &Budget, target: Target) -> (usize, usize) {
    let corpus = corpus();
    let (start, mut random, mut ran, mut useful) = (Instant::now(), Random::new(seed), 0, 0);
    while ran < budget.mutants && start.elapsed() < budget.time {
        let (path, source) = &corpus[random.below(corpus.len())];
        let other = &corpus[random.below(corpus.len())].1;
        let mutant = match ran % 3 {
            0 => mutate::exchange(source, &mut random),
            1 => mutate::mutate(source, other, &mut random),
            _ => mutate::lines(source, other, &mut random),
        };
        useful += usize::from(on(&format!("a mutant of {path}"), &mutant, target));
        ran += 1;
    }
    println!("{ran} mutants, {useful} of them useful");
    (ran, useful)
}

#[test]
fn mutants_get_an_answer() {
    let budget = Budget { mutants: 1500, time: Duration::from_secs(30) };
    let (ran, verified) = mutants(1, &budget, targets::verify);
    assert!(verified >= 20, "only {verified} of {ran} mutants were verified");
}

#[test]
fn mutants_are_read() {
    let budget = Budget { mutants: 6000, time: Duration::from_secs(10) };
    let (ran, typed) = mutants(2, &budget, targets::parse);
    assert!(10 * typed >= ran && 10 * typed <= 9 * ran, "{typed} of {ran} have a type: the mutations are one-sided");
}

#[test]
fn mutants_survive_formatting() {
    let budget = Budget { mutants: 6000, time: Duration::from_secs(10) };
    let (ran, formatted) = mutants(5, &budget, targets::format);
    assert!(4 * formatted >= ran, "only {formatted} of {ran} could be formatted");
}

#[test]
fn mutants_survive_printing() {
    let budget = Budget { mutants: 6000, time: Duration::from_secs(10) };
    let (ran, printed) = mutants(3, &budget, targets::print);
    assert!(4 * printed >= ran, "only {printed} of {ran} could be printed");
}

#[test]
fn mutants_run() {
    let budget = Budget { mutants: 3000, time: Duration::from_secs(15) };
    let (ran, ended) = mutants(4, &budget, targets::run);
    assert!(10 * ended >= ran, "only {ended} of {ran} mutants ran to their end");
}

/// What fuzzing found once stays found.
#[test]
fn kept_inputs_get_an_answer() {
    let kept: Vec<_> = corpus().into_iter().filter(|(path, _)| path.starts_with("fuzz/seeds/")).collect();
    assert!(!kept.is_empty(), "fuzz/seeds is empty");
    for (path, source) in kept {
        let targets: [Target; 5] = [targets::parse, targets::print, targets::format, targets::run, targets::verify];
        for target in targets {
            on(&path, &source, target);
        }
    }
}

#[test]
fn splitting_loses_nothing() {
    let source = "a[tid + 10] := é;\n";
    assert_eq!(mutate::split(source).concat(), source);
    assert_eq!(mutate::split("ab 12"), ["ab", " ", "12"]);
}
