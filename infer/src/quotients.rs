//! Quotients in bounds.
//!
//! In: expressions and polynomials. Out: the parts of quotients, and polynomials with fewer of them.

use crate::key::Key;
use crate::poly::{Atom, Poly};
use crate::value::poly_of;
use dashu::integer::IBig;
use ir::{BinaryOp, Expr, ExprKind, Intrinsic};

/// The number, if an expression is one.
fn number(e: &Expr) -> Option<IBig> {
    poly_of(e)?.as_number()
}

/// The dividend and the divisor of a quotient. That of two numbers that are not negative is the same in C and in PVL.
pub fn quotient(e: &Expr) -> Option<(&Expr, &Expr)> {
    match &e.kind {
        ExprKind::Intrinsic(Intrinsic::Quot, args) => args.first().zip(args.get(1)),
        ExprKind::Binary(BinaryOp::Div, of, by) => Some((of, by)),
        _ => None,
    }
}

/// The polynomial with `n / c · e` in place of `n · (e / c)`, which is not greater.
pub fn without_quotients(poly: &Poly) -> Poly {
    let mut out = Poly::default();
    for (product, n) in poly.terms() {
        let quotient = match product {
            [atom] => quotient(&atom.expr).and_then(|(of, by)| Some((of, number(by)?))),
            // The divisor is a factor.
            [a, b] if *n > IBig::ZERO => {
                let undone = |a: &Atom, b: &Atom| {
                    let (of, by) = quotient(&a.expr)?;
                    (Key::of(by) == Key::of(&b.expr)).then(|| poly_of(of)).flatten()
                };
                if let Some(of) = undone(a, b).or_else(|| undone(b, a)) {
                    out = out.plus(&of.times(&Poly::number(n.clone())));
                    continue;
                }
                None
            }
            _ => None,
        };
        let whole = quotient.filter(|(_, by)| *by > IBig::ZERO && *n > IBig::ZERO && n % by == IBig::ZERO);
        let term = match whole.and_then(|(of, by)| Some(poly_of(of)?.times(&Poly::number(n / by)))) {
            Some(term) => term,
            None => product.iter().fold(Poly::number(n.clone()), |a, b| a.times(&Poly::atom(b.expr.clone()))),
        };
        out = out.plus(&term);
    }
    out
}
