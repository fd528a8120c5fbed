//! `break`, `continue` and `return`: where control goes, and what becomes of barriers and permissions on the way.

use interp::{Event, Launch, Options, Schedule};

use crate::support::{every_schedule, explored, ints, plain, run_source, word};

const FOUR: Launch = Launch::new(1, 4).with_warp(2);

/// How a kernel with this contract and code ends under every schedule: with contracts, and without.
fn says(contract: &str, body: &str) -> (String, String) {
    let source = kernel(contract, body);
    let words = [Options::default(), plain()].map(|options| {
        let first = run_source(&source, FOUR, &[], &options);
        for schedule in every_schedule() {
            let other = run_source(&source, FOUR, &[], &Options { schedule, ..options.clone() });
            assert_eq!(word(&first), word(&other), "{source}: {:?} and {:?}", first.outcome, other.outcome);
        }
        word(&first)
    });
    let [with, without] = words;
    (with, without)
}

fn kernel(contract: &str, body: &str) -> String {
    format!("kernel k {{ global int[gsize] a; {contract} void main() {{ {body} }} }}")
}

/// The array behind a run that finishes.
fn gives(body: &str) -> Vec<i64> {
    let source = kernel("context Perm(a[tid], write);", body);
    let run = run_source(&source, FOUR, &[], &Options::default());
    assert_eq!(word(&run), "finished", "{:?}", run.outcome);
    ints(&run, "a")
}

const OWN: &str = "context Perm(a[tid], write);";

#[test]
fn a_loop_is_left_at_a_break() {
    let first = "int i := 0; while (true) { if (i >= tid) { break; } i := i + 1; } a[tid] := i * 10;";
    assert_eq!(gives(first), [0, 10, 20, 30]);
    // A `break` leaves only the innermost loop.
    let inner = "int n := 0; int i := 0; while (i < 3) { int j := 0; while (true) { if (j == tid) { break; } \
        j := j + 1; n := n + 1; }
                 i := i + 1; } a[tid] := n;";
    assert_eq!(gives(inner), [0, 3, 6, 9]);
}

#[test]
fn an_iteration_ends_at_a_continue() {
    let odd =
        "int n := 0; for (int i := 0; i < 6; i := i + 1) { if (i % 2 == 0) { continue; } n := n + i; } a[tid] := n;";
    assert_eq!(gives(odd), [9; 4]);
}

#[test]
fn a_thread_ends_at_a_return() {
    assert_eq!(gives("if (tid % 2 == 0) { return; } a[tid] := 7;"), [0, 7, 2, 7]);
    let deep = "int i := 0; while (true) { while (true) { if (i > tid) { a[tid] := i; return; } i := i + 1; } }";
    assert_eq!(ints(&run_source(&kernel("", deep), FOUR, &[], &plain()), "a"), [1, 2, 3, 4]);
}

#[test]
fn what_stands_behind_an_exit_is_not_done() {
    let both = |with: &str| (with.to_owned(), with.to_owned());
    assert_eq!(says(OWN, "if (tid < 9) { return; } assert false;"), both("finished"));
    assert_eq!(says(OWN, "if (tid > 2) { return; } assert tid != 2;"), both("assert:condition-false"));
    assert_eq!(says(OWN, "while (true) { if (tid < 9) { break; } } assert tid < 3;"), both("assert:condition-false"));
    assert_eq!(
        says(OWN, "for (int i := 0; i < 4; i := i + 1) { if (i == 2) { continue; } assert i != 3; }"),
        both("assert:condition-false")
    );
    assert_eq!(says(OWN, "while (true) { if (tid == 0) { a[9] := 1; } break; }"), both("store:out-of-bounds"));
}

#[test]
fn whoever_returned_is_missing_at_a_barrier() {
    let barrier = "barrier(global) { context Perm(a[tid], write); }";
    for body in [
        format!("if (tid > 0) {{ return; }} {barrier}"),
        format!("if (tid == 3) {{ return; }} {barrier} a[tid] := 1;"),
        format!("{barrier} if (tid == 1) {{ return; }} {barrier}"),
        format!("while (true) {{ if (tid == 0) {{ return; }} break; }} {barrier}"),
        format!("int i := 0; while (i < 2) {{ if (i == tid) {{ return; }} {barrier} i := i + 1; }}"),
    ] {
        let body = body.replace("while (i < 2)", "loop_invariant Perm(a[tid], write); while (i < 2)");
        let (with, without) = says(OWN, &body);
        assert_eq!(
            (with.as_str(), without.as_str()),
            ("barrier.divergence:non-uniform", "barrier.divergence:non-uniform")
        );
    }
    let run = run_source(&kernel(OWN, &format!("if (tid == 2) {{ return; }} {barrier}")), FOUR, &[], &plain());
    let failure = run.outcome.failure().unwrap();
    assert!(failure.message.to_string().ends_with("thread 2 of the same group has ended"), "{}", failure.message);
    let source = kernel(OWN, &format!("if (tid == 2) {{ return; }} {barrier}"));
    assert_eq!(failure.related[0].0.span.text(&source).trim_end_matches(';'), "return");
    // Threads may return behind the last barrier, and all threads together anywhere.
    for body in [
        format!("{barrier} if (tid > 0) {{ return; }} a[tid] := 1;"),
        format!("if (gsize > 1) {{ return; }} {barrier}"),
    ] {
        assert_eq!(says(OWN, &body).0, "finished");
    }
}

#[test]
fn iterations_that_are_left_are_counted() {
    let barrier = "barrier(global) { context Perm(a[tid], write); }";
    let head = "int i := 0; loop_invariant Perm(a[tid], write); while (i < 3)";
    // One thread skips the barrier in one iteration, and comes to it in the next one.
    let skips = format!("{head} {{ i := i + 1; if (i == 1 && tid == 0) {{ continue; }} {barrier} }}");
    assert_eq!(says(OWN, &skips).1, "barrier.divergence:non-uniform");
    let leaves = format!("{head} {{ if (i == 1 && tid == 0) {{ break; }} {barrier} i := i + 1; }} {barrier}");
    assert_eq!(says(OWN, &leaves).1, "barrier.divergence:non-uniform");
    let all =
        format!("{head} {{ i := i + 1; if (i == 1) {{ continue; }} if (i == 3) {{ break; }} {barrier} }} {barrier}");
    assert_eq!(says(OWN, &all).0, "finished");
}

#[test]
fn a_loop_that_is_left_gives_back_what_it_set_aside() {
    // The invariant lists a share: inside there is no more, behind the loop there is again.
    let outside = "int i := 0; while (true) { if (i == 2) { break; } i := i + 1; } a[tid] := i;";
    assert_eq!(says(OWN, outside).0, "finished");
    let returns = "int i := 0; while (true) { if (i == 2) { return; } i := i + 1; }";
    assert_eq!(says(OWN, returns).0, "finished");
    let inside = "while (true) { if (i == 2) { a[tid] := 1; break; } i := i + 1; }";
    let listed = format!("int i := 0; loop_invariant Perm(a[tid], read); {inside}");
    assert_eq!(says(OWN, &listed).0, "store:insufficient-permission");
    assert_eq!(says(OWN, &format!("int i := 0; {inside}")).0, "finished");
    let nested = "while (true) { while (true) { if (tid >= 0) { return; } } }";
    assert_eq!(says(OWN, nested).0, "finished");
    let post = "requires Perm(a[tid], write); ensures Perm(a[tid], write) ** a[tid] == 5;";
    assert_eq!(says(post, "if (tid == 1) { return; } a[tid] := 5;").0, "thread.postcondition:condition-false");
    assert_eq!(says(post, "a[tid] := 5; if (tid == 1) { return; } a[tid] := 5;").0, "finished");
}

#[test]
fn invariants_hold_where_an_iteration_ends() {
    let head = "int i := 0; loop_invariant i <= 2; while (i < 4)";
    assert_eq!(
        says("", &format!("{head} {{ i := i + 1; if (i == 3) {{ continue; }} }}")).0,
        "invariant.preserved:condition-false"
    );
    assert_eq!(says("", &format!("{head} {{ i := i + 1; if (i == 3) {{ break; }} }}")).0, "finished");
}

#[test]
fn an_exit_puts_threads_of_a_warp_on_two_sides() {
    let source = "kernel k { global int[1] a; void main() { if (tid == 0) { a[0] := 1; return; } a[0] := 2; } }";
    let run = run_source(source, Launch::new(1, 2), &[], &plain());
    let failure = run.outcome.failure().unwrap();
    assert_eq!(failure.code.to_string(), "store:data-race");
    assert_eq!(failure.relation.unwrap().id(), "same-warp-diverged");
    // Without the `return`, thread 0 comes to both stores, and the warp is together again at the second one.
    let source = "kernel k { global int[1] a; void main() { if (tid == 0) { a[0] := 1; } a[0] := 2; } }";
    let run = run_source(source, Launch::new(1, 2), &[], &Options { schedule: Schedule::Reversed, ..plain() });
    assert_eq!(run.outcome.failure().unwrap().relation.unwrap().id(), "same-warp-one-path");
}

#[test]
fn every_interleaving_is_explored() {
    let source = "kernel k { global int[1] a; void main() { while (true) { if (a[0] == 1) { break; } a[0] := 1; } } }";
    let found = explored(source, Launch::new(1, 2), &Options { races: false, ..plain() });
    assert_eq!((found.failures.len(), found.memories.len()), (0, 1));
    assert!(found.runs > 1);
}

#[test]
fn a_record_tells_where_a_thread_ended() {
    let source = kernel(OWN, "if (tid == 1) { return; } a[tid] := 1;");
    let run = run_source(&source, FOUR, &[], &Options { trace: true, schedule: Schedule::Lockstep, ..plain() });
    let trace = run.trace.unwrap();
    let ends = trace.steps.iter().filter(|s| s.what == Event::End);
    let at: Vec<&str> = ends.filter(|s| s.thread.lid == 1).map(|s| s.node.span.text(&source)).collect();
    assert_eq!(at.iter().map(|t| t.trim_end_matches(';')).collect::<Vec<_>>(), ["return"]);
    assert!(!trace.steps.iter().any(|s| s.thread.lid == 1 && matches!(s.what, Event::Write(..))));
}
