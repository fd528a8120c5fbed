//! An item is proved only if the functions and procedures that it mentions are proved, directly or through others, also
//! those whose values do not matter.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::process::{Command, Output, Stdio};

use support::folder;

/// Programs with a kernel `k` and a function `f`. The function is wrong, and the kernel rests on it.
const WRONG: &[(&str, &str)] = &[
    (
        "through-a-procedure",
        "ensures \\result > n; pure int f(int n) = n;
         kernel k {
           ensures \\result > n; int p(int n) { return f(n); }
           void main() { int x := p(3); assert x > 3; }
         }",
    ),
    (
        "times-zero",
        "pure int f(int x) = 1 / x;
         kernel k { global int[tcount] a; context Perm(a[tid], write); void main() { a[tid] := 0 * f(tid); } }",
    ),
    ("never-returns", "pure int f(int x) = f(x) + 1; kernel k { void main() { int y := f(tid) - f(tid); } }"),
    ("not-read", "pure int f(int x) = 1 / x; kernel k { void main() { int y := f(0); y := 1; } }"),
    ("in-a-condition", "pure int f(int x) = 1 / x; kernel k { void main() { if (f(0) == f(0)) { } } }"),
    ("in-an-argument", "pure int f(int x) = 1 / x; void p(int n) { } kernel k { void main() { p(f(0)); } }"),
    (
        "in-another-function",
        "pure int f(int x) = 1 / x; pure int g(int x) = 0 * f(x); kernel k { void main() { int y := g(0); } }",
    ),
    (
        "in-an-invariant",
        "pure int f(int x) = 1 / x;
         kernel k {
           void main() { loop_invariant 0 * f(i) == 0; for (int i := 0; i < 3; i++) { } }
         }",
    ),
    (
        "inside-of-the-kernel",
        "kernel k { global int[4] a; pure int f(int x) = 1 / x; context Perm(a[0], read); requires ngroups == 1;
           requires gsize == 1; void main() { int y := 0 * f(a[0]); } }",
    ),
    (
        "in-a-precondition",
        "pure int f(int x) = 1 / x; kernel k { group requires 0 * f(0) == 0 && ngroups > 0; void main() { } }",
    ),
];

fn sepal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.args(arguments).current_dir(support::root()).stdin(Stdio::null()).output().expect("the command runs")
}

#[test]
fn nothing_is_proved_that_rests_on_a_wrong_function() {
    let folder = folder("foundations");
    for (name, text) in WRONG {
        let file = folder.join(format!("{name}.pvl"));
        std::fs::write(&file, text).expect("a file");
        let file = file.to_string_lossy();
        for filter in [&["--filter", "k"][..], &[]] {
            let output = sepal(&[&["verify", &file], filter].concat());
            let text = String::from_utf8(output.stderr).expect("UTF-8");
            assert_ne!(output.status.code(), Some(0), "{name}: {text}");
            assert!(!text.contains("k: proved"), "{name}: {text}");
            assert!(text.contains("rests on `f`"), "{name}: {text}");
        }
        let audit = sepal(&["audit", &file]);
        let text = String::from_utf8(audit.stdout).expect("UTF-8");
        let of_kernel = text.split(": k: ").nth(1).expect("the kernel is listed");
        assert!(of_kernel.contains("unproved: `f` is not proved"), "{name}: {text}");
    }
}

/// A proof of a procedure of a kernel is about the launches of the kernel, and says which these are.
#[test]
fn a_procedure_is_restricted_as_its_kernel_is() {
    let file = folder("foundations-procedure").join("one-group.pvl");
    let text = "kernel k {
  ensures tid < gsize;
  void p() { }
  void main() { p(); }
}
";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_string_lossy();
    let output = sepal(&["verify", "--strict", "--filter", "p", &file]);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("p: proved for launches of one group"), "{text}");
    assert!(text.contains("not strict: p: one-group: "), "{text}");
    let audit = sepal(&["audit", "--int=i32", &file]);
    let text = String::from_utf8(audit.stdout).expect("UTF-8");
    let of_procedure = text.split(": p: ").nth(1).expect("the procedure is listed");
    assert!(of_procedure.contains("machine-sizes: "), "{text}");
}

/// What holds in no launch of the kernel is proved of no procedure or function of the kernel either.
#[test]
fn an_item_of_a_kernel_without_launches_is_not_proved() {
    let folder = folder("foundations-launch");
    let texts = [
        "kernel k { global int n; kernel requires n > 3 && n < 2; ensures false; void f() { } void main() { } }",
        "kernel k { global int n; requires n > 3 && n < 2; ensures false; void f() { } void main() { } }",
        "kernel k { global int[0 - 1] a; ensures false; void f() { } void main() { } }",
        "kernel k { global int[0 - 1] a; ensures \\result == 1; pure int f(int x) = 2; void main() { } }",
    ];
    for (n, text) in texts.into_iter().enumerate() {
        let file = folder.join(format!("{n}.pvl"));
        std::fs::write(&file, text).expect("a file");
        for filter in [&["--filter", "f"][..], &[]] {
            let output = sepal(&[&["verify", &file.to_string_lossy()], filter].concat());
            let said = String::from_utf8(output.stderr).expect("UTF-8");
            assert_eq!(output.status.code(), Some(1), "{text}\n{said}");
            assert!(said.contains("f: refuted") && said.contains("contract.vacuous:contradictory"), "{text}\n{said}");
        }
    }
}
