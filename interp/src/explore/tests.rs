//! Exploration beside a brute-force one, on random kernels; and kernels in which something goes wrong early.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ir::{Program, Space};
use syntax::parse_program;

use super::{explore, Bounds, Exploration};
use crate::drive::drive;
use crate::happens::Happens;
use crate::input::Input;
use crate::launch::Launch;
use crate::machine::{Machine, State};
use crate::member::ThreadId;
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::rng::Rng;
use crate::run::{kernel, run, shapes};
use crate::schedule::Schedule;
use crate::value::Value;

/// What the interleavings of a launch lead to.
#[derive(Debug, Default, PartialEq)]
struct Ends {
    failures: BTreeSet<String>,
    others: BTreeSet<String>,
    memories: BTreeSet<BTreeMap<String, Vec<Value>>>,
}

impl Ends {
    /// An interleaving ends at the first thing that goes wrong.
    fn note(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Failed(failure) => drop(self.failures.insert(id(&failure))),
            Outcome::Finished => {}
            other => drop(self.others.insert(format!("{other:?}"))),
        }
    }

    /// Other findings of the same step.
    fn also(&mut self, machine: &mut Machine<'_>) {
        std::mem::take(&mut machine.findings).iter().for_each(|failure| {
            let _ = self.failures.insert(id(failure));
        });
    }
}

/// Of a divergence the order in which threads arrive says which of them is named.
fn id(failure: &Failure) -> String {
    let code = failure.code.to_string();
    if code.starts_with("barrier.uniform") {
        code
    } else {
        format!("{code} at {:?}", failure.node)
    }
}

/// Every order of accesses, one by one, with no thought of which orders matter. `None`: there are too many.
fn brute_force(machine: &Machine<'_>, threads: &[ThreadId], left: &mut u32, ends: &mut Ends) -> Option<()> {
    *left = left.checked_sub(1)?;
    let mut ended = true;
    for thread in threads.iter().filter(|t| machine.state(**t) == State::Ready) {
        ended = false;
        let mut machine = machine.clone();
        match machine.advance(*thread, 1) {
            Ok(_) => brute_force(&machine, threads, left, ends)?,
            Err(outcome) => {
                ends.note(outcome);
                ends.also(&mut machine);
                // What goes wrong between two accesses could wait; what the turn did before has happened.
                if machine.is_silent(*thread) {
                    machine.halt(*thread);
                    brute_force(&machine, threads, left, ends)?;
                }
            }
        }
    }
    if ended && threads.iter().all(|t| machine.state(*t) == State::Done) {
        let mut machine = machine.clone();
        match machine.launch_ends() {
            Ok(()) => drop(ends.memories.insert(machine.memory())),
            Err(outcome) => {
                ends.note(outcome);
                ends.also(&mut machine);
            }
        }
    }
    Some(())
}

fn zeros(program: &Program, launch: &Launch) -> Input {
    let mut input = Input::default();
    for shape in shapes(program, "k", launch, &input).unwrap() {
        if shape.space == Space::Global {
            let _ =
                input.arrays.insert(shape.name.clone(), vec![Value::zero(shape.elem).unwrap(); shape.len().unwrap()]);
        }
    }
    input
}

fn found(source: &str, launch: &Launch, options: &Options) -> (Program, Input, Exploration) {
    let parsed = parse_program(source);
    let program = parsed.program.unwrap_or_else(|| panic!("{source}\n{:#?}", parsed.diagnostics));
    let input = zeros(&program, launch);
    let found = explore(&program, "k", launch, &input, options, &Bounds::default()).unwrap();
    // A schedule leads to its failure, and to no other before it.
    for (failure, schedule) in &found.failures {
        let options = Options { schedule: schedule.clone(), ..options.clone() };
        let again = run(&program, "k", launch, &input, &options).unwrap();
        // A contract of which several parts are false at one step has several findings.
        let same = |f: &Failure| (f.code, f.node) == (failure.code, failure.node);
        let ends = again.outcome.failure().is_some();
        assert!(
            ends && again.outcome.failure().into_iter().chain(&again.also).any(same),
            "{source}\n{schedule}: {again:?}"
        );
    }
    (program, input, found)
}

/// The same by brute force, if that is feasible.
fn all(program: &Program, input: &Input, launch: &Launch, options: &Options) -> Option<Ends> {
    let mut machine = Machine::new(program, kernel(program, "k").unwrap(), launch, input, options, true).unwrap();
    let mut ends = Ends::default();
    if let Err(outcome) = machine.begin() {
        ends.note(outcome);
        ends.also(&mut machine);
        return Some(ends);
    }
    (0..launch.groups()).for_each(|group| machine.start_group(group).unwrap());
    let threads: Vec<ThreadId> = (0..launch.groups() * launch.threads()).map(|tid| launch.thread(tid)).collect();
    brute_force(&machine, &threads, &mut 30_000, &mut ends)?;
    Some(ends)
}

/// An atomic statement. Some of these statements go wrong in their middle.
fn atomic(rng: &mut Rng, out: &mut String) {
    let (c, k) = (rng.below(2), rng.below(3));
    let words = ["", "relaxed ", "group ", "relaxed group "][rng.below(4)];
    let array = if rng.below(4) == 0 { "s" } else { "m" };
    let body = match rng.below(6) {
        0 => format!("{array}[{c}] := {k};"),
        1 => format!("x := m[{c}];"),
        2 => format!("m[{c}] := m[{c}] + 1;"),
        3 => format!("x := m[{c}]; if (x == {k}) {{ m[{c}] := x + 1; }}"),
        4 => format!("m[{c}] := {k}; y := 4 / x; m[1 - {c}] := 1;"),
        _ => format!("x := m[0]; m[1] := x; m[x] := {k};"),
    };
    let _ = write!(out, "atomic {words}{{ {body} }} ");
}

/// A statement that only some thread does.
fn statement(rng: &mut Rng, out: &mut String, depth: u32, atomics: bool) {
    if atomics && rng.below(2) == 0 {
        return atomic(rng, out);
    }
    let (c, k) = (rng.below(2), rng.below(3));
    let array = if rng.below(4) == 0 { "s" } else { "m" };
    let _ = match rng.below(12) {
        0..=3 => write!(out, "{array}[{c}] := {k}; "),
        4 | 5 => write!(out, "x := m[{c}]; "),
        6 => write!(out, "m[x % 2] := x + {k}; "),
        7 => write!(out, "assert m[{c}] != {k}; "),
        8 => write!(out, "y := 4 / (x - {k}); "),
        9 => write!(out, "assume m[{c}] != {k}; "),
        10 => write!(out, "m[x] := 1; "),
        _ if depth == 0 => write!(out, "y := {k}; "),
        _ => {
            let _ = write!(out, "if (x == {k}) {{ ");
            statement(rng, out, depth - 1, atomics);
            write!(out, "}} ")
        }
    };
}

/// A kernel in which each thread does one to three accesses or so, with or without a barrier between them.
fn random_kernel(rng: &mut Rng, launch: &Launch, atomics: bool) -> String {
    let mut body = String::from("int x := 0; int y := 0; ");
    let segments = 1 + rng.below(2);
    for segment in 0..segments {
        if segment > 0 {
            let fence = ["global", "local", "both", "none"][rng.below(4)];
            if rng.below(6) == 0 {
                let _ = write!(body, "if (lid == {}) {{ barrier({fence}); }} ", rng.below(2));
            } else {
                let _ = write!(body, "barrier({fence}); ");
            }
        }
        for tid in 0..launch.groups() * launch.threads() {
            let _ = write!(body, "if (tid == {tid}) {{ ");
            (0..rng.below(if segments == 1 { 4 } else { 3 })).for_each(|_| statement(rng, &mut body, 1, atomics));
            body.push_str("} ");
        }
    }
    let contract = [
        "",
        "context Perm(m[tid % 2], 1\\4);",
        "context Perm(m[0], 1\\8) ** Perm(m[1], 1\\8); ensures m[0] == 0;",
        "context tid == 0 ==> Perm(m[0], write) ** Perm(m[1], write);",
        "context tid < 2 ==> Perm(m[tid], write); ensures tid < 2 ==> m[tid] < 2;",
    ];
    let contract = contract[rng.below(contract.len())];
    format!(
        "kernel k {{ global int[2] m; local int[2] s; kernel requires ngroups > 0; \
        {contract} void main() {{ {body}}} }}"
    )
}

#[test]
fn random_kernels_end_as_brute_force_says() {
    let (compared, wrong, whole) = beside_brute_force(11, 600, false);
    assert!(compared > 400 && wrong > 80 && whole > 20, "{compared} {wrong} {whole}");
}

#[test]
fn random_kernels_with_atomics_end_as_brute_force_says() {
    let (compared, wrong, whole) = beside_brute_force(12, 600, true);
    assert!(compared > 400 && wrong > 80 && whole > 20, "{compared} {wrong} {whole}");
}

/// How many kernels were compared, how many of them can fail in two ways, and how many end in two memories.
fn beside_brute_force(seed: u64, kernels: u32, atomics: bool) -> (u32, u32, u32) {
    let mut rng = Rng::new(seed);
    let (mut compared, mut wrong, mut whole) = (0, 0, 0);
    for _ in 0..kernels {
        let launches = [(1, 2), (1, 3), (2, 1), (3, 1), (2, 2)];
        let (groups, threads) = launches[rng.below(launches.len())];
        let launch = Launch::new(groups, threads).with_warp(2);
        let source = random_kernel(&mut rng, &launch, atomics);
        let options = Options {
            races: rng.below(3) == 0,
            contracts: rng.below(3) == 0,
            strict_fences: rng.below(4) == 0,
            ..Options::default()
        };
        let (program, input, found) = found(&source, &launch, &options);
        assert!(found.is_complete(), "{source}");
        let Some(expected) = all(&program, &input, &launch, &options) else { continue };
        let ends = Ends {
            failures: found.failures.iter().map(|(f, _)| id(f)).collect(),
            others: found.others.iter().map(|o| format!("{o:?}")).collect(),
            memories: found.memories.into_iter().collect(),
        };
        assert_eq!(ends, expected, "{source}\n{launch:?} {options:?}");
        compared += 1;
        wrong += u32::from(expected.failures.len() > 1);
        whole += u32::from(expected.memories.len() > 1);
    }
    (compared, wrong, whole)
}

/// A run in which vector clocks look for races, although phases would do.
fn by_clocks(program: &Program, launch: &Launch, input: &Input, options: &Options) -> Result<(), Outcome> {
    let mut machine = Machine::new(program, kernel(program, "k").unwrap(), launch, input, options, false).unwrap();
    std::rc::Rc::get_mut(&mut machine.fixed).unwrap().phases = false;
    machine.happens = Some(Box::new(Happens::new(*launch, options.strict_fences)));
    drive(&mut machine, &options.schedule)
}

#[test]
fn both_detectors_end_runs_without_atomics_alike() {
    let mut rng = Rng::new(13);
    let (mut races, mut finished) = (0, 0);
    for _ in 0..1_500 {
        let (groups, threads) = [(1, 2), (1, 3), (2, 1), (3, 1), (2, 2)][rng.below(5)];
        let launch = Launch::new(groups, threads).with_warp(2);
        let program = parse_program(&random_kernel(&mut rng, &launch, false)).program.unwrap();
        let input = zeros(&program, &launch);
        let strict_fences = rng.below(3) == 0;
        let schedule = Schedule::Random(rng.bits());
        let options = Options { contracts: rng.below(3) == 0, strict_fences, schedule, ..Options::default() };
        let phases = run(&program, "k", &launch, &input, &options).unwrap().outcome;
        let clocks = by_clocks(&program, &launch, &input, &options).err().unwrap_or(Outcome::Finished);
        let key = |o: &Outcome| o.failure().map(|f| (f.code, f.node, f.threads.first().copied()));
        assert_eq!(key(&phases), key(&clocks), "{}\n{launch:?} {options:?}", program.text);
        assert_eq!(std::mem::discriminant(&phases), std::mem::discriminant(&clocks));
        races += u32::from(phases.failure().is_some_and(|f| f.code.why == ir::finding::Why::DataRace));
        finished += u32::from(phases == Outcome::Finished);
    }
    assert!(races > 150 && finished > 150, "{races} {finished}");
}

#[test]
fn a_race_of_two_threads_is_found_behind_the_failure_of_a_third() {
    // Thread 0 always goes wrong at once. The race needs the order in which thread 2 reads the flag after thread 1
    // wrote it.
    let source = "kernel k { global int[2] m; void main() {
        if (tid == 0) { assert false; }
        if (tid == 1) { m[0] := 1; m[1] := 1; }
        if (tid == 2) { int x := m[0]; if (x == 1) { x := m[1]; assert x == 1; } } } }";
    let launch = Launch::new(1, 3).with_warp(3);
    let ids = |races| {
        let options = Options { races, contracts: false, ..Options::default() };
        let (_, _, found) = found(source, &launch, &options);
        assert!(found.is_complete());
        found
            .failures
            .iter()
            .map(|(f, _)| (f.code.to_string(), f.node.span.text(source).to_owned()))
            .collect::<BTreeSet<_>>()
    };
    let id = |code: &str, text: &str| (code.to_owned(), text.to_owned());
    assert_eq!(ids(false), [id("assert:condition-false", "false"), id("assert:condition-false", "x == 1")].into());
    let races = [id("load:data-race", "m[0]"), id("store:data-race", "m[0]"), id("assert:condition-false", "false")];
    assert_eq!(ids(true), races.into());
}

#[test]
fn a_failure_between_accesses_stops_its_thread_alone() {
    let source = "kernel k { global int[2] m; void main() {
        int x := 0;
        if (lid == 0) { x := 1 / x; }
        m[0] := tid;
        if (lid == 1) { x := 1 / x; } } }";
    let options = Options { races: true, contracts: false, ..Options::default() };
    let (_, _, found) = found(source, &Launch::new(2, 2).with_warp(2), &options);
    let lines: BTreeSet<_> =
        found.failures.iter().map(|(f, _)| (f.code.to_string(), f.node.span.text(source))).collect();
    let zero = "expression:division-by-zero".to_owned();
    assert_eq!(lines, [(zero, "x"), ("store:data-race".to_owned(), "m[0]")].into());
    assert_eq!(found.failures.len(), 3, "two divisions");
    assert!(found.is_complete() && found.memories.is_empty());
}
