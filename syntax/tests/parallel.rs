//! Parallel blocks, references to arrays, `context_everywhere` and classes: what is read, and the diagnostic for what
//! is not, at «…».
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use syntax::parse_program;

/// Bodies of a procedure `void f(int[] a, int[] b, int[][] m, int n)`.
const READ: &[&str] = &[
    "int[] c; c = a; int[] d = null, e = m[0]; if (a == null || null != d) { c = new int[n]; }",
    "int[] c = new int[n]; bool[] d = new bool[2]; int[][] k = new int[n][]; k[1] = c; k[0] = new int[3];",
    "int x = a.length + m[1].length + m[0][n]; m[0][n] = x; m[0][1]++; m[1][0] += 2; a[a[0]] := 1;",
    "assert Perm(a[*], write) ** Perm(m[0][*], 1\\2) ** PointsTo(b[*], read, 0) ** Perm(m[*], read);",
    "assert \\array(a, n) && (\\forall int i = 0 .. n; m[i] != null) && a != b;",
    "par (int i = 0 .. n) { int[4] q; q[0] = i; int[] c = new int[i]; a[i] = q[0]; }",
    "par p (int i = 0 .. n, int j = 1 .. 4, int k = 0 .. n * 2) { }",
    "par p(int i = 0 .. n) requires i > 0; ensures true; context Perm(a[i], write); { barrier(p) { } barrier(p); }",
    "par p (int i = 0..n) { barrier(p) requires i > 0; ensures i > 0; { } par q (int j = 0..2) { barrier(q) { } } }",
    "par (int i = 0 .. n) { for (int k := 0; k < 3; k++) { if (k == 2) break; else continue; } }",
    "parallel { par (int i = 0 .. 1) { } } sequential { int x := 1; } parallel { }",
    "label L; par (int i = 0 .. n) { int x := 0; x = 2; label M; assert \\old[L](n) == n && \\old[M](x) == 2; }",
    "int par := 1; par = 2; par++; int null := 0; null = par; int new := null; new = new + 1;",
    "f(a, null, m, n); f(m[0], b, null, 0);",
];

/// Bodies with a mistake, its code, and a part of the help.
const WRONG: &[(&str, &str, &str)] = &[
    ("int[] c = «n»;", "type.mismatch", ""),
    ("int[] c = «m»;", "type.mismatch", "elements"),
    ("int x = «a»;", "type.mismatch", "a[i]"),
    ("bool x = «a»;", "type.mismatch", "a != null"),
    ("int x = «null»;", "type.reference", "int[] a = null;"),
    ("assert «null» == null;", "type.reference", "a == null"),
    ("a = a «+» b;", "type.operator", "a[i]"),
    ("bool x = a «<» b;", "type.operator", "`==`"),
    ("int x = «n»[0];", "type.dimensions", ""),
    ("int x = «a[0]»[1];", "type.dimensions", "int[][] m"),
    ("int x = «m[0][1]».length;", "type.dimensions", ""),
    ("int x = «a.length(0)»;", "type.dimensions", "a.length"),
    ("int[n] h; int[] c = «h»;", "type.reference", "int[] h = new int[n];"),
    ("int[n] h; f(a, «h», m, n);", "type.reference", "new int[n]"),
    ("int x = «new int[3]».length;", "", ""),
    ("f(a, «new int[3]», m, n);", "type.creation", "int[] t = new int[3];"),
    ("int[][] k = «new int[2][3]»;", "type.creation", "m[i] = new int[c];"),
    ("int[] c = «new bool[2]»;", "type.mismatch", ""),
    ("bool x = «a[*]» == 0;", "type.location", "Perm(a[*], write)"),
    ("assert \\array(«n», n);", "type.dimensions", ""),
    ("assert «\\array(a)»;", "type.arguments", "\\array(a, n)"),
    ("bool x = «\\array(a, n)»;", "type.specification-only", "a.length == n"),
    ("int[n] h; assert Perm(«h»[*], write);", "type.location", "\\forall* int i"),
    ("par (int i = 0 .. n) { «n» = 1; }", "type.par-body", "elements"),
    ("int x; par (int i = 0 .. n) { «x»++; }", "type.par-body", "elements of arrays"),
    ("par (int i = 0 .. n) { par (int j = 0 .. i) { «i» = j; } }", "type.par-body", "int x = i;"),
    ("par (int i = 0 .. n) { «i» = 0; }", "type.par-body", "int x = i;"),
    ("par (int i = 0 .. n) { int x; par (int j = 0 .. i) { «x» = j; } }", "type.par-body", ""),
    ("int x; par (int i = 0 .. n) { «x» = g(i); }", "type.par-body", ""),
    ("int[n] h; par (int i = 0 .. n) { «h»[i] = 0; }", "type.par-body", "int[] h = new int[n];"),
    ("int[n] h; par (int i = 0 .. n) { int x = «h».length; }", "type.par-body", "int[] h = new int[n];"),
    ("int[n] h; par (int i = 0 .. n) requires «h»[i] == 0; { }", "type.par-body", "int[] h = new int[n];"),
    ("device int[n] d; par (int i = 0 .. n) { «copy(a, d)»; }", "type.par-body", "one by one"),
    ("par (int i = 0 .. n) { «launch k(groups = 1, threads = 1)()»; }", "type.par-body", "behind it"),
    ("par (int i = 0 .. n) { «device int[n] d»; }", "type.par-body", "in front"),
    ("par (int i = 0 .. n) { «return»; }", "type.par-body", "behind the block"),
    ("while (n > 0) { par (int i = 0 .. n) { «break»; } }", "type.par-body", "`if (…)"),
    ("while (n > 0) { par (int i = 0 .. n) { «continue»; } }", "type.par-body", "`if (…)"),
    ("par (int i = 0 .. n, int j = 0 .. n, int k = 0 .. n, «int l» = 0 .. n) { }", "type.par-iterators", "three"),
    ("par («bool» i = 0 .. n) { }", "type.par-iterators", "int i"),
    ("par (int i = 0 .. n, int j = 0 .. «j») { }", "resolve.unknown-name", ""),
    ("par p (int i = 0 .. n) { «barrier(global)» { } }", "type.par-barrier", "barrier(p)"),
    ("par p (int i = 0 .. n) { par q (int j = 0 .. n) { barrier(«p»); } }", "type.par-barrier", "barrier(q)"),
    ("par p (int i = 0 .. n) { barrier(«q») { } }", "type.par-barrier", "barrier(p)"),
    ("par (int i = 0 .. n) { barrier(«q») { } }", "type.par-barrier", "par p"),
    ("par p (int i = 0 .. n) { par «p» (int j = 0 .. n) { } }", "resolve.duplicate-name", ""),
    ("int[3] q; q[0] = 1; invariant inv(«q[0]» == 1) { q[0] = 2; }", "type.shared-invariant", "new int[n]"),
    ("par p (int i = 0 .. n) { «barrier()»; }", "parse.barrier-fences", "barrier(p)"),
    ("par «{» }", "parse.expected", ""),
    ("par p («)» { }", "parse.expected", ""),
    ("par p (int i «)» { }", "parse.expected", ""),
];

/// Files with a mistake, its code, and a part of the help.
const FILES: &[(&str, &str, &str)] = &[
    ("kernel k { void main() { «int[]» a; } }", "type.reference", "int[4] q"),
    ("kernel k { void f(«int[]» a) { } void main() { } }", "type.reference", "global int[n] a;"),
    ("kernel k { void main() { int x := «null»; } }", "type.reference", "arrays exist always"),
    ("kernel k { global int[4] a; void main() { bool b := a[0] == «null»; } }", "type.reference", ""),
    ("kernel k { void main() { int x; x := «new int[4]»; } }", "type.host-code", "int[4] q;"),
    ("kernel k { void main() { «par (int i = 0 .. 4)» { } } }", "type.host-code", "top level"),
    ("kernel k { global int[4] a; requires Perm(«a»[*], write); void main() { } }", "type.location", "a.length"),
    ("class C { void f() { } } class D { void f() { } void «f»() { } }", "resolve.duplicate-name", ""),
    ("class C { static void f() { } } void g() { «f»(); }", "resolve.unknown-function", ""),
    ("void f() { «barrier(global)» { } }", "", ""),
    ("void f() { barrier(«p») { } }", "parse.expected", ""),
];

fn mistake(marked: &str, code: &str, help: &str) -> Option<String> {
    let source: String = marked.chars().filter(|c| !matches!(c, '«' | '»')).collect();
    let start = marked.find('«').unwrap();
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    let found = parse_program(&source).diagnostics;
    let fits = |error: &ir::diagnostic::Diagnostic| {
        code.is_empty()
            || error.code == code
                && (error.span.start as usize, error.span.end as usize) == (start, end)
                && error.help.as_ref().map_or(help.is_empty(), |text| text.contains(help))
    };
    (found.is_empty() || !code.is_empty() && found.len() != 1 || !found.iter().all(fits))
        .then(|| format!("{marked}: {found:#?}"))
}

fn in_procedure(body: &str) -> String {
    format!(
        "int g(int x) {{ return x; }} kernel k {{ void main() {{ }} }}
        void f(int[] a, int[] b, int[][] m, int n) {{ {body} }}"
    )
}

#[test]
fn what_is_right_is_read_and_printed() {
    for body in READ {
        let parsed = parse_program(&in_procedure(body));
        assert!(parsed.diagnostics.is_empty(), "{body}: {:#?}", parsed.diagnostics);
        let printed = syntax::pvl::print::print(&parsed.ast);
        let again = parse_program(&printed);
        assert!(again.diagnostics.is_empty(), "{printed}: {:#?}", again.diagnostics);
        assert_eq!(parsed.ast, again.ast, "{printed}");
        assert_eq!(printed, syntax::pvl::print::print(&again.ast));
    }
}

#[test]
fn what_is_wrong_gets_one_diagnostic() {
    let bodies = WRONG.iter().filter_map(|(body, code, help)| mistake(&in_procedure(body), code, help));
    let files = FILES.iter().filter_map(|(file, code, help)| mistake(file, code, help));
    let failed: Vec<String> = bodies.chain(files).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn classes_group_methods() {
    let source = "// of the class
        class C {
          // of f
          /*@ requires x > 0; context_everywhere x > 0; ensures \\result.length == x && \\result[0] == 1; @*/
          static int[] f(int x) { int i := 0; loop_invariant i >= 0; while (i < x) { i++; }
            par (int j = 0 .. 1) { int y := 0; while (y < 1) { y++; } } return new int[x]; }

          static void g();
          static pure int h(int x) = x;
          requires true; static pure int l(int x) = h(x);
          // at the end
        }
        void k() { C.g(); int x := C.l(1); }";
    let parsed = parse_program(source);
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    let program = parsed.program.unwrap();
    let names: Vec<&str> = program.procedures.iter().map(|p| p.name.name.as_str()).collect();
    assert_eq!(names, ["C.f", "C.g", "k"]);
    let kinds: Vec<_> = program.procedures[0].contract.clauses.iter().map(|c| (c.kind, c.by)).collect();
    let context = (ir::ClauseKind::Context, ir::By::Written);
    assert_eq!(kinds[1], context);
    let mut loops = Vec::new();
    program.procedures[0].body.as_ref().unwrap().each(&mut |stmt| {
        if let ir::StmtKind::While { invariants, .. } = &stmt.kind {
            loops.push(invariants.iter().map(|c| c.by).collect::<Vec<_>>());
        }
    });
    // The loop in the parallel block has no invariant.
    assert_eq!(loops, [vec![ir::By::Generated, ir::By::Written], vec![]]);
    let printed = syntax::pvl::print::print(&parsed.ast);
    let again = parse_program(&printed);
    assert!(again.diagnostics.is_empty(), "{printed}: {:#?}", again.diagnostics);
    assert_eq!(parsed.ast, again.ast, "{printed}");
    assert!(printed.contains("static int[] f(int x) {") && printed.contains("context_everywhere x > 0;"), "{printed}");
    assert!(printed.contains("static pure int l"), "{printed}");
}

#[test]
fn elements_of_arrays_of_arrays_have_their_places() {
    let source = "void f(int[][] m, int i) { m[i][2] = m[ 1 ][i]; }";
    let program = parse_program(source).program.unwrap();
    let mut seen = Vec::new();
    program.procedures[0].body.as_ref().unwrap().each(&mut |stmt| {
        let place = stmt.outline().gets.and_then(ir::Gets::location).unwrap();
        let of = |place: &ir::Place| program.quote(place.node).to_owned();
        seen.push(of(place));
        seen.extend(place.index[0].place().map(of));
        stmt.exprs(&mut |e| {
            if let Some(place) = e.place() {
                seen.push(of(place));
                seen.extend(place.index[0].place().map(of));
            }
        });
    });
    assert_eq!(seen[..2], ["m[i][2]", "m[i]"]);
    assert!(seen.contains(&"m[ 1 ][i]".to_owned()), "{seen:?}");
}
