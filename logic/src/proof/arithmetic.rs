//! Steps of arithmetic: what sums of comparisons show.
//!
//! In: comparisons that hold. Out: whether they show another comparison.

use super::claims::Cause;
use super::compare::{canonical, said, sides, Kind};
use super::known::{unless, Checker};
use super::step::{Proof, Sums};
use super::sums::{constant, number, Poly, Sum};
use crate::term::{self, Op, Sort, Term};
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

    /// Checks that a premise shows a comparison that is equivalent to this one.
    pub fn equivalent(&mut self, premise: &Proof, comparison: &Term) -> Result<(), Cause> {
        let shown = self.holds(premise)?;
        let mut sum = self.numbers.with([]);
        let needed = canonical(comparison, &Poly::new(), &mut sum)?;
        unless(canonical(&shown, &Poly::new(), &mut sum)? != needed, || {
            Cause::Premise(shown.clone(), comparison.clone())
        })
    }

    /// Checks [`Step::Linear`].
    pub fn linear(&mut self, goal: &Term, flipped: bool, premises: &[(RBig, Proof)], with: &Sums) -> Result<(), Cause> {
        let known = premises.iter().map(|(f, p)| Ok((f, self.holds(p)?))).collect::<Result<Vec<_>, Cause>>()?;
        let is_real = |t: &Term| sides(t).is_some_and(|(_, a, ..)| a.sort() == Sort::REAL);
        let by = with.by.iter().map(|p| self.equal(p)).collect::<Result<Vec<_>, _>>()?;
        let by_reals = by.iter().any(|(a, _)| a.sort() == Sort::REAL);
        let real = by_reals || is_real(goal) || known.iter().any(|(_, t)| is_real(t));
        let (mut sum, minus) = self.sums(with, if real { Sort::REAL } else { Sort::INT })?;
        // The condition as one that is at least 0, above 0, or 0.
        let goal = match sides(goal) {
            Some((Op::Eq, a, b, true)) if flipped => term::lt(b.clone(), a.clone()),
            Some((Op::Eq, a, b, true)) => term::lt(a.clone(), b.clone()),
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

/// Whether the term is an integer or a real.
pub fn is_number(t: &Term) -> bool {
    t.sort() == Sort::INT || t.sort() == Sort::REAL
}

/// The comparison as `0 <= n`: the number `n`.
pub fn at_least_zero(condition: &Term) -> Result<Term, Cause> {
    let Some((op, a, b, negated)) = sides(condition) else { return Err(Cause::Form(condition.clone())) };
    let difference = |high: &Term, low: &Term, strict: bool| {
        let difference = term::sub(high.clone(), low.clone());
        if strict && a.sort() == Sort::INT {
            term::sub(difference, term::int(1))
        } else {
            difference
        }
    };
    match (op, negated) {
        (Op::Le, false) => Ok(difference(b, a, false)),
        (Op::Lt, false) => Ok(difference(b, a, true)),
        (Op::Le, true) => Ok(difference(a, b, true)),
        (Op::Lt, true) => Ok(difference(a, b, false)),
        _ => Err(Cause::Form(condition.clone())),
    }
}
