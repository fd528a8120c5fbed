//! Warps: in which relation the two threads of a race are, in launches of every form, and how a warp runs in lockstep.

use std::collections::BTreeSet;

use interp::{Event, Launch, Options, Relation, Rng, Run, Schedule, ThreadId};

use ir::Dims;

use crate::support::{every_schedule, ints, plain, run_source, word};

fn sized(groups: u32, threads: u32, warp: u32) -> Launch {
    Launch::new(groups, threads).with_warp(warp)
}

fn quiet(schedule: Schedule) -> Options {
    Options { races: false, schedule, trace: true, ..plain() }
}

/// The schedules that fit a launch.
fn schedules(launch: &Launch) -> Vec<Schedule> {
    every_schedule().into_iter().filter(|schedule| schedule.fits(launch).is_ok()).collect()
}

/// Launches whose warps are narrower than a group, as wide, wider, of one thread, and whose last warp is not full.
fn launches() -> impl Iterator<Item = (u32, u32, u32)> {
    [1, 2, 3, 5, 32]
        .into_iter()
        .flat_map(|warp| [(1, 5), (2, 3), (2, 4)].into_iter().map(move |(groups, threads)| (groups, threads, warp)))
}

#[test]
fn each_two_threads_stand_to_each_other_as_the_launch_says() {
    let kernel = |body: &str| format!("kernel k {{ global int[1] a; void main() {{ {body} }} }}");
    let forms = [
        (Relation::IntraWarpSame, "if (tid == T || tid == U) { a[0] := tid; }"),
        (Relation::IntraWarpDiverged, "if (tid == T) { a[0] := 1; } else { if (tid == U) { a[0] := 2; } }"),
        (Relation::IntraWarpLockstep, "if (tid == T) { a[0] := 1; } if (tid == U) { a[0] := 2; }"),
    ];
    let mut seen = BTreeSet::new();
    for (groups, threads, warp) in launches() {
        let (all, launch) = (groups * threads, sized(groups, threads, warp));
        for (t, u) in (0..all).flat_map(|t| (0..all).map(move |u| (t, u))).filter(|(t, u)| t != u) {
            let (of_t, of_u) = ((t / threads, t % threads / warp), (u / threads, u % threads / warp));
            for (in_one_warp, form) in &forms {
                let expected = if of_t.0 != of_u.0 {
                    Relation::InterGroup
                } else if of_t != of_u {
                    Relation::InterWarp
                } else {
                    *in_one_warp
                };
                let source = kernel(&form.replace('T', &t.to_string()).replace('U', &u.to_string()));
                // It is the same race in every schedule, also in lockstep.
                for schedule in schedules(&launch) {
                    let run = run_source(&source, launch, &[], &Options { schedule: schedule.clone(), ..plain() });
                    assert_eq!(word(&run), "store:data-race", "{schedule} {launch:?}: {source}");
                    let failure = run.outcome.failure().unwrap();
                    assert_eq!(failure.relation, Some(expected), "{schedule} {launch:?}: {source}");
                }
                let _ = seen.insert(expected);
            }
        }
    }
    assert_eq!(seen.len(), 5);
}

#[test]
fn a_report_says_which_warps_and_why_it_matters() {
    let why = |source: &str, launch: Launch| {
        let run = run_source(source, launch, &[], &plain());
        run.outcome.failure().expect("a race").why.clone()
    };
    let path =
        "kernel k { global int[1] a; void main() { if (lid == 2) { a[0] := 1; } if (lid == 3) { a[0] := 2; } } }";
    let launch = |warp| sized(1, 4, warp);
    assert_eq!(
        why(path, launch(2)),
        "both are in warp 1 of group 0, on one path: only lockstep would order them, and no language standard promises \
        it: a warp may be narrower, and its threads may go apart"
    );
    assert_eq!(
        why(path, launch(3)),
        "they are in warps 0 and 1 of group 0: warps run in any order, and only a barrier that fences this memory \
        would order them"
    );
    let same = "kernel k { global int[1] a; void main() { a[0] := tid; } }";
    assert_eq!(
        why(same, launch(2)),
        "both are in warp 0 of group 0, at the same instruction: not even lockstep says whose value stays"
    );
    assert_eq!(
        why(same, sized(2, 1, 32)),
        "they are in groups 0 and 1: groups run in any order, and no barrier orders them"
    );
    let sides = "kernel k { global int[1] a; void main() { if (lid == 0) { a[0] := 1; } else { a[0] := 2; } } }";
    assert_eq!(
        why(sides, sized(1, 2, 2)),
        "both are in warp 0 of group 0, on two sides of a branch: no language standard says which side runs first, or \
        that one ends before the other starts"
    );
    // What is no race has no relation.
    let outside = "kernel k { global int[1] a; void main() { a[tid] := tid; } }";
    let run = run_source(outside, launch(2), &[], &plain());
    let failure = run.outcome.failure().unwrap();
    assert_eq!((failure.relation, failure.why.as_str()), (None, ""));
}

/// A sum as it was written when warps went in lockstep: no barrier.
const SUM: &str = "kernel sum { global int[gsize] a;
    void main() { int s := gsize / 2; while (s > 0) { if (lid < s) { \
    a[lid] := a[lid] + a[lid + s]; } s := s / 2; } } }";

#[test]
fn what_works_in_lockstep_is_a_race_and_fails_in_other_schedules() {
    let sum = |schedule: Schedule, warp: u32| {
        let launch = sized(1, 8, warp);
        ints(&run_source(SUM, launch, &[], &quiet(schedule)), "a")[0]
    };
    // The sum is right if the group is one warp that runs in lockstep.
    assert_eq!(sum(Schedule::Lockstep, 8), 28);
    assert_eq!(sum(Schedule::Lockstep, 32), 28);
    assert_eq!(sum(Schedule::Warps(5), 8), 28);
    // It is wrong if threads run one after the other, or if warps are narrower.
    assert_eq!(sum(Schedule::Canonical, 8), 7);
    assert!((0..8).any(|seed| sum(Schedule::Permuted(seed), 8) != 28));
    assert!((0..8).any(|seed| sum(Schedule::Random(seed), 8) != 28));
    assert!((0..8).any(|seed| sum(Schedule::Warps(seed), 2) != 28));
    assert_ne!(sum(Schedule::WarpFirst(0, 0, 1), 2), 28);
    // Each schedule reports a race, also lockstep.
    for (warp, relation) in [(8, Relation::IntraWarpLockstep), (1, Relation::InterWarp)] {
        let launch = sized(1, 8, warp);
        for schedule in schedules(&launch) {
            let run = run_source(SUM, launch, &[], &Options { schedule: schedule.clone(), ..plain() });
            assert!(word(&run).ends_with(":data-race"), "{schedule}: {}", word(&run));
            assert_eq!(run.outcome.failure().unwrap().relation, Some(relation), "{schedule}");
        }
    }
}

#[test]
fn both_sides_of_a_branch_run_one_after_the_other_with_the_others_masked_out() {
    let source = "kernel k { global int[2] m; global int[gsize] b; global int[gsize] c;
        void main() {
          m[lid % 2] := 0;
          if (lid % 2 == 0) { m[0] := lid + 10; b[lid] := m[1]; } else { m[1] := lid + 10; b[lid] := m[0]; }
          c[lid] := m[0] + m[1];
        } }";
    // Even lanes first: they see nothing of the odd ones, which see the last of them.
    let run = |warp| run_source(source, sized(1, 4, warp), &[], &quiet(Schedule::Lockstep));
    let one = run(4);
    assert_eq!((ints(&one, "b"), ints(&one, "c")), (vec![0, 12, 0, 12], vec![25; 4]));
    // Warps of one thread are not in lockstep with each other: they take turns, an access each.
    assert_ne!(ints(&run(1), "b"), ints(&one, "b"));
}

/// A statement of a random program in which lanes diverge.
enum Stmt {
    /// `m[index] := value`, where both may read `m`.
    Store(Expr, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop that runs as often as the expression says; each lane computes the expression once.
    Repeat(usize, Expr, Vec<Stmt>),
}

enum Expr {
    Int(i64),
    Lane,
    Sum(Box<Expr>, Box<Expr>),
    /// An element of `m`.
    Load(Box<Expr>),
}

const CELLS: i64 = 4;

impl Expr {
    fn random(rng: &mut Rng, depth: usize) -> Self {
        let go = |rng: &mut Rng| Box::new(Self::random(rng, depth - 1));
        match rng.below(if depth == 0 { 2 } else { 4 }) {
            0 => Self::Int(rng.below(6) as i64),
            1 => Self::Lane,
            2 => Self::Sum(go(rng), go(rng)),
            _ => Self::Load(go(rng)),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Int(n) => n.to_string(),
            Self::Lane => "lid".into(),
            Self::Sum(a, b) => format!("({} + {})", a.text(), b.text()),
            Self::Load(index) => format!("m[{} % {CELLS}]", index.text()),
        }
    }

    fn value(&self, lane: usize, m: &[i64]) -> i64 {
        match self {
            Self::Int(n) => *n,
            Self::Lane => lane as i64,
            Self::Sum(a, b) => a.value(lane, m) + b.value(lane, m),
            Self::Load(index) => m[(index.value(lane, m) % CELLS) as usize],
        }
    }
}

/// Random statements; `loops` numbers their loops.
fn block(rng: &mut Rng, depth: usize, loops: &mut usize) -> Vec<Stmt> {
    let one = |rng: &mut Rng, loops: &mut usize| match rng.below(if depth == 0 { 2 } else { 5 }) {
        0 | 1 => Stmt::Store(Expr::random(rng, 2), Expr::random(rng, 2)),
        2 | 3 => {
            let otherwise = if rng.below(3) == 0 { vec![] } else { block(rng, depth - 1, loops) };
            Stmt::If(Expr::random(rng, 2), block(rng, depth - 1, loops), otherwise)
        }
        _ => {
            *loops += 1;
            Stmt::Repeat(*loops, Expr::random(rng, 1), block(rng, depth - 1, loops))
        }
    };
    (0..1 + rng.below(3)).map(|_| one(rng, loops)).collect()
}

fn text(block: &[Stmt]) -> String {
    let one = |stmt: &Stmt| match stmt {
        Stmt::Store(index, value) => format!("m[{} % {CELLS}] := {} % 50; ", index.text(), value.text()),
        Stmt::If(c, a, b) => format!("if ({} % 2 == 0) {{ {}}} else {{ {}}} ", c.text(), text(a), text(b)),
        Stmt::Repeat(n, times, body) => {
            format!("int i{n} := {} % 3; while (i{n} > 0) {{ {}i{n} := i{n} - 1; }} ", times.text(), text(body))
        }
    };
    block.iter().map(one).collect()
}

/// What a warp does, by its definition: each statement for all lanes of the mask, all reads before all writes, both
/// sides of a branch one after the other, loops until no lane is left.
fn warp(block: &[Stmt], lanes: &[usize], m: &mut [i64]) {
    for stmt in block {
        match stmt {
            Stmt::Store(index, value) => {
                let of = |lane: &usize| (index.value(*lane, m) % CELLS, value.value(*lane, m) % 50);
                let writes: Vec<(i64, i64)> = lanes.iter().map(of).collect();
                writes.into_iter().for_each(|(at, value)| m[at as usize] = value);
            }
            Stmt::If(c, a, b) => {
                let (yes, no): (Vec<usize>, Vec<usize>) = lanes.iter().partition(|lane| c.value(**lane, m) % 2 == 0);
                warp(a, &yes, m);
                warp(b, &no, m);
            }
            Stmt::Repeat(_, times, body) => {
                let mut left: Vec<(usize, i64)> = lanes.iter().map(|lane| (*lane, times.value(*lane, m) % 3)).collect();
                loop {
                    left.retain(|(_, times)| *times > 0);
                    if left.is_empty() {
                        break;
                    }
                    let lanes: Vec<usize> = left.iter().map(|(lane, _)| *lane).collect();
                    warp(body, &lanes, m);
                    left.iter_mut().for_each(|(_, times)| *times -= 1);
                }
            }
        }
    }
}

#[test]
fn lockstep_is_what_a_warp_does_by_its_definition() {
    let mut rng = Rng::new(11);
    let mut differ = 0;
    for _ in 0..400 {
        let body = block(&mut rng, 3, &mut 0);
        let source = format!("kernel k {{ global int[{CELLS}] m; void main() {{ {}}} }}", text(&body));
        let lanes = 1 + rng.below(5);
        let launch = sized(1, lanes as u32, 8);
        let mut expected: Vec<i64> = (0..CELLS).collect();
        warp(&body, &(0..lanes).collect::<Vec<_>>(), &mut expected);
        for schedule in [Schedule::Lockstep, Schedule::Warps(3)] {
            let run = run_source(&source, launch, &[], &quiet(schedule.clone()));
            assert_eq!(word(&run), "finished");
            assert_eq!(ints(&run, "m"), expected, "{schedule} {launch:?}: {source}");
        }
        differ += u32::from(ints(&run_source(&source, launch, &[], &quiet(Schedule::Canonical)), "m") != expected);
    }
    assert!(differ > 100, "{differ}");
}

/// Each thread writes at three places, with barriers between.
const PHASES: &str = "kernel k { global int[tcount] a; global int[tcount] b; global int[tcount] c;
    void main() { a[tid] := 1; a[tid] := 2; barrier(both); b[tid] := 1; b[tid] := 2; barrier(both); c[tid] := 1; } }";

/// The threads in the order in which they wrote an array.
fn writers(run: &Run, array: u32) -> Vec<ThreadId> {
    let steps = &run.trace.as_ref().unwrap().steps;
    let writes = steps.iter().filter(|s| matches!(s.what, Event::Write(l, _) if l.array() == Some(ir::ArrayId(array))));
    writes.map(|s| s.thread).collect()
}

#[test]
fn warps_are_permuted_between_barriers_and_each_goes_in_lockstep() {
    // Warps of two, two and one thread.
    let launch = sized(2, 5, 2);
    let lanes = [vec![0, 1, 0, 1], vec![2, 3, 2, 3], vec![4, 4]];
    let (mut orders, mut changed, mut groups) = (BTreeSet::new(), 0, BTreeSet::new());
    for seed in 0..40 {
        let run = run_source(PHASES, launch, &[], &quiet(Schedule::Warps(seed)));
        let mut of_phases = Vec::new();
        for array in [0, 1] {
            let writers = writers(&run, array);
            let _ = groups.insert(writers[0].group);
            let first: Vec<u32> = writers.iter().filter(|t| t.group == 0).map(|t| t.lid).collect();
            let mut order: Vec<u32> = first.iter().map(|lid| lid / launch.warp).collect();
            order.dedup();
            let expected: Vec<u32> = order.iter().flat_map(|warp| lanes[*warp as usize].clone()).collect();
            assert_eq!(first, expected, "each warp as a whole, one instruction after the other; seed {seed}");
            of_phases.push(order);
        }
        changed += u32::from(of_phases[0] != of_phases[1]);
        orders.extend(of_phases);
    }
    assert_eq!(orders.len(), 6, "every order of three warps");
    assert!(changed > 10 && groups.len() == 2, "another order behind a barrier, and of groups: {changed} {groups:?}");
}

#[test]
fn a_chosen_warp_comes_first_behind_each_barrier_again() {
    let launch = sized(2, 5, 2);
    for (group, warp) in (0..2).flat_map(|group| (0..3).map(move |warp| (group, warp))) {
        for seed in 0..5 {
            let run = run_source(PHASES, launch, &[], &quiet(Schedule::WarpFirst(group, warp, seed)));
            for array in 0..3 {
                let writers = writers(&run, array);
                let of = |t: &ThreadId| t.group == group && t.lid / launch.warp == warp;
                let first: Vec<bool> = writers.iter().filter(|t| t.group == group).map(of).collect();
                let mut order = first.clone();
                order.dedup();
                assert_eq!(order, [true, false], "{group} {warp} {seed}: {first:?}");
                assert_eq!(writers[0].group, group, "its group comes first, too");
            }
        }
    }
}

#[test]
fn a_chosen_group_comes_first_and_a_warp_may_be_wider_than_it() {
    for group in 0..3 {
        let launch = sized(3, 2, 32);
        for schedule in [Schedule::GroupFirst(group, 4), Schedule::WarpFirst(group, 0, 4)] {
            let writers = writers(&run_source(PHASES, launch, &[], &quiet(schedule)), 2);
            assert!(writers[..2].iter().all(|t| t.group == group), "{writers:?}");
        }
        assert!(Schedule::WarpFirst(group, 1, 4).fits(&launch).is_err(), "a group has one warp");
    }
}

#[test]
fn rounds_of_loops_are_told_apart() {
    let launch = sized(1, 2, 2);
    let relation = |body: &str| {
        let source = format!("kernel k {{ global int[9] a; void main() {{ {body} }} }}");
        let mut found = BTreeSet::new();
        for schedule in schedules(&launch) {
            for trace in [false, true] {
                let options = Options { schedule: schedule.clone(), trace, ..plain() };
                let run = run_source(&source, launch, &[], &options);
                let _ = found.insert(run.outcome.failure().unwrap_or_else(|| panic!("{schedule}: {source}")).relation);
            }
        }
        assert_eq!(found.len(), 1, "{found:?}: {body}");
        found.pop_first().unwrap().unwrap()
    };
    let (same, path, sides) = (Relation::IntraWarpSame, Relation::IntraWarpLockstep, Relation::IntraWarpDiverged);
    let looped = |body: &str| format!("int i := 0; while (i < 3) {{ {body} i := i + 1; }}");
    // One instruction: in one round, or in two.
    assert_eq!(relation(&looped("a[0] := i;")), same);
    assert_eq!(relation(&looped("a[i] := lid;")), same);
    assert_eq!(relation(&looped("a[lid + i] := i;")), path);
    // Behind a loop that the lanes leave after different numbers of iterations.
    let before = "int j := 0; while (j < lid) { j := j + 1; }";
    assert_eq!(relation(&format!("{before} {}", looped("a[0] := i;"))), same);
    assert_eq!(relation(&looped("int j := 0; while (j < lid) { j := j + 1; } a[0] := i;")), same);
    // Two sides: in one round, or in two, where no warp diverges.
    assert_eq!(relation(&looped("if (lid == 0) { a[0] := 1; } else { a[0] := 2; }")), sides);
    assert_eq!(
        relation(&looped("if (i == 1) { if (lid == 0) { a[0] := 1; } } else { if (lid == 1) { a[0] := 2; } }")),
        path
    );
    // Iterations of a loop inside of one side do not matter.
    let inner = "int j := 0; if (lid == 0) { while (j < 2) { j := j + 1; a[0] := j; } } else { a[0] := 2; }";
    assert_eq!(relation(inner), sides);
    // Nested: the outer round is another, or the inner one.
    let nested = |at: &str| looped(&format!("int j := 0; while (j < 2) {{ a[{at}] := lid; j := j + 1; }}"));
    assert_eq!(relation(&nested("2 * i + j")), same);
    assert_eq!(relation(&nested("2 * i + j + lid")), path);
    assert_eq!(relation(&nested("2 * (i + lid) + j")), path);
}

#[test]
fn every_interleaving_tells_rounds_apart_too() {
    let source =
        "kernel k { global int[4] a; void main() { int i := 0; while (i < 2) { a[lid + i] := i; i := i + 1; } } }";
    let launch = sized(1, 2, 2);
    let program = crate::support::program(source);
    let input = crate::support::input(&program, &launch, &[], interp::Fill::Zero);
    let found = interp::explore(&program, "k", &launch, &input, &plain(), &interp::Bounds::default()).unwrap();
    assert!(found.is_complete() && found.failures.len() == 1);
    for (failure, schedule) in &found.failures {
        assert_eq!(failure.relation, Some(Relation::IntraWarpLockstep), "{schedule}");
        let again =
            interp::run(&program, "k", &launch, &input, &Options { schedule: schedule.clone(), ..plain() }).unwrap();
        assert_eq!(again.outcome.failure(), Some(failure));
    }
}

#[test]
fn warps_are_cut_in_several_dimensions_with_x_fastest() {
    // Of 3 times 2 (times 2) threads, warps of four: the last one of a group is not full.
    let sizes: [(&[&str], [u32; 3]); 2] = [(&["x", "y"], [3, 2, 1]), (&["x", "y", "z"], [3, 2, 2])];
    for (axes, block) in sizes {
        let dims = if axes.len() == 2 { Dims::Two } else { Dims::Three };
        let launch = Launch::shaped(dims, [2, 1, 1], block).with_warp(4);
        let all = block.iter().product::<u32>();
        let is = |t: u32| {
            let at = [t % block[0], t / block[0] % block[1], t / block[0] / block[1]];
            let lids: Vec<String> = axes.iter().zip(at).map(|(axis, n)| format!("lid.{axis} == {n}")).collect();
            lids.join(" && ")
        };
        let mut seen = BTreeSet::new();
        for (t, u) in (0..all).flat_map(|t| (0..t).map(move |u| (t, u))) {
            let source = format!(
                "kernel k {{ global int[2] a; void main() {{ if ({} || {}) {{ a[gid.x] := lid.x; }} }} }}",
                is(t),
                is(u)
            );
            let expected = if t / 4 == u / 4 { Relation::IntraWarpSame } else { Relation::InterWarp };
            for schedule in [Schedule::Canonical, Schedule::Lockstep, Schedule::Warps(1)] {
                let run = run_source(&source, launch, &[], &Options { schedule: schedule.clone(), ..plain() });
                assert_eq!(word(&run), "store:data-race", "{schedule}: {source}");
                assert_eq!(run.outcome.failure().unwrap().relation, Some(expected), "{schedule}: {source}");
            }
            let _ = seen.insert(expected);
        }
        assert_eq!(seen.len(), 2);
        // Threads of two groups, at the same position in their groups.
        let source = format!("kernel k {{ global int[1] a; void main() {{ if ({}) {{ a[0] := gid.x; }} }} }}", is(1));
        let run = run_source(&source, launch, &[], &plain());
        assert_eq!(run.outcome.failure().unwrap().relation, Some(Relation::InterGroup));
    }
}

#[test]
fn lockstep_is_the_same_in_one_dimension_and_in_two() {
    // A row of 4 times 2 is a warp of eight: a shift in place by one.
    let two = "kernel k { global int[8] a; void main() { a[lid.y * 4 + lid.x] := a[(lid.y * 4 + lid.x + 1) % 8]; } }";
    let launch = Launch::shaped(Dims::Two, [1, 1, 1], [4, 2, 1]).with_warp(8);
    let shifted = |warp, schedule| ints(&run_source(two, launch.with_warp(warp), &[], &quiet(schedule)), "a");
    assert_eq!(shifted(8, Schedule::Lockstep), [1, 2, 3, 4, 5, 6, 7, 0]);
    // Of two warps of a row each, one after the other, the second reads what the first wrote.
    assert_ne!(shifted(4, Schedule::Warps(1)), [1, 2, 3, 4, 5, 6, 7, 0]);
    let first = run_source(two, launch.with_warp(3), &[], &quiet(Schedule::WarpFirst(0, 2, 1)));
    let writers = writers(&first, 0);
    assert!(writers[..2].iter().all(|t| t.lid >= 6), "{writers:?}");
}
