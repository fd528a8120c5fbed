//! Runs of host procedures: what code of the host does, and what goes wrong in it.

use interp::host::{programs, run_host, HostInput, HostRun};
use interp::{Fill, Limits, Options, Outcome, Value};

use super::support::program;

/// A run of the only host procedure of a source with these arguments. Its arrays are 0, 1, 2, … where they are
/// declared.
fn run_with(source: &str, args: &[i64], options: &Options) -> HostRun {
    let program = program(source);
    let of = programs(&program);
    let [only] = of.as_slice() else { panic!("{of:?}") };
    let input = HostInput { fill: Fill::Iota, ..HostInput::new(args.iter().map(|n| Value::from(*n)).collect(), 1) };
    run_host(&program, *only, &input, options)
}

fn host(source: &str, args: &[i64]) -> HostRun {
    run_with(source, args, &Options::default())
}

fn word(run: &HostRun) -> String {
    match &run.outcome {
        Outcome::Finished => "finished".into(),
        Outcome::Failed(failure) => failure.code.to_string(),
        Outcome::OutsideContract { .. } => "outside contract".into(),
        Outcome::OutsideAssumption { .. } => "outside assumption".into(),
        Outcome::Limit(limit) => format!("limit: {limit}"),
        Outcome::NotComputable { reason, .. } => format!("not computable: {reason}"),
    }
}

/// The elements of an array at the end, as a person writes them.
fn array(run: &HostRun, name: &str) -> String {
    let array = run.arrays.iter().find(|array| array.shape.name == name).unwrap();
    array.after.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn code_without_launches() {
    let source = "requires n >= 1; ensures \\result == n * (n - 1) / 2; int program(int n) {
        int[n] h; int i := 0; int sum := 0;
        loop_invariant 0 <= i && i <= n; loop_invariant sum == i * (i - 1) / 2; decreases n - i;
        while (i < n) { sum := sum + h[i]; h[i] := sum; i := i + 1; }
        assert h[n - 1] == sum;
        return sum; }";
    let run = host(source, &[5]);
    assert_eq!((word(&run).as_str(), array(&run, "h").as_str()), ("finished", "0 1 3 6 10"), "{run:?}");
    assert_eq!(word(&host(source, &[0])), "outside contract");
}

#[test]
fn what_code_without_launches_does_wrong() {
    let with = |body: &str| format!("requires n >= 1; ensures n < 9; void program(int n) {{ int[n] h; {body} }}");
    for (body, code) in [
        ("h[n] := 1;", "store:out-of-bounds"),
        ("h[0] := h[n];", "load:out-of-bounds"),
        ("h[0] := 1 / (n - n);", "expression:division-by-zero"),
        ("int x; h[0] := x;", "expression:uninitialised"),
        ("int[n - 4] g;", "expression:negative-length"),
        ("assert h[1] == 1; assert h[1] == 2;", "assert:condition-false"),
        ("int i := 0; loop_invariant i <= 1; while (i < n) { i := i + 1; }", "invariant.preserved:condition-false"),
        ("int i := 2; loop_invariant i <= 1; while (i < n) { i := i + 1; }", "invariant.entry:condition-false"),
        ("int i := 0; decreases i; while (i < n) { i := i + 1; }", "loop.termination:measure-not-decreasing"),
    ] {
        assert_eq!(word(&host(&with(body), &[3])), code, "{body}");
    }
    assert_eq!(word(&host(&with(""), &[9])), "procedure.postcondition:condition-false");
    assert_eq!(word(&host(&with("assume n == 4;"), &[3])), "outside assumption");
    let short = Options { limits: Limits { steps: 100, ..Limits::default() }, ..Options::default() };
    assert!(word(&run_with(&with("while (true) { h[0] := 1; }"), &[3], &short)).starts_with("limit"));
}

/// A kernel that multiplies an array by a number, and a program that runs it.
const SCALE: &str = "kernel scale {
    global int n, by;
    global int[n] a;
    kernel requires n >= 0 && ngroups >= 1;
    context tid < n ==> Perm(a[tid], write);
    ensures tid < n ==> a[tid] == by * \\old(a[tid]);
    void main() { if (tid < n) { a[tid] := by * a[tid]; } }
  }
  void helper(int n) { device int[n] e; }
  requires n >= 1;
  void program(int n) { int[n] h; device int[n] d; helper(n); BODY }";

fn scaled(body: &str, n: i64) -> HostRun {
    host(&SCALE.replace("BODY", body), &[n])
}

#[test]
fn copies_and_launches() {
    let run = scaled("copy(d, h); launch scale(groups = (n + 3) / 4, threads = 4)(n, 3, d); copy(h, d);", 6);
    assert_eq!((word(&run).as_str(), array(&run, "h").as_str()), ("finished", "0 3 6 9 12 15"), "{run:?}");
    let [launched] = run.launches.as_slice() else { panic!("{run:?}") };
    assert_eq!(
        (launched.kernel.as_str(), launched.launch.sizes(), launched.ended),
        ("scale", ["2".into(), "4".into()], true)
    );
    // A part of an array, and a kernel that sees a part of a buffer.
    let run = scaled("copy(d, h); launch scale(groups = 1, threads = 8)(2, 3, d); copy(h, d, 3);", 5);
    assert_eq!((word(&run).as_str(), array(&run, "h").as_str()), ("finished", "0 3 2 3 4"), "{run:?}");
    // Values at a label.
    let run = scaled(
        "label start; copy(d, h); launch scale(groups = 2, threads = 4)(n, 2, d); copy(h, d);
         assert (\\forall int i = 0 .. n; h[i] == 2 * \\old[start](h[i])); assert h[1] == \\old[start](h[1]);",
        5,
    );
    assert_eq!(word(&run), "assert:condition-false", "{run:?}");
}

#[test]
fn what_copies_and_launches_claim() {
    for (body, code) in [
        ("copy(d, h, n + 1);", "copy:out-of-bounds"),
        ("copy(d, h, 0 - 1);", "copy:out-of-bounds"),
        ("int[n + 1] g; copy(d, g);", "copy:out-of-bounds"),
        ("launch scale(groups = 0, threads = 4)(n, 3, d);", "launch.precondition:condition-false"),
        ("launch scale(groups = 1, threads = 0 - n)(n, 3, d);", "launch.precondition:condition-false"),
        ("launch scale(groups = 1, threads = 4)(0 - 1, 3, d);", "launch.precondition:condition-false"),
        ("launch scale(groups = 1, threads = 4)(n + 1, 3, d);", "launch.precondition:out-of-bounds"),
        ("launch scale(groups = 1, threads = 1 / (n - n))(n, 3, d);", "expression:division-by-zero"),
    ] {
        assert_eq!(word(&scaled(body, 3)), code, "{body}");
    }
}

#[test]
fn what_a_kernel_requires() {
    let source = "kernel k {
        global int n; global int[n] a; global int[n] b;
        requires tid < n; requires Perm(a[tid], write); requires Perm(b[tid], 1\\2) ** b[tid] >= 0;
        ensures Perm(a[tid], write) ** Perm(b[tid], 1\\2); ensures a[tid] == b[tid];
        void main() { a[tid] := b[tid]; } }
      void program(int n) { int[n] h; device int[n] d, e; device int[n] f; copy(d, h); copy(e, h); BODY }";
    let source = source.replace("device int[n] d, e; device int[n] f;", "device int[n] d; device int[n] e;");
    let with = |body: &str| host(&source.replace("BODY", body), &[4]);
    assert_eq!(word(&with("launch k(groups = 1, threads = n)(n, d, e);")), "finished");
    let run = with("launch k(groups = 1, threads = n + 1)(n, d, e);");
    assert_eq!(word(&run), "launch.precondition:condition-false");
    let failure = run.outcome.failure().unwrap();
    assert_eq!(failure.message.to_string(), "`tid < n`, which `k` requires, is false for thread 4 in this launch");
    assert_eq!(word(&with("launch k(groups = 2, threads = n)(n, d, e);")), "launch.precondition:condition-false");
    // A value that the precondition of a thread reads.
    let run = with("h[2] := 0 - 7; copy(e, h); launch k(groups = 1, threads = n)(n, d, e);");
    assert_eq!(word(&run), "launch.precondition:condition-false");
}

#[test]
fn one_array_under_two_names() {
    let source = "kernel k {
        global int n; global int[n] a; global int[n] b;
        kernel requires n >= tcount; requires RES; ensures RES; void main() { CODE } }
      void program(int n) { int[n] h; device int[n] d; copy(d, h); \
      launch k(groups = 1, threads = 2)(n, d, d); copy(h, d); }";
    let with = |res: &str, code: &str| host(&source.replace("RES", res).replace("CODE", code), &[4]);
    let run = with("Perm(a[tid], write) ** Perm(b[tid], 1\\2)", "a[tid] := b[tid] + 1;");
    assert_eq!(word(&run), "launch.resources:exceeds-available", "{run:?}");
    let run = with("Perm(a[tid], write) ** Perm(b[(tid + 1) % tcount], read)", "a[tid] := 1;");
    assert_eq!(word(&run), "launch.resources:exceeds-available", "{run:?}");
    let run = with("Perm(a[tid], 1\\2) ** Perm(b[tid], 1\\2)", "int x := a[tid] + b[tid];");
    assert_eq!(word(&run), "finished", "{run:?}");
    let run = with("Perm(a[tid], write) ** Perm(b[tid + 2], write)", "a[tid] := 7; b[tid + 2] := 8;");
    let run = HostRun { also: vec![], ..run };
    assert_eq!(word(&run), "finished", "{run:?}");
    // Without contracts, races show.
    let plain = Options { contracts: false, ..Options::default() };
    let source = source.replace("RES", "Perm(a[tid], write) ** Perm(b[(tid + 1) % tcount], write)");
    let run = run_with(&source.replace("CODE", "a[tid] := 7; b[(tid + 1) % tcount] := 8;"), &[4], &plain);
    assert_eq!(word(&run), "store:data-race", "{run:?}");
}

#[test]
fn a_failure_inside_a_launch_names_the_launch() {
    let source = SCALE.replace("a[tid] := by * a[tid];", "a[tid] := by;");
    let body = "launch scale(groups = 1, threads = 4)(n, 3, d);";
    let run = host(&source.replace("BODY", body), &[3]);
    assert_eq!(word(&run), "thread.postcondition:condition-false", "{run:?}");
    let failure = run.outcome.failure().unwrap();
    assert!(failure.related.iter().any(|(_, label)| label == "in this launch of `scale`"), "{failure:?}");
}

#[test]
fn calls() {
    let source = "requires n >= 1; ensures \\result == n + 1; int next(int n) { int[n] g; return n + 1; }
      decreases n; int sum(int n) { if (n <= 0) { return 0; } int rest; rest := sum(n - STEP); return rest + n; }
      requires n >= 0; int program(int n) { int[n] h; int x; x := next(n); x := sum(n); h[0] := x; return x; }";
    let run = host(&source.replace("STEP", "1"), &[4]);
    assert_eq!((word(&run).as_str(), array(&run, "h").as_str()), ("finished", "10 1 2 3"), "{run:?}");
    assert_eq!(word(&host(&source.replace("STEP", "1"), &[0])), "call.precondition:condition-false");
    assert_eq!(word(&host(&source.replace("STEP", "0"), &[4])), "function.termination:measure-not-decreasing");
    let wrong = source.replace("return n + 1;", "return n;").replace("STEP", "1");
    assert_eq!(word(&host(&wrong, &[4])), "procedure.postcondition:condition-false");
}
