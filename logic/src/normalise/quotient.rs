//! Quotient and remainder of a polynomial by a monomial.
//!
//! ```text
//!   p  =  m · quotient + remainder
//! ```
//!
//! In: a polynomial and a monomial with its coefficient. Out: the monomials of `p` that are an integer multiple of `m`,
//! divided by `m`, as the quotient; the other monomials as the remainder. [`divide`] finds quotients without remainder,
//! also by sums.

use super::linear::{to_term, Monomial, Poly};
use super::order::Atom;
use crate::term::{self, Sort, Term};
use dashu::rational::RBig;

impl Poly {
    /// Quotient and remainder, monomial by monomial. If `coefficient` is 0, the quotient is 0.
    pub fn divided_by(&self, monomial: &[Atom], coefficient: &RBig) -> (Self, Self) {
        let (mut quotient, mut remainder) = (Vec::<(Monomial, RBig)>::new(), Vec::<(Monomial, RBig)>::new());
        for (own, c) in self.monomials() {
            match without(own, monomial) {
                Some(left) if !coefficient.is_zero() && (c / coefficient).denominator().is_one() => {
                    quotient.push((left, c / coefficient));
                }
                Some(_) | None => remainder.push((own.to_vec(), c.clone())),
            }
        }
        (Self::sum_of(quotient), Self::sum_of(remainder))
    }
}

/// The monomial without the atoms of `factors`; `None` if it lacks one of them.
pub(super) fn without(monomial: &[Atom], factors: &[Atom]) -> Option<Monomial> {
    let mut left = monomial.to_vec();
    for f in factors {
        let at = left.iter().position(|a| a == f)?;
        drop(left.remove(at));
    }
    Some(left)
}

/// The quotient `a / n`, if it is a polynomial. If `n` is a sum, only some candidates are tried: 1, -1, and the integer
/// subterms of `a`. These suffice for index expressions.
pub fn divide(a: &Term, n: &Term) -> Option<Term> {
    let goal = Poly::of(a);
    let by = Poly::of(n);
    if let (1, Some((monomial, coefficient))) = (by.len(), by.monomials().next()) {
        let (quotient, rest) = goal.divided_by(monomial, coefficient);
        return rest.is_zero().then(|| to_term(&quotient, Sort::INT));
    }
    let mut candidates = vec![term::int(1), term::int(-1)];
    let mut atoms = Vec::new();
    term::for_each_subterm(a, &mut |t| {
        if t.sort() == Sort::INT {
            atoms.push(t.clone());
        }
    });
    candidates.extend(atoms);
    candidates.into_iter().find(|q| {
        let product = Poly::of(&term::mul(q.clone(), n.clone()));
        product.sub(&goal).is_zero()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Names, Role};

    #[test]
    fn quotient_times_monomial_and_remainder_are_the_whole() {
        let mut names = Names::default();
        let [x, y, s] = ["x", "y", "s"].map(|n| term::constant(&names.fresh(n, vec![], Sort::INT, Role::Scalar)));
        let times = |a: &Term, b: &Term| term::mul(a.clone(), b.clone());
        let sum = [times(&times(&s, &s), &x), times(&term::int(6), &times(&s, &y)), times(&term::int(3), &s), x, y];
        let p = Poly::of(&term::add(sum));
        for n in [-2, 1, 2, 3] {
            let m = Poly::of(&times(&term::int(n), &s));
            let (monomial, coefficient) = m.monomials().next().expect("one");
            let (q, r) = p.divided_by(monomial, coefficient);
            assert!(!q.is_zero() && m.mul(&q).add(&r).sub(&p).is_zero(), "{n}");
            assert_eq!(r.len(), if n == 1 || n == 3 { 2 + usize::from(n == 3) } else { 4 }, "{n}");
        }
        assert_eq!(p.divided_by(&[], &RBig::ZERO), (Poly::zero(), p.clone()));
    }
}
