//! Streams: a host program whose obligations are proved does not go wrong, whenever its operations are executed.
//!
//! In: random host programs that copy and launch in streams, record events and wait for them, branch and loop. Such a
//! program claims the value of an element at its end, which comes from a run. If all obligations of a program are
//! proved, it is run with other arguments and under several schedules, which execute operations early, late, or in
//! between, and must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{is_proved, read, went_well};
use interp::host::{programs, run_host, HostInput};
use interp::{Options, Outcome, Schedule, Value};
use ir::Program;
use logic::obligation::{What, Why};
use std::fmt::Write as _;
use trials::random::Random;

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

/// The budget of Z3 for each query.
const RLIMIT: u32 = 3_000_000;

/// The runs of a program: its two arguments, when operations are executed, and what arrays contain at first.
fn runs() -> impl Iterator<Item = (i64, bool, Schedule, u64)> {
    let schedules = [Schedule::Canonical, Schedule::Reversed, Schedule::Random(1), Schedule::Random(2)];
    let orders = schedules.into_iter().flat_map(|schedule| [(schedule.clone(), 1), (schedule, 2)]);
    orders.flat_map(|(schedule, seed)| {
        [1, 3].into_iter().flat_map(move |n| [(n, false), (n, true)]).map(move |(n, c)| (n, c, schedule.clone(), seed))
    })
}

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
    if !is_proved(&program, RLIMIT, Some("program"), |o| dropped(o.code.what, o.code.why)) {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for (n, c, schedule, seed) in runs() {
        let seen = run(&program, n, c, (schedule.clone(), seed), true);
        let code = seen.outcome.failure().map(|f| f.code);
        let story = || format!("n = {n}, c = {c}, {schedule}: {code:?}\n{text}");
        tally.put(Some(true), || went_well(&seen.outcome), story);
    }
}

/// Kernels for the second claim: no run of the first one ends with what it promises.
const NEVER: &str = "\
kernel never { kernel requires ngroups >= 1; ensures false; void main() { } }
kernel idle { kernel requires ngroups >= 1; void main() { } }
";

/// A program that starts `never` in a stream, waits in some way or other, and then asserts what no state satisfies.
/// The waits stand in branches and loops, some of which a run never enters, and behind exits.
fn random_waits(r: &mut Random) -> String {
    let mut text = NEVER.to_owned();
    text.push_str("requires n >= 1;\nvoid program(int n, bool c) {\n  stream s, t;\n");
    let mut writer = Writer { text, events: Vec::new(), declared: 0 };
    let first = r.below(3);
    for n in 0..3 + r.below(4) {
        if n == first {
            writer.line("launch never(groups = n, threads = 1, stream = s)();");
        } else {
            writer.waits(r, 2);
        }
    }
    writer.text + "  assert false;\n}\n"
}

impl Writer {
    /// Events, waits for streams and events, and launches of `idle`, within branches and loops.
    fn waits(&mut self, r: &mut Random, depth: usize) {
        let of = |r: &mut Random| *r.pick(&STREAMS).expect("not empty");
        match r.below(if depth > 0 { 12 } else { 8 }) {
            0 | 1 => {
                let (name, stream) = (format!("v{}", self.declared), of(r));
                self.declared += 1;
                self.line(&format!("event {name} = record({stream});"));
                self.events.push(name);
            }
            2 | 3 => {
                if let Some(event) = r.pick(&self.events).cloned() {
                    self.line(&format!("wait({}, {event});", of(r)));
                }
            }
            4 => {
                if let Some(event) = r.pick(&self.events).cloned() {
                    self.line(&format!("synchronize({event});"));
                }
            }
            5 | 6 => {
                let what = *r.pick(&["s", "t", "t", ""]).expect("not empty");
                self.line(&format!("synchronize({what});"));
            }
            7 => self.line(&format!("launch idle(groups = 1, threads = n, stream = {})();", of(r))),
            8 | 9 => {
                let (events, condition) = (self.events.len(), *r.pick(&["n > 1", "c", "n >= 1"]).expect("not empty"));
                self.line(&format!("if ({condition}) {{"));
                (0..1 + r.below(2)).for_each(|_| self.waits(r, depth - 1));
                self.events.truncate(events);
                if r.below(3) == 0 {
                    self.line("return;");
                } else if r.below(2) == 0 {
                    self.line("} else {");
                    self.waits(r, depth - 1);
                    self.events.truncate(events);
                }
                self.line("}");
            }
            _ => {
                let (events, number) = (self.events.len(), self.declared);
                let bound = *r.pick(&["n - 1", "n", "2"]).expect("not empty");
                self.declared += 1;
                self.line(&format!("for (int i{number} := 0; i{number} < {bound}; i{number}++) {{"));
                if r.below(2) == 0 {
                    self.line(r.pick(&["if (c) { break; }", "if (c) { continue; }"]).expect("not empty"));
                }
                self.waits(r, depth - 1);
                self.events.truncate(events);
                self.line(r.pick(&["", "synchronize();", "synchronize(s);"]).expect("not empty"));
                self.line("}");
            }
        }
    }
}

/// If `assert false` behind the waits is proved, no run gets there before `never` has ended, however late the
/// operations are executed. The mutant proves a program that waits for all of them, and runs the one that does not.
fn never_instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_waits(r);
    let program = read(&text);
    let proved = match variant {
        Variant::Rule => is_proved(&program, RLIMIT, Some("program"), |_| false),
        Variant::Mutant(_) => {
            let waits = read(&text.replace("  assert false;", "  synchronize();\n  assert false;"));
            is_proved(&waits, RLIMIT, Some("program"), |_| false)
        }
    };
    if !proved {
        tally.put(Some(false), || None, String::new);
        return;
    }
    for (n, c, schedule, seed) in runs() {
        let seen = run(&program, n, c, (schedule.clone(), seed), true);
        let code = seen.outcome.failure().map(|f| f.code);
        // The kernel itself is wrong, and a run that executes it stops there.
        let fine = code.map_or(went_well(&seen.outcome), |code| Some(code.what != What::Assert));
        tally.put(Some(true), || fine, || format!("n = {n}, c = {c}, {schedule}: {code:?}\n{text}"));
    }
}

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[STREAMS_CLAIM, NEVER_CLAIM];

const STREAMS_CLAIM: Claim = Claim {
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
};

const NEVER_CLAIM: Claim = Claim {
    name: "streams-never",
    law:
        "what an operation promises is known only where it has ended: behind a wait of the host for its stream or for \
        an event behind it, on each path to there",
    files: &["pending.rs", "rules/streams.rs"],
    covers: &[],
    mutants: &["what an operation promises is known before the host waits"],
    least: 200,
    instances: Instances::Seeds(300, never_instance),
};
