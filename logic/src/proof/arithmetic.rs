//! Steps of arithmetic: what sums of comparisons show.
//!
//! In: comparisons that hold. Out: whether they show another comparison.

use super::claims::Cause;
use super::compare::{canonical, is_number, said, sides, Kind};
use super::known::{unless, Checker};
use super::step::{Proof, Sums};
use super::sums::{constant, number, Poly, Sum};
use crate::term::{self, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;

impl Checker {
    /// Polynomials up to `with`, and the polynomial of `with.zero`, which is 0.
    pub fn sums(&mut self, with: &Sums, sort: Sort) -> Result<(Sum<'_>, Poly), Cause> {
        let by = with.by.iter().map(|p| self.equal(p)).collect::<Result<Vec<_>, _>>()?;
        let zero = with.zero.iter().map(|(n, p)| Ok((n, self.equal(p)?))).collect::<Result<Vec<_>, Cause>>()?;
        let (mut sum, mut all) = (self.numbers.with(by), Poly::new());
        for (number, (a, b)) in zero {
            for t in [number, &a, &b] {
                unless(!is_number(t) || t.sort() == Sort::REAL && sort == Sort::INT, || Cause::Form(t.clone()))?;
            }
            let mut read = |t: &Term| if sort == Sort::REAL { sum.real(t) } else { sum.of(t) };
            let (number, a, b) = (read(number)?, read(&a)?, read(&b)?);
            for (side, factor) in [(a, RBig::ONE), (b, RBig::NEG_ONE)] {
                let product = sum.product(&number, &side)?.ok_or(Cause::TooLarge)?;
                sum.add(&mut all, &product, &factor)?;
            }
        }
        Ok((sum, all))
    }

    /// Checks [`Step::Sums`].
    pub fn same(&mut self, from: &Term, to: &Term, with: &Sums) -> Result<(), Cause> {
        let number = [from, to].into_iter().find_map(|t| if is_number(t) { Some(t) } else { Some(sides(t)?.1) });
        let sort = number.ok_or_else(|| Cause::Form(from.clone()))?.sort();
        let (mut sum, minus) = self.sums(with, sort)?;
        let same = if is_number(from) && from.sort() == to.sort() {
            let (mut left, right) = ((*sum.of(from)?).clone(), sum.of(to)?);
            sum.add(&mut left, &minus, &RBig::NEG_ONE)?;
            left == *right
        } else {
            canonical(from, &minus, &mut sum)? == canonical(to, &Poly::new(), &mut sum)?
        };
        unless(!same, || Cause::Polynomials)
    }

    /// Checks [`Step::Linear`].
    pub fn linear(&mut self, goal: &Term, flipped: bool, premises: &[(RBig, Proof)], with: &Sums) -> Result<(), Cause> {
        let known = premises.iter().map(|(f, p)| Ok((f, self.holds(p)?))).collect::<Result<Vec<_>, Cause>>()?;
        let is_real = |t: &Term| sides(t).is_some_and(|(_, a, _)| a.sort() == Sort::REAL);
        let by = with.by.iter().map(|p| self.equal(p)).collect::<Result<Vec<_>, _>>()?;
        let by_reals = by.iter().any(|(a, _)| a.sort() == Sort::REAL);
        let real = by_reals || is_real(goal) || known.iter().any(|(_, t)| is_real(t));
        let (mut sum, minus) = self.sums(with, if real { Sort::REAL } else { Sort::INT })?;
        // The condition as one that is at least 0, above 0, or 0.
        let goal = match sides(goal) {
            Some((Kind::NotZero, a, b)) if flipped => term::lt(b.clone(), a.clone()),
            Some((Kind::NotZero, a, b)) => term::lt(a.clone(), b.clone()),
            _ => goal.clone(),
        };
        let integral = !is_real(&goal);
        let (kind, mut rest) = truth(&goal).map_or_else(|| said(&goal, real, &mut sum), Ok)?;
        sum.add(&mut rest, &minus, &RBig::NEG_ONE)?;
        let mut strict = false;
        for (factor, premise) in &known {
            let (own, poly) = truth(premise).map_or_else(|| said(premise, real, &mut sum), Ok)?;
            let allowed = match (kind, own) {
                (_, Kind::NotZero) | (Kind::Zero, Kind::AtLeast | Kind::Above) => false,
                (_, Kind::Zero) => true,
                (_, Kind::AtLeast | Kind::Above) => !factor.is_negative(),
            };
            unless(!allowed, || Cause::Factor(premise.clone()))?;
            strict |= own == Kind::Above && !factor.is_zero();
            sum.add(&mut rest, &poly, &-(*factor).clone())?;
        }
        let left = constant(&rest);
        let least = if integral { RBig::NEG_ONE } else { RBig::ZERO };
        let shown = match kind {
            Kind::Zero => rest.is_empty(),
            Kind::AtLeast if !integral => left >= least,
            _ => left > least || strict && left == least,
        };
        unless(!shown || rest.keys().any(|atoms| !atoms.is_empty()), || Cause::Sum)
    }
}

/// What a literal says of numbers: `true` says `0 = 0`, and `false` says `0 <= -1`.
fn truth(condition: &Term) -> Option<(Kind, Poly)> {
    let said = |truth| if truth { (Kind::Zero, Poly::new()) } else { (Kind::AtLeast, number(RBig::NEG_ONE)) };
    condition.as_bool().map(said)
}

/// The comparison as `0 <= n`: the number `n`.
pub fn at_least_zero(condition: &Term) -> Result<Term, Cause> {
    let difference = |low: &Term, high: &Term| term::sub(high.clone(), low.clone());
    match sides(condition) {
        Some((Kind::Above, a, b)) if a.sort() == Sort::INT => Ok(term::sub(difference(a, b), term::int(1))),
        Some((Kind::AtLeast | Kind::Above, a, b)) => Ok(difference(a, b)),
        _ => Err(Cause::Form(condition.clone())),
    }
}
