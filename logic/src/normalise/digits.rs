//! Digits of numbers: `B·p + r = 0` with `-B < r < B` is `p = 0` and `r = 0`.
//!
//! ```text
//! B·p + r  =  B·q + s     with  0 ≤ r, s < B      ⇒      p = q  and  r = s
//! ```
//!
//! If `p` were not 0, then `|B·p| ≥ B > |r|`, so the sum would not be 0. The law is the rule `digits` of
//! [`super::rules::SUMS`]. Applied again to `p = 0` and `r = 0`, it separates numbers with several digits, such as
//! elements of matrices with rows of unknown length.
//!
//! In: a polynomial that is 0, and a way to ask whether another one is at least 0. Out: two polynomials that are 0.

use super::linear::{Monomial, Poly};
use super::rational::content;
use dashu::base::{Abs, Signed};
use dashu::rational::RBig;
use std::collections::BTreeSet;

/// The greatest number of bases that are tried for one equation.
const MAX_BASES: usize = 12;

/// The polynomials `p` and `r` with `equation = B·p + r`, for the first base `B` with `-B < r < B`.
pub fn split(equation: &Poly, at_least_zero: &mut dyn FnMut(&Poly) -> bool) -> Option<(Poly, Poly)> {
    if equation.monomials().any(|(_, c)| !c.denominator().is_one()) {
        return None;
    }
    for (monomial, coefficient) in bases(equation).into_iter().take(MAX_BASES) {
        let (high, low) = equation.divided_by(&monomial, &coefficient);
        if high.is_constant() || low.is_zero() && monomial.is_empty() {
            continue;
        }
        let base = Poly::product_of(&monomial).scale(&coefficient).sub(&Poly::constant(RBig::ONE));
        if at_least_zero(&base.sub(&low)) && at_least_zero(&base.add(&low)) {
            return Some((high, low));
        }
    }
    None
}

/// A polynomial of a lower degree that is at least 0 because `sum` is: `p` if `sum = B·p + r` and `r < B`, and `p - 1`
/// if `r < 0`. The law is the rule `cut` of [`super::rules::SUMS`].
pub fn cut(sum: &Poly, at_least_zero: &mut dyn FnMut(&Poly) -> bool) -> Option<Poly> {
    if sum.monomials().any(|(_, c)| !c.denominator().is_one()) {
        return None;
    }
    let one = Poly::constant(RBig::ONE);
    for (monomial, coefficient) in bases(sum).into_iter().take(MAX_BASES).filter(|(m, _)| !m.is_empty()) {
        let (high, low) = sum.divided_by(&monomial, &coefficient);
        let base = Poly::product_of(&monomial).scale(&coefficient);
        if high.is_constant() || !at_least_zero(&base.sub(&one)) {
            continue;
        }
        if at_least_zero(&low.neg().sub(&one)) {
            return Some(high.sub(&one));
        }
        if at_least_zero(&base.sub(&low).sub(&one)) {
            return Some(high);
        }
    }
    None
}

/// Candidates for bases: monomials that divide parts of the equation, with the common divisor of the coefficients of
/// these parts or 1 as coefficient; those of the highest degree first.
fn bases(equation: &Poly) -> Vec<(Monomial, RBig)> {
    let mut monomials: BTreeSet<Monomial> = BTreeSet::from([Vec::new()]);
    for (monomial, _) in equation.monomials().filter(|(m, _)| m.len() <= 4) {
        for chosen in 1..1_u32 << monomial.len() {
            let part = monomial.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1);
            let _ = monomials.insert(part.map(|(_, atom)| atom.clone()).collect());
        }
    }
    let mut found: Vec<(Monomial, RBig)> = Vec::new();
    for monomial in monomials {
        let (multiple, _) = equation.divided_by(&monomial, &RBig::ONE);
        let mut coefficients: BTreeSet<RBig> = BTreeSet::new();
        if monomial.is_empty() {
            coefficients.extend(multiple.monomials().map(|(_, c)| c.clone().abs()).filter(|c| *c > RBig::ONE));
        } else {
            let divisor = content(multiple.monomials().map(|(_, c)| c));
            coefficients.extend([divisor, RBig::ONE].into_iter().filter(|c| c.is_positive()));
        }
        found.extend(coefficients.into_iter().rev().map(|c| (monomial.clone(), c)));
    }
    found.sort_by_key(|(monomial, _)| std::cmp::Reverse(monomial.len()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{self, Names, Role, Sort, Term};

    fn constants() -> [Term; 6] {
        let mut names = Names::default();
        ["b", "p", "q", "r", "s", "w"].map(|n| term::constant(&names.fresh(n, vec![], Sort::INT, Role::Scalar)))
    }

    #[test]
    fn a_base_splits_an_equation_if_the_rest_is_small() {
        let [b, p, q, r, s, w] = constants();
        let number = |high: &Term, low: &Term| term::add([term::mul(b.clone(), high.clone()), low.clone()]);
        let equation = Poly::difference(&number(&p, &r), &number(&q, &s));
        let small = Poly::difference(&r, &s);
        let base = Poly::of(&b).sub(&Poly::constant(1));
        let bounds = [base.sub(&small), base.add(&small)];
        let (high, low) = split(&equation, &mut |poly| bounds.contains(poly)).expect("the digits");
        assert_eq!((high, low), (Poly::difference(&p, &q), small));
        assert_eq!(split(&equation, &mut |poly| *poly == bounds[0]), None, "one bound is not enough");
        assert_eq!(split(&equation, &mut |_| false), None);
        let other = Poly::difference(&term::mul(w, p), &term::mul(b, q));
        let mut asked = 0;
        let _ = split(&other, &mut |_| {
            asked += 1;
            false
        });
        assert!(asked > 0 && asked <= 2 * MAX_BASES);
    }

    #[test]
    fn literal_bases() {
        let [_, p, q, r, s, _] = constants();
        let number = |high: &Term, low: &Term| term::add([term::mul(term::int(16), high.clone()), low.clone()]);
        let equation = Poly::difference(&number(&p, &r), &number(&q, &s));
        let found = split(&equation, &mut |poly| poly.constant_part() == RBig::from(15)).expect("16 is the base");
        assert_eq!(found, (Poly::difference(&p, &q), Poly::difference(&r, &s)));
    }
}
