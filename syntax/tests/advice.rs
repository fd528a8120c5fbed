//! Advice about procedures, measures, labels, private arrays and scopes: what the help of a diagnostic says, and that a
//! file in which somebody followed it is read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use syntax::parse_program;

/// A file with a mistake at the marked place, a part of the help, and the file with the help followed.
const FOLLOWED: &[(&str, &str, &str)] = &[
    (
        "kernel k { int f() { return 1; } void main() { while («f()» > 0) { continue; } } }",
        "write `true` as the condition of the loop, and start its body with `int t := f(…); if (!(…)) { break; }`",
        "kernel k { int f() { return 1; } void main() { while (true) { int t := f(); if (!(t > 0)) { break; } \
         continue; } } }",
    ),
    (
        "kernel k { int f() { return 1; } void main() { for (int i := 0; i < «f()»; i++) { } } }",
        "write `true` as the condition of the loop",
        "kernel k { int f() { return 1; } void main() { for (int i := 0; true; i++) { int t := f(); \
         if (!(i < t)) { break; } } } }",
    ),
    (
        "kernel k { int f() { return 1; } void main() { do { } while («f()» > 0); } }",
        "declare `int t;` in front of the loop",
        "kernel k { int f() { return 1; } void main() { int t; do { t := f(); } while (t > 0); } }",
    ),
    (
        "kernel k { int f() { return 1; } void main() { for (int i := 0; i < 3; i := i + «f()») { } } }",
        "leave this part of the `for` out",
        "kernel k { int f() { return 1; } void main() { for (int i := 0; i < 3; ) { int t := f(); i := i + t; } } }",
    ),
    (
        "kernel k { int f() { return 1; } void main() { if («f()» > 0) { } } }",
        "write `int t := f(…);` in front, and `t` here",
        "kernel k { int f() { return 1; } void main() { int t := f(); if (t > 0) { } } }",
    ),
    (
        "kernel k { global int n; int f() { return 1; } ensures n == «f()»; void main() { } }",
        "declare a `pure` function with the same value, mention it here, and let `f` ensure that its `\\result` is",
        "kernel k { global int n; pure int g() = 1; ensures \\result == g(); int f() { return 1; } \
         ensures n == g(); void main() { } }",
    ),
    (
        "kernel k { global int[4] a; context Perm(a[0], read); ensures a[0] == \\old[«l»](a[0]); \
         void main() { label l; } }",
        "a contract knows no labels of the code: write `\\old(e)`",
        "kernel k { global int[4] a; context Perm(a[0], read); ensures a[0] == \\old(a[0]); \
         void main() { label l; assert a[0] == \\old[l](a[0]); } }",
    ),
    (
        "kernel k { global int[4] a; void main() { label l; a[0] := «\\old[l](a[0])»; } }",
        "keep the value in a variable where `label l` stands, and write the variable here",
        "kernel k { global int[4] a; void main() { int t := a[0]; a[0] := t; } }",
    ),
    (
        "kernel k { global int[4] a; void main() { a[0] := «\\old(a[0])»; } }",
        "keep the value in a variable at the start of the code",
        "kernel k { global int[4] a; void main() { int t := a[0]; a[0] := t; } }",
    ),
    ("decreases «*»; int f(int n) { return n; }", "one integer", "int f(int n) { return n; }"),
    ("decreases «;» int f(int n) { return n; }", "one integer", "decreases n; int f(int n) { return n; }"),
    ("decreases «n > 0»; int f(int n) { return n; }", "one integer", "decreases n; int f(int n) { return n; }"),
    (
        "int f(int x) { return x; } kernel k { void main() { int y := f(«true»); } }",
        "write `(c ? 1 : 0)`, where `c` is this condition",
        "int f(int x) { return x; } kernel k { void main() { int y := f((true ? 1 : 0)); } }",
    ),
    (
        "ensures «\\result» == 1; void f(int x) { }",
        "`f` is `void`: name the type of its result, as in `int f(…)`",
        "ensures \\result == 1; int f(int x) { return 1; }",
    ),
    (
        "requires «\\result» == 1; int f() { return 1; }",
        "the value of a pure function or of a procedure, in its `ensures` clauses",
        "ensures \\result == 1; int f() { return 1; }",
    ),
    (
        "kernel k { global int[4] b; void f(int«[»4] a) { a[0] := 1; } void main() { f(b[0]); } }",
        "a parameter that is an array is a reference",
        "kernel k { global int[4] b; void f() { b[0] := 1; } void main() { f(); } }",
    ),
    (
        "kernel k { void main() { int[3] q «:=» 0; } }",
        "the declaration of an array gives it no values: write `;` here",
        "kernel k { void main() { int[3] q; q[0] := 0; } }",
    ),
    (
        "kernel k { void main() { int w := 4; int[«w»] q; q[0] := 1; int y := q[0]; } }",
        "write a number, or compute it from scalars",
        "kernel k { global int n; void main() { int[4] q; int[n] r; q[0] := 1; int y := q[0]; } }",
    ),
    (
        "kernel k { void main() { for (int i := 0; i < 3; i++) { } assert «i» == 3; } }",
        "declare it in front of that, `int i;`, and assign it where it is declared now",
        "kernel k { void main() { int i; for (i := 0; i < 3; i++) { } assert i == 3; } }",
    ),
    (
        "kernel k { void main() { do { int h := 1; } while («h» > 0); } }",
        "declare it in front of that, `int h;`",
        "kernel k { void main() { int h; do { h := 1; } while (h > 0); } }",
    ),
    (
        "kernel k { void main() { { int[2] q; } «q»[0] := 1; } }",
        "up to the end of the block or loop that declares it: declare it in front of that",
        "kernel k { void main() { int[2] q; { } q[0] := 1; } }",
    ),
    (
        "«requires true;»",
        "in front of `void main()`, of a procedure or of a `pure` function",
        "requires true; void f() { }",
    ),
    ("decreases «1»;", "in front of a `pure` function, of a procedure or of a loop", "decreases 1; void f() { }"),
    (
        "kernel k { decreases «1»; void main() { } }",
        "`decreases` in front of a loop, a pure function or a procedure",
        "kernel k { void main() { } }",
    ),
];

#[test]
fn advice_can_be_followed() {
    for (marked, help, repaired) in FOLLOWED {
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let found = parse_program(&marked.replace(['«', '»'], "")).diagnostics;
        let [only] = found.as_slice() else { panic!("{marked}: {found:#?}") };
        assert_eq!((only.span.start as usize, only.span.end as usize), (start, end), "{marked}: {only:#?}");
        assert!(only.help.as_ref().is_some_and(|said| said.contains(help)), "{marked}: {only:#?}");
        let found = parse_program(repaired).diagnostics;
        assert!(found.is_empty(), "{repaired}: {found:#?}");
    }
}

#[test]
fn a_word_of_another_language_may_be_the_name_of_a_procedure() {
    for name in ["half", "long", "static", "atomicAdd", "float4", "goto", "switch", "label"] {
        let call = format!("kernel k {{ void main() {{ {name}(); }} }}");
        assert!(parse_program(&call).program.is_none(), "{name} is not declared");
        for declared in [format!("void {name}() {{ }}"), format!("int {name}() {{ return 1; }}")] {
            let found = parse_program(&format!("{declared} {call}")).diagnostics;
            assert!(found.is_empty(), "{declared}: {found:#?}");
        }
    }
}

#[test]
fn a_bound_variable_outside_of_its_quantifier_is_explained() {
    let source = "kernel k { void main() { assert (\\forall int j; j == j) && j == 0; } }";
    let found = parse_program(source).diagnostics;
    let [only] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(only.code, "resolve.unknown-name");
    assert_eq!(
        only.related.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(),
        ["this `j` exists only in \
        its quantifier"]
    );
}

#[test]
fn procedures_are_listed_among_what_may_stand_here() {
    for source in ["kernel k { label l; void main() { } }", "label l; kernel k { void main() { } }"] {
        let found = parse_program(source).diagnostics;
        let [only] = found.as_slice() else { panic!("{found:#?}") };
        assert!(only.message.contains("procedure"), "{only:#?}");
    }
}
