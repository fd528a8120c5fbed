//! Arithmetic of integers with products and digits, for goals that the cheaper steps of a proof do not decide.
//!
//! In: facts and a goal. Out: why the goal follows, if that was shown, and the names of the rules used. Inequalities
//! are added up by [`super::system`]. Equations between numbers with several digits are taken apart by
//! [`super::digits`].

use super::digits::{self, Digits};
use super::facts::Facts;
use super::farkas::{condition, Inequality};
use super::linear::Poly;
use super::log::Log;
use super::sums::{guards, instance};
use super::system::System;
use crate::proof::{Sums, Why};
use crate::term::{self, Op, Sort, Term};
use dashu::rational::RBig;

/// The greatest number of equations that are taken apart in one proof.
const MAX_EQUATIONS: usize = 48;
/// The greatest number of inequalities with products that are divided by common factors.
const MAX_PRODUCTS: usize = 12;

/// Why the facts contradict each other: they imply `0 > 0`, or that a number is 0 that is known not to be 0.
pub fn contradiction(system: &System) -> Option<Why> {
    let facts = system.facts();
    system.at_least_zero(&Poly::constant(RBig::NEG_ONE)).or_else(|| {
        facts.nonzero().find_map(|known| {
            let (at_least, at_most) = system.is_zero(&known.poly)?;
            let recorder = facts.recorder();
            let positive = facts.apart(&known.poly, &at_least, &known.why);
            let sum = vec![(RBig::ONE, positive), (RBig::ONE, at_most)];
            Some(recorder.linear(|| term::bool(false), false, sum, Sums::default))
        })
    })
}

/// Why facts contradict each other, among them the negation of a comparison, by products of inequalities that have
/// to do with the comparison.
pub fn refutes(facts: Facts, comparison: &Term) -> Option<Why> {
    let [a, b] = comparison.args() else { return None };
    System::new(facts).contradiction_of_products(&Poly::difference(a, b).atoms())
}

/// Why the comparison of integers follows from the facts.
pub fn holds(system: &System, goal: &Term) -> Option<Why> {
    let (Op::Le | Op::Lt | Op::Eq, [a, b]) = (goal.op(), goal.args()) else { return None };
    if a.sort() != Sort::INT {
        return None;
    }
    let recorder = system.facts().recorder();
    let difference = Poly::difference(b, a);
    if *goal.op() == Op::Eq {
        let (at_most, at_least) = system.is_zero(&difference)?;
        return Some(recorder.between(goal, &at_most, &at_least));
    }
    let least = if *goal.op() == Op::Lt { difference.sub(&Poly::constant(RBig::ONE)) } else { difference };
    let why = system.at_least_zero(&least)?;
    Some(recorder.linear(|| goal.clone(), false, vec![(RBig::ONE, why)], Sums::default))
}

/// Takes known equations apart, and adds the equations between their digits to the facts. Returns whether there is one.
pub fn take_apart(system: &mut System, log: &mut Log) -> bool {
    let mut done: Vec<Poly> = Vec::new();
    let mut changed = false;
    for next in 0..MAX_EQUATIONS {
        let facts = system.facts();
        let Some(equation) = facts.equation(next).filter(|_| !facts.is_spent()) else { break };
        if equation.poly.is_constant() || done.contains(&equation.poly) {
            continue;
        }
        done.push(equation.poly.clone());
        let Some(found) = digits::split(&equation.poly, &mut |poly| system.at_least_zero(poly)) else { continue };
        log.put("digits");
        let recorder = facts.recorder();
        let both = law("digits", &found, &equation.why, RBig::NEG_ONE, Sums::default, facts);
        for digit in [found.high, found.low] {
            let part = recorder.part(&both, || term::eq(digit.to_term(Sort::INT), term::int(0)));
            if digit.is_constant() && !digit.is_zero() {
                // The equation says that a number is 0 that is not, so it is `false` itself.
                changed |= system.contradict(part);
                continue;
            }
            let zero = || term::eq(term::int(0), digit.to_term(Sort::INT));
            let why = recorder.linear(zero, false, vec![(RBig::NEG_ONE, part)], Sums::default);
            changed |= system.assume_zero(digit, &why);
        }
    }
    changed
}

/// Why the right side of a rule about two digits holds. `whole`, times the factor, shows its left side.
fn law(name: &str, digits: &Digits, whole: &Why, factor: RBig, with: impl FnOnce() -> Sums, facts: &Facts) -> Why {
    let recorder = facts.recorder();
    if !recorder.is_on() {
        return Why::NONE;
    }
    let number = |poly: &Poly| poly.to_term(Sort::INT);
    let bindings = [('n', number(&digits.base)), ('i', number(&digits.high)), ('j', number(&digits.low))];
    let guards = guards(name, &bindings)
        .into_iter()
        .zip(&digits.bounds)
        .map(|(guard, why)| recorder.linear(|| guard, false, vec![(RBig::ONE, why.clone())], Sums::default));
    let guards: Vec<Why> = guards.collect();
    let Some((left, _, rule)) = instance(name, &bindings, &guards, facts) else { return Why::NONE };
    let whole = recorder.linear(|| left, false, vec![(factor, whole.clone())], with);
    recorder.rewritten(&whole, &rule)
}

/// Divides known inequalities by common factors, and adds the results to the facts. Two opposite inequalities are an
/// equation. Returns whether something new was found.
pub fn divide(system: &mut System, log: &mut Log) -> bool {
    let has_product = |known: &&Inequality| known.poly.monomials().any(|(m, _)| m.len() > 1);
    let facts = system.facts();
    let recorder = facts.recorder();
    let mut found: Vec<(Poly, Why)> = Vec::new();
    for sum in system.known().filter(has_product).take(MAX_PRODUCTS) {
        let Some(cut) = digits::cut(&sum.poly, &mut |poly| system.at_least_zero(poly)) else { continue };
        let high = facts.reduced(&cut.high);
        if system.known().any(|known| known.poly == high) {
            continue;
        }
        let both = law("cut", &cut, &sum.why, RBig::ONE, || facts.substituted(), facts);
        let why = recorder.part(&both, || condition(&cut.high, false, Sort::INT));
        found.push((cut.high, why));
    }
    let mut changed = false;
    for (poly, why) in found {
        log.put("cut");
        let opposite = poly.neg();
        let other = system.facts().inequalities().find(|known| known.poly == opposite).map(|known| known.why.clone());
        changed |= match other {
            Some(other) => {
                let zero = term::eq(term::int(0), poly.to_term(Sort::INT));
                let why = recorder.between(&zero, &why, &other);
                system.assume_zero(poly, &why)
            }
            None => system.assume_at_least_zero(poly, &why),
        };
    }
    changed
}
