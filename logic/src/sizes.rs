//! Sizes that the preconditions make equal: `gsize.x == gsize.y`, `gsize == 256`, `w == tcount.x`.
//!
//! In: the contracts of a kernel. Out: a substitution that replaces sizes that are equal by one of them. With it, more
//! index expressions have an inverse. Soundness does not depend on it, because each inverse is proved from the
//! preconditions where it is used.

use crate::teams::Teams;
use crate::term::{self, Op, Sort, Substitution, Symbol, Term};
use ir::{BinaryOp, Expr, ExprKind, Kernel, LaunchVar};

/// The substitution; it is empty if the preconditions state no equal sizes.
pub fn equal_sizes(kernel: &Kernel, teams: &Teams, scalars: &[Symbol]) -> Substitution {
    let mut sides = Vec::new();
    for contract in kernel.contracts() {
        contract.pre().for_each(|c| equalities(&c.expr, &mut sides));
    }
    let mut same = Substitution::new();
    // Equations with numbers come first, so that a number replaces all sizes that are equal to it.
    let number = |e: &Expr| matches!(e.kind, ExprKind::Int(_));
    sides.sort_by_key(|(a, b)| !number(a) && !number(b));
    for (a, b) in sides {
        let (Some(a), Some(b)) = (size(a, teams, scalars), size(b, teams, scalars)) else { continue };
        let (a, b) = (term::substitute(&a, &same), term::substitute(&b, &same));
        if a == b {
            continue;
        }
        // A number replaces names, a size of the launch replaces a scalar constant, and of two names the later one is
        // replaced.
        let gives_way = |t: &Term| t.as_app().map(|s| (scalars.contains(s), s.clone()));
        let (symbol, by) = match (gives_way(&a), gives_way(&b)) {
            (Some((true, s)), Some((false, _))) | (Some((_, s)), None) => (s, b),
            (_, Some((_, s))) => (s, a),
            (None, None) => continue,
        };
        let step = Substitution::one(&symbol, by.clone());
        same = same.map(|t| term::substitute(t, &step));
        same.insert(&symbol, by);
    }
    same
}

/// The equations among the conjuncts of a clause.
fn equalities<'e>(e: &'e Expr, out: &mut Vec<(&'e Expr, &'e Expr)>) {
    if let ExprKind::Binary(op, a, b) = &e.kind {
        if matches!(op, BinaryOp::And | BinaryOp::Star) {
            equalities(a, out);
            equalities(b, out);
        } else if matches!(op, BinaryOp::Eq | BinaryOp::Same) {
            out.push((a, b));
        }
    }
}

/// The term of a number, a scalar constant or a size of the launch; `None` for other expressions.
fn size(e: &Expr, teams: &Teams, scalars: &[Symbol]) -> Option<Term> {
    let named = match &e.kind {
        ExprKind::Int(n) => term::int(n.clone()),
        ExprKind::Scalar(s) => term::constant(scalars.get(s.0 as usize)?),
        ExprKind::Launch(var @ (LaunchVar::Gsize | LaunchVar::Ngroups | LaunchVar::Tcount), axis) => {
            teams.var(*var, *axis)
        }
        _ => return None,
    };
    (named.sort() == Sort::INT && matches!(named.op(), Op::App(_) | Op::Int(_))).then_some(named)
}
