//! Spellings and precedence: pairs of texts that mean the same tree.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::wildcard_enum_match_arm)]

use ir::{Expr, ExprKind, Kernel, KernelId, StmtKind, Type};
use syntax::pvl::ast::File;
use syntax::{parse_program, pvl::print::print};

fn read(source: &str) -> File {
    let parsed = parse_program(source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    parsed.ast
}

fn contract(clause: &str) -> String {
    format!(
        "pure int g(int x) = x; kernel k {{ global int n; global bool p, q, r; global int[4] a; global int[2][3] m; \
        global float[4] f; requires {clause}; void main() {{ }} }}"
    )
}

fn code(code: &str) -> String {
    format!(
        "kernel k {{ global int n; global int[4] a; global float[4] f; local int[4] s; void main() {{ int x; \
        {code} }} }}"
    )
}

fn kernel(source: &str) -> Kernel {
    let parsed = parse_program(source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    parsed.program.unwrap().kernels.remove(0)
}

fn clause(text: &str) -> Expr {
    kernel(&contract(text)).of_thread().clauses[0].expr.clone()
}

#[test]
fn old_spellings_mean_the_new_ones() {
    for (old, new) in [
        ("Perm(a[0], 1) * Perm(a[1], 1)", "Perm(a[0], 1) ** Perm(a[1], 1)"),
        ("n > 1 * Perm(a[0], 1) * a[0] = 2", "n > 1 ** Perm(a[0], 1) ** a[0] == 2"),
        ("n * n > 1 * Perm(a[0], 1)", "(n * n > 1) ** Perm(a[0], 1)"),
        (
            "2 * n == 4 ** (Perm(a[0], 1)) * (p ==> Perm(a[1], 1)) * p",
            "2 * n == 4 ** Perm(a[0], 1) ** (p ==> Perm(a[1], 1)) ** p",
        ),
        ("(\\forall* int i = 0 .. 4; Perm(a[i], 1)) * p", "(\\forall* int i = 0 .. 4; Perm(a[i], 1)) ** p"),
        ("p & q", "p && q"),
        ("p -> q", "p ==> q"),
        ("n mod 2 = 1", "n % 2 == 1"),
        ("p = q", "p == q"),
        ("(\\forall int i, j; 0 <= i && j < n; i = j)", "(\\forall int i, int j; 0 <= i && j < n; i == j)"),
    ] {
        assert_eq!(read(&contract(old)), read(&contract(new)), "{old}");
    }
}

#[test]
fn old_statements_mean_the_new_ones() {
    for (old, new) in [
        ("x = 1;", "x := 1;"),
        ("x++;", "x := x + 1;"),
        ("x--;", "x := x - 1;"),
        ("x += 2 * n;", "x := x + 2 * n;"),
        ("x -= n - 1;", "x := x - (n - 1);"),
        ("x *= n + 1;", "x := x * (n + 1);"),
        ("a[tid]++;", "a[tid] := a[tid] + 1;"),
        ("a[tid] += x;", "a[tid] := a[tid] + x;"),
        ("int y = 1;", "int y := 1;"),
        ("barrier(1,{local});", "barrier(local);"),
        ("barrier(2,{});", "barrier(none);"),
        ("barrier(3,{global,local}) { }", "barrier(both);"),
        ("barrier(global, local);", "barrier(both);"),
        ("invariant n > 0; while (x < n) x++;", "loop_invariant n > 0; while (x < n) { x := x + 1; }"),
        ("while (x < n) invariant n > 0; { x++; }", "loop_invariant n > 0; while (x < n) { x := x + 1; }"),
        (
            "if (x < n) x++; else if (n < x) x--; else { }",
            "if (x < n) { x := x + 1; } else { if (n < x) { x := x - 1; } else { } }",
        ),
        (";;{;};", "{ }"),
        ("/* a */ x /* b */ := // c\n 1 /* d */;", "x := 1;"),
    ] {
        assert_eq!(read(&code(old)), read(&code(new)), "{old}");
    }
}

#[test]
fn operators_group_as_documented() {
    for (flat, grouped) in [
        ("p ==> q ==> r", "p ==> (q ==> r)"),
        ("p ==> Perm(a[0], 1) ** q", "p ==> (Perm(a[0], 1) ** q)"),
        ("Perm(a[0], 1) ** p || q", "Perm(a[0], 1) ** (p || q)"),
        ("p || q && r", "p || (q && r)"),
        ("p && n == 2", "p && (n == 2)"),
        ("n < 2 == p", "(n < 2) == p"),
        ("n < 2 + 3", "n < (2 + 3)"),
        ("n - 1 - 2 == 0", "((n - 1) - 2) == 0"),
        ("n + 2 * 3 == 0", "(n + (2 * 3)) == 0"),
        ("n / 2 * 3 % 4 == 0", "(((n / 2) * 3) % 4) == 0"),
        ("!p && q", "(!p) && q"),
        ("-n + 1 == 0", "((-n) + 1) == 0"),
        ("p ? q : r ? p : q", "p ? q : (r ? p : q)"),
        ("p ? q ? r : p : q", "p ? (q ? r : p) : q"),
        ("p ==> q ? r : p", "(p ==> q) ? r : p"),
        ("Perm(a[0], 1\\2 + 1\\4)", "Perm(a[0], (1\\2) + (1\\4))"),
    ] {
        assert_eq!(read(&contract(flat)), read(&contract(grouped)), "{flat}");
    }
    for (one, other) in [("(p ==> q) ==> r", "p ==> q ==> r"), ("(n - (1 - 2)) == 0", "n - 1 - 2 == 0")] {
        assert_ne!(read(&contract(one)), read(&contract(other)), "{one}");
    }
}

#[test]
fn literals_take_the_type_of_their_place() {
    let value = |text: &str| match kernel(&code(text)).body.stmts.remove(1).kind {
        StmtKind::Declare(_, Some(value)) => value,
        StmtKind::Store(_, value) => value,
        other => panic!("{other:?}"),
    };
    let float = |text: &str| match value(text).kind {
        ExprKind::Float(bits) => bits,
        other => panic!("{other:?}"),
    };
    assert_eq!(float("float y := 1.5;"), u64::from(1.5f32.to_bits()));
    assert_eq!(float("float y := 2;"), u64::from(2f32.to_bits()));
    assert_eq!(float("float y := 0.1f;"), u64::from(0.1f32.to_bits()));
    assert_eq!(float("double y := 0.1;"), 0.1f64.to_bits());
    assert_eq!(float("double y := 1e-3;"), 1e-3f64.to_bits());
    assert_eq!(float("f[tid] := 0.1;"), u64::from(0.1f32.to_bits()));
    // If the checker's time doubled with each operator, the test would not end on this text.
    let long = format!("bool y := 1.5{} < 2;", " + 1".repeat(250));
    for text in [
        "float y := 2 * f[0] + 1;",
        "float y := f[0] * 0.5;",
        "bool y := 1.5 < f[0];",
        "float y := -1;",
        "bool y := 1 + 2.5 < 3;",
        "bool y := 1.5 + 2.0f < f[0];",
        &long,
    ] {
        value(text);
    }
    assert_eq!(value("float y := tid < 1 ? 0 : f[0];").ty, value("f[0] := 0;").ty);
}

#[test]
fn amounts_are_fractions() {
    let amount = |text: &str| match clause(&format!("Perm(a[0], {text})")).kind {
        ExprKind::Perm(_, amount) => *amount,
        other => panic!("{other:?}"),
    };
    for text in [
        "write",
        "read",
        "none",
        "1",
        "1\\2",
        "1\\gsize",
        "write \\ n",
        "1\\2 + 1\\4",
        "2 * 1\\4",
        "p ? write : read",
        "p ? 1 : 1\\2",
        "1 \\ (n + 1)",
        "(n - 1)\\n",
    ] {
        assert_eq!(amount(text).ty, Type::Frac, "{text}");
    }
    let percent = |text: &str| match clause(&format!("perm(a[0], {text})")).kind {
        ExprKind::Perm(_, amount) => amount.kind,
        other => panic!("{other:?}"),
    };
    assert!(matches!(percent("100"), ExprKind::Write));
    assert!(matches!(percent("0"), ExprKind::NoAmount));
    assert!(matches!(percent("10"), ExprKind::Binary(..)));
    assert!(matches!(percent("n"), ExprKind::Binary(..)));
}

#[test]
fn resources_stand_where_they_may() {
    for text in [
        "p ==> Perm(a[0], write)",
        "p ? Perm(a[0], write) : true",
        "p && Perm(a[0], write)",
        "(\\forall* int i; 0 <= i && i < 4; Perm(a[i], 1\\2) ** a[i] == i)",
        "(\\forall* int tid; 0 <= tid && tid < gsize; Perm(a[tid], write))",
        "PointsTo(a[0], write, 3)",
        "PointsTo(f[0], read, 1)",
        "(\\forall* int i = 0 .. 2, int j = 0 .. 3; Perm(m[i][j], read))",
    ] {
        assert_eq!(clause(text).ty, Type::Resource, "{text}");
    }
    for text in
        ["a[0] === 1", "f[0] === f[1]", "m.length(1) == 3 && m.length == 2", "(\\exists int i; i > n)", "p ** q"]
    {
        assert_eq!(clause(text).ty, Type::Bool, "{text}");
    }
    let with_old = kernel(&contract("true; ensures \\old(a[0]) == 1"));
    assert_eq!(with_old.of_thread().clauses[1].expr.ty, Type::Bool);
}

#[test]
fn triggers_belong_to_their_quantifier() {
    let ExprKind::Quant(quant) = clause("(\\forall int i; {: g(i), a[i] :} > 0 && {: g(i + 1) :} > 0)").kind else {
        panic!()
    };
    assert_eq!(quant.triggers.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert!(quant.range.is_none());
}

#[test]
fn groups_are_mentioned_by_name() {
    for (text, mentions) in
        [("tid < gsize", false), ("gid == 0", true), ("lid == 0", true), ("ngroups == 1", true), ("tcount == 1", true)]
    {
        assert_eq!(kernel(&contract(text)).mentions_groups(), mentions, "{text}");
    }
    assert!(kernel("kernel k { pure int f() = ngroups; void main() { } }").mentions_groups());
    assert!(kernel("kernel k { global int[tcount] a; void main() { } }").mentions_groups());
}

#[test]
fn functions_see_what_they_may() {
    let parsed = parse_program(
        "pure int late(int n) = early(n);
         decreases n; requires n >= 0; ensures \\result >= 0; pure int early(int n) = n == 0 ? 0 : early(n - 1) + 1;
         pure bool unknown(float x);
         kernel k {
           global int n; global int[n] a;
           requires (\\forall* int i = 0 .. n; Perm(a[i], read)); \
           pure int first() = a.length > 0 ? a[0] + early(n) : gsize;
           kernel requires n > 0; group context first() > 0;
           void main() { }
         }",
    );
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let program = parsed.program.unwrap();
    let names: Vec<(&str, Option<KernelId>)> =
        program.functions.iter().map(|f| (f.name.name.as_str(), f.kernel)).collect();
    assert_eq!(names, [("late", None), ("early", None), ("unknown", None), ("first", Some(KernelId(0)))]);
    assert!(program.functions[1].decreases.len() == 1 && program.functions[2].body.is_none());
}

#[test]
fn a_for_loop_is_a_block_with_a_while() {
    let body =
        kernel(&code("for (int i := 0; i < n; i++) { int y := i; } for (int i := 0; i < n; i++) { int y := i; }")).body;
    let StmtKind::Block(block) = &body.stmts[1].kind else { panic!("{body:?}") };
    let StmtKind::While { body, .. } = &block.stmts[1].kind else { panic!() };
    let [body, step] = body.stmts.as_slice() else { panic!("{body:?}") };
    assert!(matches!(body.kind, StmtKind::Block(_)) && matches!(step.kind, StmtKind::Assign(..)));
}

const WITH_COMMENTS: &str = "\
// about f
pure int f(int x) = x;

/* about k */
kernel k { // of one group
  // the data
  global int[gsize] a; // input

  // owned
  requires Perm(a[tid], write);
  void main() {
    // first
    a[tid] := f(1);

    if (tid > 0) { // not the first
      // inner
      a[tid] := 2;
      // tail of then
    } else if (tid == 3) {
      a[tid] := 3; // three
    } else {
      // nothing
    }
    barrier(global) {
      // handed back
      ensures Perm(a[tid], write);
    }
    // end of main
  }
  // end of k
}
// end of file
";

#[test]
fn comments_stay_where_they_are() {
    assert_eq!(print(&read(WITH_COMMENTS)), WITH_COMMENTS);
}
