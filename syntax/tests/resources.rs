//! Resources are transparent: a program with resources is the program with their bodies in place of their uses.

#![allow(clippy::panic)]

use syntax::pvl::parse_program;

/// The program of a text, as text without places and without names of variables.
fn program(source: &str) -> String {
    let parsed = parse_program(source);
    let errors: Vec<String> = parsed.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
    match parsed.program {
        Some(mut program) => {
            let vars = program.procedures.iter_mut().flat_map(|p| &mut p.vars);
            vars.for_each(|decl| decl.name.name.clear());
            ir::text::print(&program)
        }
        None => panic!("{errors:?} in\n{source}"),
    }
}

/// Declarations, a contract that uses them, and the same contract without uses.
const PAIRS: [(&str, &str, &str); 13] = [
    ("resource p(int[] a, int i) = Perm(a[i], write);", "p(a, x + 1)", "Perm(a[x + 1], write)"),
    // The variable of the quantifier and the argument have the same name.
    (
        "resource row(int[] a, int j) = (\\forall* int i = 0 .. 2; Perm(a[j + i], write));",
        "(\\forall* int i = 0 .. 9; row(a, 2 * i))",
        "(\\forall* int i = 0 .. 9; (\\forall* int k = 0 .. 2; Perm(a[2 * i + k], write)))",
    ),
    // Parameters have the names of other arguments.
    ("resource less(int[] b, int x, int y) = Perm(b[0], read) ** x < y;", "less(a, y, x)", "Perm(a[0], read) ** y < x"),
    (
        "resource less(int[] b, int x, int y) = Perm(b[0], read) ** x < y;",
        "less(a, x - y, (\\sum int i = 0 .. 3; i))",
        "Perm(a[0], read) ** x - y < (\\sum int k = 0 .. 3; k)",
    ),
    (
        "resource both(int[] x, int y) = p(x, y) ** p(x, y + 1); resource p(int[] y, int x) = Perm(y[x], read);",
        "both(a, y) ** both(a, 7)",
        "(Perm(a[y], read) ** Perm(a[y + 1], read)) ** (Perm(a[7], read) ** Perm(a[7 + 1], read))",
    ),
    // Amounts.
    ("resource p(int[] a) = Perm(a[0], write);", "[1\\2]p(a)", "Perm(a[0], 1\\2)"),
    ("resource p(int[] a) = Perm(a[0], 1\\2);", "[1\\3]p(a)", "Perm(a[0], 1\\3 * (1\\2))"),
    ("resource p(int[] a) = Perm(a[0], read);", "[write]p(a)", "Perm(a[0], read)"),
    ("resource q(int[] a, int x) = x > 0 ==> Perm(a[0], write);", "[read]q(a, y)", "y > 0 ==> Perm(a[0], read)"),
    (
        "resource q(int[] a, int c) = PointsTo(a[0], c > 0 ? write : none, c);",
        "[1\\2]q(a, y)",
        "PointsTo(a[0], y > 0 ? 1\\2 : none, y)",
    ),
    (
        "resource p(int[] a) = Perm(a[0], write); resource q(int[] a) = [1\\2]p(a) ** a[0] == 1;",
        "[1\\2]q(a)",
        "Perm(a[0], 1\\2 * (1\\2)) ** a[0] == 1",
    ),
    // `\unfolding` is the expression.
    (
        "resource p(int[] a) = Perm(a[0], write);",
        "p(a) ** (\\unfolding p(a) \\in a[0] == 1)",
        "Perm(a[0], write) ** a[0] == 1",
    ),
    ("inline resource p(int[] a) = Perm(a[*], write);", "p(a)", "Perm(a[*], write)"),
];

#[test]
fn a_use_is_the_body_with_its_arguments() {
    for (declared, used, body) in PAIRS {
        let text = |declared: &str, contract: &str| {
            format!(
                "{declared}\nrequires a != null && 9 < a.length;\nrequires {contract};\n\
                 void f(int[] a, int x, int y) {{ }}\n"
            )
        };
        assert_eq!(program(&text(declared, used)), program(&text("", body)), "{used}");
    }
}

#[test]
fn folding_is_an_assertion() {
    let text = |stmts: &str| {
        format!(
            "resource p(int[] a) = Perm(a[0], write) ** a[0] > 0;\nrequires a != null && 0 < a.length ** p(a);\n\
             void f(int[] a) {{ {stmts} }}\n"
        )
    };
    let asserted = program(&text("assert Perm(a[0], write) ** a[0] > 0; assert Perm(a[0], 1\\2) ** a[0] > 0;"));
    assert_eq!(program(&text("fold p(a); fold [1\\2]p(a);")), asserted);
    assert_eq!(program(&text("unfold p(a); unfold [1\\2]p(a);")), asserted);
}

#[test]
fn a_resource_of_a_kernel_means_its_arrays_and_the_thread_that_uses_it() {
    let text = |declared: &str, contract: &str| {
        format!("kernel k {{\n  global int[gsize] a;\n  {declared}\n  requires {contract};\n  void main() {{ }}\n}}\n")
    };
    let used = text("resource mine(int i) = Perm(a[tid], 1\\2) ** Perm(a[i], 1\\2);", "mine((lid + 1) % gsize)");
    let body = text("", "Perm(a[tid], 1\\2) ** Perm(a[(lid + 1) % gsize], 1\\2)");
    assert_eq!(program(&used), program(&body));
}

/// What is wrong in a file, as codes.
fn codes(source: &str) -> Vec<&'static str> {
    parse_program(source).diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn many_and_deep_uses_are_refused_and_do_not_fill_the_memory() {
    let chain = |n: usize, body: &dyn Fn(usize) -> String| -> String {
        let each = (1..=n).map(|i| format!("resource p{i}(int x) = {};\n", body(i - 1)));
        each.collect::<String>() + &format!("resource p0(int x) = x > 0;\nrequires p{n}(x);\nvoid f(int x) {{ }}\n")
    };
    assert_eq!(codes(&chain(100, &|i| format!("p{i}(x)"))), Vec::<&str>::new());
    assert_eq!(codes(&chain(2000, &|i| format!("p{i}(x)"))), ["parse.too-long"]);
    assert_eq!(codes(&chain(20, &|i| format!("p{i}(x) ** p{i}(x)"))), ["parse.too-long"]);
    assert_eq!(codes(&chain(20, &|i| format!("p{i}(x + x + x + x + x)"))), ["parse.too-long"]);
}

#[test]
fn the_place_of_a_part_is_that_in_the_body_and_its_use_is_known() {
    let source =
        "resource p(int[] a, int i) = a != null ** i < a.length;\nrequires p(b, n + 1);\nvoid f(int[] b, int n) { }\n";
    let Some(program) = parse_program(source).program else { panic!("there are errors") };
    let mut seen = Vec::new();
    for clause in program.procedures.iter().flat_map(|p| &p.contract.clauses) {
        clause.expr.each(&mut |e| {
            let used = program.used_at(e.node.span);
            seen.push((program.quote(e.node), used.text(source).to_owned()));
        });
    }
    let find = |quote: &str| seen.iter().find(|(text, _)| text == quote).map(|(_, used)| used.as_str());
    assert_eq!(find("(n + 1) < b.length"), Some("p(b, n + 1)"));
    assert_eq!(find("b != null"), Some("p(b, n + 1)"));
    assert_eq!(find("n + 1"), Some("n + 1"));
}
