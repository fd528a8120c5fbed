//! Schedules: what they run in which order, and that their text runs the same again.

use std::collections::BTreeSet;

use interp::{Event, Launch, Options, Schedule, ThreadId};

use crate::support::{every_schedule, explored, ints, plain, run_source, word};

/// Every thread writes its number into one place: the last one wins.
const LAST: &str = "kernel k { global int[1] a; void main() { a[0] := tid; } }";

fn quiet(schedule: Schedule) -> Options {
    Options { races: false, schedule, trace: true, ..plain() }
}

fn last(schedule: Schedule) -> i64 {
    ints(&run_source(LAST, Launch::new(1, 4).with_warp(2), &[], &quiet(schedule)), "a")[0]
}

#[test]
fn the_order_is_the_one_asked_for() {
    assert_eq!(last(Schedule::Canonical), 3);
    assert_eq!(last(Schedule::Reversed), 0);
    assert!(last(Schedule::WarpFirst(0, 0, 1)) >= 2, "warp 0 goes first, so a thread of warp 1 writes last");
    assert!(last(Schedule::WarpFirst(0, 1, 1)) < 2);
    let seen: BTreeSet<i64> = (0..40).map(|seed| last(Schedule::Random(seed))).collect();
    assert_eq!(seen, (0..4).collect(), "each thread is last in some random schedule");
    let seen: BTreeSet<i64> = (0..40).map(|seed| last(Schedule::Permuted(seed))).collect();
    assert_eq!(seen, (0..4).collect());
}

#[test]
fn a_chosen_group_runs_first() {
    let launch = Launch::new(3, 2).with_warp(2);
    let run = run_source(LAST, launch, &[], &quiet(Schedule::GroupFirst(2, 5)));
    let groups: Vec<u32> = run.trace.unwrap().steps.iter().map(|s| s.thread.group).collect();
    assert_eq!(groups[0], 2);
    assert!(groups.iter().rposition(|g| *g == 2) < groups.iter().position(|g| *g != 2));
}

#[test]
fn chosen_threads_run_first() {
    let launch = Launch::new(3, 4);
    let first = Schedule::First(vec![ThreadId { group: 2, lid: 3 }, ThreadId { group: 1, lid: 2 }]);
    let run = run_source(LAST, launch, &[], &quiet(first));
    let mut order: Vec<ThreadId> = run.trace.unwrap().steps.iter().map(|s| s.thread).collect();
    order.dedup();
    let order: Vec<String> = order.iter().map(ToString::to_string).collect();
    assert_eq!(order.join(" "), "1.2 1.0 1.1 1.3 2.3 2.0 2.1 2.2 0.0 0.1 0.2 0.3");
}

#[test]
fn a_warp_in_lockstep_reads_before_it_writes() {
    // A shift in place: one warp in lockstep computes it correctly, and it is a race all the same.
    let source = "kernel k { global int[gsize] a; void main() { a[tid] := a[(tid + 1) % gsize]; } }";
    let launch = Launch::new(1, 4).with_warp(4);
    assert_eq!(ints(&run_source(source, launch, &[], &quiet(Schedule::Lockstep)), "a"), [1, 2, 3, 0]);
    assert_eq!(ints(&run_source(source, launch, &[], &quiet(Schedule::Canonical)), "a"), [1, 2, 3, 1]);
    let checked = Options { schedule: Schedule::Lockstep, ..plain() };
    assert_eq!(word(&run_source(source, launch, &[], &checked)), "store:data-race");
}

#[test]
fn lanes_of_a_warp_meet_again_behind_a_branch() {
    let source = "kernel k { global int[gsize] a; global int[gsize] b;
       void main() { int i := 0; while (i < tid) { a[tid] := i; i := i + 1; } b[tid] := i; } }";
    let run = run_source(source, Launch::new(1, 4).with_warp(4), &[], &quiet(Schedule::Lockstep));
    let steps = run.trace.unwrap().steps;
    let is_b = |e: &Event| matches!(e, Event::Write(location, _) if location.array() == Some(ir::ArrayId(1)));
    let first = steps.iter().position(|s| is_b(&s.what)).unwrap();
    let after: Vec<&Event> = steps[first..].iter().map(|s| &s.what).filter(|e| matches!(e, Event::Write(..))).collect();
    assert_eq!(after.len(), 4, "all writes of `b` come together, behind the loops of all lanes: {after:?}");
}

#[test]
fn the_text_of_a_schedule_is_the_schedule() {
    let mut all = every_schedule();
    let turn = |lid, accesses| interp::Turn { thread: ThreadId { group: 0, lid }, accesses };
    all.push(Schedule::Replay(vec![turn(1, 2), turn(0, 1)]));
    all.push(Schedule::Replay(vec![]));
    for schedule in all {
        assert_eq!(schedule.to_string().parse::<Schedule>(), Ok(schedule));
    }
    for wrong in ["", "canonical:1", "random", "random:x", "group:1", "warp:1:2", "replay:0.1", "replay:0*1", "other"] {
        assert!(wrong.parse::<Schedule>().is_err(), "{wrong}");
    }
}

#[test]
fn a_schedule_that_names_what_does_not_exist_is_refused() {
    let launch = Launch::new(2, 3).with_warp(2);
    let fits = |text: &str| text.parse::<Schedule>().unwrap().fits(&launch);
    for good in ["canonical", "group:1:5", "warp:1:1:5", "replay:1.2*3", "lockstep", "random:1"] {
        assert_eq!(fits(good), Ok(()), "{good}");
    }
    for bad in ["group:2:5", "warp:2:0:5", "warp:0:2:5", "replay:0.0*1,2.0*1", "replay:0.3*1"] {
        assert!(fits(bad).is_err(), "{bad}");
    }
}

/// The numbers of steps that a run reported.
static TOLD: std::sync::Mutex<Vec<u64>> = std::sync::Mutex::new(Vec::new());

#[test]
fn whoever_watches_is_told_how_far_a_run_is() {
    let source = "kernel k { global int[1] a; void main() { while (true) { } } }";
    let watch = interp::Watch(Some(|p: interp::Progress| TOLD.lock().unwrap().push(p.steps)));
    let limits = interp::Limits { steps: 1_000_000, ..interp::Limits::default() };
    let run = run_source(source, Launch::new(1, 2), &[], &Options { watch, limits, ..plain() });
    assert_eq!((word(&run).as_str(), run.steps), ("limit: the limit of steps is reached", 1_000_000));
    let told = TOLD.lock().unwrap().clone();
    assert!(told.len() > 2 && told.is_sorted() && told.iter().all(|n| *n < 1_000_000), "{told:?}");
}

#[test]
fn a_seed_means_the_same_run() {
    for schedule in every_schedule() {
        let launch = Launch::new(2, 3).with_warp(2);
        let run = || run_source(LAST, launch, &[], &quiet(schedule.clone()));
        assert_eq!(run(), run(), "{schedule}");
    }
}

/// Runs of a source in all interleavings, and the first elements of `a` behind them.
fn outcomes(source: &str, threads: u32) -> (u64, BTreeSet<Vec<i64>>) {
    let launch = Launch::new(1, threads).with_warp(threads);
    let found = explored(source, launch, &Options { races: false, ..plain() });
    let ints = |m: &std::collections::BTreeMap<String, Vec<interp::Value>>| {
        m["a"].iter().map(|v| v.as_int().unwrap().to_i64().unwrap()).collect()
    };
    (found.runs, found.memories.iter().map(ints).collect())
}

#[test]
fn exploration_finds_every_result_with_as_few_runs_as_there_are_traces() {
    // Lost updates: each of three threads adds one, in two accesses.
    let lost = "kernel k { global int[1] a; void main() { a[0] := a[0] + 1; } }";
    let (_, results) = outcomes(lost, 3);
    assert_eq!(results, [vec![1], vec![2], vec![3]].into());
    // Two writers of one location: two orders.
    assert_eq!(outcomes(LAST, 2), (2, [vec![0], vec![1]].into()));
    // Three: six orders.
    assert_eq!(outcomes(LAST, 3).0, 6);
    // Different locations: the order does not matter.
    let apart = "kernel k { global int[gsize] a; void main() { a[tid] := tid; a[tid] := a[tid] + 1; } }";
    assert_eq!(outcomes(apart, 3), (1, [vec![1, 2, 3]].into()));
    // Accesses on two sides of a barrier keep their order.
    let fenced = "kernel k { global int[1] a; void main() { if (tid == 0) { a[0] := 5; } barrier(global); \
        if (tid == 1) { a[0] := 6; } } }";
    assert_eq!(outcomes(fenced, 2), (1, [vec![6]].into()));
    // Store buffering: in interleavings at least one thread sees the other's write.
    let buffering = "kernel k { global int[4] a; void main() { a[tid] := 1; a[2 + tid] := a[1 - tid]; } }";
    assert_eq!(outcomes(buffering, 2).1, [vec![1, 1, 0, 1], vec![1, 1, 1, 0], vec![1, 1, 1, 1]].into());
}

/// The results of all interleavings of threads whose accesses are given by their location, and whether they write. Each
/// write stores a value of its own. A result is the final memory, and the values that each thread read.
fn brute_force(threads: &[Vec<(usize, bool)>]) -> BTreeSet<(Vec<usize>, Vec<Vec<usize>>)> {
    fn go(
        threads: &[Vec<(usize, bool)>],
        at: &mut Vec<usize>,
        memory: &mut Vec<usize>,
        seen: &mut Vec<Vec<usize>>,
        out: &mut BTreeSet<(Vec<usize>, Vec<Vec<usize>>)>,
    ) {
        let mut done = true;
        for t in 0..threads.len() {
            let Some(&(location, writes)) = threads[t].get(at[t]) else { continue };
            done = false;
            let before = memory[location];
            if writes {
                memory[location] = 10 * (t + 1) + at[t];
            } else {
                seen[t].push(before);
            }
            at[t] += 1;
            go(threads, at, memory, seen, out);
            at[t] -= 1;
            memory[location] = before;
            if !writes {
                let _ = seen[t].pop();
            }
        }
        if done {
            let _ = out.insert((memory.clone(), seen.clone()));
        }
    }
    let mut out = BTreeSet::new();
    go(threads, &mut vec![0; threads.len()], &mut vec![0; 2], &mut vec![Vec::new(); threads.len()], &mut out);
    out
}

#[test]
fn exploration_finds_what_brute_force_finds() {
    let mut rng = interp::Rng::new(3);
    for _ in 0..60 {
        let threads: Vec<Vec<(usize, bool)>> =
            (0..3).map(|_| (0..1 + rng.below(3)).map(|_| (rng.below(2), rng.below(2) == 0)).collect()).collect();
        let mut body = String::new();
        let mut reads = 0;
        for (t, accesses) in threads.iter().enumerate() {
            body.push_str(&format!("if (tid == {t}) {{ "));
            for (n, (location, writes)) in accesses.iter().enumerate() {
                if *writes {
                    body.push_str(&format!("m[{location}] := {}; ", 10 * (t + 1) + n));
                } else {
                    body.push_str(&format!("a[{reads}] := m[{location}]; "));
                    reads += 1;
                }
            }
            body.push_str("} ");
        }
        // The final memory is copied behind a barrier.
        let copy = format!("barrier(both); if (tid == 0) {{ a[{reads}] := m[0]; a[{}] := m[1]; }}", reads + 1);
        let source =
            format!("kernel k {{ global int[2] m; global int[{}] a; void main() {{ {body} {copy} }} }}", reads + 2);
        let (_, results) = outcomes(&source, 3);
        let expected: BTreeSet<Vec<i64>> = brute_force(&threads)
            .into_iter()
            .map(|(memory, seen)| seen.into_iter().flatten().chain(memory).map(|x| x as i64).collect())
            .collect();
        assert_eq!(results, expected, "{source}");
    }
}
