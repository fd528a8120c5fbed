//! Runs of parallel blocks and of references to arrays: what iterations do, and what goes wrong in them.

use interp::host::{programs, run_host, HostInput, HostRun};
use interp::{Options, Outcome, Schedule, Value};

use super::support::program;

/// A run of the last host procedure of a source. Each argument that starts with `#` refers to the array with this
/// number; the arrays have these elements.
fn run(source: &str, args: &[&str], arrays: &[&[i64]], options: &Options) -> HostRun {
    let program = program(source);
    let id = *programs(&program).last().unwrap();
    let arg = |text: &&str| match text.strip_prefix('#') {
        Some(number) => Value::Reference(number.parse().unwrap()),
        None => Value::from(text.parse::<i64>().unwrap()),
    };
    let objects = arrays.iter().map(|elements| elements.iter().map(|n| Value::from(*n)).collect()).collect();
    let input = HostInput { objects, ..HostInput::new(args.iter().map(arg).collect(), 1) };
    run_host(&program, id, &input, options)
}

fn word(run: &HostRun) -> String {
    match &run.outcome {
        Outcome::Finished if run.unknown.is_empty() => "finished".into(),
        Outcome::Finished => format!("finished, and {:?}", run.unknown),
        Outcome::Failed(failure) => failure.code.to_string(),
        Outcome::OutsideContract { .. } => "outside contract".into(),
        Outcome::OutsideAssumption { .. } => "outside assumption".into(),
        Outcome::Limit(limit) => format!("limit: {limit}"),
        Outcome::NotComputable { reason, .. } => format!("not computable: {reason}"),
    }
}

/// The elements of an array at the end, as a person writes them.
fn array(run: &HostRun, number: usize) -> String {
    run.objects[number - 1].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn orders() -> Vec<Options> {
    let mut all = vec![Schedule::Canonical, Schedule::Reversed];
    all.extend((0..6).map(Schedule::Permuted));
    all.into_iter().map(|schedule| Options { schedule, ..Options::default() }).collect()
}

/// The orders again, for runs that check neither contracts nor permissions.
fn bare() -> Vec<Options> {
    orders().into_iter().map(|options| Options { contracts: false, ..options }).collect()
}

/// A procedure `void f(int[] a, int[] b, int n)`, with `a` and `b` as given.
fn with(body: &str) -> String {
    format!("void f(int[] a, int[] b, int n) {{ {body} }}")
}

#[test]
fn iterations_write_their_elements() {
    let source = "
        requires a != null && b != null && a.length == n && b.length == n;
        context (\\forall* int i = 0 .. n; Perm(a[i], write)) ** Perm(b[*], 1\\2);
        ensures (\\forall int i = 0 .. n; a[i] == b[i] + \\old(a[i]));
        void add(int[] a, int[] b, int n) {
          par (int i = 0 .. n)
            context Perm(a[i], write) ** Perm(b[i], 1\\2);
            ensures a[i] == b[i] + \\old(a[i]);
          { int x := b[i]; a[i] = a[i] + x; }
        }";
    for options in orders() {
        let run = run(source, &["#1", "#2", "4"], &[&[1, 2, 3, 4], &[10, 20, 30, 40]], &options);
        assert_eq!((word(&run), array(&run, 1)), ("finished".into(), "11 22 33 44".into()), "{run:?}");
    }
    let none = run(source, &["#1", "#2", "0"], &[&[], &[]], &Options::default());
    assert_eq!(word(&none), "finished");
    let other = run(source, &["#1", "#2", "3"], &[&[1], &[1]], &Options::default());
    assert_eq!(word(&other), "outside contract");
    let null = run(source, &["#0", "#2", "1"], &[&[1], &[1]], &Options::default());
    assert_eq!(word(&null), "outside contract");
}

#[test]
fn barriers_order_the_iterations_of_their_block() {
    let source = with(
        "par p (int i = 0 .. n) {
           a[i] = i + 1;
           int k := 0;
           while (k < 2) {
             barrier(p) { ensures a[(i + 1) % n] == (i + 1) % n + 1 + k * n; }
             int x := a[(i + 1) % n];
             barrier(p);
             b[i] = b[i] + x;
             a[i] = a[i] + n;
             k++;
           }
           if (i == 0) { barrier(p); } else { barrier(p); }
         }",
    );
    for options in bare() {
        let run = run(&source, &["#1", "#2", "3"], &[&[0; 3], &[0; 3]], &options);
        assert_eq!(word(&run), "barrier.divergence:non-uniform", "two barriers in the branches of an `if`");
        assert_eq!((array(&run, 1), array(&run, 2)), ("7 8 9".into(), "7 9 5".into()));
    }
}

#[test]
fn nested_blocks() {
    let source = with(
        "par outer (int i = 0 .. n) {
           int base := i * n;
           par inner (int j = 0 .. n, int k = 0 .. 1) {
             a[base + j] = j;
             barrier(inner);
             b[base + j] = a[base + (j + 1) % n];
           }
           assert b[base] == 1;
           barrier(outer);
           par (int j = 0 .. n) { a[base + j] = b[(base + n) % (n * n) + j]; }
         }
         int s := 0; for (int i := 0; i < n * n; i++) { s = s * 10 + a[i]; }
         assert s == 1010;",
    );
    for options in bare() {
        let run = run(&source, &["#1", "#2", "2"], &[&[0; 4], &[0; 4]], &options);
        assert_eq!(word(&run), "finished", "{run:?}");
    }
}

#[test]
fn what_iterations_do_wrong() {
    for (body, code) in [
        ("par (int i = 0 .. n) { a[0] = i; }", "store:data-race"),
        ("par (int i = 0 .. n) { a[i] = b[0]; if (i == 1) { b[0] = 1; } }", "store:data-race load:data-race"),
        ("par p (int i = 0 .. n) { a[i] = 1; int x := a[(i + 1) % n]; }", "load:data-race store:data-race"),
        ("par (int i = 0 .. n) { par (int j = 0 .. n) { a[j] = 1; } }", "store:data-race"),
        ("par (int i = 0 .. 1) { par (int j = 0 .. n) { a[0] = j; } }", "store:data-race"),
        (
            "par p (int i = 0 .. n) { par q (int j = 0 .. 1) { a[i] = 1; barrier(q); int x := a[n - 1]; } }",
            "load:data-race store:data-race",
        ),
        ("par (int i = 0 .. n) { a[i + 1] = i; }", "store:out-of-bounds"),
        ("par (int i = 0 .. n) { int x := a[i - 1]; }", "load:out-of-bounds"),
        ("par p (int i = 0 .. n) { if (i > 0) { barrier(p); } }", "barrier.divergence:non-uniform"),
        ("par p (int i = 0 .. n) { int k := 0; while (k < i) { barrier(p); k++; } }", "barrier.divergence:non-uniform"),
        ("par (int i = 0 .. n) { assert i == 0; }", "assert:condition-false"),
        ("int[] c = null; c[0] = 1;", "store:null"),
        ("int[] c = null; int x := c[0];", "load:null"),
        ("int[] c = null; int x := c.length;", "expression:null"),
        ("int[][] m = new int[n][]; m[0][0] = 1;", "store:null"),
        ("int[] c = new int[n - 4];", "expression:negative-length"),
        ("int[] c; int x := c.length;", "expression:uninitialised"),
        ("assert a != a;", "assert:condition-false"),
        ("int[] c = null; assert c[0] == 0;", "contract.well-formed:null"),
        ("assert PointsTo(a[0], write, 1);", "assert:condition-false"),
    ] {
        for options in bare() {
            let run = run(&with(body), &["#1", "#2", "3"], &[&[0; 3], &[0; 3]], &options);
            let found = word(&run);
            assert!(code.split(' ').any(|code| code == found), "{body}: {found}, {:?}", run.outcome);
        }
    }
}

#[test]
fn what_iterations_may_do() {
    for body in [
        "par (int i = 0 .. n) { int x := b[0]; a[i] = x; }",
        "par (int i = 0 .. n) { par (int j = 0 .. 2) { int x := a[i]; } a[i] = 1; }",
        "par (int i = 0 .. n) { int[] c = new int[n]; c[0] = i; a[i] = c[0]; assert c.length == n && c[1] == 0; }",
        "par (int i = 0 .. n) { int[2] q; q[0] = i; a[i] = q[0]; }",
        "par (int i = 3 .. n) ensures false; { }",
        "int[] c = a; c[0] = 7; assert a[0] == 7 && c == a && c != b;",
        "int[][] m = new int[2][]; m[1] = a; m[1][2] = 5; assert a[2] == 5 && m[0] == null && m[1].length == n;",
        "label L; par (int i = 0 .. n) { a[i] = 1; assert \\old[L](a[i]) == 0 && \\old(a[i]) == 0; }",
        "assert PointsTo(a[0], write, 0) ** (n == 3 ==> PointsTo(a[1], 1\\2, 0)) ** Perm(b[*], read);",
    ] {
        for options in bare() {
            let run = run(&with(body), &["#1", "#2", "3"], &[&[0; 3], &[0; 3]], &options);
            assert_eq!(word(&run), "finished", "{body}: {:?}", run.outcome);
        }
    }
}

/// What contracts and permissions of blocks, barriers, steps and loops demand.
#[test]
fn what_contracts_demand() {
    for (body, code) in [
        ("par (int i = 0 .. n) requires i > 0; { }", "par.precondition:condition-false"),
        (
            "par (int i = 0 .. n) context Perm(a[i], write); ensures a[i] == 1; { a[i] = 2 - i; }",
            "par.postcondition:condition-false",
        ),
        ("par p (int i = 0 .. n) { barrier(p) { requires i == 0; } }", "barrier.precondition:condition-false"),
        ("par p (int i = 0 .. n) { barrier(p) { ensures i == 0; } }", "barrier.transfer:condition-false"),
        ("par (int i = 0 .. n) { a[i] = 1; }", "store:insufficient-permission"),
        ("par (int i = 0 .. n) { int x := a[i]; }", "load:insufficient-permission"),
        ("par (int i = 0 .. n) requires Perm(a[i], 1\\2); { a[i] = 1; }", "store:insufficient-permission"),
        ("par (int i = 0 .. n) requires Perm(a[0], write); { }", "par.resources:two-writers"),
        ("par (int i = 0 .. n) requires Perm(a[0], 1\\2); { }", "par.resources:insufficient-permission"),
        ("par (int i = 0 .. n) requires Perm(a[i], write); { } a[0] = 1;", "store:insufficient-permission"),
        (
            "par (int i = 0 .. n) requires Perm(a[i], 1\\2); ensures Perm(a[i], write); { }",
            "par.postcondition:insufficient-permission",
        ),
        ("par (int i = 0 .. n) ensures a[i] == a[i]; { }", "contract.well-formed:unframed"),
        (
            "par p (int i = 0 .. n) requires Perm(a[i], write);
             { barrier(p) { requires Perm(a[i], write); ensures Perm(a[(i + 1) % n], write); } a[i] = 1; }",
            "store:insufficient-permission",
        ),
        (
            "par p (int i = 0 .. n) requires Perm(a[i], write);
             { barrier(p) { requires Perm(a[i], 1\\2); ensures Perm(a[(i + 1) % n], write); } }",
            "barrier.redistribution:insufficient-permission",
        ),
        (
            "par p (int i = 0 .. n) { barrier(p) { requires Perm(a[i], write); } }",
            "barrier.precondition:insufficient-permission",
        ),
        (
            "int k := 0; while (k < n) invariant 0 <= k && k <= n; invariant Perm(a[0], write); { a[1] = 1; k++; }",
            "store:insufficient-permission",
        ),
        (
            "int k := 0; while (k < n) invariant Perm(a[k % 2], write); { k++; }",
            "invariant.preserved:insufficient-permission",
        ),
        ("assert Perm(a[0], write) ** Perm(a[0], 1\\2);", "assert:insufficient-permission"),
        ("invariant inv(Perm(a[0], write)) { a[0] = 1; }", "store:insufficient-permission"),
        ("invariant inv(Perm(a[0], write) ** a[0] == 1) { }", "sharing:condition-false"),
        (
            "invariant inv(Perm(a[0], write) ** a[0] == 0) {
               par (int i = 0 .. n) { atomic(inv) { a[0] = a[0] + 1; } }
             }",
            "atomic:condition-false",
        ),
    ] {
        for options in orders() {
            let run = run(&owning(body), &["#1", "#2", "3"], &[&[0; 3], &[0; 3]], &options);
            assert_eq!(word(&run), code, "{body}: {:?}", run.outcome);
        }
    }
}

/// A procedure that holds all of `a` and `b`.
fn owning(body: &str) -> String {
    let contract = "requires a != null && b != null; requires Perm(a[*], write) ** Perm(b[*], write);";
    format!("{contract} {}", with(body))
}

#[test]
fn what_contracts_allow() {
    for body in [
        "par (int i = 0 .. n) context Perm(a[i], write) ** Perm(b[0], 1\\n); { a[i] = b[0]; } a[1] = 2; b[0] = 1;",
        "par p (int i = 0 .. n) requires Perm(a[i], write); ensures Perm(a[(i + 1) % n], write); {
           a[i] = i;
           barrier(p) { requires Perm(a[i], write) ** a[i] == i; ensures Perm(a[(i + 1) % n], write); }
           a[(i + 1) % n] = 7;
         }
         a[0] = 1;",
        "invariant inv(Perm(a[0], write) ** a[0] >= 0) {
           par (int i = 0 .. n) { atomic(inv) { a[0] = a[0] + 1; } }
           atomic(inv) { a[0] = 5; }
         }
         assert a[0] == 5;",
        "int k := 0; while (k < n) invariant 0 <= k && k <= n; invariant Perm(a[*], write); { a[k] = 1; k++; }
         b[0] = 1;",
        "int k := 0; while (true) invariant Perm(a[*], write); { if (k == 2) { break; } a[k] = 1; k++; } b[0] = 1;",
        "int[] c = new int[n]; c[1] = 1; assert Perm(c[*], write);
         par (int i = 0 .. n) context Perm(c[i], write); { c[i] = i; }",
        "par (int i = 0 .. 0) requires Perm(a[n], write); { }",
        "label L; a[0] = 4; assert \\old[L](a[0]) == 0;",
    ] {
        for options in orders() {
            let run = run(&owning(body), &["#1", "#2", "3"], &[&[0; 3], &[0; 3]], &options);
            assert_eq!(word(&run), "finished", "{body}: {:?}", run.outcome);
        }
    }
}

/// Between two steps of an iteration, others may step.
#[test]
fn steps_of_iterations_interleave() {
    let body = "invariant inv(Perm(a[0], write) ** a[0] >= 0) {
          par (int i = 0 .. n) {
            int t := 0;
            atomic(inv) { t = a[0]; }
            atomic(inv) { a[0] = t + 1; }
          }
        }
        assert a[0] == n;";
    let code = |schedule| {
        let options = Options { schedule, ..Options::default() };
        word(&run(&owning(body), &["#1", "#2", "3"], &[&[0; 3], &[0; 3]], &options))
    };
    assert_eq!(code(Schedule::Canonical), "finished");
    assert_eq!(code(Schedule::Reversed), "finished");
    assert_eq!(code(Schedule::Lockstep), "assert:condition-false");
    assert!((0..8).any(|seed| code(Schedule::Random(seed)) == "assert:condition-false"));
}

#[test]
fn calls_take_and_give_permissions() {
    let source = "
        requires x != null && x.length > 0; requires Perm(x[0], write); ensures Perm(x[0], 1\\2);
        void lose(int[] x) { x[0] = 1; }
        requires a != null && a.length > 1; requires Perm(a[*], write);
        void f(int[] a, int n) { lose(a); a[1] = 2; int y := a[0]; if (n == 0) { lose(a); } else { a[0] = n; } }";
    let code = |n| word(&run(source, &["#1", n], &[&[0; 2]], &Options::default()));
    assert_eq!(code("0"), "call.precondition:insufficient-permission");
    assert_eq!(code("1"), "store:insufficient-permission");
}

#[test]
fn a_precondition_gives_at_most_the_whole() {
    let source = "requires a != null && b != null && a.length > 0 && b.length > 0;
        requires Perm(a[0], write) ** Perm(b[0], write);
        void f(int[] a, int[] b) { a[0] = 1; b[0] = 2; assert a[0] == 1; }";
    assert_eq!(word(&run(source, &["#1", "#1"], &[&[5]], &Options::default())), "outside contract");
    assert_eq!(word(&run(source, &["#1", "#2"], &[&[5], &[6]], &Options::default())), "finished");
}

#[test]
fn arguments_may_be_the_same_array() {
    let source = with("b[0] = 1; a[0] = a[0] + 1;");
    let same = run(&source, &["#1", "#1", "3"], &[&[5]], &bare()[0]);
    assert_eq!((word(&same), array(&same, 1)), ("finished".into(), "2".into()));
    let lost = run(&source, &["#1", "#2", "3"], &[&[5]], &bare()[0]);
    assert!(word(&lost).starts_with("not computable"));
}

#[test]
fn results_are_references() {
    let source = "int[] make(int n) { int[] r = new int[n]; par (int i = 0 .. n) { r[i] = i * i; } return r; }
        void f(int n) { int[] r; r = make(n); assert r.length == n && r[2] == 4; }";
    assert_eq!(word(&run(source, &["3"], &[], &bare()[0])), "finished");
}
