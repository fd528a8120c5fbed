//! The obligations of `logic/src/lemma.rs` and `function.rs`: pure functions, calls, induction.
use super::*;

emits!(
    function_recursion,
    [],
    "requires 0 <= n;
  ensures \\result >= n;
  decreases n;
  pure int f(int n) = n == 0 ? 0 : f(n - 1) + 1;"
);

emits!(function_without_measure, [], "pure int f(int n) = f(n - 1);");

emits!(
    function_division,
    [],
    "requires n > 0;
  pure int half(int n, int m) = m > 0 ? n / m : n % n;"
);

emits!(
    function_abstract,
    [],
    "ensures \\result > 0;
  pure int f(int n);"
);

emits!(
    call_of_precondition,
    [CallPre, Assert],
    "requires n > 0; ensures \\result > n; pure int f(int n) = n + 1;
kernel K { global int m;
  void main() { assert m > 0 ==> f(m) > m; } }"
);

emits!(
    call_that_reads_memory,
    [],
    "kernel K { global int[gsize] a;
  requires (\\forall* int j; 0 <= j && j < n; Perm(a[j], read)) ** 0 <= n && n <= gsize;
  pure int total(int n) = n == 0 ? 0 : 1;
  requires Perm(a[tid], read);
  void main() { assert total(0) == 0; } }"
);

/// The definition of a function, as callers may use it, and as the function's own proof by induction may use it.
#[test]
fn definitions() {
    let source = "requires 0 <= n; ensures \\result >= n; decreases n;
pure int f(int n) = n == 0 ? 0 : f(n - 1) + 1;
kernel K { global int m; requires m >= 0; void main() { assert f(m) >= m; } }";
    let mut out = String::new();
    for task in tasks(source) {
        for d in &task.definitions {
            let _ = writeln!(out, "in {}: where {}", task.item, term::show(&d.requires));
            let body = d.body.as_ref().map_or("nothing".into(), term::show);
            let _ = writeln!(out, "    {}(n) is {body}", d.symbol.shown());
            for e in &d.ensures {
                let _ = writeln!(out, "    and {}", term::show(e));
            }
        }
    }
    insta::assert_snapshot!(out);
}
