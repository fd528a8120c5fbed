//! Locations that one thread gets through two families: the second family is left without those of the first one.
//!
//! In: the families of locations that a thread needs. Out: the families, in which no location occurs twice.
//!
//! ```text
//! Perm(a[tid * n + j], write) for tid ≤ j        Perm(a[j * n + tid], write) for tid ≤ j, and j ≠ tid
//! ```
//!
//! Two indices are equal if their digits are: the factors of a stride, and what is left. That holds if what is left is
//! smaller than the stride. A family that loses too much or too little costs a proof, since a thread lacks a permission
//! then, or gets it twice.

use crate::footprint::{parts, Need, When};
use crate::key::Key;
use crate::paths::{condition_with, replaced};
use crate::poly::{Atom, Poly};
use crate::samples::Samples;
use crate::state::symbol;
use crate::value::{negated, Value, Values};
use dashu::integer::IBig;
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, Kernel, LaunchVar, VarId};

/// The variable of the first one of two families that are compared.
const OTHER: VarId = VarId(u32::MAX - 64);

/// The families without the locations that stand in a family in front of them.
pub fn separated(kernel: &Kernel, needs: Vec<Need>) -> Vec<Need> {
    let (mut out, readers): (Vec<Need>, Vec<Need>) =
        needs.into_iter().partition(|need| !matches!(need.writes, When::Never));
    out.extend(readers);
    let mut samples = None;
    for second in 1..out.len() {
        for first in 0..second {
            let (Some(a), Some(b)) = (out.get(first), out.get(second)) else { continue };
            let Some(meets) = meeting(a, b) else { continue };
            let when = |when: &When| match when {
                When::If(guard) => vec![guard.clone()],
                When::Never | When::Always => Vec::new(),
            };
            let samples = samples.get_or_insert_with(|| Samples::of(kernel, &[], std::iter::empty()));
            let together: Vec<Expr> = when(&b.writes).into_iter().chain([meets.clone()]).collect();
            let reads: Vec<Expr> = when(&b.reads).into_iter().chain([meets.clone()]).collect();
            let happens = !matches!(b.writes, When::Never) && samples.satisfy(&together)
                || !matches!(b.reads, When::Never) && samples.satisfy(&reads);
            if let Some(b) = out.get_mut(second).filter(|_| happens) {
                b.writes = without(&b.writes, &meets);
                b.reads = without(&b.reads, &meets);
            }
        }
    }
    out
}

/// When something happens that does not happen under a condition.
fn without(when: &When, meets: &Expr) -> When {
    match when {
        When::Never => When::Never,
        When::Always => When::If(negated(meets.clone())),
        When::If(guard) => {
            let known = parts(guard);
            let new: Vec<Expr> =
                parts(meets).into_iter().filter(|(key, _)| !known.contains_key(key)).map(|(_, e)| e).collect();
            let both = new.into_iter().reduce(|a, b| At::new(a.node).binary(BinaryOp::And, a, b));
            match both {
                Some(both) => When::If(At::new(guard.node).binary(BinaryOp::And, guard.clone(), negated(both))),
                None => When::Never,
            }
        }
    }
}

/// When a location of the second family is one that the thread writes by the first family. `None` if it never is, or if
/// that is not known.
fn meeting(a: &Need, b: &Need) -> Option<Expr> {
    let at = At::new(a.nodes.first().copied().unwrap_or_default());
    if a.heap != b.heap || a.binders.len() > 1 || matches!(a.writes, When::Never) || a.index.len() != b.index.len() {
        return None;
    }
    // Both families may have their variables from one loop.
    let mut binder = a.binders.first().map(|_| OTHER);
    let names: Values = a.binders.iter().map(|v| (*v, Value::Int(symbol(OTHER)))).collect();
    let (mut equations, mut values) = (Vec::new(), Values::new());
    for (x, y) in a.index.iter().zip(&b.index) {
        let x = replaced(x, &names);
        let stride = stride(&x, y);
        let ((x_high, x_low), (y_high, y_low)) = (split(&x, stride.as_ref()), split(y, stride.as_ref()));
        for (x, y) in [(x_high, y_high), (x_low, y_low)] {
            let found = binder.and_then(|v| Some((v, solved(&x, &y, v)?)));
            match found {
                Some((v, value)) => {
                    let _ = values.insert(v, Value::Int(value));
                    binder = None;
                }
                None => equations.push((x, y)),
            }
        }
    }
    if binder.is_some() {
        return None;
    }
    let mut out: Vec<Expr> = Vec::new();
    for (x, y) in equations {
        let (x, y) = (replaced(&x, &values), replaced(&y, &values));
        match x.minus(&y).as_number() {
            Some(n) if n == IBig::ZERO => {}
            Some(_) => return None,
            None => out.push(at.binary(BinaryOp::Eq, x.expr(at), y.expr(at))),
        }
    }
    if let When::If(guard) = &a.writes {
        for part in parts(guard).into_values() {
            let part = condition_with(&condition_with(&part, &names)?, &values)?;
            match part.kind {
                ExprKind::Bool(true) => {}
                ExprKind::Bool(false) => return None,
                _ => out.push(part),
            }
        }
    }
    Some(out.into_iter().reduce(|a, b| at.binary(BinaryOp::And, a, b)).unwrap_or_else(|| at.truth(true)))
}

/// The value of a variable that makes the first polynomial equal to the second one, if the variable is a term of it.
fn solved(x: &Poly, y: &Poly, v: VarId) -> Option<Poly> {
    let own = symbol(v);
    let names = |poly: &Poly| {
        let name = |e: &Expr| e.any(&|part| matches!(part.kind, ExprKind::Var(other) if other == v));
        poly.terms().any(|(product, _)| product.iter().any(|atom| name(&atom.expr)))
    };
    let (less, more) = (x.minus(&own), x.plus(&own));
    match (names(&less), names(&more)) {
        (false, _) => Some(y.minus(&less)),
        (true, false) => Some(more.minus(y)),
        (true, true) => None,
    }
}

/// What separates the digits of an index.
enum Stride {
    Atom(Key),
    Number(IBig),
}

/// The stride of two indices: a size or a scalar that is a factor of a varying number, or else the greatest
/// coefficient.
fn stride(x: &Poly, y: &Poly) -> Option<Stride> {
    let varies = |atom: &Atom| {
        atom.expr.any(&|part| {
            matches!(
                part.kind,
                ExprKind::Launch(LaunchVar::Tid | LaunchVar::Lid | LaunchVar::Gid, _) | ExprKind::Var(_)
            )
        })
    };
    let of_product = |product: &[Atom]| {
        let fixed = product.iter().find(|atom| !varies(atom)).cloned();
        fixed.filter(|_| product.iter().any(varies))
    };
    let both = || x.terms().chain(y.terms());
    if let Some(atom) = both().find_map(|(product, _)| of_product(product)) {
        return Some(Stride::Atom(Key::of(&atom.expr)));
    }
    let size = |n: &IBig| if *n < IBig::ZERO { -n.clone() } else { n.clone() };
    let greatest = both().filter(|(product, _)| !product.is_empty()).map(|(_, n)| size(n)).max()?;
    (greatest > IBig::ONE).then_some(Stride::Number(greatest))
}

/// The factors of a stride in a polynomial, and what is left.
fn split(poly: &Poly, stride: Option<&Stride>) -> (Poly, Poly) {
    let (mut high, mut low) = (Poly::default(), Poly::default());
    for (product, n) in poly.terms() {
        let term = |product: &[Atom], n: &IBig| {
            product.iter().fold(Poly::number(n.clone()), |all, atom| all.times(&Poly::atom(atom.expr.clone())))
        };
        match stride {
            Some(Stride::Atom(key)) if product.iter().any(|atom| Key::of(&atom.expr) == *key) => {
                let mut rest = product.to_vec();
                if let Some(at) = rest.iter().position(|atom| Key::of(&atom.expr) == *key) {
                    let _ = rest.remove(at);
                }
                high = high.plus(&term(&rest, n));
            }
            Some(Stride::Number(by)) if n % by == IBig::ZERO => high = high.plus(&term(product, &(n / by))),
            Some(_) | None => low = low.plus(&term(product, n)),
        }
    }
    (high, low)
}
