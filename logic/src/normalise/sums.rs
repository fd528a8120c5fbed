//! Rewrites on sums, products and comparisons: the rules of [`super::rules::SUMS`], matched by polynomial arithmetic.
//!
//! In: polynomials with simplified atoms. Out: equal polynomials or terms, and the names of the rules used.

use super::facts::Facts;
use super::linear::{to_term, Monomial, Poly};
use super::log::Log;
use super::order::Atom;
use super::quotient::without;
use super::rational::over;
use crate::mixed_radix;
use crate::term::{self, Op, Sort, Term};
use dashu::base::{RemEuclid, Signed};
use dashu::{integer::IBig, rational::RBig};

/// Applies the rules that are about a whole sum.
pub fn rewrite(poly: Poly, sort: Sort, facts: &Facts, log: &mut Log) -> Poly {
    let mut poly = poly;
    if sort == Sort::REAL {
        poly = invert_divisions(&poly, facts, log);
        poly = cancel_inverses(poly, facts, log);
    } else {
        poly = recompose(poly, facts, log);
    }
    poly
}

/// Whether the facts imply that a number is not 0.
fn not_zero(t: &Term, facts: &Facts) -> bool {
    let zero = if t.sort() == Sort::REAL { term::zero() } else { term::int(0) };
    facts.fails(&term::eq(t.clone(), zero))
}

/// `real-div-inverse` and `real-inverse-product`: a \ b becomes a · (1 \ b) if the facts say that b is not 0.
fn invert_divisions(poly: &Poly, facts: &Facts, log: &mut Log) -> Poly {
    let has_division = |m: &[Atom]| m.iter().any(|a| *a.0.op() == Op::RealDiv);
    if !poly.monomials().any(|(m, _)| has_division(m)) {
        return poly.clone();
    }
    let mut sum = Poly::zero();
    for (monomial, c) in poly.monomials() {
        let product = monomial.iter().fold(Poly::constant(c.clone()), |acc, atom| {
            acc.mul(&invert(&atom.0, facts, log).unwrap_or_else(|| Poly::atom(&atom.0)))
        });
        sum = sum.add(&product);
    }
    sum
}

/// The polynomial of a quotient `a \ b` as `a · (1 \ b)`; `None` for other terms, and if `b` may be 0.
fn invert(t: &Term, facts: &Facts, log: &mut Log) -> Option<Poly> {
    let (Op::RealDiv, [a, b]) = (t.op(), t.args()) else { return None };
    let divisor = Poly::of(b);
    if !not_zero(b, facts) {
        return None;
    }
    if a.as_real() != Some(&RBig::ONE) {
        log.put("real-div-inverse");
    }
    Some(Poly::of(a).mul(&inverse(&divisor, facts, log)))
}

/// The polynomial of 1 \ divisor for a divisor that is not 0, as a product of the inverses of its factors.
fn inverse(divisor: &Poly, facts: &Facts, log: &mut Log) -> Poly {
    let one_over = |t: Term| term::real_div(term::one(), t);
    let mut monomials = divisor.monomials();
    if let (Some((monomial, c)), None) = (monomials.next(), monomials.next()) {
        if monomial.iter().all(|a| not_zero(&a.0, facts)) {
            if monomial.len() > 1 || *c != RBig::ONE {
                log.put("real-inverse-product");
            }
            let atoms: Monomial = monomial.iter().map(|a| Atom(one_over(a.0.clone()))).collect();
            return Poly::sum_of([(atoms, RBig::ONE / c)]);
        }
    }
    let content = divisor.content();
    if content == RBig::ONE {
        return Poly::atom(&one_over(to_term(divisor, Sort::REAL)));
    }
    log.put("real-inverse-product");
    Poly::atom(&one_over(to_term(&divisor.scale(&(RBig::ONE / &content)), Sort::REAL))).scale(&(RBig::ONE / content))
}

/// `real-inverse-cancel`: q · (1 \ q) becomes 1 if the facts say that q is not 0.
fn cancel_inverses(mut poly: Poly, facts: &Facts, log: &mut Log) -> Poly {
    for atom in poly.atoms() {
        let (Op::RealDiv, [one, b]) = (atom.op(), atom.args()) else { continue };
        if one.as_real() != Some(&RBig::ONE) || !not_zero(b, facts) {
            continue;
        }
        let divisor = Poly::of(b);
        let Some(cofactor) = poly.coefficient_of(&atom) else { continue };
        let Some(quotient) = divide(&cofactor, &divisor) else { continue };
        log.put("real-inverse-cancel");
        poly = poly.without(&atom).add(&quotient.0).add(&quotient.1.mul(&Poly::atom(&atom)));
    }
    poly
}

/// Splits `poly = q · divisor + r` with q not 0. The divisor must be one monomial (q gets each monomial of `poly` that
/// it divides), or divide all of `poly` up to a constant factor.
fn divide(poly: &Poly, divisor: &Poly) -> Option<(Poly, Poly)> {
    let mut monomials = divisor.monomials();
    let (first, lead) = monomials.next()?;
    if monomials.next().is_some() {
        let ratio = poly.coefficient(&first.to_vec())? / lead;
        return poly.sub(&divisor.scale(&ratio)).is_zero().then(|| (Poly::constant(ratio), Poly::zero()));
    }
    let (quotient, rest) = split(poly, first, lead, false);
    (!quotient.is_zero()).then_some((quotient, rest))
}

/// Splits `poly = q · (c · monomial) + r`. If `integral`, coefficients are divided with remainder, so that those of r
/// are reduced.
fn split(poly: &Poly, monomial: &[Atom], c: &RBig, integral: bool) -> (Poly, Poly) {
    let (mut quotient, mut rest) = (Vec::new(), Vec::new());
    for (m, d) in poly.monomials() {
        let Some(left) = without(m, monomial) else {
            rest.push((m.to_vec(), d.clone()));
            continue;
        };
        let ratio = d / c;
        if !integral || ratio.denominator().is_one() {
            quotient.push((left, ratio));
            continue;
        }
        let r = IBig::from(d.numerator().rem_euclid(c.numerator()));
        let q = (d.numerator() - &r) / c.numerator();
        quotient.push((left, RBig::from(q)));
        rest.push((m.to_vec(), RBig::from(r)));
    }
    (Poly::sum_of(quotient), Poly::sum_of(rest))
}

/// `mod-of-multiple`, `div-of-multiple` and `mod-of-inner-mod`: multiples of the divisor `n`, which is not 0, are
/// removed from the dividend. The result is a polynomial and a term of the same operator with a smaller dividend; their
/// sum equals the original term.
pub fn reduce(op: &Op, dividend: &Poly, n: &Term, facts: &Facts, log: &mut Log) -> Option<(Poly, Term)> {
    let divisor = Poly::of(n);
    let mut monomials = divisor.monomials();
    let (monomial, c) = monomials.next()?;
    if monomials.next().is_some() || !not_zero(n, facts) {
        return None;
    }
    let mut dividend = dividend.clone();
    let mut changed = false;
    if *op == Op::Mod {
        for atom in dividend.atoms() {
            if let (Op::Mod, [i, m]) = (atom.op(), atom.args()) {
                let Some(k) = dividend.coefficient_of(&atom).filter(|_| m == n) else { continue };
                dividend = dividend.without(&atom).add(&k.mul(&Poly::of(i)));
                log.put("mod-of-inner-mod");
                changed = true;
            }
        }
    }
    let (quotient, rest) = split(&dividend, monomial, c, true);
    if quotient.is_zero() && !changed {
        return None;
    }
    let rest = to_term(&rest, Sort::INT);
    if *op == Op::Div {
        log.put("div-of-multiple");
        return Some((quotient, term::div(rest, n.clone())));
    }
    if !quotient.is_zero() {
        log.put("mod-of-multiple");
    }
    Some((Poly::zero(), term::modulo(rest, n.clone())))
}

/// `div-mod-whole`: n · (i div n) + i mod n becomes i if n is not 0. If i is `j div m`, then the quotient i div n
/// appears as `j div (m · n)`, because `div-div` rewrites it so for positive m and n.
fn recompose(mut poly: Poly, facts: &Facts, log: &mut Log) -> Poly {
    let positive = |t: &Term| facts.holds(&term::lt(term::int(0), t.clone()));
    // What one step inserts may be a quotient that another step needs. Each step removes an atom, so as many rounds as
    // there are atoms suffice.
    for _ in 0..poly.atoms().len() {
        let before = poly.clone();
        for atom in before.atoms() {
            let (Op::Mod, [i, n]) = (atom.op(), atom.args()) else { continue };
            let Some((k, quotient)) = mixed_radix::pair(&poly, &atom) else { continue };
            if quotient != term::div(i.clone(), n.clone()) {
                let (Op::Div, [_, m]) = (i.op(), i.args()) else { continue };
                if !positive(m) || !positive(n) {
                    continue;
                }
                log.put("div-div");
            } else if !not_zero(n, facts) {
                continue;
            }
            log.put("div-mod-whole");
            poly = poly.without(&atom).without(&quotient).add(&k.mul(&Poly::of(i)));
        }
        if poly == before {
            break;
        }
    }
    poly
}

/// The canonical form of `a op b` on numbers, given `poly = b − a`. It is a literal if `poly` is constant or if the
/// facts decide the comparison.
pub fn comparison(op: &Op, poly: &Poly, sort: Sort, facts: &Facts, log: &mut Log) -> Term {
    if let Some(decided) = conditional(op, poly) {
        log.put("compare-conditional");
        return decided;
    }
    if *op == Op::Eq {
        return equation(poly.scale(&over(&RBig::ONE, &poly.content())), sort, facts, log);
    }
    let is_int = sort == Sort::INT;
    let strict = *op == Op::Lt && !is_int;
    // Over the integers b − a > 0 is the same as b − a − 1 ≥ 0.
    let poly = if is_int && *op == Op::Lt { poly.sub(&Poly::constant(1)) } else { poly.clone() };
    let poly = if is_int { tighten(&poly) } else { poly.scale(&over(&RBig::ONE, &poly.content())) };
    if let Some(value) = poly.as_constant() {
        return term::bool(if strict { value > RBig::ZERO } else { !value.is_negative() });
    }
    if !facts.is_empty() {
        if facts.positive(&poly, strict, sort) {
            log.put("bounds");
            return term::bool(true);
        }
        if facts.positive(&poly.neg(), !strict, sort) {
            log.put("bounds");
            return term::bool(false);
        }
        if is_int && bounds_quotient(&poly, facts, log) {
            log.put("bounds");
            return term::bool(true);
        }
    }
    let (low, high) = sides(&poly, sort, is_int);
    if strict || (is_int && poly.constant_part().is_negative()) {
        term::lt(low, high)
    } else {
        term::le(low, high)
    }
}

/// `compare-conditional`: the comparison of a number with `c ? x : y`, for numbers x and y, is true, false, c or ¬c.
fn conditional(op: &Op, poly: &Poly) -> Option<Term> {
    let mut atoms = poly.monomials().filter(|(m, _)| !m.is_empty());
    let ([atom], k) = atoms.next()? else { return None };
    let (Op::Ite, [condition, yes, no], None) = (atom.0.op(), atom.0.args(), atoms.next()) else { return None };
    let rest = poly.constant_part();
    let truth = |value: &Term| {
        let value = Poly::of(value).as_constant()? * k + &rest;
        Some(match op {
            Op::Eq => value.is_zero(),
            Op::Lt => value > RBig::ZERO,
            _ => !value.is_negative(),
        })
    };
    Some(match (truth(yes)?, truth(no)?) {
        (true, true) => term::bool(true),
        (false, false) => term::bool(false),
        (true, false) => condition.clone(),
        (false, true) => term::not(condition.clone()),
    })
}

/// Whether `poly ≥ 0` follows by `div-at-most` (`i div n ≤ j` if and only if `i < n·(j + 1)`) or by `div-at-least`
/// (`j ≤ i div n` if and only if `n·j ≤ i`), for a quotient in `poly` with positive n.
fn bounds_quotient(poly: &Poly, facts: &Facts, log: &mut Log) -> bool {
    poly.atoms().into_iter().any(|atom| {
        let (Op::Div, [i, n]) = (atom.op(), atom.args()) else { return false };
        let Some(factor) = poly.coefficient_of(&atom).and_then(|k| k.as_constant()) else { return false };
        let (rest, divisor) = (poly.without(&atom), Poly::of(n));
        let from_below = factor == RBig::ONE;
        let least = if from_below {
            Poly::of(i).add(&divisor.mul(&rest))
        } else if factor == -RBig::ONE {
            divisor.mul(&rest.add(&Poly::constant(1))).sub(&Poly::of(i)).sub(&Poly::constant(1))
        } else {
            return false;
        };
        let holds = facts.positive(&divisor, true, Sort::INT) && facts.positive(&least, false, Sort::INT);
        if holds && from_below {
            log.put("div-at-least");
        } else if holds {
            log.put("div-at-most");
        }
        holds
    })
}

/// The integer inequality `poly ≥ 0`, divided by the greatest common divisor of the coefficients other than the
/// constant.
fn tighten(poly: &Poly) -> Poly {
    let constant = Poly::constant(poly.constant_part());
    let atoms = poly.sub(&constant);
    let g = atoms.content();
    if atoms.is_zero() || g == RBig::ONE {
        return poly.clone();
    }
    let k = (poly.constant_part() / &g).floor();
    atoms.scale(&(RBig::ONE / g)).add(&Poly::constant(RBig::from(k)))
}

/// The canonical form of the equation `poly = 0`. It is a literal if the facts decide it, or if it has no solution in
/// integers because a common divisor of the coefficients does not divide the constant.
fn equation(poly: Poly, sort: Sort, facts: &Facts, log: &mut Log) -> Term {
    if let Some(value) = poly.as_constant() {
        return term::bool(value.is_zero());
    }
    let poly = if poly.leads_negative() { poly.neg() } else { poly };
    let atoms = poly.sub(&Poly::constant(poly.constant_part()));
    if sort == Sort::INT && !(poly.constant_part() / atoms.content()).denominator().is_one() {
        return term::bool(false);
    }
    if !facts.is_empty() {
        let above = facts.positive(&poly, false, sort);
        let below = facts.positive(&poly.neg(), false, sort);
        if above && below {
            log.put("bounds");
            return term::bool(true);
        }
        if facts.positive(&poly, true, sort) || facts.positive(&poly.neg(), true, sort) {
            log.put("bounds");
            return term::bool(false);
        }
    }
    let (low, high) = sides(&poly, sort, false);
    term::eq(high, low)
}

/// Splits `poly = high − low` so that both sides have positive coefficients. With `slack`, for a strict comparison, a
/// negative constant k becomes −k − 1 on the lower side.
fn sides(poly: &Poly, sort: Sort, slack: bool) -> (Term, Term) {
    let positive = |sign: bool| {
        let kept = poly.monomials().filter(|(_, c)| c.is_positive() == sign);
        Poly::sum_of(kept.map(|(m, c)| (m.to_vec(), c.clone())))
    };
    let (high, low) = (positive(true), positive(false).neg());
    let low = if slack && poly.constant_part().is_negative() { low.sub(&Poly::constant(1)) } else { low };
    (to_term(&low, sort), to_term(&high, sort))
}
