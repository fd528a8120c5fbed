//! Kernels of several dimensions. A test writes `tid_y` for the second dimension of `tid` and declares it as a scalar;
//! this file replaces the scalar by the launch variable.
//!
//! In: the text of a program, and a number of dimensions. Out: a typed program with kernels of these dimensions.

use ir::{Axis, Dims, Expr, ExprKind, LaunchVar, Program};

const VARS: [(&str, LaunchVar); 6] = [
    ("tid", LaunchVar::Tid),
    ("gid", LaunchVar::Gid),
    ("lid", LaunchVar::Lid),
    ("tcount", LaunchVar::Tcount),
    ("gsize", LaunchVar::Gsize),
    ("ngroups", LaunchVar::Ngroups),
];

/// The name of a launch variable in the dimension `d` in tests: `tid`, `tid_y`, `tid_z`.
pub fn name(var: &str, d: usize) -> String {
    format!("{var}{}", ["", "_y", "_z"][d])
}

/// Declarations of the scalars that stand for launch variables.
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

/// The program of a text, with kernels of these dimensions.
pub fn program(source: &str, dims: Dims) -> Program {
    let parsed = syntax::parse_program(source);
    let mut program = parsed.program.unwrap_or_else(|| panic!("{:?}\n{source}", parsed.diagnostics));
    for k in &mut program.kernels {
        let named: Vec<Option<ExprKind>> = k.scalars.iter().map(|s| launch(&s.name.name)).collect();
        let mut of_groups = k.mentions_groups();
        let mut go = |e: &mut Expr| {
            let ExprKind::Scalar(s) = &e.kind else { return };
            let Some(var) = &named[s.0 as usize] else { return };
            use LaunchVar::{Gid, Lid, Ngroups, Tcount};
            of_groups |= matches!(var, ExprKind::Launch(Gid | Lid | Ngroups | Tcount, _));
            e.kind = var.clone();
        };
        k.arrays.iter_mut().flat_map(|a| &mut a.dims).for_each(|e| e.each_mut(&mut go));
        for c in std::iter::once(&mut k.contract).chain(k.teams.iter_mut().map(|team| &mut team.contract)) {
            c.clauses.iter_mut().for_each(|c| c.expr.each_mut(&mut go));
        }
        k.body.each_expr_mut(&mut |e| e.each_mut(&mut go));
        for (team, numbered) in k.teams.iter_mut().zip([of_groups, true]) {
            team.axes = if numbered { dims.axes().to_vec() } else { vec![] };
        }
    }
    program
}
