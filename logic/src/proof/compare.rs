//! Comparisons of numbers as polynomials.
//!
//! In: comparisons and their negations. Out: what each says of the difference of its sides, in a form that equivalent
//! comparisons have in common.

use super::claims::Cause;
use super::sums::{constant, number, Poly, Sum};
use crate::term::{Op, Sort, Term};
use dashu::base::{Abs, DivEuclid, Gcd, Sign, Signed};
use dashu::{integer::IBig, rational::RBig};

/// What a comparison says of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is at least 0.
    AtLeast,
    /// It is above 0. No comparison of integers is read so.
    Above,
    /// It is 0.
    Zero,
    /// It is not 0.
    NotZero,
}

/// What a comparison says, and the polynomial that the comparison says this about. `Err` holds the truth value of a
/// comparison that numbers decide.
pub type Said = Result<(Kind, Poly), bool>;

/// The operator and the sides of a comparison of numbers, and whether it is negated.
pub fn sides(condition: &Term) -> Option<(&Op, &Term, &Term, bool)> {
    let (negated, inner) = match (condition.op(), condition.args()) {
        (Op::Not, [inner]) => (true, inner),
        _ => (false, condition),
    };
    match (inner.op(), inner.args()) {
        (op @ (Op::Le | Op::Lt | Op::Eq), [a, b]) => {
            (a.sort() == Sort::INT || a.sort() == Sort::REAL).then_some((op, a, b, negated))
        }
        _ => None,
    }
}

/// What the comparison says of the difference of its sides; if `real`, of the reals that equal integer sides.
pub fn said(condition: &Term, real: bool, sum: &mut Sum<'_>) -> Result<(Kind, Poly), Cause> {
    let Some((op, a, b, negated)) = sides(condition) else { return Err(Cause::Form(condition.clone())) };
    let (low, high) = if negated && *op != Op::Eq { (b, a) } else { (a, b) };
    let (low, mut difference) =
        if real { (sum.real(low)?, (*sum.real(high)?).clone()) } else { (sum.of(low)?, (*sum.of(high)?).clone()) };
    sum.add(&mut difference, &low, &RBig::NEG_ONE)?;
    let kind = match (op, negated) {
        (Op::Eq, false) => Kind::Zero,
        (Op::Eq, true) => Kind::NotZero,
        (Op::Le, false) | (Op::Lt, true) => Kind::AtLeast,
        _ if a.sort() == Sort::INT => {
            sum.add(&mut difference, &number(RBig::ONE), &RBig::NEG_ONE)?;
            Kind::AtLeast
        }
        _ => Kind::Above,
    };
    Ok((kind, difference))
}

/// What the condition says, in a form that equivalent comparisons have in common. The polynomial `minus` is 0.
pub fn canonical(condition: &Term, minus: &Poly, sum: &mut Sum<'_>) -> Result<Said, Cause> {
    if let Some(truth) = condition.as_bool() {
        return Ok(Err(truth));
    }
    let (kind, mut poly) = said(condition, false, sum)?;
    sum.add(&mut poly, minus, &RBig::NEG_ONE)?;
    let is_int = sides(condition).is_some_and(|(_, a, ..)| a.sort() == Sort::INT);
    let rest = constant(&poly);
    let Some(lead) = poly.iter().find(|(atoms, _)| !atoms.is_empty()).map(|(_, c)| c.clone()) else {
        return Ok(Err(match kind {
            Kind::AtLeast => !rest.is_negative(),
            Kind::Above => rest > RBig::ZERO,
            Kind::Zero => rest.is_zero(),
            Kind::NotZero => !rest.is_zero(),
        }));
    };
    let mut factor = lead.clone().abs();
    if is_int {
        let coefficients = poly.iter().filter(|(atoms, _)| !atoms.is_empty()).map(|(_, c)| c);
        let common = coefficients.fold(IBig::ZERO, |all, c| IBig::from(all.gcd(c.numerator())));
        if poly.values().any(|c| !c.denominator().is_one()) || common.is_zero() {
            return Err(Cause::Polynomials);
        }
        let floor = RBig::from(rest.numerator().div_euclid(&common));
        factor = RBig::from(common);
        let rounded = &floor * &factor - &rest;
        match kind {
            Kind::AtLeast | Kind::Above => sum.add(&mut poly, &number(rounded), &RBig::ONE)?,
            Kind::Zero | Kind::NotZero if rounded.is_zero() => {}
            Kind::Zero | Kind::NotZero => return Ok(Err(kind == Kind::NotZero)),
        }
    }
    if lead.sign() == Sign::Negative && matches!(kind, Kind::Zero | Kind::NotZero) {
        factor = -factor;
    }
    let mut scaled = Poly::new();
    sum.add(&mut scaled, &poly, &(RBig::ONE / factor))?;
    Ok(Ok((kind, scaled)))
}
