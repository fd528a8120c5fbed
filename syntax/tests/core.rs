//! The typed program of exits, labels, private arrays and calls, and the text that `ir::text` prints of it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::disallowed_methods)]

use ir::text::{print, read};
use ir::{Program, StmtKind};
use std::path::{Path, PathBuf};
use syntax::parse_program;

fn program(source: &str) -> Program {
    let parsed = parse_program(source);
    parsed.program.unwrap_or_else(|| panic!("{:#?}\n{source}", parsed.diagnostics))
}

/// The `Debug` text of a program without its source text, the positions in it, and other parts that only reports need.
fn without_places(mut program: Program) -> String {
    program.text = "".into();
    program.inlined.clear();
    program.expansions.clear();
    // Who declares a function, and how a run computes it, is not written.
    for function in &mut program.functions {
        (function.origin, function.exact) = Default::default();
    }
    program.number();
    let shown = format!("{program:?}");
    let mut parts = shown.split("span: Span {");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').unwrap().1)
}

fn kernels(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kernels(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "pvl") {
            out.push(path);
        }
    }
}

const ALL: &str = "
requires 0 <= n; ensures \\result >= n; decreases n;
int f(int n, float x) {
  n := n + 1;
  if (n > 3) return n;
  do { n := n - 1; if (n == 2) continue; if (n == 1) break; } while (n > 0);
  return n + 1;
}
int g();
kernel k {
  global int[tcount] a;
  context Perm(a[lid], write);
  ensures a[lid] == \\old(a[lid]);
  void h(int i) { barrier(global) { requires Perm(a[lid], write); ensures Perm(a[lid], write); } if (i > 0) return; \
  a[lid] := i; }
  void main() {
    int[4] q; float[2][gsize] r;
    label start;
    for (int i := 0; i < 4; i++) { q[i] := i; if (q[i] > 2) continue; if (q[i] < 0) break; q[i] := q.length; }
    int x := f(1, 2.0f);
    a[lid] := g();
    g();
    h(x);
    h(2);
    assert q[0] == \\old[start](q[0]) ==> r.length(1) == gsize;
    if (x > 2) { return; }
    x := 1;
  }
}";

#[test]
fn what_is_printed_is_read_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    ["examples", "tests/verify", "tests/reject"].iter().for_each(|dir| kernels(&root.join(dir), &mut files));
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let mut count = 0;
    for source in texts.chain([ALL.to_owned()]) {
        let Some(program) = parse_program(&source).program else { continue };
        let text = print(&program);
        let again = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(print(&again), text);
        assert_eq!(without_places(again), without_places(program));
        assert!(text.lines().all(|line| line.len() < 4_000));
        count += 1;
    }
    assert!(count > 100, "{count} programs");
}

#[test]
fn a_text_that_is_no_program_is_refused() {
    let text = print(&program(ALL));
    for (from, to) in [("(var", "(vat"), ("(program", "(program 1"), (")", ""), ("(scope", "(scope x"), ("\"", "")] {
        assert!(read(&text.replacen(from, to, 1)).is_err(), "{from}");
    }
    assert!(read("").is_err() && read("()").is_err() && read(&"(".repeat(100_000)).is_err());
}

/// The code of `main`, in which `n` is a scalar and `a` an array.
fn code(body: &str) -> String {
    let program = program(&format!("kernel k {{ global int n; global int[4] a; void main() {{ {body} }} }}"));
    shape(&program.kernels[0].body)
}

/// The statements of a block in short: a word for each, numbers of its labels and procedures, and the blocks in it.
fn shape(block: &ir::Block) -> String {
    let each = |stmt: &ir::Stmt| {
        let word = match &stmt.kind {
            StmtKind::Scope(l, _) => format!("scope{}", l.0),
            StmtKind::Exit(l) => format!("exit{}", l.0),
            StmtKind::Mark(l) => format!("mark{}", l.0),
            StmtKind::Call(call) => format!("call{}{}", call.callee.0, if call.results.is_empty() { "" } else { "=" }),
            StmtKind::Copy(_) => "copy".into(),
            StmtKind::Order(_) => "order".into(),
            StmtKind::Launch(launch) => format!("launch{}", launch.kernel.0),
            StmtKind::Declare(..) => "declare".into(),
            StmtKind::Assign(..) => "assign".into(),
            StmtKind::Store(..) => "store".into(),
            StmtKind::If(..) => "if".into(),
            StmtKind::While { .. } => "while".into(),
            StmtKind::Barrier(_) => "barrier".into(),
            StmtKind::Assert(_) => "assert".into(),
            StmtKind::Assume(_) => "assume".into(),
            StmtKind::Inhale(_) => "inhale".into(),
            StmtKind::Exhale(_) => "exhale".into(),
            StmtKind::Refute(_) => "refute".into(),
            StmtKind::Pairwise(_) => "pairwise".into(),
            StmtKind::Block(_) => "block".into(),
            StmtKind::Together(_) => "together".into(),
            StmtKind::Atomic { .. } => "atomic".into(),
            StmtKind::Gather(_) => "gather".into(),
            StmtKind::Fence(_) => "fence".into(),
            StmtKind::New(..) => "new".into(),
            StmtKind::NewObject(_) => "new object".into(),
            StmtKind::Par(par) => format!("par{}", par.iterators.len()),
            StmtKind::Share { .. } => "share".into(),
            StmtKind::Send(_) => "send".into(),
            StmtKind::Receive(_) => "receive".into(),
            StmtKind::Synchronise(_) => "synchronise".into(),
        };
        let mut blocks = Vec::new();
        stmt.blocks(&mut |inner| blocks.push(format!("{{{}}}", shape(inner))));
        word + &blocks.concat()
    };
    block.stmts.iter().map(each).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_scope_is_made_only_where_an_exit_leaves_it() {
    for (source, expected) in [
        ("return;", ""),
        ("if (n == 0) { return; } else { int x := 1; return; }", "if{}{declare}"),
        ("if (n == 0) { return; } a[0] := 1;", "scope0{if{exit0}{} store}"),
        ("while (n > 0) { a[0] := 1; continue; }", "while{store}"),
        ("while (n > 0) { if (n == 1) continue; a[0] := 1; }", "while{scope0{if{exit0}{} store}}"),
        ("while (n > 0) { if (n == 1) break; a[0] := 1; }", "scope0{while{if{exit0}{} store}}"),
        ("while (n > 0) { while (n > 1) { break; } a[0] := 1; }", "while{scope0{while{exit0}} store}"),
        (
            "for (int i := 0; i < 4; i++) { if (n == i) continue; if (n == 1) break; a[0] := 1; }",
            "block{declare scope1{while{scope0{if{exit0}{} if{exit1}{} store} assign}}}",
        ),
        ("for (int i := 0; i < 4; i++) { a[0] := 1; }", "block{declare while{block{store} assign}}"),
        ("do { a[0] := 1; } while (n > 0);", "scope0{while{block{store} if{}{exit0}}}"),
        (
            "do { if (n == 1) continue; if (n == 2) break; a[0] := 1; } while (n > 0);",
            "scope1{while{scope0{if{exit0}{} if{exit1}{} store} if{}{exit1}}}",
        ),
        ("label here; assert \\old[here](a[0]) == a[0];", "mark0 assert"),
    ] {
        assert_eq!(code(source), expected, "{source}");
    }
}

#[test]
fn calls_are_statements_with_their_result_in_a_variable() {
    let source = "int f(int x) { x := x + 1; return f(x); } void g() { }
        kernel k { global int[4] a; void main() { int x := f(1); x := f(2); a[x] := f(3); f(4); g(); } }";
    let program = program(source);
    assert_eq!(shape(&program.kernels[0].body), "declare call0= call0= declare call0= store call0 call1");
    // The parameter is copied, since it is assigned.
    let f = &program.procedures[0];
    assert_eq!(shape(f.body.as_ref().unwrap()), "declare assign call0=");
    assert_eq!((f.params, f.results.as_slice(), f.vars.len()), (1, &[ir::VarId(1)][..], 3));
}

#[test]
fn procedures_with_a_barrier_stand_where_they_are_called() {
    let program = program(ALL);
    let names: Vec<&str> = program.procedures.iter().map(|p| p.name.name.as_str()).collect();
    assert_eq!(names, ["f", "g"]);
    let text = shape(&program.kernels[0].body);
    assert_eq!(text.matches("barrier").count(), 2, "{text}");
    assert!(text.contains("block{declare mark"), "{text}");
    let contract = "kernel k { global int[tcount] a;
        requires Perm(a[lid], write); requires n > 0; ensures Perm(a[lid], write); \
        ensures \\result == \\old(a[lid]) + n;
        int next(int n) { int old := a[lid]; barrier(none) { ensures Perm(a[lid], write); } return old + n; }
        requires Perm(a[lid], write); void main() { int y := next(3); } }";
    let program = self::program(contract);
    assert!(program.procedures.is_empty());
    assert_eq!(
        shape(&program.kernels[0].body),
        "declare block{declare declare mark1 assert declare barrier assign assert assign}"
    );
}

#[test]
fn a_procedure_that_cannot_be_inlined_is_reported() {
    let wrong = |source: &str| -> Vec<(&str, String)> {
        parse_program(source).diagnostics.iter().map(|d| (d.code, d.message.clone())).collect()
    };
    let is = |source: &str, part: &str| {
        let found = wrong(source);
        assert!(
            found.iter().all(|(code, message)| *code == "type.inlined-barrier" && message.contains(part))
                && found.len() == 1,
            "{source}: {found:?}"
        );
    };
    is("kernel k { void f() { barrier(none); f(); } void main() { f(); } }", "calls itself");
    is("kernel k { void f() { barrier(none); } void main() { } }", "no kernel calls it");
    is(
        "kernel k { global int[4] a; void f() { int i := 1; barrier(none); assert \\old(a[i]) == 1; } \
        void main() { f(); } }",
        "private variable",
    );
    let steps: String = (1..12).map(|n| format!("void f{n}() {{ f{0}(); f{0}(); }}", n - 1)).collect();
    is(&format!("kernel k {{ void f0() {{ barrier(none); }} {steps} void main() {{ f11(); }} }}"), "more than");
}
