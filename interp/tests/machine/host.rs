//! Runs of host procedures: what code of the host does, and what goes wrong in it.

use interp::host::{programs, run_host, HostInput, HostRun};
use interp::{Fill, Limits, Options, Outcome, Value};

use super::support::program;

/// A run of the only host procedure of a source with these arguments. Its arrays are 0, 1, 2, … where they are declared.
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
        while (i < n) invariant 0 <= i && i <= n; invariant sum == i * (i - 1) / 2; decreases n - i;
        { sum := sum + h[i]; h[i] := sum; i := i + 1; }
        assert h[n - 1] == sum;
        return sum; }";
    let run = host(&source.replace("invariant", "loop_invariant"), &[5]);
    assert_eq!((word(&run).as_str(), array(&run, "h").as_str()), ("finished", "0 1 3 6 10"), "{run:?}");
    assert_eq!(word(&host(&source.replace("invariant", "loop_invariant"), &[0])), "outside contract");
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
        ("int i := 0; while (i < n) loop_invariant i <= 1; { i := i + 1; }", "invariant.preserved:condition-false"),
        ("int i := 2; while (i < n) loop_invariant i <= 1; { i := i + 1; }", "invariant.entry:condition-false"),
        ("int i := 0; while (i < n) decreases i; { i := i + 1; }", "loop.termination:measure-not-decreasing"),
    ] {
        assert_eq!(word(&host(&with(body), &[3])), code, "{body}");
    }
    assert_eq!(word(&host(&with(""), &[9])), "procedure.postcondition:condition-false");
    assert_eq!(word(&host(&with("assume n == 4;"), &[3])), "outside assumption");
    let short = Options { limits: Limits { steps: 100, ..Limits::default() }, ..Options::default() };
    assert!(word(&run_with(&with("while (true) { h[0] := 1; }"), &[3], &short)).starts_with("limit"));
}
