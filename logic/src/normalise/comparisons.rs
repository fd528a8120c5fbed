//! The canonical form of comparisons of numbers, and comparisons that facts decide.
//!
//! In: a comparison, with the difference of its sides as a polynomial. Out: an equivalent condition, why it is
//! equivalent, and the names of the rules used.

use super::facts::Facts;
use super::linear::{to_term, Poly};
use super::log::Log;
use super::rational::over;
use super::sums::instance;
use crate::proof::{Step, Sums, Why};
use crate::term::{self, Op, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;

/// A comparison `a op b` of numbers.
pub struct Compared<'t> {
    /// The comparison.
    pub term: &'t Term,
    /// Its operator: `<`, `<=` or `=`.
    pub op: &'t Op,
    /// `b - a`, with simplified atoms.
    pub difference: Poly,
    /// The sort of the sides.
    pub sort: Sort,
    /// What was used to simplify the difference.
    pub with: Sums,
}

/// The canonical form of a comparison. It is a literal if the difference is constant or if the facts decide the
/// comparison.
pub fn decide(compared: Compared<'_>, facts: &Facts, log: &mut Log) -> (Term, Why) {
    let Compared { term: from, op, difference: poly, sort, with } = compared;
    let recorder = facts.recorder();
    let compare = |to: &Term, with: Sums| recorder.sums(from, to, || with);
    if let Some((decided, part)) = conditional(op, &poly) {
        log.put("compare-conditional");
        if !recorder.is_on() {
            return (decided, Why::NONE);
        }
        let zero = if sort == Sort::REAL { term::zero() } else { term::int(0) };
        let to = term::rebuild(op, vec![zero, to_term(&poly, sort)], Sort::BOOL);
        let lifted = recorder.step(|| Some(Step::Lift { of: to.clone(), part }));
        return (decided, recorder.chain([compare(&to, with), lifted]));
    }
    if *op == Op::Eq {
        let poly = poly.scale(&over(&RBig::ONE, &poly.content()));
        let (to, decided) = equation(poly, sort, facts, log);
        return finish(to, decided, |to| compare(to, with), facts);
    }
    let is_int = sort == Sort::INT;
    let strict = *op == Op::Lt && !is_int;
    // Over the integers b − a > 0 is the same as b − a − 1 ≥ 0.
    let poly = if is_int && *op == Op::Lt { poly.sub(&Poly::constant(1)) } else { poly };
    let poly = if is_int { tighten(&poly) } else { poly.scale(&over(&RBig::ONE, &poly.content())) };
    if let Some(value) = poly.as_constant() {
        log.put("polynomials");
        let to = term::bool(if strict { value > RBig::ZERO } else { !value.is_negative() });
        let why = compare(&to, with);
        return (to, why);
    }
    let canonical = || {
        let (low, high) = sides(&poly, sort, is_int);
        if strict || (is_int && poly.constant_part().is_negative()) {
            term::lt(low, high)
        } else {
            term::le(low, high)
        }
    };
    if facts.is_empty() {
        return finish(canonical(), None, |to| compare(to, with), facts);
    }
    let bounds = |log: &mut Log| log.put("bounds");
    if let Some(why) = facts.shows(canonical, false, &poly, strict, sort) {
        bounds(log);
        return finish(canonical(), Some((true, why)), |to| compare(to, with), facts);
    }
    if let Some(why) = facts.shows(|| term::not(canonical()), false, &poly.neg(), !strict, sort) {
        bounds(log);
        return finish(canonical(), Some((false, why)), |to| compare(to, with), facts);
    }
    if is_int {
        if let Some((left, right, rule)) = bounds_quotient(&poly, facts, log) {
            bounds(log);
            let why = recorder.chain([compare(&left, with), rule, recorder.truth(&right, true)]);
            return (term::bool(true), why);
        }
    }
    finish(canonical(), None, |to| compare(to, with), facts)
}

/// The canonical comparison, or its truth value if the facts decide it.
fn finish(to: Term, decided: Option<(bool, Why)>, compare: impl FnOnce(&Term) -> Why, facts: &Facts) -> (Term, Why) {
    let recorder = facts.recorder();
    match decided {
        Some((value, why)) => (term::bool(value), recorder.chain([compare(&to), recorder.truth(&why, value)])),
        None => {
            let why = compare(&to);
            (to, why)
        }
    }
}

/// `compare-conditional`: the comparison of a number with `c ? x : y`, for numbers x and y, is true, false, c or ¬c.
/// The result is that condition, and the conditional number.
fn conditional(op: &Op, poly: &Poly) -> Option<(Term, Term)> {
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
    let decided = match (truth(yes)?, truth(no)?) {
        (true, true) => term::bool(true),
        (false, false) => term::bool(false),
        (true, false) => condition.clone(),
        (false, true) => term::not(condition.clone()),
    };
    Some((decided, atom.0.clone()))
}

/// Why `poly ≥ 0` follows by `div-at-most` (`i div n ≤ j` if and only if `i < n·(j + 1)`) or by `div-at-least` (`j ≤ i
/// div n` if and only if `n·j ≤ i`), for a quotient in `poly` with positive n: the left side of the rule, why the right
/// side holds, and why both are equal.
fn bounds_quotient(poly: &Poly, facts: &Facts, log: &mut Log) -> Option<(Term, Why, Why)> {
    poly.atoms().into_iter().find_map(|atom| {
        let (Op::Div, [i, n]) = (atom.op(), atom.args()) else { return None };
        let factor = poly.coefficient_of(&atom).and_then(|k| k.as_constant())?;
        let (rest, divisor) = (poly.without(&atom), Poly::of(n));
        let (name, j, least) = if factor == RBig::ONE {
            ("div-at-least", rest.neg(), Poly::of(i).add(&divisor.mul(&rest)))
        } else if factor == -RBig::ONE {
            let least = divisor.mul(&rest.add(&Poly::constant(1))).sub(&Poly::of(i)).sub(&Poly::constant(1));
            ("div-at-most", rest, least)
        } else {
            return None;
        };
        let divisor_positive = facts.holds(&term::lt(term::int(0), n.clone()))?;
        let bindings = [('i', i.clone()), ('n', n.clone()), ('j', to_term(&j, Sort::INT))];
        let (left, right, rule) = instance(name, &bindings, &[divisor_positive], facts)?;
        let why = facts.shows(|| right, false, &least, false, Sort::INT)?;
        log.put(name);
        Some((left, why, rule))
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

/// The canonical form of the equation `poly = 0`. If the facts decide it, its truth value, and why it or its negation
/// holds. It is a literal if it has no solution in integers because a common divisor of the coefficients does not
/// divide the constant.
fn equation(poly: Poly, sort: Sort, facts: &Facts, log: &mut Log) -> (Term, Option<(bool, Why)>) {
    if let Some(value) = poly.as_constant() {
        log.put("polynomials");
        return (term::bool(value.is_zero()), None);
    }
    let poly = if poly.leads_negative() { poly.neg() } else { poly };
    let atoms = poly.sub(&Poly::constant(poly.constant_part()));
    if sort == Sort::INT && !(poly.constant_part() / atoms.content()).denominator().is_one() {
        log.put("polynomials");
        return (term::bool(false), None);
    }
    let canonical = || {
        let (low, high) = sides(&poly, sort, false);
        term::eq(high, low)
    };
    if facts.is_empty() {
        return (canonical(), None);
    }
    let equation = canonical();
    let decided = facts.between(&equation, &poly.neg(), sort).map(|why| (true, why)).or_else(|| {
        let negation = || term::not(canonical());
        let below = facts.shows(negation, true, &poly, true, sort);
        let why = below.or_else(|| facts.shows(negation, false, &poly.neg(), true, sort))?;
        Some((false, why))
    });
    if decided.is_some() {
        log.put("bounds");
    }
    (equation, decided)
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
