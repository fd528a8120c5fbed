//! Thread-steps a second of plain runs, with and without the detection of races.
//!
//! In: kernels of different kinds at sizes that take a fraction of a second. Out: a line for each: steps, seconds of
//! the shortest of seven runs, steps a second, and the ratio to a loop of Rust's own over the same number of steps,
//! which says more than seconds on a machine that others use. Instruction counts: `valgrind --tool=callgrind` on this
//! binary with the name of one kernel.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use interp::{run, shapes, Input, Launch, Options, Outcome, Schedule, Value};
use ir::{Space, Type};
use syntax::parse_program;

/// Name, source, launch, constants.
type Subject = (&'static str, &'static str, Launch, &'static [(&'static str, i64)]);

const KERNELS: &[Subject] = &[
    (
        "saxpy",
        "kernel saxpy { global int n; global float[tcount] x, y; global float f;
           void main() { int i := 0; while (i < n) { y[tid] := f * x[tid] + y[tid]; i := i + 1; } } }",
        Launch::new(64, 256),
        &[("n", 100)],
    ),
    (
        "collatz",
        "kernel collatz { global int[tcount] steps;
           void main() { int x := tid + 27; int n := 0;
             while (x != 1) { if (x % 2 == 0) { x := x / 2; } else { x := 3 * x + 1; } n := n + 1; }
             steps[tid] := n; } }",
        Launch::new(64, 256),
        &[],
    ),
    (
        "scan",
        "kernel scan { global int[tcount] in, out; local int[gsize] x;
           void main() { int d := 1; int t := 0; x[lid] := in[tid];
             while (d < gsize) { barrier(local); t := x[lid]; if (lid >= d) { t := x[lid - d] + t; }
               barrier(local); x[lid] := t; d := 2 * d; }
             out[tid] := x[lid]; } }",
        Launch::new(128, 256),
        &[],
    ),
    (
        "matmul",
        "kernel matmul { global int n; global int[n][n] a, b, c;
           void main() { int j := 0; int k := 0; int sum := 0; int i := tid % n; j := (tid / n) % n;
             while (k < n) { sum := sum + a[i][k] * b[k][j]; k := k + 1; }
             if (tid < n * n) { c[i][j] := sum; } } }",
        Launch::new(64, 256),
        &[("n", 128)],
    ),
];

fn input(program: &ir::Program, name: &str, launch: &Launch, scalars: &[(&str, i64)]) -> Input {
    let mut input = Input::default();
    for (name, value) in scalars {
        let _ = input.scalars.insert((*name).to_owned(), Value::from(*value));
    }
    for scalar in &program.kernels.first().unwrap().scalars {
        if let Type::Float(_) = scalar.ty {
            let _ = input.scalars.insert(scalar.name.name.clone(), Value::from(1.5_f32));
        }
    }
    let mut arrays = BTreeMap::new();
    for shape in shapes(program, name, launch, &input).unwrap() {
        if shape.space == Space::Global {
            let len = shape.len().unwrap();
            let value = |i: usize| match shape.elem {
                Type::Float(_) => Value::from(i as f32),
                _ => Value::from(i as i64),
            };
            let _ = arrays.insert(shape.name, (0..len).map(value).collect());
        }
    }
    input.arrays = arrays;
    input
}

/// Repetitions; the shortest counts, since whatever else runs on the machine can only make one longer.
const AGAIN: usize = 7;

/// Seconds of the shortest of some repetitions, and what it gave.
fn best<T>(mut go: impl FnMut() -> T) -> (f64, T) {
    let mut once = || {
        let start = Instant::now();
        let out = go();
        (start.elapsed().as_secs_f64(), out)
    };
    let mut best = once();
    for _ in 1..AGAIN {
        let next = once();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

/// Seconds of so many steps of a loop that the compiler cannot shorten.
fn yardstick(steps: u64) -> f64 {
    let go = || (0..steps).fold(1_u64, |x, i| black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i)));
    best(|| black_box(go())).0
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!(
        "{:<10} {:<10} {:>12} {:>9} {:>14} {:>12}",
        "kernel", "races", "steps", "seconds", "steps/second", "ratio to loop"
    );
    for (name, source, launch, scalars) in KERNELS {
        if !only.is_empty() && !only.iter().any(|o| o == name) {
            continue;
        }
        let program = parse_program(source).program.expect("the kernel is well formed");
        let input = input(&program, name, launch, scalars);
        for races in [false, true] {
            let options = Options { schedule: Schedule::Canonical, races, contracts: false, ..Options::default() };
            let (seconds, run) = best(|| run(&program, name, launch, &input, &options).expect("the input fits"));
            assert_eq!(run.outcome, Outcome::Finished);
            let rate = run.steps as f64 / seconds;
            let ratio = seconds / yardstick(run.steps);
            let races = if races { "detected" } else { "ignored" };
            println!("{name:<10} {races:<10} {:>12} {seconds:>9.3} {rate:>14.3e} {ratio:>12.1}", run.steps);
        }
    }
}
