//! Constructs of PVL that Sepal does not read: each gets one diagnostic that names it, at «…», and says what to write.
//! Their words are names where they are used as names.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use syntax::parse_program;

/// A file, and a part of the help.
const FILES: &[(&str, &str)] = &[
    ("class C { static int «x»; void f() { } } kernel k { void main() { } }", "pass the value"),
    ("class C { int x «=» 1; void f() { } } kernel k { void main() { } }", "constructor"),
    ("class C { C(int x) { } «constructor»() { } }", "one constructor"),
    ("class C { «static» C(int x) { } }", "leave"),
    ("class C { «public» int x; }", "leave the word out"),
    ("class C { «private» void f() { } }", "leave the word out"),
    ("class C { «final» int x; }", "share of the permission"),
    ("class C { «abstract» void f(); }", "leave the word out"),
    ("class C { void f() { } «synchronized» void g() { } }", "synchronized (this)"),
    ("class C «extends» D { void f() { } } kernel k { void main() { } }", "without `extends`"),
    ("class C «implements» D { void f() { } } kernel k { void main() { } }", "without `implements`"),
    ("class C«<»T> { void f() { } } kernel k { void main() { } }", "for each type"),
    ("kernel k { «enum» Color { RED, GREEN } void main() { } }", "at the top level"),
    ("«static» int f(int x) { return x; } kernel k { void main() { } }", "leave"),
    ("«lock_invariant» true; kernel k { void main() { } }", "in the class"),
    ("«context_everywhere» true; pure int f() = 1; kernel k { void main() { } }", "`context e;`"),
    ("void f() { par p (int i = 0 .. 4) { barrier(p) requires true; { «assert» true; } } }", "assert"),
    ("void f(«int[][][][]» a) { }", "int[][][]"),
    ("kernel k { «context_everywhere» true; void main() { } }", "`context e;`"),
    ("kernel k { requires true; «context_everywhere» true; ensures true; void main() { } }", "`context e;`"),
    ("kernel k { «static» global int n; void main() { } }", "leave"),
    ("kernel k { global «seq»<int> s; void main() { } }", "`pure` function"),
    ("«lemma» void f() { } kernel k { void main() { } }", "`ensures`"),
];

/// A statement, and a part of the help.
const STATEMENTS: &[(&str, &str)] = &[
    ("«vec» (int i = 0 .. 4) { x := i; }", "kernel name"),
    ("«synchronized» x;", "synchronized (o)"),
    ("assert «\\num_of»(x) > 0;", "int i = lo .. hi"),
];

/// Statements in which the words are names.
const NAMES: &[&str] = &[
    "int lock := 1; lock := 2; lock++; lock += lock; x := lock < x ? 1 : lock;",
    "int seq; seq = 1; int par := 2, join := seq; bool given := par == seq;",
    "int[4] set; set[0] := 1; int map := set[0]; int this := map; int null := this;",
];

/// A misspelt word, and the proposal.
const MISSPELT: &[(&str, &str)] = &[
    ("asert «x» == 0;", "`assert`"),
    ("assert Perm(b[tid], «wirte»);", "`write`"),
    ("assert «Prem»(b[tid], write);", "`Perm`"),
    ("bool c := «ture»;", "`true`"),
    ("whlie «(»x > 0) { }", "`while`"),
];

fn one(marked: &str, code: &str, help: &str) -> Option<String> {
    let source: String = marked.chars().filter(|c| !matches!(c, '«' | '»')).collect();
    let start = marked.find('«').unwrap();
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    let found = parse_program(&source).diagnostics;
    let fits = |error: &ir::diagnostic::Diagnostic| {
        (error.span.start as usize, error.span.end as usize) == (start, end)
            && error.code.starts_with(code)
            && error.help.as_ref().is_some_and(|text| text.contains(help))
    };
    (found.len() != 1 || !found.iter().all(fits)).then(|| format!("{marked}: {found:?}"))
}

fn in_kernel(statement: &str) -> String {
    format!("kernel k {{ global int[tcount] b; void main() {{ int x := 0; {statement} }} }}")
}

#[test]
fn each_construct_has_one_diagnostic_that_names_it() {
    let files = FILES.iter().filter_map(|(file, help)| one(file, "parse.unsupported", help));
    let statements = STATEMENTS.iter().filter_map(|(text, help)| one(&in_kernel(text), "parse.unsupported", help));
    let failed: Vec<String> = files.chain(statements).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_words_are_names_where_they_are_used_as_names() {
    for statements in NAMES {
        let found = parse_program(&in_kernel(statements)).diagnostics;
        assert!(found.is_empty(), "{statements}: {found:#?}");
    }
    let procedures =
        "void lock(int x) { } int join(int par) { return par; } kernel k { void main() { lock(1); int x := \
        join(2); } }";
    let found = parse_program(procedures).diagnostics;
    assert!(found.is_empty(), "{found:#?}");
    // A mistake behind such a name is no construct of PVL.
    let found = parse_program(&in_kernel("int lock := 1; x := lock 2;")).diagnostics;
    assert_eq!(found.iter().map(|error| error.code).collect::<Vec<_>>(), ["parse.expected"]);
}

#[test]
fn the_nearest_word_is_proposed() {
    let failed: Vec<String> = MISSPELT.iter().filter_map(|(text, help)| one(&in_kernel(text), "", help)).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}
