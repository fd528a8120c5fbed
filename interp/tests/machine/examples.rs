//! All of `examples/` at several sizes under every kind of schedule, with all checks: nothing goes wrong, and
//! everything could be evaluated.

use interp::{run, Fill, Launch, Options, Outcome, Uninitialised, Value};
use ir::Dims;

use crate::support::{every_schedule, input, program};

/// Sizes in x and y.
type Plane = [u32; 2];

/// An example, its launches, and constants and arrays that its contract allows.
struct Case {
    file: &'static str,
    launches: Launches,
    scalars: fn(Launch) -> Vec<(&'static str, i64)>,
}

enum Launches {
    /// Groups and threads.
    Lines(&'static [(u32, u32)]),
    /// Groups and threads in x and y.
    Planes(&'static [(Plane, Plane)]),
}

use Launches::{Lines, Planes};

impl Launches {
    fn all(&self) -> Vec<Launch> {
        let solid = |[x, y]: Plane| [x, y, 1];
        match self {
            Lines(sizes) => sizes.iter().map(|(groups, threads)| Launch::new(*groups, *threads)).collect(),
            Planes(sizes) => sizes.iter().map(|(g, t)| Launch::shaped(Dims::Two, solid(*g), solid(*t))).collect(),
        }
    }
}

const NONE: fn(Launch) -> Vec<(&'static str, i64)> = |_| Vec::new();

const CASES: &[Case] = &[
    Case { file: "01-figure-5.8", launches: Lines(&[(1, 1), (1, 2), (1, 9)]), scalars: NONE },
    Case {
        file: "02-vector-addition",
        launches: Lines(&[(1, 1), (2, 4), (3, 5)]),
        scalars: |l| vec![("n", i64::from(l.groups() * l.threads()) - 1)],
    },
    Case { file: "03-saxpy", launches: Lines(&[(1, 1), (2, 4), (3, 5)]), scalars: NONE },
    Case { file: "04-broadcast", launches: Lines(&[(1, 1), (2, 4), (3, 5)]), scalars: |_| vec![("n", 7)] },
    Case { file: "05-reverse", launches: Lines(&[(1, 1), (2, 4), (3, 5)]), scalars: NONE },
    Case { file: "06-stencil", launches: Lines(&[(1, 1), (2, 4), (3, 5)]), scalars: NONE },
    Case { file: "07-gather", launches: Lines(&[(1, 1), (2, 4), (3, 5)]), scalars: NONE },
    Case {
        file: "08-transpose",
        launches: Lines(&[(1, 256), (2, 256)]),
        scalars: |l| vec![("h", 1), ("w", i64::from(l.groups()))],
    },
    Case { file: "09-matrix-multiplication", launches: Lines(&[(1, 1), (3, 4)]), scalars: |_| vec![("n", 5)] },
    Case { file: "10-figure-5.9", launches: Lines(&[(1, 2), (1, 3), (1, 8)]), scalars: NONE },
    Case {
        file: "11-reduction",
        launches: Lines(&[(1, 1), (2, 4), (3, 8)]),
        scalars: |l| vec![("k", i64::from(l.threads().ilog2()))],
    },
    Case { file: "12-scan", launches: Lines(&[(1, 1), (2, 4), (3, 5)]), scalars: NONE },
    Case {
        file: "13-transpose-in-two-dimensions",
        launches: Planes(&[([1, 1], [1, 1]), ([2, 1], [2, 2]), ([1, 2], [3, 3]), ([3, 2], [2, 2])]),
        scalars: NONE,
    },
];

fn source(file: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/");
    std::fs::read_to_string(format!("{path}{file}.pvl")).expect("the example exists")
}

#[test]
fn every_example_has_a_case() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".pvl").map(str::to_owned))
        .collect();
    names.sort();
    assert_eq!(names, CASES.iter().map(|c| c.file.to_owned()).collect::<Vec<_>>());
}

#[test]
fn examples_run_clean() {
    for case in CASES {
        let program = program(&source(case.file));
        for launch in case.launches.all() {
            let launch = launch.with_warp(2);
            let [groups, threads] = launch.sizes();
            let mut scalars: Vec<(&str, Value)> =
                (case.scalars)(launch).into_iter().map(|(n, v)| (n, Value::from(v))).collect();
            if case.file == "03-saxpy" {
                scalars.push(("alpha", Value::from(0.1_f32)));
            }
            let mut input = input(&program, &launch, &scalars, Fill::Random(u64::from(launch.threads())));
            if let Some(index) = input.arrays.get_mut("idx") {
                // A permutation, as the contract demands.
                let n = index.len();
                *index = (0..n).map(|i| Value::from(((i + 1) % n) as i64)).collect();
            }
            let few = if launch.threads() > 64 { 3 } else { usize::MAX };
            for (number, schedule) in every_schedule().into_iter().enumerate().take(few) {
                let uninitialised = match number % 2 {
                    0 => Uninitialised::Fails,
                    _ => Uninitialised::Arbitrary(number as u64),
                };
                let options = Options { schedule, uninitialised, ..Options::default() };
                let name = &program.kernels[0].name.name;
                let run = run(&program, name, &launch, &input, &options).unwrap();
                let what = format!("{} at {groups} groups of {threads}, {}", case.file, options.schedule);
                assert_eq!(run.outcome, Outcome::Finished, "{what}");
                assert_eq!(run.unknown, vec![], "{what}");
            }
        }
    }
}
