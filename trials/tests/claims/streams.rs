//! Streams: a host program whose obligations are proved does not go wrong, whenever its operations are executed.
//!
//! In: random host programs that copy and launch in streams, record events and wait for them, branch and loop. Such a
//! program claims the value of an element at its end, which comes from a run. If all obligations of a program are
//! proved, it is run with other arguments and under several schedules, which execute operations early, late, or in
//! between, and must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use interp::host::{programs, run_host, HostInput};
use interp::{Options, Outcome, Schedule, Value};
use ir::Program;
use logic::obligation::{What, Why};
use std::fmt::Write as _;
use trials::random::Random;
use vcgen::options::Options as Verification;
use vcgen::outcome::Verdict;
use vcgen::pipeline;

/// Kernels that are right. `take` ends, and what it needs comes from an earlier launch or copy.
const KERNELS: &str = "\
kernel add { global int n, v; global int[n] a; kernel requires ngroups >= 1 && n == tcount; \
 context Perm(a[tid], write); ensures a[tid] == \\old(a[tid]) + v; void main() { a[tid] := a[tid] + v; } }
kernel fill { global int n, v; global int[n] a; kernel requires ngroups >= 1 && n == tcount; \
 context Perm(a[tid], write); ensures a[tid] == v; void main() { a[tid] := v; } }
kernel take { global int n; global int[n] a, b; kernel requires ngroups >= 1 && n == tcount; \
 context Perm(a[tid], read) ** Perm(b[tid], write); ensures b[tid] == a[tid]; void main() { b[tid] := a[tid]; } }
kernel one { global int n; global int[n] a; kernel requires ngroups >= 1 && n == tcount; \
 context Perm(a[tid], write); requires a[tid] == 1; ensures a[tid] == 2; void main() { a[tid] := 2; } }
";

const HOST: [&str; 2] = ["h", "g"];
const DEVICE: [&str; 2] = ["d", "e"];
const ALL: [&str; 4] = ["h", "g", "d", "e"];
const STREAMS: [&str; 2] = ["s", "t"];

/// Arguments with which programs run.
const SIZES: [i64; 2] = [1, 3];

/// A program while it is written.
struct Writer {
    text: String,
    /// The events that are visible.
    events: Vec<String>,
    /// How many were declared.
    declared: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    /// `, stream = s`, or nothing where the host waits.
    fn stream(r: &mut Random) -> String {
        match r.below(5) {
            0 => String::new(),
            _ => format!(", stream = {}", r.pick(&STREAMS).expect("not empty")),
        }
    }

    fn step(&mut self, r: &mut Random, depth: usize) {
        let of = |r: &mut Random, names: &[&'static str]| *r.pick(names).expect("not empty");
        match r.below(17) {
            0 => {
                let (host, value) = (of(r, &HOST), r.below(4));
                self.line(&format!("{host}[0] := {value};"));
            }
            1..=3 => {
                let (to, from, stream) = (of(r, &ALL), of(r, &ALL), Self::stream(r));
                if to != from {
                    self.line(&format!("copy({to}, {from}{stream});"));
                }
            }
            4..=7 => {
                let (stream, a, b, v) = (Self::stream(r), of(r, &DEVICE), of(r, &DEVICE), r.below(3));
                let sizes = format!("groups = n, threads = 1{stream}");
                let launch = match r.below(4) {
                    0 => format!("launch add({sizes})(n, {v}, {a});"),
                    1 => format!("launch fill({sizes})(n, {v}, {a});"),
                    2 if a != b => format!("launch take({sizes})(n, {a}, {b});"),
                    _ => format!("launch fill({sizes})(n, 1, {a});\n  launch one({sizes})(n, {a});"),
                };
                self.line(&launch);
            }
            8 => {
                let name = format!("v{}", self.declared);
                self.declared += 1;
                self.line(&format!("event {name} = record({});", of(r, &STREAMS)));
                self.events.push(name);
            }
            9 => {
                if let Some(event) = r.pick(&self.events).cloned() {
                    let stream = of(r, &STREAMS);
                    let line = if r.below(4) == 0 {
                        format!("synchronize({event});")
                    } else {
                        format!("wait({stream}, {event});")
                    };
                    self.line(&line);
                }
            }
            10 | 11 => {
                let what = *r.pick(&["s", "t", ""]).expect("not empty");
                self.line(&format!("synchronize({what});"));
            }
            12 if depth > 0 => {
                let (events, condition) = (self.events.len(), *r.pick(&["n > 1", "c"]).expect("not empty"));
                self.line(&format!("if ({condition}) {{"));
                (0..1 + r.below(2)).for_each(|_| self.step(r, depth - 1));
                self.events.truncate(events);
                if r.below(2) == 0 {
                    self.line("} else {");
                    self.step(r, depth - 1);
                    self.events.truncate(events);
                }
                self.line("}");
            }
            13..=16 if depth > 0 => {
                let (events, number) = (self.events.len(), self.declared);
                self.declared += 1;
                if r.below(4) == 0 {
                    let stream = of(r, &STREAMS);
                    self.line(&format!("{{ device int[n] f{number};"));
                    self.line(&format!("launch fill(groups = n, threads = 1, stream = {stream})(n, 1, f{number});"));
                } else {
                    self.line(&format!("for (int i{number} := 0; i{number} < 2; i{number}++) {{"));
                }
                (0..1 + r.below(2)).for_each(|_| self.step(r, depth - 1));
                self.events.truncate(events);
                if r.below(2) == 0 {
                    self.line("synchronize();");
                }
                self.line("}");
            }
            _ => {}
        }
    }
}

/// The text of a program. The code ends with a closing brace for the claim to stand in front of.
fn random_program(r: &mut Random) -> String {
    let mut text = KERNELS.to_owned();
    text.push_str("requires n >= 1;\nvoid program(int n, bool c) {\n");
    text.push_str("  int[n] h;\n  int[n] g;\n  device int[n] d;\n  device int[n] e;\n  stream s, t;\n");
    let mut writer = Writer { text, events: Vec::new(), declared: 0 };
    for _ in 0..3 + r.below(5) {
        writer.step(r, 2);
        if r.below(4) == 0 {
            writer.line("synchronize();");
        }
    }
    if r.below(4) > 0 {
        writer.line("synchronize();");
    }
    writer.text + "}\n"
}

fn read(text: &str) -> Program {
    let parsed = syntax::parse_program(text);
    parsed.program.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// How a run ends, and the arrays at its end. The seed determines what arrays contain where they are declared.
fn run(program: &Program, n: i64, c: bool, (schedule, seed): (Schedule, u64), races: bool) -> interp::host::HostRun {
    let id = programs(program)[0];
    let options = Options { contracts: true, races, schedule, ..Options::default() };
    run_host(program, id, &HostInput::new(vec![Value::from(n), Value::Bool(c)], seed), &options)
}

/// Adds the claim that an element has the value that it has in a run, if there is a run.
fn with_claim(text: &str, r: &mut Random) -> Option<String> {
    let program = read(text);
    let seen = run(&program, 3, true, (Schedule::Canonical, 1), false);
    if seen.outcome != Outcome::Finished {
        return None;
    }
    let array = r.pick(&seen.arrays).filter(|array| ALL.contains(&array.shape.name.as_str()))?;
    let body = text.trim_end().strip_suffix('}')?;
    Some(format!("{body}  assert n == 3 && c ==> {}[0] == {};\n}}\n", array.shape.name, array.after.first()?))
}

/// If all obligations of a program are proved, no run of it goes wrong. The mutants leave out the obligations of one
/// kind.
fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let bare = random_program(r);
    let text = with_claim(&bare, r).unwrap_or(bare);
    let program = read(&text);
    let dropped = |what: What, why: Why| match variant {
        Variant::Rule => false,
        Variant::Mutant(0) => what == What::LaunchResources && why == Why::InUse,
        Variant::Mutant(1) => what == What::Copy && why == Why::InUse,
        Variant::Mutant(2) => what == What::Store,
        Variant::Mutant(3) => what == What::WellFormed,
        Variant::Mutant(4) => what == What::Lifetime,
        Variant::Mutant(5) => what == What::InvariantPreserved && why == Why::Unsupported,
        Variant::Mutant(_) => what == What::Assert,
    };
    let options = Verification { threads: 1, ..Verification::default() };
    let items = pipeline::verify(&program, &options);
    let of_host = items.iter().filter(|item| item.item == "program").flat_map(|item| &item.obligations);
    let proved = of_host.filter(|o| !dropped(o.code.what, o.code.why)).all(|o| o.verdict == Verdict::Proved);
    if !proved {
        tally.put(Some(false), || None, String::new);
        return;
    }
    let schedules = [Schedule::Canonical, Schedule::Reversed, Schedule::Random(1), Schedule::Random(2)];
    for n in SIZES {
        for c in [false, true] {
            for (schedule, seed) in schedules.iter().flat_map(|schedule| [(schedule, 1), (schedule, 2)]) {
                let seen = run(&program, n, c, (schedule.clone(), seed), true);
                let fine = match &seen.outcome {
                    Outcome::Finished => Some(true),
                    Outcome::Failed(_) => Some(false),
                    _ => None,
                };
                let code = seen.outcome.failure().map(|f| f.code);
                let story = || format!("n = {n}, c = {c}, {schedule}: {code:?}\n{text}");
                tally.put(Some(true), || fine, story);
            }
        }
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "streams",
    law: "a run in which every obligation of the host holds does not go wrong, whenever the operations of its streams \
        are executed: neither the host nor another operation uses what a pending one uses, and what is known behind a \
        wait is true",
    files: &["pending.rs", "rules/streams.rs"],
    covers: &["lifetime"],
    mutants: &[
        "a launch may use what operations of other streams use",
        "a copy may use what pending operations use",
        "the host may write what pending operations use",
        "assertions may speak of what pending operations write",
        "memory may end while operations use it",
        "an iteration may leave work pending",
        "an asserted value need not be known",
    ],
    least: 200,
    instances: Instances::Seeds(350, instance),
}];
