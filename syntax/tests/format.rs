//! The formatter: style by examples, and for the whole corpus that only blanks and line breaks change.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use syntax::parse_program;
use syntax::pvl::format::{format, Refused};

fn formatted(source: &str) -> String {
    format(source).unwrap_or_else(|refused| panic!("{refused:?}\n{source}"))
}

/// The text is formatted so, and stays so.
fn becomes(source: &str, expected: &str) {
    assert_eq!(formatted(source), expected);
    assert_eq!(formatted(expected), expected, "formatted twice");
}

#[test]
fn statements_clauses_and_braces_get_lines_of_their_own() {
    becomes(
        "kernel k{global int[gsize]a;requires Perm(a[tid],write);ensures a[tid]==1 ;\n\n\n
 void main( )\n{ int x,y;if(tid<3){a[tid]:=1;x:=-1;}else{ a[tid] := 2 ; } } }",
        "kernel k {
  global int[gsize] a;
  requires Perm(a[tid], write);
  ensures a[tid] == 1;

  void main() {
    int x, y;
    if (tid < 3) {
      a[tid] := 1;
      x := -1;
    } else { a[tid] := 2; }
  }
}
",
    );
}

#[test]
fn a_block_with_one_statement_may_stay_in_its_line_and_one_with_clauses_may_not() {
    becomes(
        "kernel k { void main() { if (tid == 0) { assert true; } barrier(global) { ensures true; }
do { assert true; }\nwhile (false); } }",
        "kernel k {
  void main() {
    if (tid == 0) { assert true; }
    barrier(global) {
      ensures true;
    }
    do { assert true; } while (false);
  }
}
",
    );
    becomes("kernel k { void main() { } }", "kernel k {\n  void main() { }\n}\n");
}

#[test]
fn clauses_of_a_parallel_block_stand_between_its_head_and_its_braces() {
    becomes(
        "void f(int[] a, int n) {
par p (int i = 0 .. n)
      requires Perm(a[i], write);
   ensures Perm(a[i], write);
ensures a[i] == 0
  && n > i;
{
barrier(p);
int k := 0;
loop_invariant k >= 0;
while (k < n) { k := k + 1; }
barrier(p)
requires Perm(a[i], write); ensures Perm(a[i], write);
{ }
a[i] := 0;
}
}
",
        "void f(int[] a, int n) {
  par p (int i = 0 .. n)
    requires Perm(a[i], write);
    ensures Perm(a[i], write);
    ensures a[i] == 0
      && n > i;
  {
    barrier(p);
    int k := 0;
    loop_invariant k >= 0;
    while (k < n) { k := k + 1; }
    barrier(p)
      requires Perm(a[i], write);
      ensures Perm(a[i], write);
    { }
    a[i] := 0;
  }
}
",
    );
}

#[test]
fn comments_keep_their_places() {
    becomes(
        "// first\n\n/* second */ kernel k { // third\n// fourth\nglobal int n; // fifth\n  void main() {
assert n == n;   // sixth\n/* seventh */ assert /* eighth */ true;\n// last\n}\n}\n// end",
        "// first

/* second */ kernel k { // third
  // fourth
  global int n; // fifth
  void main() {
    assert n == n;   // sixth
    /* seventh */ assert /* eighth */ true;
    // last
  }
}
// end
",
    );
}

#[test]
fn line_breaks_inside_of_a_clause_stay_and_long_lines_get_some() {
    becomes(
        "kernel k { global int n;\nrequires n == 0\n      || n == 1\n|| n == 2;\nvoid main() { } }",
        "kernel k {
  global int n;
  requires n == 0
        || n == 1
    || n == 2;
  void main() { }
}
",
    );
    let long =
        format!("kernel k {{ global int n; requires {}; void main() {{ }} }}", ["n == n + n - n"; 9].join(" && "));
    let lines = formatted(&long);
    assert!(lines.lines().all(|line| line.len() <= 100) && lines.lines().count() > 5, "{lines}");
    assert_eq!(formatted(&lines), lines);
}

#[test]
fn signs_get_blanks_unless_they_belong_to_an_operand() {
    becomes(
        "pure int f(int n)=n<0?-n:- -n*2;kernel k{global int[gsize]in;
requires (\\forall* int i=0..gsize;Perm(in[i],1\\2));
void main(){for(int i=0;i<3;i++){in[tid]+=!(i==0)?1:in[f(i)-1]%2;}barrier(1,{local}){ensures in.length>=-1;}}}",
        "pure int f(int n) = n < 0 ? -n : - -n * 2;
kernel k {
  global int[gsize] in;
  requires (\\forall* int i = 0 .. gsize; Perm(in[i], 1\\2));
  void main() {
    for (int i = 0; i < 3; i++) { in[tid] += !(i == 0) ? 1 : in[f(i) - 1] % 2; }
    barrier(1, {local}) {
      ensures in.length >= -1;
    }
  }
}
",
    );
}

#[test]
fn text_with_errors_of_the_syntax_is_refused_and_text_with_other_errors_is_not() {
    assert!(
        matches!(format("kernel k { void main() { assert ; } }"), Err(Refused::Errors(errors)) if !errors.is_empty())
    );
    becomes("kernel k { void main() { x:=y; } }", "kernel k {\n  void main() { x := y; }\n}\n");
    becomes("kernel k { void main() { } }\r\n", "kernel k {\n  void main() { }\n}\n");
}

/// All files below a folder of the package `sepal`.
fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut found: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|end| end == "pvl"));
    found.sort();
    found
}

#[test]
fn over_the_corpus_nothing_but_blanks_changes() {
    let mut done = 0;
    for path in ["examples", "tests/verify", "tests/reject", "benches/kernels"].iter().flat_map(|f| files(f)) {
        let Ok(source) = fs::read_to_string(&path) else { continue };
        let once = match format(&source) {
            Ok(text) => text,
            Err(Refused::Errors(_)) => continue,
            Err(Refused::Changed) => panic!("{} would be changed", path.display()),
        };
        assert_eq!(format(&once).unwrap(), once, "{} formatted twice", path.display());
        let (before, after) = (parse_program(&source), parse_program(&once));
        let program = |parsed: &syntax::Parsed| parsed.program.as_ref().map(ir::text::print);
        assert_eq!(program(&before), program(&after), "{}", path.display());
        assert_eq!(comments(&source), comments(&once), "{}", path.display());
        let codes = |parsed: &syntax::Parsed| parsed.diagnostics.iter().map(|d| d.code.to_owned()).collect::<Vec<_>>();
        assert_eq!(codes(&before), codes(&after), "{}", path.display());
        done += 1;
    }
    assert!(done > 800, "{done} files");
}

/// The comments of a text in their order, without blanks at the ends of lines.
fn comments(source: &str) -> Vec<String> {
    let (mut out, mut rest) = (Vec::new(), source);
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let line = rest[at..].starts_with("//");
        let len = if line { rest[at..].find('\n') } else { rest[at + 2..].find("*/").map(|n| n + 4) };
        let end = at + len.unwrap_or(rest.len() - at);
        out.push(rest[at..end].trim_end().to_owned());
        rest = &rest[end..];
    }
    out
}
