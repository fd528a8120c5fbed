//! `sepal verify --hints`: places that no run reaches.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::process::{Command, Stdio};

/// The hints about a kernel, and whether the status is that of a proof.
fn hints(test: &str, kernel: &str, options: &[&str]) -> Vec<String> {
    let path = support::folder(test).join("k.pvl");
    fs::write(&path, kernel).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    let output = command.arg("verify").args(options).arg(&path).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    text.lines().filter_map(|line| line.trim().strip_prefix("note: hint: ")).map(str::to_owned).collect()
}

const BRANCH: &str = "kernel k {
  global int n, m;
  requires n > 3;
  requires m == 7;
  void main() {
    if (m > 0) {
      if (n < 2) {
        assert n == 100;
      }
    }
  }
}
";

#[test]
fn a_branch_that_no_run_takes_is_named_with_the_smallest_reason() {
    let found = hints("hints-branch", BRANCH, &["--hints"]);
    assert_eq!(found, ["no run comes to line 8: `3 < n` (line 3) and `n < 2` contradict each other"]);
    assert_eq!(hints("hints-off", BRANCH, &[]), Vec::<String>::new());
}

#[test]
fn an_invariant_that_contradicts_itself_behind_the_loop_is_found() {
    let kernel = "kernel k {
  void main() {
    int i = 0;
    loop_invariant i <= 5;
    while (i != 7) { i := 0; }
    assert i == 9;
  }
}
";
    let found = hints("hints-invariant", kernel, &["--hints"]);
    assert!(
        found.len() == 1 && found[0].contains("`i@5 <= 5` (line 4)") && found[0].contains("`i@5 == 7` (line 5)"),
        "{found:?}"
    );
}

#[test]
fn what_runs_reach_has_no_hints() {
    for example in ["examples/05-reverse.pvl", "examples/10-figure-5.9.pvl"] {
        let kernel = support::text(&support::root().join(example));
        let name = format!("hints-{}", &example[9..11]);
        assert_eq!(hints(&name, &kernel, &["--hints"]), Vec::<String>::new(), "{example}");
    }
}
