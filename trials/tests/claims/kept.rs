//! Permissions that nobody names: loops keep them, and barriers leave them where they are.
//!
//! In: random kernels with two arrays, whose barriers and loops name none, one or both of the arrays. Where a barrier
//! names an array, its elements move on to other threads. About half of the kernels are wrong: they access an element
//! that moved away, or state a value that another thread has changed. If all obligations are proved, the kernel is run,
//! with its contracts and with a search for races, and must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, read, went_well};
use interp::{run, Input, Launch, Options, Outcome, Rule, Schedule, Value};
use ir::Program;
use logic::obligation::What;
use trials::random::Random;

/// The budget of Z3 for each query.
const RLIMIT: u32 = 400_000;
const ARRAYS: [&str; 2] = ["a", "b"];
/// How deep loops stand in loops.
const DEEPEST: usize = 2;

/// A kernel that is being written.
#[derive(Clone)]
struct Draft {
    text: String,
    /// How far the elements of each array have moved: the thread holds the element that many places further.
    moved: [usize; 2],
    /// The value of the element of each array, while it is known.
    value: [Option<usize>; 2],
    /// The number of the next loop.
    loops: usize,
}

fn element(array: usize, moved: usize) -> String {
    let name = ARRAYS[array];
    match moved {
        0 => format!("{name}[tid]"),
        n => format!("{name}[(tid + {n}) % tcount]"),
    }
}

impl Draft {
    /// The element of an array that the thread holds or, in one of sixteen cases, another one.
    fn own(&self, r: &mut Random, array: usize) -> String {
        let moved = if r.below(16) == 0 { r.below(3) } else { self.moved[array] };
        element(array, moved)
    }

    fn write(&mut self, r: &mut Random) {
        let (array, v) = (r.below(2), r.below(3));
        self.text += &format!("{} := {v};\n", self.own(r, array));
        self.value[array] = Some(v);
    }

    fn assert(&mut self, r: &mut Random) {
        let array = r.below(2);
        let v = if r.below(16) == 0 { Some(r.below(3)) } else { self.value[array] };
        if let Some(v) = v {
            self.text += &format!("assert {} == {v};\n", self.own(r, array));
        }
    }

    /// A barrier that names some of the arrays, and hands their elements on.
    fn barrier(&mut self, r: &mut Random) {
        let mut clauses = String::new();
        for array in 0..2 {
            if r.below(2) == 0 {
                continue;
            }
            let to = r.below(3);
            let amount = if r.below(16) == 0 { "1\\2" } else { "write" };
            clauses += &format!("  ensures Perm({}, {amount});\n", element(array, to));
            if to != self.moved[array] && r.below(16) > 0 {
                self.value[array] = None;
            }
            self.moved[array] = to;
        }
        let fence = if r.below(16) == 0 { "none" } else { "global" };
        self.text += &format!("barrier({fence}) {{\n{clauses}}}\n");
    }

    /// A loop whose invariants name some of the arrays. Its body ends with the elements with which it began, mostly.
    fn repeat(&mut self, r: &mut Random, depth: usize) {
        let number = self.loops;
        self.loops += 1;
        let (moved, before) = (self.moved, self.value);
        let mut body = Self { text: String::new(), value: [None; 2], ..self.clone() };
        for _ in 0..1 + r.below(3) {
            body.step(r, depth + 1);
        }
        if body.moved != moved && r.below(8) > 0 {
            let back = (0..2).filter(|n| body.moved[*n] != moved[*n]);
            let back: String = back.map(|n| format!("  ensures Perm({}, write);\n", element(n, moved[n]))).collect();
            body.text += &format!("barrier(global) {{\n{back}}}\n");
        }
        for array in 0..2 {
            let name = ARRAYS[array];
            let named = body.text.contains(&format!("Perm({name}["));
            if (named && r.below(8) > 0) || r.below(4) == 0 {
                self.text += &format!("loop_invariant Perm({}, write);\n", element(array, moved[array]));
            }
            let changed = body.text.contains(&format!("{name}[")) && body.text.contains(":=");
            self.value[array] = before[array].filter(|_| !changed || r.below(16) == 0);
        }
        self.text += &format!("for (int i{number} := 0; i{number} < 2; i{number}++) {{\n{}}}\n", body.text);
        (self.moved, self.loops) = (moved, body.loops);
    }

    fn step(&mut self, r: &mut Random, depth: usize) {
        match r.below(8) {
            0..=2 => self.write(r),
            3 => self.assert(r),
            4 | 5 => self.barrier(r),
            _ if depth < DEEPEST => self.repeat(r, depth),
            _ => self.write(r),
        }
    }
}

fn random_kernel(r: &mut Random) -> String {
    let mut draft = Draft { text: String::new(), moved: [0; 2], value: [Some(1); 2], loops: 0 };
    for _ in 0..2 + r.below(4) {
        draft.step(r, 0);
    }
    draft.assert(r);
    format!(
        "kernel k {{\nglobal int[tcount] a, b;\nkernel requires ngroups == 1;\n\
         requires Perm(a[tid], write) ** Perm(b[tid], write) ** a[tid] == 1 ** b[tid] == 1;\n\
         void main() {{\n{}}}\n}}\n",
        draft.text
    )
}

/// How a run ends; `None` if it cannot begin.
fn outcome(program: &Program, threads: u32, schedule: Schedule) -> Option<Outcome> {
    let one = |name: &&str| ((*name).to_owned(), Rule::Same(Value::from(1)));
    let input = Input { rules: ARRAYS.iter().map(one).collect(), ..Input::default() };
    let options = Options { schedule, contracts: true, races: true, ..Options::default() };
    run(program, "k", &Launch::new(1, threads), &input, &options).ok().map(|run| run.outcome)
}

/// The mutants leave out the obligations of one kind.
fn dropped(variant: Variant, what: What) -> bool {
    match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => what == What::InvariantPreserved,
        Variant::Mutant(1) => what == What::BarrierRedistribution,
        Variant::Mutant(_) => what == What::Store,
    }
}

fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_kernel(r);
    let program = read(&text);
    if !is_proved(&program, RLIMIT, None, |o| dropped(variant, o.code.what)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for (threads, schedule) in [(1, Schedule::Canonical), (3, Schedule::Reversed), (4, Schedule::Random(r.bits()))] {
        let seen = outcome(&program, threads, schedule);
        let told = || format!("{threads} threads: {:?}\n{text}", seen.as_ref().and_then(Outcome::failure));
        tally.put(Some(true), || seen.as_ref().and_then(went_well), told);
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "kept",
    law: "a run in which every obligation holds does not go wrong, where loops keep the permissions of arrays that no \
        invariant names, and barriers take those of arrays that they name",
    files: &["rules/kept.rs", "rules/loops.rs", "rules/barrier.rs"],
    covers: &[],
    mutants: &[
        "an iteration need not give back what it got",
        "a barrier may hand out an element twice",
        "an element may be written without its permission",
    ],
    least: 100,
    instances: Instances::Seeds(500, instance),
}];
