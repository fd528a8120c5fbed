//! Annotations, `/*@ … @*/` and `//@ …`: what is read in them, what is refused, and where. «…» marks the place of the
//! diagnostic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use syntax::pvl::print::print;
use syntax::{parse_program, Parsed};

/// Pairs of files with the same tree. The second one has annotations.
const SAME: &[(&str, &str)] = &[
    (
        "kernel k { requires true; ensures tid >= 0; void main() { } }",
        "kernel k { /*@ requires true; ensures tid >= 0; @*/ void main() { } }",
    ),
    ("kernel k { requires true; void main() { } }", "kernel k { //@ requires true;\n void main() { } }"),
    ("kernel k { requires true; void main() { } }", "kernel k { //@@ requires true;\r\n void main() { } }"),
    ("kernel k { requires true; void main() { } }", "kernel k { /*@@@ requires true; @@@*/ void main() { } }"),
    ("kernel k { requires true; void main() { } }", "kernel k { /*@ requires true;@*/void main() { } }"),
    ("kernel k { requires true; void main() { } }", "kernel k { /*@\n @ requires true;\n\t@@ @*/ void main() { } }"),
    (
        "kernel k { requires tid == 0; void main() { } }",
        "kernel k { /*@ requires\n @tid\n  @ == 0;@*/ void main() { } }",
    ),
    (
        "kernel k { requires tid >= 0 && gid >= 0; void main() { } }",
        "kernel k {\n//@ requires tid >= 0\n//@   && gid >= 0;\nvoid main() { } }",
    ),
    (
        "kernel k { requires tid >= 0 && gid >= 0; void main() { } }",
        "kernel k {\n//@ requires tid >= 0 // of course\n\n// and\n//@   && gid >= 0; /* so */\nvoid main() { } }",
    ),
    (
        "kernel k { requires true; ensures true; void main() { } }",
        "kernel k { /*@ requires true; /* why */ // because\n //@ ensures true; // it is @*/ void main() { } }",
    ),
    ("kernel k { void main() { } }", "kernel k { /*@*/ /*@@*/ /*@ @*/ void main() { } } //@"),
    ("kernel k { void main() { assert true; } }", "kernel k { void main() { //@ assert true;\n } }"),
    ("kernel k { void main() { assert true; ; } }", "kernel k { void main() { /*@ assert true;; @*/ } }"),
    (
        "kernel k { kernel requires true; group requires true; void main() { } }",
        "kernel k { //@ kernel requires true; group requires true;\n void main() { } }",
    ),
    (
        "decreases n; pure int f(int n) = 1; kernel k { void main() { } }",
        "/*@ decreases n; pure int f(int n) = 1; @*/ kernel k { void main() { } }",
    ),
    (
        "kernel k { void main() { int i := 0; label L; while (i < 4) invariant i >= 0; { i := i + 1; } } }",
        "kernel k { void main() { int i := 0; /*@ label L; @*/ while (i < 4) //@ invariant i >= 0;\n { i++; } } }",
    ),
    (
        "kernel k { void main() { barrier(local) { requires true; } } }",
        "kernel k { void main() { barrier(local) /*@ { requires true; } @*/ } }",
    ),
    (
        "kernel k { void main() { barrier(local) { requires true; } } }",
        "kernel k { void main() { barrier(local) { /*@ requires true; @*/ } } }",
    ),
    (
        "kernel k { void main() { if (tid == 0) { assert true; int x := 1; } } }",
        "kernel k { void main() { if (tid == 0) { /*@ assert true; @*/ int x := 1; } } }",
    ),
    // These are comments.
    ("kernel k { void main() { } }", "// requires false;\n/// x\n/* y */ kernel k { void main() { } } // /*@ z @*/"),
    ("kernel k { void main() { } }", "/* //@ requires false; */ kernel k { /* /*@ false @*/ void main() { } }"),
];

/// Code, and a file with the place marked.
const WRONG: &[(&str, &str)] = &[
    // Marks without partner.
    ("parse.unclosed-comment", "kernel k { «/*@» requires true; void main() { } }"),
    ("parse.unclosed-comment", "kernel k { void main() { } } «/*@»@ pure int f() = 1;"),
    ("parse.annotation", "kernel k { /*@ requires true; «/*» comment @*/ void main() { } }"),
    ("parse.unclosed-comment", "kernel k { //@ requires true; «/*» comment\n void main() { } }"),
    ("parse.annotation", "kernel k { requires true; «@*/» void main() { } }"),
    ("parse.annotation", "kernel k { //@ requires true; «@@*/»\n void main() { } }"),
    ("parse.annotation", "kernel k { /*@ requires true; «*/» void main() { } }"),
    ("parse.annotation", "kernel k { /*@ requires true; // comment «*/»\n void main() { } }"),
    ("parse.annotation", "kernel k { /*@ requires true; «/*@» ensures true; @*/ void main() { } }"),
    ("parse.annotation", "kernel k { //@ requires true; «/*@» ensures true;\n void main() { } }"),
    ("parse.annotation", "kernel k { «/*» requires true; @*/ void main() { } }"),
    // Comments that look like annotations.
    ("parse.annotation", "kernel k { «// @» requires true;\n void main() { } }"),
    ("parse.annotation", "kernel k { «///@» requires true;\n void main() { } }"),
    ("parse.annotation", "kernel k { «/* @» requires true; */ void main() { } }"),
    // Code.
    ("parse.annotation", "kernel k { global int[1] a; void main() { /*@ «a[0] := 1;» @*/ } }"),
    ("parse.annotation", "kernel k { void main() { //@ «int x := 1;»\n } }"),
    ("parse.annotation", "kernel k { void main() { /*@ assert true; «return;» @*/ } }"),
    ("parse.annotation", "kernel k { void main() { /*@ «barrier(local);» @*/ } }"),
    ("parse.annotation", "kernel k { void main() { int x := 1 /*@ «+ 1» @*/; } }"),
    ("parse.annotation", "kernel k { void main() { int x := 0; { /*@ assert x == 0; «}» @*/ } }"),
    ("parse.annotation", "kernel k { void main() { if (true) { } /*@ «else» @*/ { } } }"),
    ("parse.annotation", "kernel k { void main() { /*@ if (true) «assert» true; @*/ } }"),
    ("parse.annotation", "kernel k { /*@ «global int n;» @*/ void main() { } }"),
    ("parse.annotation", "kernel k { /*@ «void main()» @*/ { } }"),
    ("parse.annotation", "kernel k { /*@ «int f(int x);» @*/ void main() { } }"),
    ("parse.annotation", "/*@ «kernel l { void main() { } }» @*/ kernel k { void main() { } }"),
    // An annotation as a body.
    ("parse.annotation", "kernel k { void main() { int x := 0; if (true) /*@ «assert» true; @*/ x := 1; } }"),
    ("parse.annotation", "kernel k { void main() { int x := 0; if (true) { } else //@ «;»\n x := 1; } }"),
    ("parse.annotation", "kernel k { void main() { while (false) invariant true; /*@ «label» L; @*/ } }"),
    ("parse.annotation", "kernel k { void main() { do /*@ «assert» true; @*/ while (false); } }"),
    // A specification that starts outside of an annotation and goes on in one, or the other way round.
    ("parse.annotation", "kernel k { requires true /*@ «&&» false @*/; void main() { } }"),
    ("parse.annotation", "kernel k { /*@ requires true @*/ «&&» true; void main() { } }"),
    ("parse.annotation", "kernel k { //@ requires true\n«;» void main() { } }"),
    ("parse.annotation", "kernel k { kernel /*@ «requires» true; @*/ void main() { } }"),
    ("parse.annotation", "kernel k { void main() { assert /*@ «true» @*/; } }"),
    ("parse.annotation", "pure int f(int n) = n /*@ «+» 1 @*/; kernel k { void main() { } }"),
    ("parse.annotation", "kernel k { void main() { barrier(local) /*@ { @*/ «requires» true; } } }"),
    // Other errors have exact places in annotations, and are reported once.
    ("parse.character", "kernel k { /*@ requires tid «@» 2; @*/ void main() { } }"),
    ("parse.character", "kernel k { //@ requires tid «@»;\n void main() { } }"),
    ("parse.expected", "kernel k { /*@ requires 1 + «;» @*/ void main() { } }"),
    ("parse.expected", "kernel k { /*@ requires «true» @*/ void main() { } }"),
    ("type.mismatch", "kernel k { /*@\n  @ requires true;\n  @ requires «1»;\n  @*/ void main() { } }"),
    ("resolve.unknown-name", "kernel k { //@ requires true &&\n//@ «hohe» > 0;\n void main() { } }"),
];

fn refused(code: &str, marked: &str) -> Option<String> {
    let source: String = marked.chars().filter(|c| !matches!(c, '«' | '»')).collect();
    let start = marked.find('«').unwrap();
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    let found = parse_program(&source).diagnostics;
    let places: Vec<_> =
        found.iter().map(|error| (error.code, error.span.start as usize, error.span.end as usize)).collect();
    (places != [(code, start, end)]).then(|| format!("{marked}: {places:?}, {:?}", found.first()))
}

#[test]
fn annotations_are_read() {
    for (plain, annotated) in SAME {
        let (plain, annotated) = (parse_program(plain), parse_program(annotated));
        assert!(annotated.diagnostics.is_empty(), "{:#?}", annotated.diagnostics);
        assert!(plain.diagnostics.is_empty(), "{:#?}", plain.diagnostics);
        assert_eq!(plain.ast, annotated.ast);
        let again = |parsed: &Parsed| print(&parse_program(&print(&parsed.ast)).ast);
        assert_eq!(again(&annotated), print(&annotated.ast), "printing is stable");
        assert_eq!(parse_program(&print(&annotated.ast)).ast, plain.ast);
    }
}

#[test]
fn what_is_no_specification_is_refused() {
    let failed: Vec<String> = WRONG.iter().filter_map(|(code, marked)| refused(code, marked)).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn what_is_quoted_of_a_clause_has_no_marks() {
    let parsed = parse_program("kernel k {\n//@ requires tid >= 0 // é\n//@   && gid >= 0;\nvoid main() { } }");
    let text = parsed.program.unwrap().text;
    assert!(!text.contains('@') && !text.contains('é') && text.contains("&& gid >= 0;"), "{text}");
}
