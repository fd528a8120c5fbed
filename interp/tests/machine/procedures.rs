//! Procedures: calls, results, contracts, recursion.

use interp::{Event, Launch, Options, Schedule, Value};

use crate::support::{every_schedule, explored, ints, plain, run_source, word};

const FOUR: Launch = Launch::new(1, 4).with_warp(2);

/// How a kernel ends, which must be the same under every schedule.
fn found(source: &str, options: &Options) -> String {
    let first = run_source(source, FOUR, &[], options);
    for schedule in every_schedule() {
        let other = run_source(source, FOUR, &[], &Options { schedule, ..options.clone() });
        assert_eq!(word(&first), word(&other), "{source}: {:?} and {:?}", first.outcome, other.outcome);
    }
    word(&first)
}

/// How a run with contracts ends, and the text at its failure.
fn judged(source: &str) -> (String, String) {
    let run = run_source(source, FOUR, &[], &Options::default());
    let at = run.outcome.failure().map_or("", |f| f.node.span.text(source));
    (found(source, &Options::default()), at.trim_end_matches(';').to_owned())
}

/// A kernel with these procedures and this code, whose threads may each write their own element of `a`.
fn with(procedures: &str, body: &str) -> String {
    format!("kernel k {{ global int[gsize] a; {procedures} context Perm(a[tid], write); void main() {{ {body} }} }}")
}

const ADD: &str = "requires Perm(a[i], write); ensures Perm(a[i], write) ** a[i] == \\old(a[i]) + by;
                   void add(int i, int by) { a[i] := a[i] + by; }";

#[test]
fn arguments_go_in_and_results_come_out() {
    let source = with(
        "int twice(int x) { return 2 * x; } int four(int x) { int y := twice(x); y := twice(y); return y; }",
        "a[tid] := four(tid + 1);",
    );
    let run = run_source(&source, FOUR, &[], &Options::default());
    assert_eq!(ints(&run, "a"), [4, 8, 12, 16]);
    assert_eq!(found(&source, &plain()), "finished");
    // The parameters of a call are its own, and so are its variables.
    let source = with(
        "int count(int n) { int i := 0; while (i < n) { i := i + 1; } n := i + 1; return n; }",
        "int n := 3; int i := count(tid); a[tid] := 10 * n + i;",
    );
    assert_eq!(ints(&run_source(&source, FOUR, &[], &Options::default()), "a"), [31, 32, 33, 34]);
    let source =
        with("int early(int x) { while (true) { if (x > 2) { return x; } x := x + 1; } }", "a[tid] := early(tid);");
    assert_eq!(ints(&run_source(&source, FOUR, &[], &plain()), "a"), [3, 3, 3, 3]);
}

#[test]
fn a_procedure_of_the_top_level_sees_no_kernel() {
    let source = format!("int square(int x) {{ return x * x; }} {}", with("", "a[tid] := square(tid);"));
    assert_eq!(ints(&run_source(&source, FOUR, &[], &Options::default()), "a"), [0, 1, 4, 9]);
    let source = format!("int bad(int x) {{ assert x < 3; return x; }} {}", with("", "a[tid] := bad(tid);"));
    assert_eq!(judged(&source), ("assert:condition-false".into(), "x < 3".into()));
}

#[test]
fn memory_is_the_callers() {
    let source = with(ADD, "add(tid, 5); add(tid, 1);");
    assert_eq!(judged(&source).0, "finished");
    assert_eq!(ints(&run_source(&source, FOUR, &[], &Options::default()), "a"), [6, 7, 8, 9]);
}

#[test]
fn what_a_procedure_requires_is_checked_at_the_call() {
    assert_eq!(
        judged(&with(ADD, "add((tid + 1) % gsize, 1);")),
        ("call.precondition:insufficient-permission".into(), "add((tid + 1) % gsize, 1)".into())
    );
    let positive = "requires x > 0; void f(int x) { }";
    assert_eq!(judged(&with(positive, "f(tid);")), ("call.precondition:condition-false".into(), "f(tid)".into()));
    assert_eq!(judged(&with(positive, "f(tid + 1);")).0, "finished");
    let value = "context Perm(a[i], read) ** a[i] > 5; void f(int i) { }";
    assert_eq!(judged(&with(value, "a[tid] := tid; f(tid);")).0, "call.precondition:condition-false");
    assert_eq!(judged(&with(value, "a[tid] := 6; f(tid); a[tid] := 0;")).0, "finished");
}

#[test]
fn the_body_uses_only_what_is_required() {
    let read = "requires Perm(a[i], 1\\2); ensures Perm(a[i], 1\\2); int get(int i) { return a[i]; }";
    assert_eq!(judged(&with(read, "int x := get(tid); a[tid] := x;")).0, "finished");
    let write = read.replace("return a[i];", "a[i] := 1; return 0;");
    assert_eq!(judged(&with(&write, "int x := get(tid);")), ("store:insufficient-permission".into(), "a[i]".into()));
    // The procedure may not use a permission that the caller holds and the procedure does not require.
    let other = "void f() { a[tid] := 1; }";
    assert_eq!(judged(&with(other, "f();")).0, "store:insufficient-permission");
    assert_eq!(found(&with(other, "f();"), &plain()), "finished");
    let unframed = "ensures a[tid] >= 0; void f() { }";
    assert_eq!(judged(&with(unframed, "f();")).0, "contract.well-formed:unframed");
}

#[test]
fn a_permission_that_is_not_given_back_is_gone() {
    let keeps = "requires Perm(a[tid], write); void take() { }";
    assert_eq!(judged(&with(keeps, "take(); a[tid] := 1;")).0, "store:insufficient-permission");
    assert_eq!(judged(&with(keeps, "take();")).0, "thread.postcondition:insufficient-permission");
    let half = "requires Perm(a[tid], write); ensures Perm(a[tid], 1\\2); void share() { }";
    assert_eq!(judged(&with(half, "share(); int x := a[tid]; a[tid] := x;")).0, "store:insufficient-permission");
    let lent = "requires Perm(a[tid], read); ensures Perm(a[tid], read); void look() { int x := a[tid]; }";
    assert_eq!(judged(&with(lent, "look(); look(); a[tid] := 1;")).0, "finished");
    // Nobody gives back more than there was.
    let more = "requires Perm(a[tid], 1\\2); ensures Perm(a[tid], write); void f() { }";
    assert_eq!(judged(&with(more, "f();")).0, "procedure.postcondition:insufficient-permission");
}

#[test]
fn what_a_procedure_ensures_is_checked_at_its_end() {
    let wrong = ADD.replace("+ by; }", "+ by + 1; }");
    assert_eq!(judged(&with(&wrong, "add(tid, 2);")).0, "procedure.postcondition:condition-false");
    let result = "ensures \\result == x + 1; int next(int x) { if (x == 2) { return 0; } return x + 1; }";
    assert_eq!(judged(&with(result, "a[tid] := next(tid);")).0, "procedure.postcondition:condition-false");
    assert_eq!(judged(&with(result, "a[tid] := next(tid + 3);")).0, "finished");
    // Plain runs check no contract.
    assert_eq!(found(&with(&wrong, "add(tid, 2);"), &plain()), "finished");
}

#[test]
fn old_is_the_state_at_the_entry() {
    let twice = "add(tid, 1); a[tid] := 7; add(tid, 2); assert a[tid] == 9;";
    assert_eq!(judged(&with(ADD, twice)).0, "finished");
    let kernel_start =
        "requires Perm(a[tid], write); ensures Perm(a[tid], write) ** \\old(a[tid]) == tid; void f() { a[tid] := 0; }";
    assert_eq!(judged(&with(kernel_start, "f();")).0, "finished");
    assert_eq!(judged(&with(kernel_start, "a[tid] := 9; f();")).0, "procedure.postcondition:condition-false");
    let inside = "requires Perm(a[tid], write); ensures Perm(a[tid], write); void f() { a[tid] := a[tid] + 1; \
        assert a[tid] == \\old(a[tid]) + 1; }";
    assert_eq!(judged(&with(inside, "f(); a[tid] := 3; f();")).0, "finished");
    assert_eq!(found(&with(&inside.replace(") + 1; }", ") + 2; }"), "f();"), &plain()), "assert:condition-false");
}

#[test]
fn recursion_ends_or_is_stopped() {
    let sum = "int sum(int n) { if (n <= 0) { return 0; } int rest := sum(n - 1); return n + rest; }";
    assert_eq!(ints(&run_source(&with(sum, "a[tid] := sum(tid);"), FOUR, &[], &Options::default()), "a"), [0, 1, 3, 6]);
    let never = "void f() { f(); }";
    for options in [Options::default(), plain()] {
        let word = found(&with(never, "f();"), &options);
        assert!(word.starts_with("limit: "), "{word}");
    }
    let measured = "decreases n; int f(int n) { if (n <= 0) { return 0; } int x := f(n - 1); return x; }";
    assert_eq!(judged(&with(measured, "a[tid] := f(3);")).0, "finished");
    let grows = "decreases n; int f(int n) { if (n > 3) { return 0; } int x := f(n + 1); return x; }";
    assert_eq!(
        judged(&with(grows, "a[tid] := f(1);")),
        ("function.termination:measure-not-decreasing".into(), "int x := f(n + 1)".into())
    );
}

#[test]
fn what_has_no_body_is_not_executed() {
    let word = found(&with("requires x > 0; int f(int x);", "a[tid] := f(1);"), &Options::default());
    assert!(word.starts_with("not computable: `f` has no body"), "{word}");
}

#[test]
fn what_goes_wrong_inside_is_found() {
    let bounds = "requires Perm(a[tid], write); ensures Perm(a[tid], write); void f(int i) { a[i] := 1; }";
    assert_eq!(found(&with(bounds, "f(9);"), &plain()), "store:out-of-bounds");
    assert_eq!(
        found(&with("int f(int x) { return 10 / x; }", "a[tid] := f(tid);"), &plain()),
        "expression:division-by-zero"
    );
    assert_eq!(found(&with("int f() { int x; return x; }", "a[tid] := f();"), &plain()), "expression:uninitialised");
    let race = "void f() { a[0] := tid; }";
    assert_eq!(found(&with(race, "f();"), &plain()), "store:data-race");
    let run = run_source(&with(race, "if (tid < 2) { f(); }"), FOUR, &[], &plain());
    assert_eq!(run.outcome.failure().unwrap().relation.unwrap().id(), "same-warp-same-instruction");
}

#[test]
fn a_loop_around_a_call_checks_its_invariant() {
    let body = "int i := 0; loop_invariant Perm(a[tid], write) ** a[tid] == tid + i; while (i < 3) { add(tid, 1); \
        i := i + 1; }";
    assert_eq!(judged(&with(ADD, body)).0, "finished");
    assert_eq!(
        judged(&with(ADD, &body.replace("add(tid, 1)", "add(tid, 2)"))).0,
        "invariant.preserved:condition-false"
    );
    // A loop inside a procedure, left early, sets aside and gives back the procedure's own.
    let inner = "requires Perm(a[tid], write); ensures Perm(a[tid], write); void f() { int i := 0; \
        while (true) { if (i == 2) { break; } i := i + 1; } a[tid] := i; }";
    assert_eq!(judged(&with(inner, "f(); a[tid] := 0;")).0, "finished");
    let inner = inner.replace("{ break; }", "{ a[tid] := 1; return; }");
    assert_eq!(judged(&with(&inner, "f();")).0, "finished");
    let listed = inner.replace("while (true)", "loop_invariant Perm(a[tid], read); while (true)");
    assert_eq!(judged(&with(&listed, "f();")).0, "store:insufficient-permission");
}

#[test]
fn a_record_tells_calls() {
    let source = with(ADD, "add(tid, 1);");
    let run = run_source(&source, FOUR, &[], &Options { trace: true, schedule: Schedule::Random(3), ..plain() });
    let trace = run.trace.unwrap();
    let mine = trace.steps.iter().filter(|s| s.thread.lid == 2).map(|s| &s.what);
    let is_told = |e: &&Event| matches!(e, Event::Enter { .. } | Event::Return | Event::Write(..));
    let calls: Vec<&Event> = mine.filter(is_told).collect();
    let [Event::Enter { name, args, .. }, Event::Write(..), Event::Return] = calls.as_slice() else {
        panic!("{calls:?}")
    };
    assert_eq!((name.as_str(), args.as_slice()), ("add", [Value::from(2i64), Value::from(1i64)].as_slice()));
}

#[test]
fn every_interleaving_is_explored() {
    let source = "kernel k { global int[1] a; int get() { return a[0]; } void put(int x) { a[0] := x; } \
        void main() { int x := get(); put(x + 1); } }";
    let (launch, options) = (Launch::new(1, 2), Options { races: false, ..plain() });
    let found = explored(source, launch, &options);
    let memories: Vec<String> = found.memories.iter().map(|m| m["a"][0].to_string()).collect();
    assert_eq!(memories, ["1", "2"]);
    // What another thread writes between the entry and the end is seen by `\old`.
    let source = "kernel k { global int[1] a; requires true; ensures true; void f() { int x := a[0]; \
        assert x == \\old(a[0]); } void main() { f(); a[0] := a[0] + 1; } }";
    let found = explored(source, launch, &options);
    assert_eq!(found.failures.iter().map(|(f, _)| f.code.to_string()).collect::<Vec<_>>(), ["assert:condition-false"]);
}
