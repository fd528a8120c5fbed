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
use crate::proof::Why;
use dashu::base::{Abs, Signed};
use dashu::rational::RBig;
use std::collections::BTreeSet;

/// The greatest number of bases that are tried for one equation.
const MAX_BASES: usize = 12;

/// A polynomial as a number with two digits, `B·p + r`.
#[derive(Debug)]
pub struct Digits {
    /// The base `B`.
    pub base: Poly,
    /// The digit `p`.
    pub high: Poly,
    /// The digit `r`.
    pub low: Poly,
    /// Why the bounds hold that the law needs: two inequalities of integers.
    pub bounds: [Why; 2],
}

/// The equation with the first base `B` for which `-B < r < B`. The bounds are `0 <= B - r - 1` and `0 <= B + r - 1`.
pub fn split(equation: &Poly, at_least_zero: &mut dyn FnMut(&Poly) -> Option<Why>) -> Option<Digits> {
    if equation.monomials().any(|(_, c)| !c.denominator().is_one()) {
        return None;
    }
    for (monomial, coefficient) in bases(equation).into_iter().take(MAX_BASES) {
        let (high, low) = equation.divided_by(&monomial, &coefficient);
        if high.is_constant() || low.is_zero() && monomial.is_empty() {
            continue;
        }
        let base = Poly::product_of(&monomial).scale(&coefficient);
        let most = base.sub(&Poly::constant(RBig::ONE));
        let Some(below) = at_least_zero(&most.sub(&low)) else { continue };
        let Some(above) = at_least_zero(&most.add(&low)) else { continue };
        return Some(Digits { base, high, low, bounds: [below, above] });
    }
    None
}

/// A sum that is at least 0, as `B·p + r` with `B > 0` and `r < B`, so that `p` is at least 0. The law is the rule
/// `cut` of [`super::rules::SUMS`]. If the low part is negative, `B` is added to it and 1 is subtracted from the high
/// part. The bounds are `0 <= B - r - 1` and `0 <= B - 1`.
pub fn cut(sum: &Poly, at_least_zero: &mut dyn FnMut(&Poly) -> Option<Why>) -> Option<Digits> {
    if sum.monomials().any(|(_, c)| !c.denominator().is_one()) {
        return None;
    }
    let one = Poly::constant(RBig::ONE);
    for (monomial, coefficient) in bases(sum).into_iter().take(MAX_BASES).filter(|(m, _)| !m.is_empty()) {
        let (high, low) = sum.divided_by(&monomial, &coefficient);
        if high.is_constant() {
            continue;
        }
        let base = Poly::product_of(&monomial).scale(&coefficient);
        let Some(positive) = at_least_zero(&base.sub(&one)) else { continue };
        if let Some(negative) = at_least_zero(&low.neg().sub(&one)) {
            return Some(Digits { high: high.sub(&one), low: base.add(&low), base, bounds: [negative, positive] });
        }
        if let Some(below) = at_least_zero(&base.sub(&low).sub(&one)) {
            return Some(Digits { base, high, low, bounds: [below, positive] });
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
        let known = |yes: bool| yes.then_some(Why::NONE);
        let found = split(&equation, &mut |poly| known(bounds.contains(poly))).expect("the digits");
        assert_eq!((found.high, found.low), (Poly::difference(&p, &q), small));
        assert!(split(&equation, &mut |poly| known(*poly == bounds[0])).is_none(), "one bound is not enough");
        assert!(split(&equation, &mut |_| None).is_none());
        let other = Poly::difference(&term::mul(w, p), &term::mul(b, q));
        let mut asked = 0;
        let _ = split(&other, &mut |_| {
            asked += 1;
            None
        });
        assert!(asked > 0 && asked <= 2 * MAX_BASES);
    }

    #[test]
    fn literal_bases() {
        let [_, p, q, r, s, _] = constants();
        let number = |high: &Term, low: &Term| term::add([term::mul(term::int(16), high.clone()), low.clone()]);
        let equation = Poly::difference(&number(&p, &r), &number(&q, &s));
        let found = split(&equation, &mut |poly| (poly.constant_part() == RBig::from(15)).then_some(Why::NONE));
        let found = found.expect("16 is the base");
        assert_eq!((found.high, found.low), (Poly::difference(&p, &q), Poly::difference(&r, &s)));
    }
}
