//! Runs of kernels that are written in a test.

use std::collections::BTreeMap;

use interp::{explore, run, shapes, Bounds, Exploration, Fill, Input, Launch, Options, Outcome, Run, Schedule, Value};
use ir::{Program, Space};
use syntax::parse_program;

/// The typed program of a source.
pub fn program(source: &str) -> Program {
    let parsed = parse_program(source);
    parsed.program.unwrap_or_else(|| panic!("{:#?}", parsed.diagnostics))
}

/// An input with these constants, and arrays filled as told.
pub fn input(program: &Program, launch: &Launch, scalars: &[(&str, Value)], fill: Fill) -> Input {
    let scalars: BTreeMap<String, Value> = scalars.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    let mut input = Input { scalars, ..Input::default() };
    for shape in shapes(program, &program.kernels[0].name.name, launch, &input).unwrap() {
        if shape.space == Space::Global {
            let _ = input.arrays.insert(shape.name.clone(), fill.values(&shape).unwrap());
        }
    }
    input
}

/// A run of the first kernel of a source, with arrays 0, 1, 2, ….
pub fn run_source(source: &str, launch: Launch, scalars: &[(&str, Value)], options: &Options) -> Run {
    let program = program(source);
    let input = input(&program, &launch, scalars, Fill::Iota);
    run(&program, &program.kernels[0].name.name, &launch, &input, options).unwrap()
}

/// All interleavings of the first kernel of a source, whose arrays are 0 at the start.
pub fn explored(source: &str, launch: Launch, options: &Options) -> Exploration {
    let program = program(source);
    let input = input(&program, &launch, &[], Fill::Zero);
    let name = &program.kernels[0].name.name;
    let found = explore(&program, name, &launch, &input, options, &Bounds::default()).unwrap();
    assert!(found.is_complete(), "{found:?}");
    found
}

/// Options without contracts.
pub fn plain() -> Options {
    Options { contracts: false, ..Options::default() }
}

/// `finished`, the id of the failure, or what else happened.
pub fn word(run: &Run) -> String {
    match &run.outcome {
        Outcome::Finished => "finished".into(),
        Outcome::Failed(failure) => failure.code.to_string(),
        Outcome::OutsideContract { .. } => "outside contract".into(),
        Outcome::OutsideAssumption { .. } => "outside assumption".into(),
        Outcome::Limit(limit) => format!("limit: {limit}"),
        Outcome::NotComputable { reason, .. } => format!("not computable: {reason}"),
    }
}

/// The text at a failure.
pub fn place<'s>(run: &Run, source: &'s str) -> &'s str {
    run.outcome.failure().expect("a failure").node.span.text(source)
}

/// An array behind a run, as integers.
pub fn ints(run: &Run, name: &str) -> Vec<i64> {
    run.memory[name].iter().map(|v| v.as_int().unwrap().to_i64().unwrap()).collect()
}

/// Every kind of schedule.
pub fn every_schedule() -> Vec<Schedule> {
    let mut out = vec![Schedule::Canonical, Schedule::Reversed, Schedule::Lockstep];
    out.extend((0..3).map(Schedule::Permuted));
    out.extend((0..2).map(Schedule::Warps));
    out.extend((0..6).map(Schedule::Random));
    out.extend([Schedule::GroupFirst(1, 7), Schedule::WarpFirst(0, 1, 8)]);
    out.push(Schedule::First(vec![interp::ThreadId { group: 0, lid: 1 }]));
    out
}
