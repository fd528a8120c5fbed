//! Contracts at run time: what each point of a run must report, and what it must not.

use interp::{explore, Bounds, Fill, Input, Launch, Options, Outcome, Schedule, Value};

use crate::support::{every_schedule, input, program, run_source, word};

const FOUR: Launch = Launch::new(1, 4).with_warp(2);

/// The id and the text at the failure under the canonical schedule; every other schedule ends with the same id.
fn found(source: &str) -> (String, String) {
    let run = run_source(source, FOUR, &[], &Options::default());
    for schedule in every_schedule() {
        let other = run_source(source, FOUR, &[], &Options { schedule, ..Options::default() });
        assert_eq!(word(&run), word(&other), "{source}: {:?} and {:?}", run.outcome, other.outcome);
    }
    let at = run.outcome.failure().map_or("", |f| f.node.span.text(source));
    (word(&run), at.to_owned())
}

fn fails(source: &str, id: &str, at: &str) {
    assert_eq!(found(source), (id.to_owned(), at.to_owned()), "{source}");
}

fn passes(source: &str) {
    assert_eq!(found(source).0, "finished", "{source}");
}

fn with(contract: &str, body: &str) -> String {
    format!(
        "kernel k {{ global int[gsize] a; global int[gsize] b; local int[gsize] s; \
        {contract} void main() {{ {body} }} }}"
    )
}

#[test]
fn permissions_of_accesses() {
    passes(&with("context Perm(a[tid], write);", "a[tid] := a[tid] + 1;"));
    fails(&with("context Perm(a[tid], 1\\2);", "a[tid] := 1;"), "store:insufficient-permission", "a[tid]");
    passes(&with("context Perm(a[tid], read);", "int x := a[tid];"));
    fails(&with("", "int x := a[tid];"), "load:insufficient-permission", "a[tid]");
    fails(
        &with("context Perm(s[lid], write);", "s[(lid + 1) % gsize] := 1;"),
        "store:insufficient-permission",
        "s[(lid + 1) % gsize]",
    );
}

#[test]
fn resources_suffice() {
    fails(&with("requires Perm(a[0], write);", ""), "kernel.resources:two-writers", "Perm(a[0], write)");
    passes(&with("requires Perm(a[0], 1\\4);", ""));
    passes(&with("requires Perm(a[0], read);", ""));
    fails(&with("requires Perm(a[0], 1\\3);", ""), "kernel.resources:exceeds-available", "Perm(a[0], 1\\3)");
}

#[test]
fn inputs_outside_the_contract_are_no_failures() {
    let source = with("requires Perm(a[tid], read) ** a[tid] > 0;", "assert false;");
    assert_eq!(found(&source).0, "outside contract");
    // An implicit `kernel requires ngroups == 1`.
    let run = run_source(&with("", ""), Launch::new(2, 4).with_warp(2), &[], &Options::default());
    assert_eq!(word(&run), "outside contract");
    // If the kernel states a precondition of its own, it must imply those of the threads, and this is checked.
    let source = with(
        "kernel requires (\\forall* int i; 0 <= i && i < gsize; Perm(a[i], write)); \
        requires Perm(a[tid], write) ** a[tid] > 0;",
        "",
    );
    assert!(found(&source).0.ends_with("precondition:condition-false"), "{}", found(&source).0);
}

#[test]
fn postconditions() {
    passes(&with("context Perm(a[tid], write); ensures a[tid] == 3;", "a[tid] := 3;"));
    fails(
        &with("context Perm(a[tid], write); ensures a[tid] == 3;", "a[tid] := tid;"),
        "thread.postcondition:condition-false",
        "a[tid] == 3",
    );
    passes(&with("context Perm(a[tid], write); ensures a[tid] == \\old(a[tid]) + 1;", "a[tid] := a[tid] + 1;"));
    fails(
        &with("requires Perm(a[tid], read); ensures Perm(a[tid], write);", ""),
        "thread.postcondition:insufficient-permission",
        "Perm(a[tid], write)",
    );
}

#[test]
fn postconditions_of_group_and_kernel() {
    let source = |post: &str| {
        format!(
            "kernel k {{ global int[tcount] a; {post}
               kernel context (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write));
               context Perm(a[tid], write); ensures a[tid] == tid;
               void main() {{ a[tid] := tid; }} }}"
        )
    };
    passes(&source("kernel ensures (\\forall int i; 0 <= i && i < tcount; a[i] == i);"));
    let wrong = source("kernel ensures (\\forall int i; 0 <= i && i < tcount; a[i] < 3);");
    assert_eq!(found(&wrong).0, "kernel.postcondition:condition-false");
}

#[test]
fn loops() {
    let body = |invariant: &str| {
        with(
            "context Perm(a[tid], write);",
            &format!("int i := 0; {invariant} while (i < 3) {{ a[tid] := i; i := i + 1; }} a[tid] := 7;"),
        )
    };
    passes(&body("invariant Perm(a[tid], write) ** 0 <= i && i <= 3;"));
    fails(&body("invariant 1 <= i ** Perm(a[tid], write);"), "invariant.entry:condition-false", "1 <= i");
    fails(&body("invariant i < 3 ** Perm(a[tid], write);"), "invariant.preserved:condition-false", "i < 3");
    // The loop keeps the permissions of an array that no invariant names. Of an array that one names, the rest cannot
    // be used in the loop, and is back behind it.
    passes(&body("invariant 0 <= i;"));
    fails(&body("invariant Perm(a[tid], read);"), "store:insufficient-permission", "a[tid]");
    passes(&with(
        "context Perm(a[tid], write);",
        "int i := 0; invariant 0 <= i; while (i < 3) { i := i + 1; } a[tid] := 7;",
    ));
    // A barrier in the body takes a permission of an array that the barrier names.
    passes(&with(
        "requires Perm(a[tid], write);",
        "int i := 0; invariant 0 <= i; while (i < 3) { barrier(global); i := i + 1; } a[tid] := 7;",
    ));
    fails(
        &with(
            "requires Perm(a[tid], write);",
            "int i := 0; while (i < 3) { barrier(global) { ensures gsize < 0 ==> Perm(a[tid], read); } i := i + 1; } \
             a[tid] := 7;",
        ),
        "store:insufficient-permission",
        "a[tid]",
    );
}

#[test]
fn barriers() {
    let body = |barrier: &str, rest: &str| {
        with("requires Perm(a[tid], write) ** Perm(b[tid], write); ", &format!("a[tid] := tid; {barrier} {rest}"))
    };
    let right = "barrier(global) { requires a[tid] == tid; \
        ensures Perm(a[(tid + 1) % gsize], read) ** Perm(b[tid], write) \
        ** a[(tid + 1) % gsize] == (tid + 1) % gsize; }";
    passes(&body(right, "b[tid] := a[(tid + 1) % gsize];"));
    fails(&body("barrier(global) { requires a[tid] > 0; }", ""), "barrier.precondition:condition-false", "a[tid] > 0");
    fails(
        &body("barrier(global) { requires Perm(a[0], read); }", ""),
        "barrier.precondition:insufficient-permission",
        "Perm(a[0], read)",
    );
    fails(
        &body("barrier(global) { ensures Perm(a[0], write); }", ""),
        "barrier.redistribution:two-writers",
        "Perm(a[0], write)",
    );
    fails(
        &body("barrier(global) { ensures Perm(a[0], 1\\2); }", ""),
        "barrier.redistribution:insufficient-permission",
        "Perm(a[0], 1\\2)",
    );
    fails(
        &body("barrier(global) { ensures Perm(a[tid], read) ** a[tid] == 0; }", ""),
        "barrier.transfer:condition-false",
        "a[tid] == 0",
    );
    // What the barrier names and does not hand out is gone, and what it does not name stays.
    let named = "barrier(global) { ensures gsize < 0 ==> Perm(a[tid], write); }";
    fails(&body(named, "a[tid] := 1;"), "store:insufficient-permission", "a[tid]");
    passes(&body(named, "b[tid] := 1;"));
    passes(&body("barrier(global);", "a[tid] := 1;"));
    // An element that was written does not move to another thread if the barrier does not fence its memory.
    fails(
        &body("barrier(local) { ensures Perm(a[(tid + 1) % gsize], read); }", ""),
        "barrier.redistribution:unfenced",
        "Perm(a[(tid + 1) % gsize], read)",
    );
}

#[test]
fn asserts_and_assumes() {
    fails(
        &with("context Perm(a[tid], read);", "assert Perm(a[tid], write);"),
        "assert:insufficient-permission",
        "Perm(a[tid], write)",
    );
    fails(
        &with("context Perm(a[tid], read);", "assert Perm(a[tid], read) ** a[tid] == 7;"),
        "assert:condition-false",
        "a[tid] == 7",
    );
    passes(&with("context Perm(a[tid], read);", "assert Perm(a[tid], read) ** a[tid] == tid;"));
    assert_eq!(found(&with("", "assume tid == 9; assert false;")).0, "outside assumption");
}

#[test]
fn contracts_are_framed_and_well_defined() {
    fails(&with("requires a[tid] == tid;", ""), "contract.well-formed:unframed", "a[tid]");
    fails(
        &with("requires Perm(a[tid], read) ** a[tid + gsize] >= 0;", ""),
        "contract.well-formed:out-of-bounds",
        "a[tid + gsize]",
    );
    fails(&with("requires 7 / tid > 0;", ""), "contract.well-formed:division-by-zero", "tid");
}

#[test]
fn a_run_that_keeps_going_reports_every_contract_that_fails() {
    let source = with("context Perm(a[tid], write); ensures a[tid] == 9;", "assert a[tid] == 1; a[tid] := 5;");
    let options = Options { keep_going: true, ..Options::default() };
    let run = run_source(&source, FOUR, &[], &options);
    let mut ids: Vec<String> = run.also.iter().map(|f| f.code.to_string()).collect();
    ids.insert(0, word(&run));
    assert_eq!(ids.iter().filter(|id| *id == "assert:condition-false").count(), 3, "threads 0, 2 and 3");
    assert_eq!(ids.iter().filter(|id| *id == "thread.postcondition:condition-false").count(), 4);
}

#[test]
fn what_has_no_value_is_unknown_and_no_failure() {
    let source = with("ensures (\\forall int i; i * i >= 0);", "");
    let run = run_source(&source, FOUR, &[], &Options::default());
    assert_eq!(run.outcome, Outcome::Finished);
    assert!(!run.unknown.is_empty());
}

#[test]
fn exploration_with_contracts() {
    let source = with(
        "context Perm(a[tid], write); requires Perm(s[lid], write); ensures a[tid] == (tid + 1) % gsize;",
        "s[lid] := tid; barrier(local) { context Perm(a[tid], write); requires s[lid] == tid;
         ensures Perm(s[(lid + 1) % gsize], read) ** s[(lid + 1) % gsize] == (tid + 1) % gsize; }
         a[tid] := s[(lid + 1) % gsize];",
    );
    let program = program(&source);
    let launch = Launch::new(1, 3).with_warp(3);
    let input: Input = input(&program, &launch, &[] as &[(&str, Value)], Fill::Iota);
    let found = explore(&program, "k", &launch, &input, &Options::default(), &Bounds::default()).unwrap();
    assert!(found.is_complete() && found.failures.is_empty() && found.others.is_empty(), "{found:?}");
    assert_eq!((found.runs, found.memories.len()), (1, 1));
    assert_eq!(Schedule::Canonical.to_string(), "canonical");
}
