//! `sepal run` of a host procedure as a user meets it: its arrays, its launches, failures, JSON, refused options.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{json, Value};
use support::folder;

const PROGRAM: &str = "kernel scale {
  global int n, by;
  global int[n] a;
  kernel requires n >= 0 && ngroups >= 1;
  context tid < n ==> Perm(a[tid], write);
  ensures tid < n ==> a[tid] == by * \\old(a[tid]);
  void main() {
    if (tid < n) {
      a[tid] := by * a[tid];
    }
  }
}

requires n >= 1;
void program(int n) {
  int[n] h;
  device int[n] d;
  copy(d, h);
  launch scale(groups = (n + 3) / 4, threads = 4)(n, 3, d);
  copy(h, d);
}
";

/// Exit status, standard output, standard error.
fn ran(source: &str, name: &str, options: &[&str]) -> (i32, String, String) {
    let path = folder(name).join("host.pvl");
    fs::write(&path, source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    command.arg("run").arg(path).args(options).current_dir(support::root()).stdin(Stdio::null());
    let output = command.output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

#[test]
fn arrays_and_launches_are_printed() {
    let (status, out, err) = ran(PROGRAM, "run-host", &["--arg", "n=5", "--array", "h=iota", "--array", "d=zero"]);
    assert_eq!(status, 0, "{err}");
    assert_eq!(
        out,
        "h[5] before: 0 1 2 3 4\nh[5] after:  0 3 6 9 12\nd[5] before: 0 0 0 0 0\nd[5] after:  0 3 6 9 12\n"
    );
    assert!(err.starts_with("  line 19: launch of `scale`, groups=2,threads=4: "), "{err}");
    assert!(err.contains("program: finished ("), "{err}");
}

#[test]
fn json_has_the_same() {
    let (status, out, _) = ran(PROGRAM, "run-host-json", &["--arg", "n=2", "--array", "h=iota", "--json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &document["outcome"], &document["kernel"]), (0, &json!("finished"), &json!("program")));
    assert_eq!(document["after"]["h"], json!([0, 3]));
    let launch = &document["launches"][0];
    assert_eq!((&launch["kernel"], &launch["groups"], &launch["line"]), (&json!("scale"), &json!("1"), &json!(19)));
}

#[test]
fn a_launch_without_what_the_kernel_requires_fails() {
    let wrong = PROGRAM.replace("device int[n] d;", "device int[n + 1] d;").replace("(n, 3, d)", "(n + 2, 3, d)");
    let (status, _, err) = ran(
        &wrong.replace("copy(d, h)", "copy(d, h, n)").replace("copy(h, d)", "copy(h, d, n)"),
        "run-host-short",
        &["--arg", "n=2"],
    );
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("launch.precondition:out-of-bounds") && err.contains("`d` has 3 elements"), "{err}");
    let (status, _, err) = ran(PROGRAM, "run-host-outside", &["--arg", "n=0"]);
    assert_eq!(status, 3, "{err}");
    assert!(err.contains("does not satisfy this precondition: n >= 1"), "{err}");
}

#[test]
fn options_of_kernels_are_refused() {
    let refused = [
        (&["--arg", "n=2", "--launch", "threads=8"][..], "`--launch` is for a kernel"),
        (&["--arg", "n=2", "--schedule", "all"], "`--schedule all` is for one launch"),
        (&[], "`n` has no value"),
        (&["--arg", "m=2"], "the procedure has no parameter `m`"),
        (&["--arg", "n=2", "--array", "x=zero"], "the procedure has no array `x`"),
        (&["--arg", "n=2", "--array", "h=h.npy"], "length is known only when it runs"),
    ];
    for (n, (options, said)) in refused.into_iter().enumerate() {
        let (status, _, err) = ran(PROGRAM, &format!("run-host-refused-{n}"), options);
        assert_eq!(status, 2, "{err}");
        assert!(err.contains(said), "{err}");
    }
    // The kernel of the same file, by its name.
    let named = ["--kernel", "scale", "--arg", "n=4", "--arg", "by=2", "--array", "a=iota"];
    let (status, out, err) = ran(PROGRAM, "run-host-kernel", &named);
    assert_eq!((status, out.as_str()), (0, "a[4] before: 0 1 2 3\na[4] after:  0 2 4 6\n"), "{err}");
}

/// Procedures without references, and without anything else that only the host can do.
const PLAIN: &str = "
requires n >= 0;
int square(int n) {
  return n * n;
}

yields frac share;
void half() {
  ghost share = 1\\2;
}
";

#[test]
fn a_procedure_is_run_where_there_is_nothing_else() {
    let (status, out, err) = ran(PLAIN, "run-host-plain", &["--kernel", "square", "--arg", "n=4"]);
    assert_eq!((status, out.as_str()), (0, "\\result = 16\n"), "{err}");
    let (status, out, err) = ran(PLAIN, "run-host-yields", &["--kernel", "half"]);
    assert_eq!((status, out.as_str()), (0, "share = 1\\2\n"), "{err}");
    let (status, _, err) = ran(PLAIN, "run-host-which", &[]);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("say which procedure with `--kernel`: square, half"), "{err}");
    let only = PLAIN.split_once("yields").map_or("", |(first, _)| first);
    let (status, out, err) = ran(only, "run-host-only", &["--arg", "n=5"]);
    assert_eq!((status, out.as_str()), (0, "\\result = 25\n"), "{err}");
}
