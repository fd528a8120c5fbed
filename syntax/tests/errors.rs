//! Every error code, raised by a source in which «…» marks the exact place.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

use std::collections::BTreeSet;
use syntax::pvl::codes;
use syntax::{parse_program, MAX_OPERATORS, MAX_SOURCE_BYTES};

/// Code, and a file with the place marked.
const FILES: &[(&str, &str)] = &[
    ("parse.annotation", "kernel k { void main() { /*@ «return;» @*/ } }"),
    ("parse.unsupported", "enum «C» { }"),
    ("parse.character", "kernel k { void main() { int x := 1 «@» 2; } }"),
    ("parse.character", "kernel k { void main() { int «größe» := 1; } }"),
    ("parse.character", "kernel k { void main() { int x := «\"a b\"»; } }"),
    ("parse.empty", "«» // nothing\n"),
    ("parse.number", "kernel k { void main() { int x := «12ab»; } }"),
    ("parse.number", "kernel k { void main() { int x := «0x1G»; } }"),
    ("parse.number", "kernel k { void main() { float x := «1.5.5»; } }"),
    ("parse.unclosed-comment", "kernel k { void main() { } } «/*» and so on"),
    ("parse.unbalanced", "kernel k { void main() { int x := «(»1; } }"),
    ("parse.unbalanced", "kernel k { void main() { int x := 1«)»; } }"),
    ("parse.unbalanced", "kernel k «{» void main() { int x := 1; } "),
    ("parse.unbalanced", "kernel k «{» void main() { int x := 1; } kernel l { void main() { } }"),
    ("parse.expected", "«kernels» k { void main() { } }"),
    ("parse.expected", "kernel «{» void main() { } }"),
    ("parse.expected", "kernel k { «int» x; void main() { } }"),
    ("parse.expected", "kernel k { global «long» n; void main() { } }"),
    ("parse.expected", "kernel k { global int «int»; void main() { } }"),
    ("parse.expected", "kernel k { global int[4] «a» void main() { } }"),
    ("parse.expected", "kernel k { void main(«int» n) { } }"),
    ("parse.expected", "pure int f(int x) «{» return x; }"),
    ("parse.expected", "kernel k { requires 1 < «;» void main() { } }"),
    ("parse.expected", "kernel k { global int[1] a; void main() { atomic («true») { a[0] := 1; } } }"),
    ("parse.atomic", "kernel k { global int[1] a; void main() { atomic relaxed «relaxed» { a[0] := 1; } } }"),
    ("parse.atomic", "kernel k { global int[1] a; void main() { atomic «acquire» { a[0] := 1; } } }"),
    ("type.atomic-body", "kernel k { void main() { atomic { «barrier(global)»; } } }"),
    ("type.atomic-body", "kernel k { void main() { atomic { if (tid == 0) { «while (true)» { } } } } }"),
    ("type.atomic-body", "kernel k { void main() { atomic { «for (int i := 0; i < 2; i++)» { } } } }"),
    ("type.atomic-body", "kernel k { void main() { atomic relaxed { { «atomic» { } } } } }"),
    ("type.atomic-body", "kernel k { void main() { atomic group { «assume true»; } } }"),
    ("type.atomic-body", "kernel k { void main() { atomic group { «assert true»; } } }"),
    ("parse.stray-clause", "kernel k { «requires true;» global int n; void main() { } }"),
    ("parse.stray-clause", "kernel k { «invariant true;» void main() { } }"),
    ("resolve.no-main", "kernel «k» { global int n; }"),
    ("resolve.duplicate-main", "kernel k { void main() { } «void main()» { } }"),
    ("resolve.duplicate-name", "kernel k { void main() { } } kernel «k» { void main() { } }"),
    ("resolve.duplicate-name", "kernel k { global int n; global int[4] «n»; void main() { } }"),
    ("resolve.duplicate-name", "pure int f() = 1; kernel k { pure int «f»() = 2; void main() { } }"),
    ("resolve.reserved-name", "kernel k { global int «gsize»; void main() { } }"),
    ("resolve.second-measure", "decreases n; decreases «n + 1»; pure int f(int n) = 0;"),
    ("resolve.axis", "kernel k { void main() { int x := «tid» + tid.y; } }"),
    ("resolve.axis", "kernel k { global int[«gsize»] a; void main() { int x := tid.z; } }"),
    ("resolve.axis", "kernel k { pure int f() = gsize.y; void main() { int x := «tid»; } }"),
    ("resolve.axis", "kernel k { global int n; void main() { int x := «n.x»; } }"),
    ("resolve.axis", "kernel k { requires (\\forall int tid = 0 .. 4; «tid.x» < 4); void main() { } }"),
    ("resolve.out-of-level", "kernel k { group requires «lid.y» == 0; void main() { } }"),
    ("resolve.out-of-level", "pure int f() = «gsize»;"),
    ("resolve.out-of-level", "int f() { return «tid»; }"),
    ("type.inlined-barrier", "kernel k { void «f»() { barrier(none); } void main() { } }"),
    ("type.creation", "void f(int n) { int[][] k = «new int[2][3]»; } kernel k { void main() { } }"),
    ("resolve.this", "class C { int x; static int get() { return «x»; } }"),
    ("resolve.this", "class C { int x; void f(C o) { «this» = o; } }"),
    ("resolve.unknown-field", "class C { int x; void f() { this.«y» = 1; } }"),
    ("type.lock", "class C { int x; void f() { «lock this»; } }"),
    (
        "type.message",
        "void f(int n) { par (int i = 0 .. n) { send S, «0»: true; recv S; } } kernel k { void main() { } }",
    ),
    ("type.method-call", "class C { void f() { } } void g() { C.«f»(); }"),
    ("type.par-barrier", "void f(int n) { par (int i = 0 .. n) { barrier(«q») { } } } kernel k { void main() { } }"),
    ("type.par-body", "void f(int n) { par (int i = 0 .. n) { «n» = 1; } } kernel k { void main() { } }"),
    ("type.par-iterators", "void f(int n) { par («bool» i = 0 .. n) { } } kernel k { void main() { } }"),
    ("type.reference", "kernel k { void main() { int x := «null»; } }"),
    ("type.shared-invariant", "void f(int n) { atomic(«inv») { } } kernel k { void main() { } }"),
    ("type.host-code", "kernel k { void main() { «device int[4] d»; } }"),
    ("type.host-code", "void f() { device int[4] d; } void g() { f(); } kernel k { void main() { «g()»; } }"),
    ("type.device-access", "void f() { device int[4] d; int x := «d[0]»; }"),
    ("type.reference", "void f() { int[4] h; int[] a := «h»; }"),
    ("type.creation", "void f(int[][] m) { m := «new int[2][2]»; }"),
    ("type.par-body", "void f(int n) { par (int i = 0 .. n) { «return»; } }"),
    ("type.par-barrier", "void f(int n) { par p (int i = 0 .. n) { «barrier(both)»; } }"),
    ("type.par-iterators", "void f(int n) { par («bool» i = 0 .. n) { } }"),
    ("type.copy-argument", "void f() { int[4] a; device float[4] d; «copy(d, a)»; }"),
    ("type.launch-argument", "kernel k { void main() { } } void f() { «launch k(groups = 1, threads = 1)(2)»; }"),
    ("type.array-length", "void f(int n) { int m := n; int[«m»] a; }"),
    ("resolve.out-of-level", "void f() { int[«gsize»] a; }"),
    ("type.missing-return", "int «f»(int x) { if (x == 0) { return 1; } }"),
    ("type.missing-return", "int «f»(int x) { while (true) { break; } }"),
    ("type.return", "int f() { «return»; }"),
    ("type.return", "void f() { «return 1»; }"),
    ("type.procedure-call", "int f() { return 1; } int g() { return 1 + «f()»; }"),
    ("type.procedure-call", "void f() { } int g() { return «f()»; }"),
    ("type.procedure-call", "int f(); ensures «f()» == 1; int g() { return 1; }"),
    ("type.arguments", "int f(int x); kernel k { void main() { int y := «f()»; } }"),
    ("type.mismatch", "int f(); kernel k { void main() { bool y := «f()»; } }"),
    ("resolve.duplicate-name", "pure int f() = 1; int «f»() { return 1; }"),
    ("resolve.private-in-contract", "kernel k { requires «q»[0] == 1; void main() { int[4] q; } }"),
    ("resolve.out-of-level", "kernel k { group requires «tid» == 0; void main() { } }"),
    ("resolve.out-of-level", "kernel k { kernel requires «gid» == 0; void main() { } }"),
    ("resolve.out-of-level", "kernel k { global int[«lid»] a; void main() { } }"),
    ("resolve.local-array", "kernel k { local int[4] s; group requires Perm(«s»[0], write); void main() { } }"),
    ("resolve.local-array", "kernel k { local int[4] s; pure int f() = «s»[0]; void main() { } }"),
    ("resolve.private-in-contract", "kernel k { requires «x» == 0; void main() { int x; } }"),
    ("resolve.unknown-name", "pure int f(int x) = «y»;"),
    ("resolve.result-outside", "requires «\\result» == 0; pure int f(int x) = 0;"),
    ("resolve.old-outside", "kernel k { global int[4] a; pure int f() = «\\old(a[0])»; void main() { } }"),
    ("resolve.old-outside", "kernel k { global int[4] a; requires «\\old(a[0])» == 0; void main() { } }"),
    ("resolve.old-outside", "kernel k { global int[4] a; context a[0] == «\\old(a[0])»; void main() { } }"),
    ("resolve.old-outside", "kernel k { global int[4] a; group context «\\old(a[0])» == 0; void main() { } }"),
    ("resolve.old-outside", "kernel k { global int[4] a; kernel requires «\\old(a[0])» == 0; void main() { } }"),
    ("resolve.old-outside", "kernel k { global int[4] a; requires «\\old(a[0])» == 0; void f() { } void main() { } }"),
    ("type.collection", "void f(«seq<float>» s) { }"),
    ("type.stream", "void f() { stream s; int x := «s»; synchronize(s); }"),
    ("type.ghost", "void f(int n) { ghost int g = 1; if («g» > n) { } }"),
    ("type.array-length", "kernel k { global int[4] a; global int[«a[0]»] b; void main() { } }"),
    ("type.local-scalar", "kernel k { local int «n»; void main() { } }"),
    (
        "type.resource-position",
        "kernel k { global int[4] a; ensures «Perm(a[0], read)»; pure int f() = 0; void main() { } }",
    ),
    ("type.mismatch", "pure bool f(int x) = «x»;"),
    ("type.mismatch", "pure int f(bool x) = \\wrap(u8, «x»);"),
    ("type.mismatch", "pure float f(float x, double y) = \\fma(x, «y», x);"),
    ("type.arguments", "pure int f(int x) = «\\wrap(x)»;"),
    ("type.arguments", "pure int f(int x) = «\\wrap(rn, x)»;"),
    ("type.arguments", "pure int f(int x) = «\\quot(x)»;"),
    ("type.arguments", "pure int f(int x) = «\\quot(u8, x, x)»;"),
    ("type.arguments", "pure float f(float x) = «\\fma(u8, x, x, x)»;"),
    ("type.arguments", "pure int f(int x) = «\\shl(u32, x, x, x)»;"),
    ("type.operator", "pure float f(int x) = \\add(ru, «x», x);"),
    ("type.operator", "pure int f(int x) = \\int(«x»);"),
    ("type.fraction", "void f(«frac[]» a) { }"),
    ("type.fraction", "void f() { ghost frac «p»; }"),
    ("type.fraction", "class C { «frac» p; }"),
    ("type.fraction", "kernel k { void main() { «zfrac» p = 0; } }"),
    ("type.opaque", "«opaque» pure int f(int x);"),
    ("type.opaque", "pure int f(int x) = reveal «x»;"),
    ("type.opaque", "«opaque» int f(int x) { return x; }"),
    ("type.opaque", "void f(int x) { reveal «x»; }"),
    ("parse.unsupported", "void f(set<int> s) { assert s «\\union» s == s; }"),
    ("type.opaque", "pure int f(int x) = x; pure int g(int x) = «reveal»(f(x));"),
    ("type.mismatch", "pure float f(float x, double y) = x + «y»;"),
    ("type.mismatch", "kernel k { requires «tid»; void main() { } }"),
];

/// Code, and statements of a kernel with arrays `a`, `m`, `f`, a scalar `n` and a function `g`.
const CODE: &[(&str, &str)] = &[
    ("parse.barrier-fences", "«barrier()»;"),
    ("parse.chained-comparison", "assert «0 <= tid < n»;"),
    ("parse.chained-comparison", "if («tid == n == 2») { }"),
    ("parse.equality", "if (tid «=» 0) { }"),
    ("parse.expected", "int x := «1» int y;"),
    ("parse.expected", "int x «:» 1;"),
    ("parse.expected", "int x := «;»"),
    ("parse.expected", "a[tid] := 1 + «*» 2;"),
    ("parse.expected", "return 1 «2»;"),
    ("parse.expected", "do { } «int» x;"),
    ("parse.expected", "do { } while «true»;"),
    ("type.stray-exit", "«break»;"),
    ("type.stray-exit", "if (n == 0) { «continue»; }"),
    ("type.return", "«return n»;"),
    ("type.never-run", "return; «int x := 1»;"),
    ("type.never-run", "while (true) { if (n == 0) { break; } else { continue; } «int x := 1»; }"),
    ("type.atomic-body", "while (true) { atomic { «break»; } }"),
    ("type.atomic-body", "atomic { «label here»; }"),
    ("resolve.later-name", "label here; int x = 3; assert \\old[here](«x») == 3;"),
    ("resolve.unknown-label", "assert \\old[«here»](n) == n;"),
    ("resolve.unknown-label", "if (n == 0) { label here; } assert \\old[«here»](n) == n;"),
    ("resolve.duplicate-name", "label here; { label «here»; }"),
    ("resolve.old-outside", "label here; int x := «\\old[here](n)»;"),
    ("type.private-permission", "int[4] q; assert Perm(«q[0]», write);"),
    ("type.dimensions", "int[4] q; int x := «q»;"),
    ("type.dimensions", "int[4] q; «q[0][1]» := 1;"),
    ("type.array-length", "int w := 4; int[«w»] q;"),
    ("type.procedure-call", "«g(1)»;"),
    ("resolve.unknown-function", "«h»(1);"),
    ("parse.expected", "barrier(«shared»);"),
    ("parse.expected", "while «true» { }"),
    ("parse.expected", "invariant true; «a»[0] := 1;"),
    ("parse.expected", "int x := «1»"),
    ("parse.expected", "int x := g(1 «2»);"),
    ("parse.expected", "for (int i := 0; i < n«)» { }"),
    ("parse.stray-clause", "«requires true;» int x;"),
    ("parse.stray-clause", "barrier(none) { «invariant true;» }"),
    ("resolve.duplicate-name", "int x; { int «x»; }"),
    ("resolve.duplicate-name", "int «a»;"),
    ("resolve.duplicate-name", "int i; assert (\\forall int «i»; true);"),
    ("resolve.reserved-name", "int «tid»;"),
    ("resolve.unknown-name", "«tmp» := 1;"),
    ("resolve.unknown-name", "int y := «nn» + nn;"),
    ("resolve.unknown-function", "int y := «h»(1);"),
    ("resolve.trigger-outside", "assert «{: g(1) :}» > 0;"),
    ("resolve.old-outside", "int y := «\\old(a[0])»;"),
    ("resolve.result-outside", "assert «\\result» == 0;"),
    ("type.arguments", "int y := «g(1, 2)»;"),
    ("type.arguments", "int y := «a»(1);"),
    ("type.arguments", "int y := «g»;"),
    ("type.assign-constant", "«n» := 1;"),
    ("type.assign-constant", "«tid» := 1;"),
    ("type.binder", "assert (\\forall «float» x; x == x);"),
    ("type.binder", "assert (\\sum «bool» b = 0 .. 3; 1) == 3;"),
    ("type.float-reduction", "assert (\\sum int q = 0 .. 3; «1.5») > 4.0;"),
    ("type.float-reduction", "assert (\\max int q = 0 .. 3; «1.5») > 1.0;"),
    ("type.reduction-range", "assert (\\sum int «q»; q) == 0;"),
    ("type.reduction-range", "assert (\\count int «q»; 0 <= q; q > 3) == 0;"),
    ("type.reduction-range", "assert «(\\min int q; 0 <= q && q < 9 && q != 3; q)» == 0;"),
    ("type.mismatch", "assert (\\count int q = 0 .. 3; «1») == 0;"),
    ("type.specification-only", "int q := «(\\sum int p = 0 .. 3; p)»;"),
    ("type.dimensions", "«a» := 1;"),
    ("type.dimensions", "«m[0]» := 1;"),
    ("type.dimensions", "int x := «a[0][1]»;"),
    ("type.dimensions", "«n»[0] := 1;"),
    ("type.dimensions", "int x := «m.length(2)»;"),
    ("type.for-head", "for («assert true»; true;) { }"),
    ("type.for-head", "for (; true; «int i := 0») { }"),
    ("type.forall-resource", "assert «(\\forall int i = 0 .. 4; Perm(a[i], read))»;"),
    ("type.forall-resource", "assert «(\\exists int i = 0 .. 4; Perm(a[i], read))»;"),
    ("type.integer-share", "assert Perm(a[0], «1 / 2»);"),
    ("type.literal-range", "float x := «1e39»;"),
    ("type.location", "assert Perm(«n», read);"),
    ("type.mismatch", "int x := «true»;"),
    ("type.mismatch", "float x := «n»;"),
    ("type.mismatch", "int x := «1.5»;"),
    ("type.mismatch", "if («n») { }"),
    ("type.mismatch", "f[tid] := «1.5d»;"),
    ("type.mismatch", "assert true && «n»;"),
    ("type.operator", "float x := f[0] «%» f[1];"),
    ("type.operator", "assert true «<» false;"),
    ("type.operator", "int x := «-true»;"),
    ("type.operator", "assert Perm(a[0], write «%» 2);"),
    ("type.percentage", "assert perm(a[0], «101»);"),
    ("type.percentage", "assert perm(a[0], «write»);"),
    ("type.atomic-amount", "assert Perm(a[0], «atomic» + 1\\2);"),
    ("type.read-amount", "assert Perm(a[0], «read» + 1\\2);"),
    ("type.resource-position", "assert !«Perm(a[0], read)»;"),
    ("type.resource-position", "assert «Perm(a[0], read)» || true;"),
    ("type.resource-position", "assert «Perm(a[0], read) ** true» ? true : false;"),
    ("type.specification-only", "bool b := «Perm(a[0], read)»;"),
    ("type.specification-only", "bool b := «(\\forall int i; i == i)»;"),
    ("type.specification-only", "bool b := f[0] «===» f[0];"),
];

/// Text without its marks, and the marked range.
fn unmark(marked: &str) -> (String, (usize, usize)) {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("a mark") - '«'.len_utf8();
    (marked.replace(['«', '»'], ""), (start, end))
}

fn in_kernel(code: &str) -> String {
    format!(
        "pure int g(int x) = x; kernel k {{ global int n; global int[4] a; global int[4][4] m; global float[4] f; \
        void main() {{ {code} }} }}"
    )
}

fn raises(code: &str, marked: &str) {
    let (source, (start, end)) = unmark(marked);
    let parsed = parse_program(&source);
    let found: Vec<(&str, usize, usize)> =
        parsed.diagnostics.iter().map(|d| (d.code, d.span.start as usize, d.span.end as usize)).collect();
    assert_eq!(found, [(code, start, end)], "in {source}\n{:#?}", parsed.diagnostics);
    assert!(parsed.program.is_none());
    for error in &parsed.diagnostics {
        assert!(!error.message.is_empty() && !error.label.is_empty(), "{error:#?}");
    }
}

#[test]
fn each_error_is_found_alone_and_at_its_place() {
    let failed: Vec<String> = FILES
        .iter()
        .map(|(code, text)| (*code, (*text).to_string()))
        .chain(CODE.iter().map(|(code, text)| (*code, in_kernel(text))))
        .filter_map(|(code, text)| std::panic::catch_unwind(|| raises(code, &text)).err().map(|_| text))
        .collect();
    assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
}

/// Codes that need a file too long to be written down.
const GENERATED: [&str; 3] = ["parse.too-deep", "parse.too-large", "parse.too-long"];

#[test]
fn every_code_is_raised_and_listed() {
    let raised: BTreeSet<&str> = FILES.iter().chain(CODE).map(|(code, _)| *code).chain(GENERATED).collect();
    let listed: BTreeSet<&str> = codes().iter().map(|(code, _)| *code).collect();
    assert_eq!(raised, listed);
    assert!(codes().is_sorted_by(|a, b| a.0 < b.0), "the list is in order");
    assert!(codes().iter().all(|(_, summary)| summary.ends_with('.')));
}

fn only_code(source: &str) -> &'static str {
    let parsed = parse_program(source);
    assert_eq!(parsed.diagnostics.len(), 1, "{:?}", parsed.diagnostics.iter().take(3).collect::<Vec<_>>());
    parsed.diagnostics[0].code
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("g(", ")"), ("a[", "]"), ("(1 + ", ")"), ("\\old(", ")")] {
        let code = format!("assert {}0{} == 0;", open.repeat(10_000), close.repeat(10_000));
        assert_eq!(only_code(&in_kernel(&code)), "parse.too-deep", "{open}");
        let unclosed = format!("assert {}0;", open.repeat(10_000));
        assert!(parse_program(&in_kernel(&unclosed)).diagnostics.iter().any(|d| d.code == "parse.too-deep"));
    }
    for code in [
        "{".repeat(10_000) + &"}".repeat(10_000),
        "if (true) ".repeat(10_000) + ";",
        "if (true) ; else ".repeat(10_000) + ";",
    ] {
        assert_eq!(only_code(&in_kernel(&code)), "parse.too-deep");
    }
    assert_eq!(only_code(&in_kernel(&format!("int x := {} 0;", "true ? 1 : ".repeat(10_000)))), "parse.too-deep");
    assert_eq!(
        only_code(&in_kernel(&format!("int x := {} 0{};", "true ? ".repeat(10_000), " : 1".repeat(10_000)))),
        "parse.too-deep"
    );
}

#[test]
fn what_nests_just_within_the_limit_is_read() {
    // The kernel and `main` are two levels of brackets themselves.
    let deep = |n: usize| in_kernel(&format!("int x := {}1{};", "(1 + ".repeat(n), ")".repeat(n)));
    assert!(parse_program(&deep(198)).diagnostics.is_empty());
    assert_eq!(only_code(&deep(199)), "parse.too-deep");
    let blocks = in_kernel(&format!("{}{}", "if (n == 0) {".repeat(190), "}".repeat(190)));
    assert!(parse_program(&blocks).diagnostics.is_empty());
}

#[test]
fn long_expressions_are_refused() {
    for operator in ["+ 1", "* 2", "- -1", "\\ 1"] {
        assert_eq!(only_code(&in_kernel(&format!("int x := 1 {};", operator.repeat(100_000)))), "parse.too-long");
    }
    for code in ["!".repeat(100_000), "true && ".repeat(100_000), "true ==> ".repeat(100_000)] {
        assert_eq!(only_code(&in_kernel(&format!("bool x := {code} true;"))), "parse.too-long");
    }
    let longest = in_kernel(&format!("int x := 1 {};", " + 1".repeat(MAX_OPERATORS)));
    assert!(parse_program(&longest).diagnostics.is_empty());
    let implications = in_kernel(&format!("assert {} true;", "true ==> ".repeat(MAX_OPERATORS)));
    assert!(parse_program(&implications).diagnostics.is_empty());
}

#[test]
fn the_deepest_tree_needs_less_than_the_stack_of_a_thread() {
    let chain = |inner: &str| format!("{inner}{}", " + 1".repeat(MAX_OPERATORS));
    let code = format!("int x := {}{}{};", "g(".repeat(197), chain("1"), ")".repeat(197));
    let run = move || assert!(parse_program(&in_kernel(&code)).diagnostics.is_empty());
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn large_files_are_refused() {
    let huge = " ".repeat(MAX_SOURCE_BYTES + 1);
    assert_eq!(only_code(&huge), "parse.too-large");
}

#[test]
fn all_errors_of_a_file_are_reported() {
    let source = "kernel k {\n global int[4] a\n global int n;\n void main() {\n  int x := ;\n  y := 1;\n  a[true] := \
        1;\n  if (n < ) { z := 2; }\n  barrier();\n }\n}\nkernel l { void main() { int x := (1; int y := true; } }\n";
    let parsed = parse_program(source);
    let found: Vec<(&str, &str)> = parsed.diagnostics.iter().map(|d| (d.code, d.span.text(source))).collect();
    assert_eq!(
        found,
        [
            ("parse.expected", "a"),
            ("parse.expected", ";"),
            ("resolve.unknown-name", "y"),
            ("type.mismatch", "true"),
            ("parse.expected", ")"),
            ("parse.barrier-fences", "barrier()"),
            ("parse.unbalanced", "("),
            ("type.mismatch", "true"),
        ]
    );
}

#[test]
fn names_of_broken_declarations_are_not_called_unknown() {
    let parsed = parse_program("kernel k { global int[4 a; void main() { a[tid] := 1; } }");
    assert_eq!(parsed.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["parse.unbalanced"]);
}

#[test]
fn messages_say_what_was_found_and_what_would_work() {
    let message = |code: &str| {
        let parsed = parse_program(&in_kernel(code));
        let error = &parsed.diagnostics[0];
        format!("{} | {}", error.message, error.help.clone().unwrap_or_default())
    };
    assert_eq!(message("int x := g(1 2);"), "found `2`, expected an operator, `,` or `)` | ");
    assert_eq!(message("int x := 1 + ;"), "found `;`, expected an expression | ");
    assert_eq!(message("tidd := 1;"), "there is no name `tidd` here | did you mean `tid`?");
    assert_eq!(message("barrier(shared);"), "found `shared`, expected `global`, `local`, `both` or `none` | ");
    assert_eq!(
        message("assert (\\forall int i = 0 .. 4; Perm(a[i], read));"),
        "the body of `\\forall` contains a permission | write `\\forall*`, which gives a permission for each value"
    );
}
