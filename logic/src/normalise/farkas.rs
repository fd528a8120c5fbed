//! Linear arithmetic: whether an inequality is a sum of known inequalities.
//!
//! ```text
//! p = c + Σ aᵢ · qᵢ     with  c ≥ 0,  aᵢ > 0,  qᵢ ≥ 0 known     ⇒     p ≥ 0        (Farkas' lemma)
//! ```
//!
//! The search eliminates one monomial of `p` after the other, by known inequalities that have the monomial with the
//! same sign. A `qᵢ` may also be the product of a known inequality and an atom that is known not to be negative.
//!
//! In: a polynomial, and known inequalities. Out: whether such a sum was found within the given number of steps.

use super::linear::{Monomial, Poly};
use super::order::Atom;
use super::rational::over;
use dashu::base::{Sign, Signed};
use dashu::rational::RBig;
use std::sync::Arc;

/// An inequality: `poly > 0` if `strict`, else `poly ≥ 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// The polynomial.
    pub poly: Poly,
    /// Whether the polynomial is greater than 0.
    pub strict: bool,
}

/// Whether `poly` is a positive combination of at most `depth` known inequalities and a constant that is not
/// negative. If `strict`, one of them must be strict, or the constant positive.
pub fn combines(poly: &Poly, strict: bool, known: &[Arc<Inequality>], depth: u32, steps: &mut u32) -> bool {
    if let Some(value) = poly.as_constant() {
        return if strict { value > RBig::ZERO } else { !value.is_negative() };
    }
    if depth == 0 {
        return false;
    }
    let Some((monomial, coefficient)) = hardest(poly) else { return false };
    for fact in known {
        let Some(c) = fact.poly.coefficient(&monomial) else { continue };
        if c.sign() != coefficient.sign() {
            continue;
        }
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let rest = poly.sub_scaled(&fact.poly, &over(&coefficient, c));
        if combines(&rest, strict && !fact.strict, known, depth - 1, steps) {
            return true;
        }
    }
    combines_products(poly, &monomial, &coefficient, strict, known, depth, steps)
}

/// Continues [`combines`] with products: a known inequality times an atom of `monomial` that is known to be at
/// least 0.
#[allow(clippy::too_many_arguments)]
fn combines_products(
    poly: &Poly,
    monomial: &Monomial,
    coefficient: &RBig,
    strict: bool,
    known: &[Arc<Inequality>],
    depth: u32,
    steps: &mut u32,
) -> bool {
    if monomial.len() < 2 {
        return false;
    }
    for (n, atom) in monomial.iter().enumerate() {
        let factor = Poly::atom(&atom.0);
        if n > 0 && monomial.get(n - 1) == Some(atom) || !combines(&factor, false, known, 2, steps) {
            continue;
        }
        let mut others = monomial.clone();
        drop(others.remove(n));
        let itself = Arc::new(Inequality { poly: Poly::product_of(&others), strict: false });
        let nonnegative = combines(&itself.poly, false, known, 2, steps);
        for fact in known.iter().chain(nonnegative.then_some(&itself)) {
            let Some(c) = fact.poly.coefficient(&others) else { continue };
            if c.sign() != coefficient.sign() {
                continue;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let rest = poly.sub_scaled(&fact.poly.mul(&factor), &over(coefficient, c));
            if combines(&rest, strict, known, depth - 1, steps) {
                return true;
            }
        }
    }
    false
}

/// The monomial that the search eliminates first, with its coefficient: one of the highest degree, the first of these
/// in canonical order.
fn hardest(poly: &Poly) -> Option<(Monomial, RBig)> {
    let mut best: Option<(&[Atom], &RBig)> = None;
    for (monomial, c) in poly.monomials() {
        let harder = best
            .is_none_or(|(b, d)| (monomial.len(), c.sign() == Sign::Negative) > (b.len(), d.sign() == Sign::Negative));
        if !monomial.is_empty() && harder {
            best = Some((monomial, c));
        }
    }
    best.map(|(m, c)| (m.to_vec(), c.clone()))
}
