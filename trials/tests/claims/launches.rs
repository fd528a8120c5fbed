//! Launches and copies: what the host knows behind them is true in a run of the program.
//!
//! In: random host programs around a few kernels, each of which is right by itself. A program copies and launches, and
//! claims the value of an element at its end. That value comes from a run, so it is often right for all inputs and
//! often right by chance. If all obligations of a program are proved, it is run with other arguments and inputs, and
//! must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, read, went_well};
use interp::host::{programs, run_host, HostInput};
use interp::{Options, Outcome, Value};
use ir::Program;
use logic::obligation::What;
use std::fmt::Write as _;
use trials::random::Random;

/// Kernels that are right, each with the names of its scalars (`n` is a length) and its number of arrays.
const KERNELS: [(&str, &[&str], usize, &str); 6] = [
    (
        "fill",
        &["n", "v"],
        1,
        "kernel fill { global int n, v; global int[n] a; kernel requires ngroups >= 1; \
         context tid < n ==> Perm(a[tid], write); ensures tid < n ==> a[tid] == v + tid; \
         void main() { if (tid < n) { a[tid] := v + tid; } } }",
    ),
    (
        "scale",
        &["n", "v"],
        1,
        "kernel scale { global int n, v; global int[n] a; kernel requires ngroups >= 1 && n <= tcount; \
         kernel context (\\forall* int i = 0 .. n; Perm(a[i], write)); \
         kernel ensures (\\forall int i = 0 .. n; a[i] == v * \\old(a[i])); \
         context tid < n ==> Perm(a[tid], write); ensures tid < n ==> a[tid] == v * \\old(a[tid]); \
         void main() { if (tid < n) { a[tid] := v * a[tid]; } } }",
    ),
    (
        "add",
        &["n"],
        3,
        "kernel add { global int n; global int[n] a, b, c; kernel requires ngroups >= 1; \
         context tid < n ==> Perm(a[tid], 1\\2) ** Perm(b[tid], 1\\2) ** Perm(c[tid], write); \
         ensures tid < n ==> c[tid] == a[tid] + b[tid]; \
         void main() { if (tid < n) { c[tid] := a[tid] + b[tid]; } } }",
    ),
    (
        "shift",
        &["n"],
        2,
        "kernel shift { global int n; global int[n + 1] a; global int[n] b; kernel requires ngroups >= 1; \
         context tid < n ==> Perm(a[tid + 1], read) ** Perm(b[tid], write); \
         ensures tid < n ==> b[tid] == a[tid + 1]; \
         void main() { if (tid < n) { b[tid] := a[tid + 1]; } } }",
    ),
    (
        "even",
        &["n"],
        1,
        "kernel even { global int n; global int[n] a; kernel requires ngroups >= 1 && 2 * tcount <= n + 1; \
         context Perm(a[2 * tid], write); ensures a[2 * tid] == 0 - tid; \
         void main() { a[2 * tid] := 0 - tid; } }",
    ),
    (
        "rotate",
        &["n"],
        1,
        "kernel rotate { global int n; global int[n] a; kernel requires gsize == n; \
         context Perm(a[tid], write); ensures a[tid] == gsize - 1 - tid; \
         void main() { a[tid] := 0; barrier(global) { ensures Perm(a[(tid + 1) % gsize], write); } \
         a[(tid + 1) % gsize] := gsize - 1 - (tid + 1) % gsize; \
         barrier(global) { requires a[(tid + 1) % gsize] == gsize - 1 - (tid + 1) % gsize; \
         ensures Perm(a[tid], write) ** a[tid] == gsize - 1 - tid; } } }",
    ),
];

/// The arrays of a program, with whether each is on the device and its length.
const ARRAYS: [(&str, bool, &str); 5] =
    [("h", false, "n"), ("g", false, "n + 1"), ("d", true, "n"), ("e", true, "n + 1"), ("f", true, "n")];

/// Arguments with which programs run.
const SIZES: std::ops::RangeInclusive<i64> = 1..=5;
const SEEDS: u64 = 3;
/// The budget of Z3 for each query.
const RLIMIT: u32 = 3_000_000;

/// The text of a program without its claim. The code ends with a closing brace for the claim to stand in front of.
fn random_program(r: &mut Random) -> String {
    let mut text = String::new();
    KERNELS.iter().for_each(|(.., kernel)| writeln!(text, "{kernel}").expect("a string"));
    text.push_str("requires n >= 1;\nvoid program(int n) {\n");
    for (name, device, length) in ARRAYS {
        let _ = writeln!(text, "  {}int[{length}] {name};", if device { "device " } else { "" });
    }
    let of = |r: &mut Random, device: Option<bool>| loop {
        let (name, on, _) = ARRAYS[r.below(ARRAYS.len())];
        if device.is_none_or(|device| device == on) {
            return name;
        }
    };
    for _ in 0..1 + r.below(4) {
        match r.below(8) {
            0 => {
                let _ = writeln!(text, "  {}[{}] := {};", of(r, Some(false)), ["0", "n - 1"][r.below(2)], r.below(5));
            }
            1..=3 => {
                let (to, from) = (of(r, None), of(r, None));
                let count = ["", "", "", ", n", ", n - 1", ", 1"][r.below(6)];
                if to != from {
                    let _ = writeln!(text, "  copy({to}, {from}{count});");
                }
            }
            _ => {
                let (name, scalars, arrays, _) = KERNELS[r.below(KERNELS.len())];
                let groups = ["n", "n", "n", "1", "n - 1"][r.below(5)];
                let threads = ["1", "1", "1", "n", "2", "n + 1"][r.below(6)];
                let scalar = |s: &&str| match *s {
                    "n" => ["n", "n", "n", "n", "n", "n - 1", "n + 1"][r.below(7)].to_owned(),
                    _ => r.below(4).to_string(),
                };
                let mut args: Vec<String> = scalars.iter().map(scalar).collect();
                args.extend((0..arrays).map(|_| of(r, Some(true)).to_owned()));
                let args = args.join(", ");
                let _ = writeln!(text, "  launch {name}(groups = {groups}, threads = {threads})({args});");
            }
        }
    }
    text + "}\n"
}

/// How a run ends, and the arrays at its end.
fn run(program: &Program, n: i64, seed: u64) -> interp::host::HostRun {
    let id = programs(program)[0];
    let options = Options { contracts: true, ..Options::default() };
    run_host(program, id, &HostInput::new(vec![Value::from(n)], seed), &options)
}

/// Adds the claim that an element has the value that it has in two runs with different inputs, if there is such an
/// element.
fn with_claim(text: &str, r: &mut Random) -> Option<String> {
    let program = read(text);
    let (seen, again) = (run(&program, 3, 1), run(&program, 3, 2));
    if seen.outcome != Outcome::Finished || again.outcome != Outcome::Finished {
        return None;
    }
    let places = [("0", 0), ("n - 1", 2), ("1", 1)];
    let all = (0..seen.arrays.len()).flat_map(|at| places.map(|place| (at, place)));
    let same = |(at, (_, offset)): &(usize, (&str, usize))| {
        seen.arrays[*at].after[*offset] == again.arrays[*at].after[*offset]
    };
    let known: Vec<(usize, (&str, usize))> = all.filter(same).collect();
    let (at, (index, offset)) = *r.pick(&known)?;
    let array = &seen.arrays[at];
    let value = &array.after[offset];
    let guard = if index == "1" { "n >= 2 ==> " } else { "" };
    let body = text.trim_end().strip_suffix('}')?;
    Some(format!("{body}  assert {guard}{}[{index}] == {value};\n}}\n", array.shape.name))
}

/// If all obligations of a program are proved, no run of it goes wrong. The mutants leave out the obligations of one
/// kind.
fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let bare = random_program(r);
    let text = with_claim(&bare, r).unwrap_or(bare);
    let program = read(&text);
    let dropped = |what: What| match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => what == What::LaunchPre,
        Variant::Mutant(1) => what == What::Copy,
        Variant::Mutant(_) => what == What::LaunchResources,
    };
    if !is_proved(&program, RLIMIT, Some("program"), |o| dropped(o.code.what)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for n in SIZES {
        for seed in 0..SEEDS {
            let seen = run(&program, n, seed);
            let fine = went_well(&seen.outcome);
            let story = || format!("n = {n}, seed {seed}: {:?}\n{text}", seen.outcome.failure().map(|f| f.code));
            tally.put(Some(true), || fine, story);
        }
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "launch",
    law:
        "behind a copy or a launch, what the host knows of its arrays is true; a run in which every obligation of the \
        host holds does not go wrong",
    files: &["launched.rs", "rules/launch.rs", "rules/copy.rs"],
    covers: &["copy", "launch.precondition", "launch.resources"],
    mutants: &[
        "a launch may have any sizes, arguments and arrays",
        "a copy may be longer than its arrays",
        "one array may be passed twice",
    ],
    least: 200,
    instances: Instances::Seeds(200, instance),
}];
