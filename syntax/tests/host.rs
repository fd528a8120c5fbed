//! Host code: the typed program, the printed text, words that are not reserved, and advice that can be followed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ir::{ExprKind, Heap, Procedure, Program, StmtKind, Type, VarId, Width};
use syntax::parse_program;
use syntax::pvl::print::print;
use syntax::pvl::{parse_program_as, Reading};

const KERNEL: &str = "kernel scale { global int n, by; local int[4] t; global int[n] a; void main() { } } ";

const PLANE: &str = "kernel plane { global float[2][w] a; global int w; void main() { int y := tid.y; } } ";

fn program(source: &str) -> Program {
    let parsed = parse_program(source);
    parsed.program.unwrap_or_else(|| panic!("{:#?}\n{source}", parsed.diagnostics))
}

/// The statements of the only procedure of a program, each as the text of the typed program.
fn code(procedure: &Procedure) -> Vec<StmtKind> {
    procedure.body.as_ref().unwrap().stmts.iter().map(|stmt| stmt.kind.clone()).collect()
}

const EXAMPLE: &str = "requires n >= 1;
void program(int n) {
  int[n] h;
  device int[n] d;
  label start;
  copy(d, h);
  launch scale(groups = (n + 255) / 256, threads = 256)(n, 3, d);
  copy(h, d, n - 1);
  assert (\\forall int i = 0 .. n; h[i] == 3 * \\old[start](h[i]));
}
";

#[test]
fn the_typed_program_of_host_code() {
    let program = program(&format!("{KERNEL}{EXAMPLE}"));
    let procedure = &program.procedures[0];
    let [n, h, d] = [0, 1, 2].map(VarId);
    assert_eq!(procedure.vars[..3].iter().map(|v| v.device).collect::<Vec<_>>(), [false, false, true]);
    for var in &procedure.vars[1..3] {
        assert!(matches!(var.dims[..], [ref length] if length.ty == Type::Int && length.kind_is_var(n)));
    }
    let code = code(procedure);
    assert!(matches!(code[0], StmtKind::Declare(var, None) if var == h));
    assert!(matches!(code[1], StmtKind::Declare(var, None) if var == d));
    let [StmtKind::Mark(_), StmtKind::Copy(there), StmtKind::Launch(launch), StmtKind::Copy(back), _] = &code[2..]
    else {
        panic!("{:#?}", procedure.body);
    };
    assert_eq!((there.to, there.from), (Heap::Private(d), Heap::Private(h)));
    assert!(matches!(there.count.kind, ExprKind::Length(from, 0) if from == there.from));
    assert_eq!((back.to, back.from), (Heap::Private(h), Heap::Private(d)));
    assert!(matches!(back.count.kind, ExprKind::Binary(..)));
    assert_eq!(launch.buffers, [Heap::Private(d)]);
    let kernel = program.kernel(launch.kernel).unwrap();
    let (groups, threads, scalars) = launch.split(kernel.dims());
    let quote = |e: &ir::Expr| program.quote(e.node);
    let texts = [groups, threads, scalars].map(|list| list.iter().map(quote).collect::<Vec<_>>());
    assert_eq!(texts, [vec!["(n + 255) / 256"], vec!["256"], vec!["n", "3"]]);
    let host: Vec<u32> = program.host_procedures().keys().map(|id| id.0).collect();
    assert_eq!(host, [0]);
}

/// Whether an expression is a variable.
trait KindIsVar {
    fn kind_is_var(&self, var: VarId) -> bool;
}

impl KindIsVar for ir::Expr {
    fn kind_is_var(&self, var: VarId) -> bool {
        matches!(self.kind, ExprKind::Var(v) if v == var)
    }
}

#[test]
fn arguments_stand_in_the_order_of_the_text_and_are_sorted_by_kind() {
    let source =
        format!("{PLANE}void p() {{ device float[2][5] m; launch plane(groups = (1, 2), threads = (3, 4))(m, 5); }}");
    let program = program(&source);
    let [_, StmtKind::Launch(launch)] = &code(&program.procedures[0])[..] else { panic!() };
    let kernel = program.kernel(launch.kernel).unwrap();
    let (groups, threads, scalars) = launch.split(kernel.dims());
    let texts = [groups, threads, scalars].map(|list| list.iter().map(|e| program.quote(e.node)).collect::<Vec<_>>());
    assert_eq!(texts, [vec!["1", "2"], vec!["3", "4"], vec!["5"]]);
    assert_eq!(launch.buffers, [Heap::Private(VarId(0))]);
}

#[test]
fn a_length_means_the_parameter_also_if_the_code_assigns_it() {
    let program = program("void p(int n) { n := 2 * n; int[n] h; h[0] := n; }");
    let array = program.procedures[0].vars.iter().find(|v| !v.dims.is_empty()).unwrap();
    assert!(array.dims[0].kind_is_var(VarId(0)));
}

#[test]
fn sizes_and_scalars_are_machine_integers_and_lengths_are_not() {
    let int = Width::named("i32").unwrap();
    let source = format!("{KERNEL}{EXAMPLE}");
    let program = parse_program_as(&source, Reading { int: Some(int) }).program.unwrap();
    let code = code(&program.procedures[0]);
    let [_, _, _, StmtKind::Copy(all), StmtKind::Launch(launch), StmtKind::Copy(part), _] = &code[..] else { panic!() };
    assert!(launch.args.iter().all(|arg| arg.ty == Type::Machine(int)));
    assert_eq!((all.count.ty, part.count.ty), (Type::Int, Type::Machine(int)));
    assert!(program.procedures[0].vars[1].dims[0].ty == Type::Int);
}

#[test]
fn host_code_is_printed_as_it_is_read() {
    let source = format!(
        "{KERNEL}{PLANE}{EXAMPLE}void q(int n) {{ device float[2][n] m; launch plane(groups = \
        (1, (2 + 1) * n), threads = (1, 1))(m, n); launch /* c */ scale(groups = (n), threads=1)(n,3,m); }}"
    );
    let first = syntax::parse_program(&source).ast;
    let text = print(&first);
    let again = syntax::parse_program(&text).ast;
    assert_eq!(first, again, "{text}");
    assert_eq!(print(&again), text);
    for line in [
        "  device float[2][n] m;",
        "  launch plane(groups = (1, (2 + 1) * n), threads = (1, 1))(m, n);",
        "  launch scale(groups = n, threads = 1)(n, 3, m);",
        "  copy(h, d, n - 1);",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn the_words_of_host_code_are_not_reserved() {
    for source in [
        "kernel copy { global int launch, device; void main() { int groups := launch; int threads; threads := groups; \
         groups := device; } }",
        "void copy(int n) { } void launch(int n) { } void p() { copy(1); launch(2); int device := 3; device := 4; }",
        "int copy(int n) { return n; } kernel k { void main() { int launch := copy(1); launch++; } }",
        "kernel k { void copy() { } void main() { copy(); } } void p() { int[2] a, b; copy(a, b); }",
        "kernel launch { void main() { } } void p() { launch launch(groups = 1, threads = 1)(); }",
    ] {
        let program = program(source);
        assert!(program.procedures.len() + program.kernels.len() > 0);
    }
}

/// A file with a mistake at the marked place, a part of the help, and the file with the help followed.
const FOLLOWED: &[(&str, &str, &str)] = &[
    (
        "void p() { device int[4] d; «scale<<<(1 + 1), 4>>>»(4, 3, d); }",
        "write `launch scale(groups = (1 + 1), threads = 4)(4, 3, d);`",
        "void p() { device int[4] d; launch scale(groups = (1 + 1), threads = 4)(4, 3, d); }",
    ),
    (
        "void p() { device float[2][5] m; «plane<<<dim3(1, 2), dim3(3, 4), 0, 0>>>»(m, 5); }",
        "write `launch plane(groups = (1, 2), threads = (3, 4))(m, 5);`",
        "void p() { device float[2][5] m; launch plane(groups = (1, 2), threads = (3, 4))(m, 5); }",
    ),
    (
        "void p() { device int[4] d; «scale(4, 3, d)»; }",
        "write `launch scale(groups = …, threads = …)(4, 3, d);`",
        "void p() { device int[4] d; launch scale(groups = 1, threads = 4)(4, 3, d); }",
    ),
    (
        "void p() { device int[4] d; «launch scale(groups = 1, threads = 4)(d)»; }",
        "in this order: `int n`, `int by`, `int[] a`",
        "void p() { device int[4] d; launch scale(groups = 1, threads = 4)(4, 3, d); }",
    ),
    (
        "void p() { int[4] h; launch scale(groups = 1, threads = 4)(4, 3, «h»); }",
        "declare `device int[…] d;` like `h`, write `copy(d, h);` in front of the launch, pass `d`, and write \
         `copy(h, d);` behind it",
        "void p() { int[4] h; device int[4] d; copy(d, h); launch scale(groups = 1, threads = 4)(4, 3, d); \
         copy(h, d); }",
    ),
    (
        "void p() { device int[4] d; launch scale(groups = («2, 3 + 1»), threads = 4)(4, 3, d); }",
        "as in `groups = 2 * (3 + 1)`",
        "void p() { device int[4] d; launch scale(groups = 2 * (3 + 1), threads = 4)(4, 3, d); }",
    ),
    (
        "void p() { device float[2][5] m; launch plane(groups = «6», threads = (3, 4))(m, 5); }",
        "as in `groups = (6, 1)`",
        "void p() { device float[2][5] m; launch plane(groups = (6, 1), threads = (3, 4))(m, 5); }",
    ),
    (
        "void p() { device int[4] d; int x := «d[0]»; }",
        "declare an array `h` of the host like it, without `device`, write `copy(h, d);` in front of this, and read",
        "void p() { device int[4] d; int[4] h; copy(h, d); int x := h[0]; }",
    ),
    (
        "void p() { device int[4] d; «d[0]» := 1; }",
        "assign to `h` instead, and write `copy(d, h);` behind that",
        "void p() { device int[4] d; int[4] h; h[0] := 1; copy(d, h); }",
    ),
    (
        "void p(int n) { int m := 2 * n; int[«m»] h; }",
        "write a procedure with a parameter for it, which declares the array, and call that",
        "void p(int n) { int m := 2 * n; q(m); } void q(int m) { int[m] h; }",
    ),
    (
        "void p(int n) { device int «d»; }",
        "with the lengths behind the type: `device int[n] d;`",
        "void p(int n) { device int[n] d; }",
    ),
    (
        "void p(int n) { device int[n] d; launch scale(«4», 256)(n, 3, d); }",
        "`launch k(groups = 4, threads = 256)(n, d);`",
        "void p(int n) { device int[n] d; launch scale(groups = 4, threads = 256)(n, 3, d); }",
    ),
    (
        "void p() { int[4] h; device int[4] d; «cudaMemcpy»(d, h, 4, 1); }",
        "write `copy(to, from);`, or `copy(to, from, count);`",
        "void p() { int[4] h; device int[4] d; copy(d, h, 4); }",
    ),
];

#[test]
fn advice_can_be_followed() {
    for (marked, help, repaired) in FOLLOWED {
        let source = format!("{KERNEL}{PLANE}{marked}");
        let start = source.find('«').unwrap();
        let end = source.find('»').unwrap() - '«'.len_utf8();
        let found = parse_program(&source.replace(['«', '»'], "")).diagnostics;
        let [only] = found.as_slice() else { panic!("{marked}: {found:#?}") };
        assert_eq!((only.span.start as usize, only.span.end as usize), (start, end), "{marked}: {only:#?}");
        assert!(only.help.as_ref().is_some_and(|said| said.contains(help)), "{marked}: {only:#?}");
        let found = parse_program(&format!("{KERNEL}{PLANE}{repaired}")).diagnostics;
        assert!(found.is_empty(), "{repaired}: {found:#?}");
    }
}
