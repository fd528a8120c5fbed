//! Rewrites on sums and products: the rules of [`super::rules::SUMS`], matched by polynomial arithmetic.
//!
//! In: polynomials with simplified atoms. Out: equal polynomials or terms, why they are equal, and the names of the
//! rules used. The equations that were used are added to the [`Sums`] of the step that is recorded for the whole
//! polynomial.

use super::facts::Facts;
use super::linear::{to_term, Monomial, Poly};
use super::log::Log;
use super::order::Atom;
use super::pattern::{instantiate, Bindings};
use super::quotient::without;
use super::rules::{rules, sums, Parsed};
use crate::mixed_radix;
use crate::proof::{Proof, Step, Sums, Why};
use crate::term::{self, Op, Sort, Term};
use dashu::base::RemEuclid;
use dashu::{integer::IBig, rational::RBig};

/// Applies the rules that are about a whole sum.
pub fn rewrite(poly: Poly, sort: Sort, facts: &Facts, with: &mut Sums, log: &mut Log) -> Poly {
    if sort == Sort::REAL {
        let poly = invert_divisions(&poly, facts, with, log);
        cancel_inverses(poly, facts, with, log)
    } else {
        recompose(poly, facts, with, log)
    }
}

/// Why a number is not 0, if the facts imply that.
fn not_zero(t: &Term, facts: &Facts) -> Option<Why> {
    let zero = if t.sort() == Sort::REAL { term::zero() } else { term::int(0) };
    facts.fails(&term::eq(t.clone(), zero))
}

/// The rule of [`SUMS`](super::rules::SUMS) or [`RULES`](super::rules::RULES) with this name.
fn rule(name: &str) -> Option<&'static Parsed> {
    sums().iter().chain(rules()).find(|rule| rule.name == name)
}

/// An instance of the rule with this name: both sides, and why they are equal.
pub(super) fn instance(
    name: &str,
    bindings: &[(char, Term)],
    guards: &[Why],
    facts: &Facts,
) -> Option<(Term, Term, Why)> {
    let rule = rule(name)?;
    let mut values = Bindings::default();
    bindings.iter().for_each(|(variable, value)| values.set(*variable, value.clone()));
    let (left, right) = (instantiate(&rule.lhs, &values)?, instantiate(&rule.rhs, &values)?);
    Some((left, right, facts.recorder().rule(rule, values, guards)))
}

/// The guards of that rule, as conditions.
pub(super) fn guards(name: &str, bindings: &[(char, Term)]) -> Vec<Term> {
    let mut values = Bindings::default();
    bindings.iter().for_each(|(variable, value)| values.set(*variable, value.clone()));
    rule(name).into_iter().flat_map(|rule| &rule.guards).filter_map(|g| instantiate(g, &values)).collect()
}

/// Adds to `zero` that `factor` times the difference of an equation's sides is 0.
fn put_zero(zero: &mut Vec<(Term, Proof)>, factor: impl FnOnce() -> Term, equation: &Why) {
    if let Some(proof) = equation.proof() {
        zero.push((factor(), proof.clone()));
    }
}

/// `real-div-inverse` and `real-inverse-product`: a \ b becomes a · (1 \ b) if the facts say that b is not 0.
fn invert_divisions(poly: &Poly, facts: &Facts, with: &mut Sums, log: &mut Log) -> Poly {
    let has_division = |m: &[Atom]| m.iter().any(|a| *a.0.op() == Op::RealDiv);
    if !poly.monomials().any(|(m, _)| has_division(m)) {
        return poly.clone();
    }
    let mut sum = Poly::zero();
    for (monomial, c) in poly.monomials() {
        let product = monomial.iter().fold(Poly::constant(c.clone()), |acc, atom| {
            acc.mul(&invert(&atom.0, facts, with, log).unwrap_or_else(|| Poly::atom(&atom.0)))
        });
        sum = sum.add(&product);
    }
    sum
}

/// The polynomial of a quotient `a \ b` as `a · (1 \ b)`; `None` for other terms, and if `b` may be 0.
fn invert(t: &Term, facts: &Facts, with: &mut Sums, log: &mut Log) -> Option<Poly> {
    let (Op::RealDiv, [a, b]) = (t.op(), t.args()) else { return None };
    let nonzero = not_zero(b, facts)?;
    if a.as_real() != Some(&RBig::ONE) {
        log.put("real-div-inverse");
    }
    let inverse = inverse(b, &nonzero, facts, log);
    let value = Poly::of(a).mul(&inverse.value);
    let recorder = facts.recorder();
    if recorder.is_on() {
        let to = to_term(&value, Sort::REAL);
        // `value · b` is a times x · (1 \ x) for each factor x of b, where the factors before are taken as they are. So
        // the value is that times 1 \ b, since b · (1 \ b) is 1.
        let whole = Poly::of(&over(b)).neg();
        let (mut before, mut zero) = (Poly::of(a), vec![]);
        put_zero(&mut zero, || to.clone(), &cancelled(b, &nonzero, facts));
        for (x, why) in &inverse.factors {
            put_zero(&mut zero, || to_term(&before.mul(&whole), Sort::REAL), why);
            before = before.mul(&Poly::of(x)).mul(&Poly::of(&over(x)));
        }
        let (_, product, inverted) =
            instance("real-div-inverse", &[('p', a.clone()), ('q', b.clone())], &[nonzero], facts)?;
        let inverted = if product == *t { Why::NONE } else { inverted };
        let valued = recorder.sums(&product, &to, || Sums { by: vec![], zero });
        with.by.extend(recorder.chain([inverted, valued]).proof().cloned());
    }
    Some(value)
}

/// The inverse of a number.
struct Inverse {
    /// As a polynomial.
    value: Poly,
    /// The factors of the number. For each factor `x`, the value has the factor `1 \ x`; the reason says why
    /// `x · (1 \ x)` is 1.
    factors: Vec<(Term, Why)>,
}

/// 1 \ x
fn over(x: &Term) -> Term {
    term::real_div(term::one(), x.clone())
}

/// Why `x · (1 \ x)` is 1, if x is not 0.
fn cancelled(x: &Term, nonzero: &Why, facts: &Facts) -> Why {
    let rule = instance("real-inverse-cancel", &[('q', x.clone())], std::slice::from_ref(nonzero), facts);
    rule.map(|(_, _, why)| why).unwrap_or_default()
}

/// The inverse of a number that is not 0, as a product of the inverses of its factors.
fn inverse(b: &Term, nonzero: &Why, facts: &Facts, log: &mut Log) -> Inverse {
    let divisor = Poly::of(b);
    let mut monomials = divisor.monomials();
    if let (Some((monomial, c)), None) = (monomials.next(), monomials.next()) {
        let nonzero: Option<Vec<Why>> = monomial.iter().map(|a| not_zero(&a.0, facts)).collect();
        if let Some(nonzero) = nonzero {
            if monomial.len() > 1 || *c != RBig::ONE {
                log.put("real-inverse-product");
            }
            let atoms: Monomial = monomial.iter().map(|a| Atom(over(&a.0))).collect();
            let factors = monomial.iter().zip(&nonzero).map(|(a, why)| (a.0.clone(), cancelled(&a.0, why, facts)));
            return Inverse { value: Poly::sum_of([(atoms, RBig::ONE / c)]), factors: factors.collect() };
        }
    }
    let content = divisor.content();
    if content != RBig::ONE {
        log.put("real-inverse-product");
    }
    let factor = to_term(&divisor.scale(&(RBig::ONE / &content)), Sort::REAL);
    let why = facts.recorder().step(|| {
        let equation = |x: &Term| term::eq(x.clone(), term::zero());
        let (from, to) = (equation(b), equation(&factor));
        let compare = (from != to).then(|| Step::Sums { from: from.clone(), to, with: Sums::default() })?;
        Some(Step::Congruence { of: term::not(from), args: vec![(0, compare.into())] })
    });
    let why = cancelled(&factor, &facts.recorder().rewritten(nonzero, &why), facts);
    let value = Poly::atom(&over(&factor)).scale(&(RBig::ONE / content));
    Inverse { value, factors: vec![(factor, why)] }
}

/// `real-inverse-cancel`: q · (1 \ q) becomes 1 if the facts say that q is not 0.
fn cancel_inverses(mut poly: Poly, facts: &Facts, with: &mut Sums, log: &mut Log) -> Poly {
    for atom in poly.atoms() {
        let (Op::RealDiv, [one, b]) = (atom.op(), atom.args()) else { continue };
        if one.as_real() != Some(&RBig::ONE) {
            continue;
        }
        let Some(nonzero) = not_zero(b, facts) else { continue };
        let divisor = Poly::of(b);
        let Some(cofactor) = poly.coefficient_of(&atom) else { continue };
        let Some(quotient) = divide(&cofactor, &divisor) else { continue };
        log.put("real-inverse-cancel");
        put_zero(&mut with.zero, || to_term(&quotient.0, Sort::REAL), &cancelled(b, &nonzero, facts));
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
        let ratio = poly.coefficient(first)? / lead;
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

/// Why two terms are equal that are the same polynomial, or quotients or remainders of the same polynomials. If these
/// polynomials are literals, the quotient or remainder of one side may be computed already.
fn bridge(from: &Term, to: &Term, facts: &Facts) -> Why {
    let recorder = facts.recorder();
    let divides = |t: &Term| matches!(t.op(), Op::Div | Op::Mod);
    if from.op() == to.op() && divides(from) {
        let args = from.args().iter().zip(to.args());
        return recorder.congruence(from, args.map(|(a, b)| recorder.sums(a, b, Sums::default)), to);
    }
    let computed = |whole: &Term, literal: &Term| {
        let flat = |a: &Term| recorder.sums(a, &to_term(&Poly::of(a), Sort::INT), Sums::default);
        recorder.congruence(whole, whole.args().iter().map(flat), literal)
    };
    match (divides(from), divides(to)) {
        (true, false) if to.as_int().is_some() => computed(from, to),
        (false, true) if from.as_int().is_some() => recorder.flip(&computed(to, from)),
        _ => recorder.sums(from, to, Sums::default),
    }
}

/// Why two terms are equal, which are the sides of an instance of a rule up to [`bridge`].
fn by_rule(name: &str, bindings: &[(char, Term)], guards: &[Why], from: &Term, to: &Term, facts: &Facts) -> Why {
    if !facts.recorder().is_on() {
        return Why::NONE;
    }
    let Some((left, right, why)) = instance(name, bindings, guards, facts) else { return Why::NONE };
    facts.recorder().chain([bridge(from, &left, facts), why, bridge(&right, to, facts)])
}

/// `mod-of-multiple`, `div-of-multiple` and `mod-of-inner-mod`: multiples of the divisor `n`, which is not 0, are
/// removed from the dividend. The result is a polynomial and a term of the same operator with a smaller dividend; their
/// sum equals the original term, and the result says why.
pub fn reduce(op: &Op, dividend: &Poly, n: &Term, facts: &Facts, log: &mut Log) -> Option<(Poly, Term, Why)> {
    let divisor = Poly::of(n);
    let mut monomials = divisor.monomials();
    let (monomial, c) = monomials.next()?;
    if monomials.next().is_some() {
        return None;
    }
    let nonzero = [not_zero(n, facts)?];
    let whole = |dividend: &Poly| {
        let dividend = to_term(dividend, Sort::INT);
        term::rebuild(op, vec![dividend, n.clone()], Sort::INT)
    };
    let number = |poly: &Poly| to_term(poly, Sort::INT);
    let mut dividend = dividend.clone();
    let mut whys: Vec<Why> = Vec::new();
    let mut changed = false;
    if *op == Op::Mod {
        for atom in dividend.atoms() {
            if let (Op::Mod, [i, m]) = (atom.op(), atom.args()) {
                let Some(k) = dividend.coefficient_of(&atom).filter(|_| m == n) else { continue };
                let others = dividend.without(&atom);
                let next = others.add(&k.mul(&Poly::of(i)));
                log.put("mod-of-inner-mod");
                if facts.recorder().is_on() {
                    let bindings = [('k', number(&k)), ('i', i.clone()), ('n', n.clone()), ('j', number(&others))];
                    let (from, to) = (whole(&dividend), whole(&next));
                    whys.push(by_rule("mod-of-inner-mod", &bindings, &nonzero, &from, &to, facts));
                }
                dividend = next;
                changed = true;
            }
        }
    }
    let (quotient, rest) = split(&dividend, monomial, c, true);
    if quotient.is_zero() && !changed {
        return None;
    }
    let smaller = match op {
        Op::Div => term::div(number(&rest), n.clone()),
        _ => term::modulo(number(&rest), n.clone()),
    };
    let sum = if *op == Op::Div { quotient.clone() } else { Poly::zero() };
    if *op == Op::Div || !quotient.is_zero() {
        let name = if *op == Op::Div { "div-of-multiple" } else { "mod-of-multiple" };
        log.put(name);
        if facts.recorder().is_on() {
            let bindings = [('n', n.clone()), ('j', number(&quotient)), ('i', number(&rest))];
            let to = term::add([number(&sum), smaller.clone()]);
            whys.push(by_rule(name, &bindings, &nonzero, &whole(&dividend), &to, facts));
        }
    }
    Some((sum, smaller, facts.recorder().chain(whys)))
}

/// `div-mod-whole`: n · (i div n) + i mod n becomes i if n is not 0. If i is `j div m`, then the quotient i div n
/// appears as `j div (m · n)`, because `div-div` rewrites it so for positive m and n.
fn recompose(mut poly: Poly, facts: &Facts, with: &mut Sums, log: &mut Log) -> Poly {
    let positive = |t: &Term| facts.holds(&term::lt(term::int(0), t.clone()));
    // What one step inserts may be a quotient that another step needs. Each step removes an atom, so as many rounds as
    // there are atoms suffice.
    for _ in 0..poly.atoms().len() {
        let before = poly.clone();
        for atom in before.atoms() {
            let (Op::Mod, [i, n]) = (atom.op(), atom.args()) else { continue };
            let Some((k, quotient)) = mixed_radix::pair(&poly, &atom) else { continue };
            let plain = term::div(i.clone(), n.clone());
            let Some(nonzero) = not_zero(n, facts) else { continue };
            if quotient != plain {
                let (Op::Div, [j, m]) = (i.op(), i.args()) else { continue };
                let (Some(m_positive), Some(n_positive)) = (positive(m), positive(n)) else { continue };
                log.put("div-div");
                let bindings = [('i', j.clone()), ('m', m.clone()), ('n', n.clone())];
                let why = by_rule("div-div", &bindings, &[m_positive, n_positive], &plain, &quotient, facts);
                put_zero(&mut with.zero, || to_term(&k.mul(&Poly::of(n)).neg(), Sort::INT), &why);
            }
            log.put("div-mod-whole");
            if facts.recorder().is_on() {
                let bindings = [('k', term::int(1)), ('n', n.clone()), ('i', i.clone())];
                let whole = instance("div-mod-whole", &bindings, &[nonzero], facts);
                put_zero(&mut with.zero, || to_term(&k, Sort::INT), &whole.map(|(_, _, why)| why).unwrap_or_default());
            }
            poly = poly.without(&atom).without(&quotient).add(&k.mul(&Poly::of(i)));
        }
        if poly == before {
            break;
        }
    }
    poly
}
