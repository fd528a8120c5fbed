//! Data races: kernels that have one, and kernels that have none. The detection, which keeps three epochs for each
//! location as FastTrack does, is compared with the definition over all pairs of accesses.

use std::collections::BTreeMap;

use interp::{explore, Bounds, Event, Fill, Launch, Location, Options, Relation, Rng, Run, Schedule, ThreadId};

use crate::support::{every_schedule, input, plain, program, run_source, word};

fn races(source: &str, launch: Launch) -> String {
    word(&run_source(source, launch, &[], &plain()))
}

fn relation(source: &str, launch: Launch) -> Option<Relation> {
    run_source(source, launch, &[], &plain()).outcome.failure().and_then(|f| f.relation)
}

const ONE: Launch = Launch::new(1, 4).with_warp(2);
const TWO: Launch = Launch::new(2, 2).with_warp(2);

#[test]
fn neighbours_race_without_a_barrier_and_not_with_one() {
    let with = |barrier: &str| {
        format!(
            "kernel k {{ global int[gsize] a; global int[gsize] b;
               void main() {{ a[tid] := tid; {barrier} b[tid] := a[(tid + 1) % gsize]; }} }}"
        )
    };
    assert_eq!(races(&with(""), ONE), "store:data-race");
    assert_eq!(races(&with("barrier(global);"), ONE), "finished");
    assert_eq!(races(&with("barrier(both);"), ONE), "finished");
    // These do not fence the memory that is read.
    assert_eq!(races(&with("barrier(local);"), ONE), "load:data-race");
    assert_eq!(races(&with("barrier(none);"), ONE), "load:data-race");
}

#[test]
fn local_memory_needs_a_local_fence() {
    let with = |barrier: &str| {
        format!(
            "kernel k {{ local int[gsize] s; global int[gsize] b;
               void main() {{ s[lid] := tid; {barrier} b[tid] := s[(lid + 1) % gsize]; }} }}"
        )
    };
    let one = Launch::new(1, 4).with_warp(4);
    assert_eq!(races(&with("barrier(local);"), one), "finished");
    assert_eq!(races(&with("barrier(global);"), one), "load:data-race");
}

#[test]
fn a_read_is_over_at_any_barrier_unless_fences_are_strict() {
    let source = "kernel k { global int[gsize] a; global int[gsize] b;
       void main() { b[tid] := a[(tid + 1) % gsize]; barrier(none); a[tid] := 1; } }";
    assert_eq!(races(source, ONE), "finished");
    let strict = Options { strict_fences: true, ..plain() };
    assert_eq!(word(&run_source(source, ONE, &[], &strict)), "store:data-race");
}

#[test]
fn local_memory_of_two_groups_is_two_memories_and_global_memory_is_one() {
    let local = "kernel k { local int[1] s; void main() { if (lid == 0) { s[0] := gid; } } }";
    assert_eq!(races(local, TWO), "finished");
    let global = "kernel k { global int[1] a; void main() { if (lid == 0) { a[0] := gid; } } }";
    assert_eq!(races(global, TWO), "store:data-race");
    assert_eq!(relation(global, TWO), Some(Relation::InterGroup));
}

#[test]
fn no_barrier_orders_two_groups() {
    let source = "kernel k { global int[1] a; global int[tcount] b;
       void main() { if (tid == 0) { a[0] := 7; } barrier(both); barrier(both); if (gid == 1) { b[tid] := a[0]; } } }";
    assert_eq!(races(source, TWO), "load:data-race");
}

#[test]
fn readers_do_not_race() {
    let source = "kernel k { global int[1] a; global int[tcount] b; void main() { b[tid] := a[0] + gid; } }";
    assert_eq!(races(source, TWO), "finished");
}

#[test]
fn how_two_threads_stand_to_each_other() {
    let same = "kernel k { global int[1] a; void main() { a[0] := tid; } }";
    assert_eq!(relation(same, ONE), Some(Relation::IntraWarpSame));
    let sides = "kernel k { global int[1] a; void main() { if (tid == 0) { a[0] := 1; } \
        else { if (tid == 1) { a[0] := 2; } } } }";
    assert_eq!(relation(sides, ONE), Some(Relation::IntraWarpDiverged));
    let path =
        "kernel k { global int[1] a; void main() { if (tid == 0) { a[0] := 1; } if (tid == 1) { a[0] := 2; } } }";
    assert_eq!(relation(path, ONE), Some(Relation::IntraWarpLockstep));
    let warps = "kernel k { global int[1] a; void main() { if (tid == 0 || tid == 3) { a[0] := tid; } } }";
    assert_eq!(relation(warps, ONE), Some(Relation::InterWarp));
}

#[test]
fn a_race_through_a_function_that_reads_memory() {
    let source = "kernel k { global int[gsize] a;
       requires 0 <= i && i < gsize ** Perm(a[i], read);
       pure int at(int i) = a[i];
       void main() { a[tid] := at((tid + 1) % gsize); } }";
    let run = run_source(source, ONE, &[], &plain());
    assert_eq!(run.outcome.failure().map(|f| f.code.to_string()).as_deref(), Some("store:data-race"));
}

/// A kernel without branches on data: accesses of single threads to a few locations, and barriers of all kinds.
fn random_kernel(rng: &mut Rng) -> String {
    let mut body = String::new();
    for _ in 0..2 + rng.below(5) {
        let array = ["a", "s"][rng.below(2)];
        let index = rng.below(2);
        let who = rng.below(4);
        let statement = match rng.below(8) {
            0 => format!("if (tid == {who}) {{ {array}[{index}] := {who}; }}"),
            1 => format!("{array}[{index}] := tid;"),
            2 | 3 => format!("if (tid == {who}) {{ x := {array}[{index}]; }}"),
            4 => format!("x := {array}[{index}];"),
            5 => format!("if (tid % 2 == {}) {{ x := {array}[{index}]; }}", who % 2),
            _ => format!("barrier({});", ["global", "local", "both", "none"][rng.below(4)]),
        };
        body.push_str(&statement);
        body.push(' ');
    }
    format!("kernel k {{ global int[2] a; local int[2] s; void main() {{ int x := gid; {body} }} }}")
}

/// One access of a run: who, where, whether it writes, and how many barriers of its group came before it: those that
/// fence global memory, those that fence local memory, and all.
type Seen = (ThreadId, Location, bool, [u32; 3]);

fn accesses(run: &Run, source: &str) -> Vec<Seen> {
    let mut passed: BTreeMap<ThreadId, [u32; 3]> = BTreeMap::new();
    let mut out = Vec::new();
    for step in &run.trace.as_ref().unwrap().steps {
        let counts = passed.entry(step.thread).or_default();
        match step.what {
            Event::Read(location, _) => out.push((step.thread, location, false, *counts)),
            Event::Write(location, _) => out.push((step.thread, location, true, *counts)),
            Event::Leave => {
                let text = step.node.span.text(source);
                counts[0] += u32::from(text.contains("global") || text.contains("both"));
                counts[1] += u32::from(text.contains("local") || text.contains("both"));
                counts[2] += 1;
            }
            Event::Assign { .. }
            | Event::Branch { .. }
            | Event::Enter { .. }
            | Event::Return
            | Event::Arrive
            | Event::End => {}
        }
    }
    out
}

/// The definition, over all pairs of accesses of one run.
fn has_race(accesses: &[Seen]) -> bool {
    accesses.iter().enumerate().any(|(n, a)| {
        accesses.iter().skip(n + 1).any(|b| {
            let conflict = a.1 == b.1 && (a.2 || b.2) && a.0 != b.0;
            // `a` comes first in the run. If it is a write, only barriers that fence its memory order it with `b`:
            // array 0 is global, array 1 is local.
            let counted = if a.2 { a.1.array().unwrap().0 as usize } else { 2 };
            let ordered = a.0.group == b.0.group && a.3[counted] != b.3[counted];
            conflict && !ordered
        })
    })
}

#[test]
fn three_epochs_find_what_all_pairs_find() {
    let mut rng = Rng::new(1);
    let (mut racy, mut clean) = (0, 0);
    for _ in 0..600 {
        let source = random_kernel(&mut rng);
        let launch = [TWO, ONE, Launch::new(2, 1).with_warp(1)][rng.below(3)];
        let quiet =
            Options { races: false, trace: true, uninitialised: interp::Uninitialised::Arbitrary(1), ..plain() };
        let expected = has_race(&accesses(&run_source(&source, launch, &[], &quiet), &source));
        *(if expected { &mut racy } else { &mut clean }) += 1;
        for schedule in every_schedule() {
            let options = Options { races: true, trace: false, schedule, ..quiet.clone() };
            let run = run_source(&source, launch, &[], &options);
            let found = word(&run).ends_with("data-race");
            assert_eq!(found, expected, "{}: {source} {:?}", options.schedule, run.outcome);
        }
    }
    assert!(racy > 100 && clean > 100, "{racy} racy, {clean} clean");
}

#[test]
fn exploration_and_happens_before_agree_on_tiny_kernels() {
    let mut rng = Rng::new(2);
    let launch = Launch::new(1, 3).with_warp(3);
    let (mut racy, mut visible) = (0, 0);
    for _ in 0..150 {
        // Fences are about what a machine may delay; interleavings delay nothing. So all barriers fence here.
        let source = random_kernel(&mut rng);
        let source = ["global", "local", "none"]
            .iter()
            .fold(source, |s, f| s.replace(&format!("barrier({f})"), "barrier(both)"));
        let source = format!("{} c[tid] := x; }} }}", source.trim_end_matches(" } }"))
            .replace("global int[2] a;", "global int[2] a; global int[3] c;");
        let program = program(&source);
        let options = Options { races: false, uninitialised: interp::Uninitialised::Arbitrary(1), ..plain() };
        let input = input(&program, &launch, &[], Fill::Iota);
        let all = explore(&program, "k", &launch, &input, &options, &Bounds::default()).unwrap();
        assert!(all.is_complete() && all.failures.is_empty(), "{source}: {all:?}");
        let one = interp::run(&program, "k", &launch, &input, &Options { races: true, ..options.clone() }).unwrap();
        let race = word(&one).ends_with("data-race");
        if race {
            racy += 1;
        } else {
            assert_eq!((all.runs, all.memories.len()), (1, 1), "no race, so one interleaving: {source}");
        }
        if all.memories.len() > 1 {
            visible += 1;
            assert!(race, "two results, so a race: {source}");
        }
        // With races as failures some interleaving fails exactly if the canonical one does.
        let checked =
            explore(&program, "k", &launch, &input, &Options { races: true, ..options }, &Bounds::default()).unwrap();
        assert_eq!(!checked.failures.is_empty(), race, "{source}");
        for (failure, schedule) in &checked.failures {
            let options = Options {
                races: true,
                schedule: schedule.clone(),
                uninitialised: interp::Uninitialised::Arbitrary(1),
                ..plain()
            };
            let again = interp::run(&program, "k", &launch, &input, &options).unwrap();
            assert_eq!(again.outcome.failure(), Some(failure), "{schedule}: {source}");
        }
    }
    assert!(racy > 20 && visible > 10, "{racy} racy, {visible} visible");
    assert_eq!(Schedule::Canonical, Schedule::default());
}
