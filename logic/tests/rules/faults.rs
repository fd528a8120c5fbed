//! Faulty programs, which no front end makes: they mention variables, scalars or values that do not exist. Nothing may
//! be proved about them.

use ir::{Expr, ExprKind, Program, ScalarId, Type, VarId};
use logic::obligation::Mode;

const KERNEL: &str =
    "kernel k { global int n; global int[gsize] a; requires Perm(a[tid], write); ensures Perm(a[tid], write);
    void main() { int x := n; assert 0 == 0; assert x == x; } }";

/// The program with `change` applied to each expression in its statements.
fn changed(change: impl Fn(&mut Expr)) -> Program {
    let mut program = syntax::parse_program(KERNEL).program.expect("a program");
    let body = &mut program.kernels[0].body;
    fn each(e: &mut Expr, change: &impl Fn(&mut Expr)) {
        e.parts_mut(&mut |part| each(part, change));
        change(e);
    }
    for stmt in &mut body.stmts {
        stmt.exprs_mut(&mut |e| each(e, &change));
    }
    program
}

#[test]
fn what_is_missing_proves_nothing() {
    let is_x = |e: &Expr| matches!(e.kind, ExprKind::Var(_));
    let faults: [&dyn Fn(&mut Expr); 4] = [
        &|e| {
            if is_x(e) {
                e.kind = ExprKind::Var(VarId(99))
            }
        },
        &|e| {
            if is_x(e) {
                e.kind = ExprKind::Scalar(ScalarId(99))
            }
        },
        &|e| {
            if is_x(e) {
                e.kind = ExprKind::Result
            }
        },
        &|e| {
            if is_x(e) {
                (e.kind, e.ty) = (ExprKind::Float(0), Type::Int)
            }
        },
    ];
    for (n, fault) in faults.iter().enumerate() {
        let program = changed(fault);
        for task in logic::tasks(&program) {
            let modes: Vec<Mode> = task.obligations.iter().map(|o| o.mode).collect();
            assert_eq!(modes, [Mode::Unsupported], "fault {n}");
        }
    }
    let right = changed(|_| {});
    assert!(logic::tasks(&right).iter().flat_map(|t| &t.obligations).all(|o| o.mode != Mode::Unsupported));
}
