//! Atomics: the patterns that kernels use them for, right and wrong.

use interp::{Event, Fill, Launch, Options, Relation, Schedule, Value};
use ir::Space;

use crate::support::{every_schedule, explored, input, ints, plain, program, run_source, word};

const TWO: Launch = Launch::new(2, 2).with_warp(2);
const ONE: Launch = Launch::new(1, 4).with_warp(2);

/// How a kernel ends in all interleavings of a launch whose arrays are 0 at the start: the ids of the failures, and the
/// final arrays `out`.
fn ends(source: &str, launch: Launch, options: &Options) -> (Vec<String>, Vec<Vec<i64>>) {
    let found = explored(source, launch, options);
    assert!(found.others.is_empty(), "{found:?}");
    let mut failures: Vec<String> = found.failures.iter().map(|(f, _)| f.code.to_string()).collect();
    failures.sort();
    failures.dedup();
    let out = |m: &std::collections::BTreeMap<String, Vec<Value>>| {
        m["out"].iter().map(|v| v.as_int().unwrap().to_i64().unwrap()).collect()
    };
    (failures, found.memories.iter().map(out).collect())
}

const HISTOGRAM: &str = "kernel histogram {
  global int[tcount] in; global int[4] out;
  kernel requires (\\forall int i = 0 .. 4; out[i] == 0);
  context Perm(in[tid], read);
  void main() { int b := in[tid] % 4; ATOMIC { out[b] := out[b] + 1; } } }";

#[test]
fn a_histogram_counts_every_thread_in_every_schedule() {
    for words in ["atomic", "atomic relaxed"] {
        let source = HISTOGRAM.replace("ATOMIC", words);
        let program = program(&source);
        let launch = Launch::new(3, 5).with_warp(4);
        let mut input = input(&program, &launch, &[], Fill::Zero);
        let values = (0..15).map(|i| Value::from(i * i)).collect();
        let _ = input.arrays.insert("in".into(), values);
        for schedule in every_schedule() {
            let options = Options { schedule, ..plain() };
            let run = interp::run(&program, "histogram", &launch, &input, &options).unwrap();
            assert_eq!((word(&run).as_str(), ints(&run, "out")), ("finished", vec![8, 7, 0, 0]));
        }
    }
    // Without `atomic`, or among the threads of a group alone, two groups race.
    for words in ["", "atomic group", "atomic relaxed group"] {
        let source = HISTOGRAM.replace("ATOMIC", words).replace("in[tid] % 4", "0");
        let run = run_source(&source, TWO, &[], &plain());
        assert!(word(&run).ends_with(":data-race"), "{words}: {}", word(&run));
    }
    let group = HISTOGRAM.replace("ATOMIC", "atomic relaxed group").replace("in[tid] % 4", "gid");
    assert_eq!(word(&run_source(&group, TWO, &[], &plain())), "finished");
}

#[test]
fn a_launch_too_large_to_compare_all_pairs() {
    let source = HISTOGRAM.replace("ATOMIC", "atomic relaxed");
    let run = run_source(&source, Launch::new(128, 256), &[], &plain());
    assert_eq!(word(&run), "finished");
    assert_eq!(ints(&run, "out"), [8192, 8193, 8194, 8195]);
}

const REDUCTION: &str = "kernel sum {
  global int[tcount] in; global int[1] out; local int[1] s;
  requires Perm(in[tid], read);
  void main() {
    int mine := in[tid]; int total := 0;
    if (lid == 0) { s[0] := 0; }
    barrier(FENCE);
    ATOMIC { s[0] := s[0] + mine; }
    barrier(FENCE) { ensures lid == 0 ==> Perm(s[0], read); }
    if (lid == 0) { total := s[0]; atomic relaxed { out[0] := out[0] + total; } } } }";

#[test]
fn a_block_reduces_in_local_memory() {
    let with = |fence: &str, atomic: &str| REDUCTION.replace("FENCE", fence).replace("ATOMIC", atomic);
    for options in [plain(), Options::default()] {
        for schedule in every_schedule() {
            let options = Options { schedule, ..options.clone() };
            // The elements of `in` are 0, 1, 2, …, and their sum is 6.
            let source = with("local", "atomic relaxed group");
            let source = source.replace("if (lid == 0) { s[0] := 0; }\n    barrier(local);", INITIAL);
            let run = run_source(&source, TWO, &[], &options);
            assert_eq!((word(&run).as_str(), ints(&run, "out")), ("finished", vec![6]), "{:?}", run.outcome);
        }
    }
    assert_eq!(word(&run_source(&with("global", "atomic group"), TWO, &[], &plain())), "load:data-race");
    assert_eq!(word(&run_source(&with("none", "atomic"), TWO, &[], &plain())), "load:data-race");
    let lost = word(&run_source(&with("local", ""), TWO, &[], &plain()));
    assert!(lost.ends_with("data-race"), "{lost}");
}

/// With contracts, a plain store of 0 to the sum would need a permission that no thread may have while all threads add
/// to the sum in atomics. So every thread clears the sum in an atomic.
const INITIAL: &str = "atomic relaxed group { s[0] := 0; }
    barrier(local);";

/// The last group to finish adds up what all have stored, as CUDA's `threadFenceReduction` does.
const LAST: &str = "kernel last {
  global int[ngroups] part; global int[1] ticket; global int[1] out;
  void main() {
    int mine := 0; int sum := 0; int i := 0;
    if (lid == 0) {
      part[gid] := gid + 1;
      ATOMIC { mine := ticket[0]; ticket[0] := mine + 1; }
      if (mine == ngroups - 1) {
        while (i < ngroups) { sum := sum + part[i]; i := i + 1; }
        out[0] := sum; } } } }";

#[test]
fn the_last_block_sees_what_all_blocks_stored() {
    let launch = Launch::new(3, 1).with_warp(1);
    let (failures, outs) = ends(&LAST.replace("ATOMIC", "atomic"), launch, &plain());
    assert_eq!((failures.len(), outs), (0, vec![vec![6]]));
    // Contracts cannot say that a ticket passes memory on, so the loads of the thread that reads it need no permission.
    let with_contract = LAST.replace("void main", "requires Perm(part[gid], write); void main");
    let (failures, _) = ends(&with_contract.replace("ATOMIC", "atomic"), launch, &Options::default());
    assert_eq!(failures, [""; 0]);
    let (failures, _) = ends(&LAST.replace("ATOMIC", "atomic relaxed"), launch, &plain());
    assert_eq!(failures, ["load:data-race"]);
    // An atomic with the scope of a group orders nothing between groups.
    let (failures, _) = ends(&LAST.replace("ATOMIC", "atomic group"), launch, &plain());
    assert!(failures.contains(&"store:data-race".to_owned()) || failures.contains(&"load:data-race".to_owned()));
}

/// Message passing: data, then a flag; a reader that sees the flag reads the data.
fn message(put: &str, take: &str) -> String {
    format!(
        "kernel mp {{ global int[1] data; global int[1] flag; global int[1] out;
           void main() {{ int f := 0;
             if (tid == 0) {{ data[0] := 42; {put} {{ flag[0] := 1; }} }}
             if (tid == 1) {{ {take} {{ f := flag[0]; }} if (f == 1) {{ out[0] := data[0]; }} }} }} }}"
    )
}

#[test]
fn a_flag_passes_a_message_if_both_sides_synchronise() {
    let launch = Launch::new(2, 1).with_warp(1);
    let (failures, mut outs) = ends(&message("atomic", "atomic"), launch, &plain());
    outs.sort();
    assert_eq!((failures.len(), outs), (0, vec![vec![0], vec![42]]));
    for (put, take) in
        [("atomic relaxed", "atomic relaxed"), ("atomic", "atomic relaxed"), ("atomic relaxed", "atomic")]
    {
        assert_eq!(ends(&message(put, take), launch, &plain()).0, ["load:data-race"], "{put}, {take}");
    }
    // In one group the narrower scope suffices.
    let one = Launch::new(1, 2).with_warp(2);
    for (put, take) in [("atomic group", "atomic group"), ("atomic", "atomic group"), ("atomic group", "atomic")] {
        let source = message(put, take).replace("tid ==", "lid ==");
        assert_eq!(ends(&source, one, &plain()).0, [""; 0], "{put}, {take}");
        let apart = ends(&message(put, take), launch, &plain()).0;
        assert!(apart.iter().any(|id| id.ends_with("data-race")), "{put}, {take}: {apart:?}");
    }
}

#[test]
fn nobody_learns_from_a_flag_that_is_only_written() {
    // Both write the flag and read nothing: their order tells nobody anything.
    let source = "kernel k { global int[1] data; global int[1] flag; global int[1] out;
       void main() { if (tid == 0) { data[0] := 1; atomic { flag[0] := 1; } }
                     if (tid == 1) { atomic { flag[0] := 2; } out[0] := data[0]; } } }";
    let races = ends(source, Launch::new(1, 2).with_warp(2), &plain()).0;
    assert_eq!(races, ["load:data-race", "store:data-race"]);
}

#[test]
fn compare_and_swap_lets_one_thread_win() {
    let source = |word: &str| {
        format!(
            "kernel cas {{ global int[1] lock; global int[1] out; void main() {{ int old := 0;
               {word} {{ old := lock[0]; if (old == 0) {{ lock[0] := tid + 1; }} }}
               if (old == 0) {{ out[0] := tid + 1; }} }} }}"
        )
    };
    let launch = Launch::new(1, 3).with_warp(3);
    let (failures, mut outs) = ends(&source("atomic"), launch, &plain());
    outs.sort();
    assert_eq!((failures.len(), outs), (0, vec![vec![1], vec![2], vec![3]]));
    let races = ends(&source(""), launch, &plain()).0;
    assert!(races.iter().all(|id| id.ends_with("data-race")) && !races.is_empty(), "{races:?}");
}

#[test]
fn a_plain_access_races_with_an_atomic() {
    for (mine, id) in [("m[0] := 1;", "store:data-race"), ("int x := m[0];", "load:data-race")] {
        let source = format!(
            "kernel k {{ global int[1] m; global int[1] out;
               void main() {{ if (tid == 0) {{ {mine} }} else {{ atomic relaxed {{ m[0] := m[0] + 1; }} }} }} }}"
        );
        let reversed = Options { schedule: Schedule::Reversed, ..plain() };
        let run = run_source(&source, Launch::new(1, 2).with_warp(2), &[], &reversed);
        assert_eq!(word(&run), id);
        let failure = run.outcome.failure().unwrap();
        assert_eq!(failure.relation, Some(Relation::IntraWarpDiverged));
        assert!(failure.message.to_string().contains("which thread 1 wrote in an atomic"), "{}", failure.message);
    }
    // Atomics that only read do not race.
    let source = "kernel k { global int[1] m; void main() { int x := 0; atomic group { x := m[0]; } } }";
    assert_eq!(word(&run_source(source, TWO, &[], &plain())), "finished");
}

#[test]
fn threads_of_one_warp_do_not_race_at_one_atomic() {
    let source = "kernel k { global int[1] m; void main() { atomic relaxed { m[0] := m[0] + 1; } } }";
    for schedule in every_schedule() {
        // The schedules name a second group and a second warp.
        let launch = Launch::new(2, 4).with_warp(2);
        let run = run_source(source, launch, &[], &Options { schedule, ..plain() });
        assert_eq!((word(&run).as_str(), ints(&run, "m")), ("finished", vec![8]));
    }
}

#[test]
fn an_atomic_is_one_step_of_every_schedule_and_of_the_record() {
    let source = "kernel k { global int[2] m; global int[1] out; void main() { int x := 0;
       atomic { x := m[0]; m[0] := x + 1; m[1] := m[1] + x; } out[0] := 0; } }";
    for schedule in every_schedule() {
        let options = Options { schedule, trace: true, races: false, ..plain() };
        let run = run_source(source, Launch::new(2, 4).with_warp(2), &[], &options);
        let trace = run.trace.unwrap();
        let inside: Vec<_> = trace.steps.iter().filter(|step| step.atomic).collect();
        for atomic in inside.chunks(5) {
            assert!(atomic.iter().all(|step| step.thread == atomic[0].thread), "{atomic:?}");
            assert!(matches!(atomic[4].what, Event::Write(..)));
        }
        let plain = trace.steps.iter().filter(|step| !step.atomic && matches!(step.what, Event::Write(..)));
        assert_eq!((inside.len(), plain.count()), (40, 8));
    }
}

#[test]
fn an_atomic_that_goes_wrong_in_its_middle_is_reported_where_it_does() {
    let source = "kernel k { global int[2] m; void main() { atomic { m[0] := 1; m[tid + 1] := 2; } } }";
    let run = run_source(source, Launch::new(1, 2).with_warp(2), &[], &plain());
    assert_eq!(
        (word(&run).as_str(), run.outcome.failure().unwrap().node.span.text(source)),
        ("store:out-of-bounds", "m[tid + 1]")
    );
}

/// Each thread has a share of its own element of `a`, and all threads add to `m[0]`, for which none has a permission.
const PERMISSIONS: &str = "kernel k { global int[tcount] a; global int[1] m; context Perm(a[tid], 1\\2);
  ensures a[tid] == 0;
  void main() { int x := 0; ATOMIC { x := m[0]; m[0] := x + 1; } PLAIN } }";

#[test]
fn accesses_inside_atomics_are_not_judged_by_permissions() {
    let with = |atomic: &str, plain: &str| {
        let source = PERMISSIONS.replace("ATOMIC", atomic).replace("PLAIN", plain);
        let source = source.replace("ensures a[tid] == 0;", "ensures a[tid] == tid;");
        word(&run_source(&source, ONE, &[], &Options::default()))
    };
    assert_eq!(with("atomic relaxed", "x := a[tid];"), "finished");
    assert_eq!(with("atomic", "x := a[tid];"), "finished");
    // A relaxed atomic passes nothing on, so other accesses need permissions as ever.
    assert_eq!(with("atomic relaxed", "a[tid] := tid;"), "store:insufficient-permission");
    assert_eq!(with("atomic", "a[tid] := tid;"), "finished");
    // Conditions are checked in either case.
    let source = PERMISSIONS.replace("ATOMIC", "atomic").replace("PLAIN", "");
    assert_eq!(word(&run_source(&source, ONE, &[], &Options::default())), "thread.postcondition:condition-false");
}

#[test]
fn atomics_of_local_memory_are_of_a_group() {
    let source = "kernel k { local int[1] s; global int[ngroups] out; void main() { int x := 0;
       atomic relaxed group { s[0] := 0; } barrier(local);
       atomic relaxed group { s[0] := s[0] + 1; } barrier(local);
       if (lid == 0) { x := s[0]; out[gid] := x; } } }";
    assert!(program(source).kernels[0].arrays.iter().any(|a| a.space == Space::Local));
    for schedule in every_schedule() {
        let run = run_source(source, TWO, &[], &Options { schedule, ..plain() });
        assert_eq!((word(&run).as_str(), ints(&run, "out")), ("finished", vec![2, 2]));
    }
}
