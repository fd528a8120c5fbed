//! `sepal verify --expand`: which parts of a failed claim hold and which fail.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::process::{Command, Stdio};

/// What the command says about a kernel.
fn said(test: &str, kernel: &str) -> String {
    let path = support::folder(test).join("k.pvl");
    fs::write(&path, kernel).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sepal"));
    let output = command.args(["verify", "--expand"]).arg(&path).stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn each_part_of_a_claim_gets_a_mark() {
    let text = said(
        "expand-parts",
        "kernel k {
  global int n, m;
  requires m > 3;
  void main() {
    if (n > 7) {
      assert m > 5 ==> n > 6 && n > 8;
    }
  }
}
",
    );
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let position = |line: &str| lines.iter().position(|l| *l == line).unwrap_or_else(|| panic!("no `{line}`: {text}"));
    let tree = ["if 5 < m", "all of", "✔ 6 < n", "✘ 8 < n"].map(position);
    assert!(tree.is_sorted() && position("the parts of what is to be shown:") < tree[0], "{text}");
    assert!(text.contains("given by the way to this point:") && text.contains("7 < n"), "{text}");
}

#[test]
fn the_parts_of_a_resource_are_shown_with_the_place_of_its_use() {
    let text = said(
        "expand-resource",
        "kernel k {
  global int n;
  global int[gsize] a;
  resource between(int x, int low, int high) = x > 3 ==> low < x && x < high;
  context Perm(a[tid], read);
  requires between(n, 3, 9);
  void main() {
    assert between(n, 2, 8);
  }
}
",
    );
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let position = |line: &str| lines.iter().position(|l| *l == line).unwrap_or_else(|| panic!("no `{line}`: {text}"));
    let tree = ["if 3 < n", "all of", "✔ 2 < n", "✘ n < 8"].map(position);
    assert!(tree.is_sorted(), "{text}");
    assert!(text.contains("(line 6)") && !text.contains("(line 4)"), "{text}");
}

#[test]
fn permissions_that_matter_are_listed_with_their_places() {
    let text = said(
        "expand-permissions",
        "kernel k {
  global int[gsize] a;
  context Perm(a[tid], 1\\2);
  void main() {
    a[tid] := 1;
  }
}
",
    );
    assert!(text.contains("permissions here, demanded and held:"), "{text}");
    assert!(text.contains("Perm(a[tid], 1\\2)    (line 3)"), "{text}");
}

#[test]
fn what_is_proved_is_not_expanded() {
    let text =
        said("expand-proved", "kernel k { global int n; requires n > 3; void main() { assert n > 2 && n > 1; } }");
    assert!(!text.contains('✔') && !text.contains("to show"), "{text}");
}
