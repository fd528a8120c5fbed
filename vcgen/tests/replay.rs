//! Counterexamples are run: what a run shows is refuted, what none shows is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use vcgen::options::Options;
use vcgen::outcome::{Outcome, Replay, Verdict, Witness};
use vcgen::pipeline::verify;

/// The obligations of a program that are not proved.
fn failures(source: &str) -> Vec<Outcome> {
    let parsed = syntax::parse_program(source);
    let program = parsed.program.unwrap_or_else(|| panic!("{:#?}", parsed.diagnostics));
    let items = verify(&program, &Options::default());
    items.into_iter().flat_map(|i| i.obligations).filter(|o| o.verdict != Verdict::Proved).collect()
}

fn only(source: &str) -> Outcome {
    let mut all = failures(source);
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

fn witness(outcome: &Outcome) -> &Witness {
    match &outcome.replay {
        Replay::Confirmed(witness) => witness,
        other => panic!("{other:?}: {outcome:#?}"),
    }
}

#[test]
fn a_run_from_the_model_goes_wrong_where_the_obligation_says() {
    let outcome = only(
        "kernel k { global int[gsize] a; requires Perm(a[tid], write) ** a[tid] > 3; \
        ensures Perm(a[tid], write) ** a[tid] > 4;
          void main() { if (tid == 1) { a[tid] := 5; } else { a[tid] := a[tid] + 0; } } }",
    );
    let witness = witness(&outcome);
    let (groups, threads) = witness.launch.map(|l| (l.groups(), l.threads())).unwrap();
    assert_eq!(groups, 1);
    // The precondition holds of what is run, and thread 0 is one that goes wrong.
    let values = &witness.arrays.iter().find(|(name, _)| name == "a").unwrap().1;
    assert_eq!(values.matches(',').count() + 1, threads as usize, "{values}");
    assert!(values.contains('4'), "{values}");
    assert_eq!(outcome.verdict, Verdict::Refuted);
}

#[test]
fn a_state_that_no_run_reaches_refutes_nothing() {
    let outcome = only(
        "kernel k { global int[gsize] a; requires Perm(a[tid], write); ensures Perm(a[tid], write) ** a[tid] == 3;
          void main() { int i := 0; a[tid] := 0;
            loop_invariant 0 <= i && i <= 3; loop_invariant Perm(a[tid], write);
            while (i < 3) { i := i + 1; a[tid] := a[tid] + 1; } } }",
    );
    assert_eq!((outcome.verdict, &outcome.replay), (Verdict::Unknown, &Replay::Unconfirmed));
    assert!(!outcome.values.is_empty(), "the state that the annotations allow is shown");
}

#[test]
fn the_same_loop_with_a_wrong_postcondition_is_refuted_by_a_run() {
    let outcome = only(
        "kernel k { global int[gsize] a; requires Perm(a[tid], write); ensures Perm(a[tid], write) ** a[tid] == 4;
          void main() { int i := 0; a[tid] := 0;
            loop_invariant 0 <= i && i <= 3; loop_invariant Perm(a[tid], write);
            while (i < 3) { i := i + 1; a[tid] := a[tid] + 1; } } }",
    );
    assert_eq!(outcome.verdict, Verdict::Refuted);
    let steps = &witness(&outcome).steps;
    assert!(steps.iter().any(|s| s.text == "writes 3 to `a[0]`"), "{steps:#?}");
}

#[test]
fn an_implication_between_annotations_needs_no_run() {
    // Every run has `a[tid] == 0` here, but the threads do not promise it.
    let outcome = only(
        "kernel k { global int[gsize] a; requires Perm(a[tid], write);
          void main() { a[tid] := 0;
            barrier(global) { requires a[tid] >= 0; \
            ensures Perm(a[(tid + 1) % gsize], read) ** a[(tid + 1) % gsize] == 0; } } }",
    );
    assert_eq!((outcome.verdict, &outcome.replay), (Verdict::Refuted, &Replay::Specification));
}

#[test]
fn what_the_solver_does_not_decide_is_searched_for_a_run() {
    let outcome = only("kernel k { void main() { assert (\\exists int i; 0 <= i && i < tid; 2 * i == 3); } }");
    assert_eq!(outcome.verdict, Verdict::Refuted);
    let _ = witness(&outcome);
}

#[test]
fn a_function_is_run_at_arguments() {
    let outcome = only("ensures \\result > n; pure int f(int n) = n < 3 ? n + 1 : n;");
    let arguments = &witness(&outcome).arguments;
    let n: i64 = arguments[0].1.parse().unwrap();
    assert!(n >= 3, "{arguments:?}");
}

#[test]
fn two_threads_that_wait_at_different_barriers_are_named() {
    let outcome = only("kernel k { void main() { if (tid == 1) { barrier(global); } } }");
    let w = witness(&outcome);
    assert!(w.message.contains("thread 1") && w.message.contains("thread 0"), "{}", w.message);
}

#[test]
fn a_procedure_is_refuted_by_one_call() {
    let outcome = only(
        "kernel k { local int[gsize] s; requires Perm(s[lid], 1\\2) ** s[lid] > 3 ** n > gid;
          ensures Perm(s[lid], 1\\2) ** \\result > n + 4;
          int next(int n) { return s[lid] + n; } void main() { } }",
    );
    let witness = witness(&outcome);
    assert!(witness.launch.is_some());
    // Local memory has values when the procedure is called.
    let values = &witness.arrays.iter().find(|(name, _)| name == "s").unwrap().1;
    assert!(values.contains('4'), "{values}");
    assert!(witness.arguments.iter().any(|(name, _)| name == "n"), "{witness:#?}");
}

#[test]
fn a_procedure_outside_of_kernels_is_refuted_without_a_launch() {
    let outcome = only(
        "requires x > 1; ensures \\result > 2; int half(int x) { int y = x; y = y - 1; return y + 1; }
          kernel k { void main() { int z := half(4); } }",
    );
    let witness = witness(&outcome);
    assert!(witness.launch.is_none());
    assert_eq!(witness.arguments, [("x".to_string(), "2".to_string())]);
    assert!(witness.steps.len() >= 2, "{witness:#?}");
}

#[test]
fn a_state_that_has_more_than_a_whole_permission_refutes_nothing() {
    let outcome = only(
        "kernel k { global int[gsize] a; requires Perm(a[0], write) ** Perm(a[0], write);
          ensures Perm(a[0], write) ** Perm(a[0], write) ** a[0] == 1; void f() { a[0] := 2; } void main() { } }",
    );
    assert_eq!(outcome.verdict, Verdict::Unknown, "{outcome:#?}");
}

#[test]
fn what_the_kernel_says_of_its_launch_holds_in_calls() {
    let source =
        "kernel k { global int n; kernel requires n == 3 && gsize == 2; ensures n < 3; void f() { } void main() { } }";
    let outcome = only(source);
    let witness = witness(&outcome);
    assert_eq!(witness.launch.map(|l| l.threads()), Some(2));
    assert!(witness.arguments.iter().any(|(name, value)| name == "n" && value == "3"), "{witness:#?}");
}
