//! `sepal run` gives the same results with ghost code and without it.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::fs;
use std::process::{Command, Stdio};

use support::folder;

/// Kernels and a host program with ghost code in annotations.
const FILES: [&str; 4] = [
    "kernel k {
  global int[tcount] a;
  //@ kernel requires ngroups >= 1;
  //@ context Perm(a[tid], write);
  void main() {
    //@ ghost int before = a[tid];
    int i := 0;
    //@ ghost int rounds = 0;
    //@ loop_invariant Perm(a[tid], write) ** a[tid] == before + i * tid && rounds <= i && 0 <= i && i <= 3;
    while (i < 3) {
      a[tid] := a[tid] + tid;
      i := i + 1;
      //@ ghost if (rounds < 2) { rounds := rounds + 1; }
    }
    //@ assert a[tid] == before + 3 * tid;
  }
}
",
    "kernel rotate {
  global int[gsize] a;
  //@ context Perm(a[tid], write);
  void main() {
    //@ ghost int mine = a[tid];
    int next := 0;
    barrier(global) {
      //@ requires a[tid] == mine;
      //@ ensures Perm(a[(tid + 1) % gsize], read);
    }
    next := a[(tid + 1) % gsize];
    barrier(global) {
      //@ ensures Perm(a[tid], write);
    }
    //@ ghost { int k := 3; decreases k; while (k > 0) { k := k - 1; } mine := k; }
    a[tid] := next;
    //@ assert mine <= 0;
  }
}
",
    "void program() {
  int[4] h;
  //@ ghost int count = 0;
  for (int i := 0; i < 4; i++) {
    h[i] := 2 * i;
    //@ ghost count = count + h[i];
  }
  device int[4] d;
  copy(d, h);
}
",
    "//@ given int by;
//@ yields int was;
//@ ensures \\result == n + 1 && was == by + n;
int next(int n) {
  //@ ghost was = by + n;
  return n + 1;
}

void program() {
  int[4] h;
  //@ ghost int last;
  for (int i := 0; i < 4; i++) {
    int r := next(i)
      //@ given {by = 3} yields {last = was}
    ;
    h[i] := r;
    //@ assert last == i + 3;
  }
  device int[4] d;
  copy(d, h);
}
",
];

/// Exit status and standard output.
fn ran(source: &str, name: &str, options: &[&str]) -> (Option<i32>, String) {
    let path = folder(name).join("ghost.pvl");
    fs::write(&path, source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.arg("run").arg(path).args(options).current_dir(support::root()).stdin(Stdio::null());
    let output = command.output().expect("the command runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn results_are_those_of_the_program_without_ghost_code() {
    for (number, source) in FILES.iter().enumerate() {
        let erased: String =
            source.lines().filter(|line| !line.contains("//@")).map(|line| format!("{line}\n")).collect();
        assert!(!erased.contains("ghost"), "{erased}");
        for seed in ["random:1", "random:2"] {
            let schedule = ["--schedule", seed];
            let schedule: &[&str] = if number >= 2 { &[] } else { &schedule };
            let with = ran(source, &format!("run-ghost-{number}-{seed}").replace(':', "-"), schedule);
            let without = [schedule, &["--no-contracts"]].concat();
            let without = ran(&erased, &format!("run-erased-{number}-{seed}").replace(':', "-"), &without);
            assert_eq!(with.0, Some(0), "{source}");
            assert_eq!(with, without, "{source}");
            assert!(with.1.contains("after"), "{}", with.1);
        }
    }
}
