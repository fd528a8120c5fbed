//! Checks that need no contract: each with a kernel that it must report, at the right place, and one that it must not.

use interp::{Launch, Limit, Limits, Options, Outcome, Schedule, Uninitialised};

use crate::support::{every_schedule, ints, place, plain, run_source, word};

const FOUR: Launch = Launch::new(1, 4).with_warp(2);

/// The id and the text at the failure, which must be the same under every schedule.
fn found(body: &str) -> (String, String) {
    let source = kernel(body);
    let mut all: Vec<(String, String)> = every_schedule()
        .into_iter()
        .map(|schedule| {
            let run = run_source(&source, FOUR, &[], &Options { schedule, ..plain() });
            let at = run.outcome.failure().map_or("", |f| f.node.span.text(&source));
            (word(&run), at.to_owned())
        })
        .collect();
    all.dedup();
    assert_eq!(all.len(), 1, "{source}: {all:?}");
    all.remove(0)
}

fn kernel(body: &str) -> String {
    format!("kernel k {{ global int[gsize] a; global int[2][3] m; local int[gsize] s; void main() {{ {body} }} }}")
}

fn fails(body: &str, id: &str, at: &str) {
    assert_eq!(found(body), (id.to_owned(), at.to_owned()), "{body}");
}

fn passes(body: &str) {
    assert_eq!(found(body), ("finished".to_owned(), String::new()), "{body}");
}

#[test]
fn bounds() {
    fails("int x := a[tid + 1];", "load:out-of-bounds", "a[tid + 1]");
    fails("a[tid - 1] := 0;", "store:out-of-bounds", "a[tid - 1]");
    passes("a[(tid + 1) % gsize] := 0;");
    fails("int x := m[tid % 3][0];", "load:out-of-bounds", "m[tid % 3][0]");
    fails("if (tid == 0) { m[1][3] := 0; }", "store:out-of-bounds", "m[1][3]");
    fails("if (tid == 0) { m[0 - 1][2] := 0; }", "store:out-of-bounds", "m[0 - 1][2]");
    passes("if (tid < 3) { m[1][tid] := 0; }");
    // An index that no machine integer holds.
    fails("int x := 4611686018427387904; int y := a[x * x];", "load:out-of-bounds", "a[x * x]");
}

#[test]
fn bounds_say_which_index() {
    let run = run_source(&kernel("if (tid == 2) { m[1][tid + 7] := 0; }"), FOUR, &[], &plain());
    let failure = run.outcome.failure().unwrap();
    assert_eq!(failure.message.to_string(), "`m[1][9]` is outside `m`, which has 2 by 3 elements");
    assert!(failure.values.iter().any(|v| (v.label.as_str(), v.value.as_str()) == ("tid", "2")));
}

#[test]
fn division_by_zero() {
    fails("int x := 7 / (tid - tid);", "expression:division-by-zero", "(tid - tid)");
    fails("int x := 7 % (lid * 0);", "expression:division-by-zero", "(lid * 0)");
    passes("int x := tid == 0 ? 1 : 7 / tid;");
    passes("if (tid != 0 && 7 / tid > 1) { a[tid] := 1; }");
}

#[test]
fn uninitialised_reads() {
    fails("int x; a[tid] := x;", "expression:uninitialised", "x");
    fails("int x; if (tid >= 0) { a[tid] := x + 1; }", "expression:uninitialised", "x");
    passes("int x; x := 1; a[tid] := x;");
    passes("int x; if (tid > 1) { x := 3; } if (tid > 1) { a[tid] := x; }");
    fails("a[tid] := s[lid];", "load:uninitialised", "s[lid]");
    passes("s[lid] := 1; a[tid] := s[lid];");
    passes("a[tid] := a[tid] + 1;");
    // A variable that is declared in a loop loses its value in each iteration.
    fails(
        "int i := 0; while (i < 2) { int x; if (i == 0) { x := 1; } a[tid] := x; i := i + 1; }",
        "expression:uninitialised",
        "x",
    );
}

#[test]
fn uninitialised_values_are_arbitrary_and_stay_the_same() {
    let source = kernel("int x; int y := x; assert x == y; int z := s[lid]; assert s[lid] == z; a[tid] := x;");
    let results: Vec<Vec<i64>> = (0..20)
        .map(|seed| {
            let options = Options { uninitialised: Uninitialised::Arbitrary(seed), ..plain() };
            let run = run_source(&source, FOUR, &[], &options);
            assert_eq!(run.outcome, Outcome::Finished);
            ints(&run, "a")
        })
        .collect();
    assert!(results.iter().any(|r| *r != results[0]), "another seed, other values");
    assert!(results.iter().any(|r| r[0] != r[1]), "another thread, another value");
}

#[test]
fn divergence() {
    let at = "barrier.divergence:non-uniform";
    fails("if (tid < 2) { barrier(both); }", at, "barrier(both)");
    fails("if (tid < 2) { barrier(both); } else { barrier(both); }", at, "barrier(both)");
    fails("int i := 0; while (i < tid) { barrier(local); i := i + 1; }", at, "barrier(local)");
    passes("if (gsize > 2) { barrier(both); }");
    passes("int i := 0; while (i < gsize) { barrier(local); i := i + 1; }");
    // All threads come to the same barrier equally often, but in other iterations. The loops are those of CARP D6.2,
    // chapter 3.
    fails(
        "int i := tid == 0 ? 4 : 1; int j := tid == 0 ? 1 : 4; int x := 0;
         while (x < i) { int y := 0; while (y < j) { barrier(both); y := y + 1; } x := x + 1; }",
        at,
        "barrier(both)",
    );
    passes("int x := 0; while (x < 2) { int y := 0; while (y < 3) { barrier(both); y := y + 1; } x := x + 1; }");
}

#[test]
fn groups_do_not_wait_for_each_other() {
    let source = "kernel k { global int[tcount] a; void main() { if (gid == 1) { barrier(both); } a[tid] := gid; } }";
    for schedule in every_schedule() {
        let launch = Launch::new(3, 2).with_warp(1);
        let run = run_source(source, launch, &[], &Options { schedule, ..plain() });
        assert_eq!((word(&run).as_str(), ints(&run, "a")), ("finished", vec![0, 0, 1, 1, 2, 2]));
    }
}

#[test]
fn asserts_and_assumes() {
    fails(
        "assert tid < 4 && tid >= 0 && a[tid] != tid;",
        "assert:condition-false",
        "tid < 4 && tid >= 0 && a[tid] != tid",
    );
    passes("assert (\\forall int i; 0 <= i && i < gsize; a[i] == i);");
    let run = run_source(&kernel("assume tid > 5; assert false;"), FOUR, &[], &plain());
    assert_eq!(word(&run), "outside assumption");
}

#[test]
fn functions_are_called_with_what_they_require() {
    let source = |arg: &str| {
        format!(
            "requires n >= 0; decreases n; pure int fac(int n) = n == 0 ? 1 : n * fac(n - 1);
             kernel k {{ global int[gsize] a; void main() {{ a[tid] := fac({arg}); }} }}"
        )
    };
    let run = run_source(&source("tid + 1"), FOUR, &[], &plain());
    assert_eq!(ints(&run, "a"), [1, 2, 6, 24]);
    let wrong = source("tid - 1");
    let run = run_source(&wrong, FOUR, &[], &plain());
    assert_eq!((word(&run).as_str(), place(&run, &wrong)), ("call.precondition:condition-false", "fac(tid - 1)"));
}

#[test]
fn limits_end_what_does_not_end() {
    let limit = |source: &str, limits: Limits| {
        let run = run_source(source, FOUR, &[], &Options { limits, ..plain() });
        run.outcome
    };
    let small = Limits { steps: 1000, work: 1000, memory: 1000 };
    assert_eq!(limit(&kernel("while (true) { a[tid] := 1; }"), small), Outcome::Limit(Limit::Steps));
    let grows = kernel("int x := 3; while (true) { x := x * x; }");
    assert_eq!(limit(&grows, Limits::default()), Outcome::Limit(Limit::Integer));
    // Functions meet the same limit.
    let powers = "pure int p(int n) = n * n; kernel k { global int[gsize] a; void main() { int x := 3; \
        while (true) { x := p(x); } } }";
    assert_eq!(limit(powers, Limits::default()), Outcome::Limit(Limit::Integer));
    let many = kernel("int x := 3; while (true) { x := x * x; x := x % 1000000000000000000000000007; }");
    assert_eq!(limit(&many, Limits { memory: 100_000, ..Limits::default() }), Outcome::Limit(Limit::Memory));
    let loops = "pure int f(int n) = f(n + 1);
       kernel k { global int[gsize] a; void main() { a[tid] := f(0); } }";
    let outcome = limit(loops, small);
    assert!(matches!(outcome, Outcome::Limit(_)), "{outcome:?}");
    let abstracted = "pure int f(int n); kernel k { global int[gsize] a; void main() { a[tid] := f(0); } }";
    assert!(matches!(limit(abstracted, small), Outcome::NotComputable { .. }));
}

#[test]
fn a_busy_wait_ends_by_its_limit_under_every_schedule() {
    // Thread 0 waits for thread 1; with races ignored some schedules let it see the write.
    let source = kernel("if (tid == 0) { while (a[1] == 1) { a[0] := 0; } } if (tid == 1) { a[1] := 5; }");
    let mut words = std::collections::BTreeSet::new();
    for schedule in [Schedule::Canonical, Schedule::Reversed, Schedule::Random(1)] {
        let limits = Limits { steps: 5000, ..Limits::default() };
        let options = Options { races: false, schedule, limits, ..plain() };
        let _ = words.insert(word(&run_source(&source, FOUR, &[], &options)));
    }
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["finished", "limit: the limit of steps is reached"]);
}
