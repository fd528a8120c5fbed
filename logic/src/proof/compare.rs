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
    /// It is above 0. Of integers, this is read as: it is at least 1.
    Above,
    /// It is 0.
    Zero,
    /// It is not 0.
    NotZero,
}

/// What a comparison says, and the polynomial that the comparison says this about. `Err` holds the truth value of a
/// comparison that numbers decide.
pub type Said = Result<(Kind, Poly), bool>;

/// Whether the term is an integer or a real.
pub fn is_number(t: &Term) -> bool {
    t.sort() == Sort::INT || t.sort() == Sort::REAL
}

/// What a comparison of numbers or its negation says of the difference `high - low`, and `low` and `high`.
pub fn sides(condition: &Term) -> Option<(Kind, &Term, &Term)> {
    let (inner, negated) = match (condition.op(), condition.args()) {
        (Op::Not, [inner]) => (inner, true),
        _ => (condition, false),
    };
    let [a, b] = inner.args() else { return None };
    let sides = match (inner.op(), negated) {
        (Op::Le, false) => (Kind::AtLeast, a, b),
        (Op::Lt, false) => (Kind::Above, a, b),
        (Op::Le, true) => (Kind::Above, b, a),
        (Op::Lt, true) => (Kind::AtLeast, b, a),
        (Op::Eq, false) => (Kind::Zero, a, b),
        (Op::Eq, true) => (Kind::NotZero, a, b),
        _ => return None,
    };
    is_number(a).then_some(sides)
}

/// What the comparison says of the difference of its sides; if `real`, of the reals that equal integer sides.
pub fn said(condition: &Term, real: bool, sum: &mut Sum<'_>) -> Result<(Kind, Poly), Cause> {
    let Some((kind, low, high)) = sides(condition) else { return Err(Cause::Form(condition.clone())) };
    let mut of = |side: &Term| if real { sum.real(side) } else { sum.of(side) };
    let (subtracted, mut difference) = (of(low)?, (*of(high)?).clone());
    sum.add(&mut difference, &subtracted, &RBig::NEG_ONE)?;
    if kind != Kind::Above || low.sort() == Sort::REAL {
        return Ok((kind, difference));
    }
    sum.add(&mut difference, &number(RBig::ONE), &RBig::NEG_ONE)?;
    Ok((Kind::AtLeast, difference))
}

/// What the condition says, in a form that equivalent comparisons have in common. The polynomial `minus` is 0.
pub fn canonical(condition: &Term, minus: &Poly, sum: &mut Sum<'_>) -> Result<Said, Cause> {
    if let Some(truth) = condition.as_bool() {
        return Ok(Err(truth));
    }
    let (kind, mut poly) = said(condition, false, sum)?;
    sum.add(&mut poly, minus, &RBig::NEG_ONE)?;
    let is_int = sides(condition).is_some_and(|(_, a, _)| a.sort() == Sort::INT);
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
