//! Private arrays, which belong to one thread, and labels, at which `\old[L]` reads earlier values.

use interp::{Event, Launch, Options, Uninitialised};

use crate::support::{every_schedule, explored, ints, plain, run_source, word};

const FOUR: Launch = Launch::new(1, 4).with_warp(2);

fn kernel(body: &str) -> String {
    format!("kernel k {{ global int n; global int[gsize] a; context Perm(a[tid], write); void main() {{ {body} }} }}")
}

/// How a kernel with this code ends. Every schedule must give the same, with contracts and without.
fn says(body: &str) -> String {
    let (source, n) = (kernel(body), [("n", interp::Value::from(3))]);
    let first = run_source(&source, FOUR, &n, &Options::default());
    for options in [Options::default(), plain()] {
        for schedule in every_schedule() {
            let other = run_source(&source, FOUR, &n, &Options { schedule, ..options.clone() });
            assert_eq!(word(&first), word(&other), "{source}: {:?} and {:?}", first.outcome, other.outcome);
        }
    }
    word(&first)
}

/// The array `a` behind a run that finishes.
fn gives(body: &str) -> Vec<i64> {
    let run = run_source(&kernel(body), FOUR, &[("n", interp::Value::from(3))], &Options::default());
    assert_eq!(word(&run), "finished", "{:?}", run.outcome);
    ints(&run, "a")
}

#[test]
fn each_thread_has_its_own() {
    assert_eq!(gives("int[2] q; q[0] := tid; q[1] := 10; a[tid] := q[0] + q[1];"), [10, 11, 12, 13]);
    assert_eq!(gives("int[n][2] q; q[2][1] := tid; q[0][0] := 5; a[tid] := q[2][1] * q[0][0];"), [0, 5, 10, 15]);
    let sum = "int[n] q; int i := 0; while (i < n) { q[i] := i + tid; i := i + 1; } assert (\\forall int j; \
        0 <= j && j < n; q[j] == j + tid); a[tid] := q[2];";
    assert_eq!(gives(sum), [2, 3, 4, 5]);
}

#[test]
fn elements_have_no_value_before_they_are_set() {
    assert_eq!(says("int[2] q; q[0] := 1; a[tid] := q[1];"), "load:uninitialised");
    // In runs with contracts, the value of such an assertion is unknown, so these runs are without contracts.
    let asserts = |body: &str| word(&run_source(&kernel(body), FOUR, &[("n", interp::Value::from(3))], &plain()));
    assert_eq!(asserts("int[2] q; q[0] := 1; assert q[1] == q[0];"), "contract.well-formed:uninitialised");
    assert_eq!(
        asserts("int[1] q; label L; q[0] := 2; assert \\old[L](q[0]) == 2;"),
        "contract.well-formed:uninitialised"
    );
    // A declaration in a loop makes a new array in each iteration.
    let again = "int i := 0; while (i < 2) { int[1] q; if (i == 0) { q[0] := 1; } a[tid] := q[0]; i := i + 1; }"
        .replace("while", "loop_invariant Perm(a[tid], write); while");
    assert_eq!(says(&again), "load:uninitialised");
    let arbitrary = Options { uninitialised: Uninitialised::Arbitrary(7), ..plain() };
    let run = run_source(
        &kernel("int[2] q; assert q[1] == q[1]; a[tid] := q[1]; assert a[tid] == q[1];"),
        FOUR,
        &[("n", interp::Value::from(3))],
        &arbitrary,
    );
    assert_eq!(word(&run), "finished");
}

#[test]
fn indices_are_checked() {
    assert_eq!(says("int[2] q; q[tid] := 1;"), "store:out-of-bounds");
    assert_eq!(says("int[2] q; q[0] := 1; a[tid] := q[0 - 1];"), "load:out-of-bounds");
    assert_eq!(says("int[2][n] q; q[0][n] := 1;"), "store:out-of-bounds");
    assert_eq!(says("int[2][n] q; q[1][n - 1] := 1;"), "finished");
    let run = run_source(&kernel("int[2] q; q[5] := 1;"), FOUR, &[("n", interp::Value::from(3))], &plain());
    let message = run.outcome.failure().unwrap().message.to_string();
    assert!(message.contains("the index 5 is outside `q`"), "{message}");
}

#[test]
fn a_procedure_has_its_own_each_time() {
    let source = "kernel k { global int[gsize] a; int depth(int x) { int[1] q; q[0] := x; \
        if (x < 3) { int y := depth(x + 1); assert y == 3; } return q[0] + 0 * x; }
                  context Perm(a[tid], write); void main() { a[tid] := depth(tid); } }";
    // Each call gives what it stored itself; only the innermost gives 3.
    assert_eq!(word(&run_source(source, FOUR, &[], &plain())), "assert:condition-false");
    let source = source.replace("assert y == 3;", "assert y == x + 1;");
    assert_eq!(ints(&run_source(&source, FOUR, &[], &plain()), "a"), [0, 1, 2, 3]);
    let unset = "kernel k { global int[gsize] a; int f(int x) { int[1] q; if (x == 0) { q[0] := 7; } return q[0]; }
                 context Perm(a[tid], write); void main() { a[tid] := f(0); a[tid] := f(1); } }";
    assert_eq!(word(&run_source(unset, FOUR, &[], &plain())), "load:uninitialised");
}

#[test]
fn a_record_tells_elements() {
    let run = run_source(
        &kernel("int[2][n] q; q[1][2] := tid;"),
        FOUR,
        &[("n", interp::Value::from(3))],
        &Options { trace: true, ..plain() },
    );
    let trace = run.trace.unwrap();
    let named =
        |e: &Event| matches!(e, Event::Assign { name, value, .. } if name == "q[1][2]" && value.to_string() == "3");
    assert!(trace.steps.iter().any(|s| s.thread.lid == 3 && named(&s.what)));
}

#[test]
fn a_label_keeps_memory_and_variables() {
    assert_eq!(
        says(
            "int x := 1; label L; x := 2; a[tid] := 9; assert x == 2; assert \\old[L](x) == 1; \
        assert \\old[L](a[tid]) == tid;"
        ),
        "finished"
    );
    assert_eq!(says("int x := 1; label L; x := 2; assert \\old[L](x) == 2;"), "assert:condition-false");
    assert_eq!(says("a[tid] := 5; label L; a[tid] := 9; assert \\old[L](a[tid]) == tid;"), "assert:condition-false");
    assert_eq!(
        says("a[tid] := 5; label L; a[tid] := 9; assert \\old[L](a[tid]) == 5 && \\old(a[tid]) == tid;"),
        "finished"
    );
    assert_eq!(says("int[1] q; q[0] := 1; label L; q[0] := 2; assert \\old[L](q[0]) == 1;"), "finished");
}

#[test]
fn a_label_is_the_moment_at_which_it_was_last_passed() {
    let head = "int i := 0; loop_invariant Perm(a[tid], write); while (i < 3)";
    assert_eq!(
        says(&format!("{head} {{ label L; i := i + 1; a[tid] := i; assert \\old[L](i) == i - 1; }}")),
        "finished"
    );
    assert_eq!(says(&format!("{head} {{ label L; i := i + 1; assert \\old[L](i) == 0; }}")), "assert:condition-false");
    // An index inside of `\old[L]` has its value at the label, too.
    assert_eq!(says("int i := tid; label L; i := 0; assert \\old[L](a[i]) == tid;"), "finished");
}

#[test]
fn a_label_shows_only_what_was_held() {
    let barrier =
        "barrier(global) { context Perm(a[(tid + 1) % gsize], write); ensures \\old[L](a[(tid + 1) % gsize]) >= 0; }";
    let source = format!(
        "kernel k {{ global int[gsize] a; requires Perm(a[tid], write); void main() {{ label L; {} }} }}",
        barrier.replace("context", "ensures")
    );
    assert_eq!(word(&run_source(&source, FOUR, &[], &Options::default())), "contract.well-formed:unframed");
    let source = source.replace("\\old[L](a[(tid + 1) % gsize])", "\\old[L](a[tid])");
    assert_eq!(word(&run_source(&source, FOUR, &[], &Options::default())), "finished");
}

#[test]
fn labels_have_their_values_in_every_interleaving() {
    let source = "kernel k { global int[1] a; void main() { label L; a[0] := a[0] + 1; assert \\old[L](a[0]) == 0; } }";
    let found = explored(source, Launch::new(1, 2), &Options { races: false, ..plain() });
    assert_eq!(found.failures.iter().map(|(f, _)| f.code.to_string()).collect::<Vec<_>>(), ["assert:condition-false"]);
}
