//! Classes: what is read and printed, and one diagnostic for each mistake, at «…», with a part of its help.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use syntax::parse_program;

/// Parts of a class with the fields `int x; int[] a; C next; C[] cs;`.
const PARTS: &[&str] = &[
    "void f() { x = 1; this.x = x + 1; this.x++; x += 2; next.next.x = this.next.x; a[0] = next.a[1]; }",
    "void f(C o) { o.f(this); this.f(o); f(null); next.f(next.next); C p = o; p.cs[1].a[x] -= 3; p.x *= 2; }",
    "context Perm(x, write) ** Perm(this.next, 1\\2) ** PointsTo(next.x, read, 3) ** Perm(a[*], 1\\2); void f();",
    "ensures \\result.next.a[\\old(this.x)] == cs[x].next.x && \\result.a.length == a.length; C f();",
    "pure int f(int x) = this.x + x + g(next) + next.g(this); static pure int h(C o) = o.x; pure int g(C o) = o.f(1);",
    "ensures x == n; C(int n) { this.x = n; return; }",
    "constructor(C next, int[] a) { this.next = next; this.a = a; C o = new C(null, null); cs = new C[3]; }",
    "static C make() { return new C(); } void f() { C o = C.make(); o = make(); next = C.make(); }",
    "void f(bool b) { for (x = 0; x < 3; x++) { } for (this.x = 0; x < 3; this.x += 1) { } if (b) { next = null; } }",
    "void f(C[] os, int i) { os[i].next.x = os[0].x; C p = os[i].next; os[i].f(os, i); }",
];

/// Files with a mistake.
const WRONG: &[(&str, &str, &str)] = &[
    ("class C { int x; int «x»; }", "resolve.duplicate-name", "another name"),
    ("class C { } class «C» { }", "resolve.duplicate-name", "another name"),
    ("class C { «D» d; }", "resolve.unknown-name", "class D"),
    ("class C { void f(«D» d, C c) { } }", "resolve.unknown-name", "`C`"),
    ("class C { int «length»; }", "resolve.reserved-name", "another name"),
    ("class C { int x; requires «x» > 0; C() { } }", "resolve.this", "parameters"),
    ("class C { int x; requires Perm(«this».x, write); C() { } }", "resolve.this", "parameters"),
    ("class C { int x; void f() { } static void g() { «f»(); } }", "resolve.this", "static"),
    ("class C { void f() { } } void g(C c) { c.«reset»(); }", "resolve.unknown-function", "void reset"),
    ("class C { static void f() { } } void g(C c) { c.«f»(); }", "type.method-call", "C.f"),
    ("class C { } void g(int c) { «c».f(); }", "type.method-call", "new C"),
    ("class C { } void g() { C c = «new C(1)»; }", "type.arguments", "new C()"),
    ("class C { C(int n) { } } void g() { C c = «new C()»; }", "type.arguments", "new C(int)"),
    ("class C { } class D { } void g(C c) { D d = «c»; }", "type.mismatch", "different types"),
    ("class C { int x; } void g(C c) { int y = «c»; }", "type.mismatch", "o.x"),
    ("class C { int x; void f(int x) { assert Perm(«x», write); } }", "type.location", "this.x"),
    ("class C { } kernel k { void main() { int x; x := «new C()»; } }", "type.host-code", ""),
    ("class C { int f() { return 1; } void g() { int x = 1 + «f()»; } }", "type.procedure-call", "in front"),
    ("class C { pure int f() = 1; void g() { «this.f()»; } }", "type.procedure-call", "use its value"),
    ("class C { } void f() { C c = new «Dog»(); }", "resolve.unknown-name", "class Dog"),
    ("class C { } void g(C c) { } void f() { g(«new C()»); }", "type.creation", "in front"),
];

fn one(marked: &str, code: &str, help: &str) -> Option<String> {
    let source: String = marked.chars().filter(|c| !matches!(c, '«' | '»')).collect();
    let start = marked.find('«').unwrap();
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    let found = parse_program(&source).diagnostics;
    let fits = |error: &ir::diagnostic::Diagnostic| {
        error.code == code
            && (error.span.start as usize, error.span.end as usize) == (start, end)
            && error.help.as_ref().is_some_and(|text| text.contains(help))
    };
    (found.len() != 1 || !found.iter().all(fits)).then(|| format!("{marked}: {found:#?}"))
}

#[test]
fn what_is_right_is_read_and_printed() {
    for part in PARTS {
        let source = format!("class C {{ int x; int[] a; C next; C[] cs; {part} }}");
        let parsed = parse_program(&source);
        assert!(parsed.diagnostics.is_empty(), "{source}: {:#?}", parsed.diagnostics);
        let printed = syntax::pvl::print::print(&parsed.ast);
        let again = parse_program(&printed);
        assert!(again.diagnostics.is_empty(), "{printed}: {:#?}", again.diagnostics);
        assert_eq!(parsed.ast, again.ast, "{printed}");
        assert_eq!(printed, syntax::pvl::print::print(&again.ast));
        let text = ir::text::print(&parsed.program.unwrap());
        assert_eq!(text, ir::text::print(&ir::text::read(&text).unwrap()));
    }
}

#[test]
fn what_is_wrong_gets_one_diagnostic() {
    let failed: Vec<String> = WRONG.iter().filter_map(|(file, code, help)| one(file, code, help)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_method_takes_its_object_and_a_constructor_gives_it() {
    let source = "class C { int x; C(int n) { x = n; } void f(int y) { } static void g() { } pure int h() = 1; }";
    let program = parse_program(source).program.unwrap();
    let of =
        |p: &ir::Procedure| (p.name.name.clone(), p.params, !p.results.is_empty(), p.contract.receiver().is_some());
    let found: Vec<_> = program.procedures.iter().map(of).collect();
    let expected = [("C", 1, true, false), ("C.f", 2, false, true), ("C.g", 0, false, false)];
    assert_eq!(found, expected.map(|(name, params, result, method)| (name.to_owned(), params, result, method)));
    assert!(program.functions[0].is_method() && program.functions[0].params == 1);
}
