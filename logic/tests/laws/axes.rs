//! Kernels of several dimensions. The kernel language has no words for them yet, so a test writes `tid_y` for the second
//! dimension of `tid` and declares it as a scalar; here the scalar becomes the launch variable that it stands for.

use ir::{Axis, Block, Contract, Dims, Expr, ExprKind, LaunchVar, Place, Program, StmtKind};

const VARS: [(&str, LaunchVar); 6] = [
    ("tid", LaunchVar::Tid),
    ("gid", LaunchVar::Gid),
    ("lid", LaunchVar::Lid),
    ("tcount", LaunchVar::Tcount),
    ("gsize", LaunchVar::Gsize),
    ("ngroups", LaunchVar::Ngroups),
];

/// How a test calls a launch variable in the dimension `d`: `tid`, `tid_y`, `tid_z`.
pub fn name(var: &str, d: usize) -> String {
    format!("{var}{}", ["", "_y", "_z"][d])
}

/// Declarations of the names of dimensions that the language does not have.
pub fn declarations() -> String {
    let names = (1..3).flat_map(|d| VARS.map(|(v, _)| name(v, d)));
    names.map(|n| format!("  global int {n};\n")).collect()
}

/// The launch variable of a scalar with such a name.
fn launch(scalar: &str) -> Option<ExprKind> {
    let (name, axis) = scalar.split_once('_')?;
    let axis = match axis {
        "y" => Axis::Y,
        "z" => Axis::Z,
        _ => return None,
    };
    VARS.iter().find(|(v, _)| *v == name).map(|(_, v)| ExprKind::Launch(*v, axis))
}

/// The program of a text, with kernels of so many dimensions.
pub fn program(source: &str, dims: Dims) -> Program {
    let parsed = syntax::parse_program(source);
    let mut program = parsed.program.unwrap_or_else(|| panic!("{:?}\n{source}", parsed.diagnostics));
    for k in &mut program.kernels {
        k.dims = dims;
        let named: Vec<Option<ExprKind>> = k.scalars.iter().map(|s| launch(&s.name.name)).collect();
        let mut of_groups = k.mentions_groups;
        let mut go = |e: &mut Expr| {
            let ExprKind::Scalar(s) = &e.kind else { return };
            let Some(var) = &named[s.0 as usize] else { return };
            use LaunchVar::{Gid, Lid, Ngroups, Tcount};
            of_groups |= matches!(var, ExprKind::Launch(Gid | Lid | Ngroups | Tcount, _));
            e.kind = var.clone();
        };
        k.arrays.iter_mut().flat_map(|a| &mut a.dims).for_each(|e| expr(e, &mut go));
        for c in [&mut k.kernel_contract, &mut k.group_contract, &mut k.thread_contract] {
            contract(c, &mut go);
        }
        block(&mut k.body, &mut go);
        k.mentions_groups = of_groups;
    }
    program
}

fn contract(c: &mut Contract, go: &mut impl FnMut(&mut Expr)) {
    c.clauses.iter_mut().for_each(|c| expr(&mut c.expr, go));
}

fn block(b: &mut Block, go: &mut impl FnMut(&mut Expr)) {
    for s in &mut b.stmts {
        match &mut s.kind {
            StmtKind::Declare(_, e) => e.iter_mut().for_each(|e| expr(e, go)),
            StmtKind::Assign(_, e) | StmtKind::Assert(e) | StmtKind::Assume(e) => expr(e, go),
            StmtKind::Store(p, e) => {
                place(p, go);
                expr(e, go);
            }
            StmtKind::If(c, a, b) => {
                expr(c, go);
                block(a, go);
                block(b, go);
            }
            StmtKind::While { invariants, guard, body } => {
                invariants.iter_mut().for_each(|c| expr(&mut c.expr, go));
                expr(guard, go);
                block(body, go);
            }
            StmtKind::Barrier(b) => contract(&mut b.contract, go),
            StmtKind::Block(b) | StmtKind::Atomic { body: b, .. } => block(b, go),
        }
    }
}

fn place(p: &mut Place, go: &mut impl FnMut(&mut Expr)) {
    p.index.iter_mut().for_each(|e| expr(e, go));
}

fn expr(e: &mut Expr, go: &mut impl FnMut(&mut Expr)) {
    go(e);
    match &mut e.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Float(_)
        | ExprKind::Write
        | ExprKind::NoAmount
        | ExprKind::ReadAmount
        | ExprKind::Var(_)
        | ExprKind::Scalar(_)
        | ExprKind::Launch(..)
        | ExprKind::Result
        | ExprKind::Length(..) => {}
        ExprKind::Read(p) => place(p, go),
        ExprKind::Unary(_, a) | ExprKind::Old(a) => expr(a, go),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| expr(e, go)),
        ExprKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, go)),
        ExprKind::Call(_, args) | ExprKind::Intrinsic(_, args) => args.iter_mut().for_each(|e| expr(e, go)),
        ExprKind::Perm(p, a) => {
            place(p, go);
            expr(a, go);
        }
        ExprKind::PointsTo(p, a, v) => {
            place(p, go);
            expr(a, go);
            expr(v, go);
        }
        ExprKind::Quant(q) => {
            q.triggers.iter_mut().flatten().for_each(|e| expr(e, go));
            q.range.iter_mut().for_each(|e| expr(e, go));
            expr(&mut q.body, go);
        }
    }
}
