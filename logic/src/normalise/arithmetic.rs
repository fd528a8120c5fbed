//! Arithmetic of integers with products and digits, for goals that the cheaper steps of a proof do not decide.
//!
//! In: facts and a goal. Out: why the goal follows, if that was shown, and the names of the rules used. Inequalities
//! are added up with factors that a linear program finds ([`super::simplex`]), among them products of known
//! inequalities ([`super::products`]). The sum is computed again as a polynomial before it is believed. Equations
//! between numbers with several digits are taken apart by [`super::digits`].

use super::digits::{self, Digits};
use super::facts::Facts;
use super::farkas::{condition, Inequality};
use super::linear::{Monomial, Poly};
use super::log::Log;
use super::order::Atom;
use super::products::{products, products_in};
use super::simplex::{combination, Column, Fraction};
use super::sums::{guards, instance};
use crate::proof::{Sums, Why};
use crate::term::{self, Op, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of equations that are taken apart in one proof.
const MAX_EQUATIONS: usize = 48;
/// The greatest number of inequalities with products that are divided by common factors.
const MAX_PRODUCTS: usize = 12;
/// How many columns of a linear program cost one of the steps that [`Facts`] counts.
const COLUMNS_A_STEP: usize = 8;
/// The greatest number of columns of a linear program.
const MAX_COLUMNS: usize = 160;

/// How many monomials of known inequalities cost one of the steps that [`Facts`] counts.
const MONOMIALS_A_STEP: usize = 32;

/// Known inequalities of integers, with the known equations substituted.
pub struct System<'f> {
    facts: &'f Facts,
    known: Vec<Inequality>,
    /// Answers to the question whether an atom is at least 0, for each atom that was asked about.
    signs: RefCell<BTreeMap<Atom, Option<Why>>>,
}

impl<'f> System<'f> {
    /// The integer inequalities among the facts.
    pub fn new(facts: &'f Facts) -> Self {
        let mut known: Vec<Inequality> = Vec::new();
        for fact in facts.inequalities() {
            let poly = facts.reduced(&fact.poly);
            if !facts.spend(poly.len() / MONOMIALS_A_STEP) {
                break;
            }
            if !poly.is_constant() && !known.iter().any(|k| k.poly == poly) {
                known.push(Inequality { poly, strict: false, why: fact.why.clone() });
            }
        }
        Self { facts, known, signs: RefCell::default() }
    }

    /// Why the polynomial, an integer, is at least 0 wherever the facts hold. `None` means that no proof was found.
    pub fn at_least_zero(&self, poly: &Poly) -> Option<Why> {
        let target = self.facts.reduced(poly);
        let shown = |sum| {
            let recorder = self.facts.recorder();
            recorder.linear(|| condition(poly, false, Sort::INT), false, sum, || self.facts.substituted())
        };
        if target.as_constant().is_some_and(|value| !value.is_negative()) {
            return Some(shown(vec![]));
        }
        // Without steps, no sum is searched, and so no product is needed.
        if self.facts.is_spent() {
            return None;
        }
        let recorder = self.facts.recorder();
        let mut columns = self.known.clone();
        let most = target.degree();
        let wanted = products_in(&target);
        columns.extend(products(wanted, most, &self.known, &|atom| self.is_nonnegative(atom), recorder));
        self.sum(target, columns).map(shown)
    }

    /// The known inequalities.
    pub fn known(&self) -> impl Iterator<Item = &Inequality> {
        self.known.iter()
    }

    /// Why the facts contradict each other: products of known inequalities, the last one first among them, add up to
    /// `0 <= -1`. Each product has a monomial in common with a known inequality that mentions one of the atoms, or with
    /// another product.
    fn contradiction_of_products(&self, atoms: &[Term]) -> Option<Why> {
        if self.facts.is_spent() {
            return None;
        }
        let mentions = |m: &[Atom]| m.iter().any(|a| atoms.contains(&a.0));
        let related = self.known.iter().filter(|known| known.poly.monomials().any(|(m, _)| mentions(m)));
        let wanted: BTreeSet<Monomial> = related.flat_map(|known| products_in(&known.poly)).collect();
        let most = wanted.iter().map(Vec::len).max()?;
        let recorder = self.facts.recorder();
        // The negation of the goal is the last inequality.
        let columns: Vec<Inequality> = self.known.iter().rev().cloned().collect();
        let wanted = wanted.into_iter().collect();
        let products = products(wanted, most, &columns, &|atom| self.is_nonnegative(atom), recorder);
        let sum = self.sum(Poly::constant(RBig::NEG_ONE), products.into_iter().chain(columns).collect())?;
        Some(recorder.linear(|| term::bool(false), false, sum, || self.facts.substituted()))
    }

    /// Why an atom is at least 0, by a sum without products.
    fn is_nonnegative(&self, atom: &Atom) -> Option<Why> {
        if let Some(known) = self.signs.borrow().get(atom) {
            return known.clone();
        }
        let poly = Poly::product_of(std::slice::from_ref(atom));
        let answer = self.sum(poly.clone(), self.known.clone()).map(|sum| {
            let recorder = self.facts.recorder();
            recorder.linear(|| condition(&poly, false, Sort::INT), false, sum, || self.facts.substituted())
        });
        let _ = self.signs.borrow_mut().insert(atom.clone(), answer.clone());
        answer
    }

    /// The factors with which columns add up to the target less a number above -1. The columns are at least 0.
    fn sum(&self, target: Poly, columns: Vec<Inequality>) -> Option<Vec<(RBig, Why)>> {
        let columns = useful(columns, &target);
        if !self.facts.spend(1 + columns.len() / COLUMNS_A_STEP) {
            return None;
        }
        // target = Σ factor · column + rest, where no factor is negative. An integer above -1 is at least 0.
        let mut rest = target.clone();
        let mut summands = Vec::new();
        for (n, factor) in solve(&columns, &target)? {
            let column = columns.get(n).filter(|_| !factor.is_negative())?;
            rest = rest.sub_scaled(&column.poly, &factor);
            summands.push((factor, column.why.clone()));
        }
        rest.as_constant().is_some_and(|value| value > RBig::NEG_ONE).then_some(summands)
    }

    /// Why the polynomial is at least 0, and why it is at most 0, wherever the facts hold. `None` means that no proof
    /// was found.
    pub fn is_zero(&self, poly: &Poly) -> Option<(Why, Why)> {
        Some((self.at_least_zero(poly)?, self.at_least_zero(&poly.neg())?))
    }
}

/// Why the facts contradict each other: they imply `0 > 0`, or that a number is 0 that is known not to be 0.
pub fn contradiction(facts: &Facts) -> Option<Why> {
    let system = System::new(facts);
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
pub fn refutes(facts: &Facts, comparison: &Term) -> Option<Why> {
    let [a, b] = comparison.args() else { return None };
    System::new(facts).contradiction_of_products(&Poly::difference(a, b).atoms())
}

/// Why the comparison of integers follows from the facts.
pub fn holds(facts: &Facts, goal: &Term) -> Option<Why> {
    let (Op::Le | Op::Lt | Op::Eq, [a, b]) = (goal.op(), goal.args()) else { return None };
    if a.sort() != Sort::INT {
        return None;
    }
    let (system, recorder) = (System::new(facts), facts.recorder());
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
pub fn take_apart(facts: &mut Facts, log: &mut Log) -> bool {
    let mut done: Vec<Poly> = Vec::new();
    let mut changed = false;
    let mut next = 0;
    while let Some(equation) = facts.equation(next).filter(|_| next < MAX_EQUATIONS && !facts.is_spent()) {
        next += 1;
        if equation.poly.is_constant() || done.contains(&equation.poly) {
            continue;
        }
        done.push(equation.poly.clone());
        let system = System::new(facts);
        let Some(found) = digits::split(&equation.poly, &mut |poly| system.at_least_zero(poly)) else { continue };
        log.put("digits");
        let both = law("digits", &found, &equation.why, RBig::NEG_ONE, Sums::default, facts);
        for digit in [found.high, found.low] {
            let recorder = facts.recorder();
            let part = recorder.part(&both, || term::eq(digit.to_term(Sort::INT), term::int(0)));
            let zero = || term::eq(term::int(0), digit.to_term(Sort::INT));
            let why = recorder.linear(zero, false, vec![(RBig::NEG_ONE, part)], Sums::default);
            changed |= facts.assume_zero(digit, &why);
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
pub fn divide(facts: &mut Facts, log: &mut Log) -> bool {
    let has_product = |known: &&Inequality| known.poly.monomials().any(|(m, _)| m.len() > 1);
    let system = System::new(facts);
    let mut found: Vec<(Poly, Why)> = Vec::new();
    for sum in system.known.iter().filter(has_product).take(MAX_PRODUCTS) {
        let Some(cut) = digits::cut(&sum.poly, &mut |poly| system.at_least_zero(poly)) else { continue };
        let high = facts.reduced(&cut.high);
        if system.known.iter().any(|known| known.poly == high) {
            continue;
        }
        let both = law("cut", &cut, &sum.why, RBig::ONE, || facts.substituted(), facts);
        let why = facts.recorder().part(&both, || condition(&cut.high, false, Sort::INT));
        found.push((cut.high, why));
    }
    let mut changed = false;
    for (poly, why) in found {
        log.put("cut");
        let opposite = poly.neg();
        let other = facts.inequalities().find(|known| known.poly == opposite).map(|known| known.why.clone());
        changed |= match other {
            Some(other) => {
                let zero = term::eq(term::int(0), poly.to_term(Sort::INT));
                let why = facts.recorder().between(&zero, &why, &other);
                facts.assume_zero(poly, &why)
            }
            None => facts.assume_at_least_zero(poly, &why),
        };
    }
    changed
}

/// The columns that can take part in a sum that is the target up to a constant. A monomial that the target does not
/// have must occur with both signs, since otherwise nothing cancels it.
fn useful(mut columns: Vec<Inequality>, target: &Poly) -> Vec<Inequality> {
    columns.truncate(MAX_COLUMNS);
    loop {
        let mut signs: BTreeMap<Monomial, (bool, bool)> = BTreeMap::new();
        for (monomial, c) in columns.iter().flat_map(|column| column.poly.monomials()).filter(|(m, _)| !m.is_empty()) {
            let entry = signs.entry(monomial.to_vec()).or_default();
            *entry = (entry.0 || c.is_positive(), entry.1 || c.is_negative());
        }
        let stays = |m: &[Atom]| {
            let m = m.to_vec();
            m.is_empty() || target.coefficient(&m).is_some() || signs.get(&m) == Some(&(true, true))
        };
        let before = columns.len();
        columns.retain(|column| column.poly.monomials().all(|(m, _)| stays(m)));
        if columns.len() == before {
            return columns;
        }
    }
}

/// Factors, none negative, with which the columns add up to the target less a constant above -1.
fn solve(columns: &[Inequality], target: &Poly) -> Option<Vec<(usize, RBig)>> {
    let mut rows: BTreeMap<Monomial, usize> = BTreeMap::new();
    for (monomial, _) in columns
        .iter()
        .map(|column| &column.poly)
        .chain([target])
        .flat_map(Poly::monomials)
        .filter(|(m, _)| !m.is_empty())
    {
        let next = rows.len();
        let _ = rows.entry(monomial.to_vec()).or_insert(next);
    }
    let column = |poly: &Poly| {
        let entries = poly.monomials().filter(|(m, _)| !m.is_empty());
        let entries: Option<Vec<_>> = entries.map(|(m, c)| Some((*rows.get(m)?, fraction(c)?))).collect();
        Some(Column { entries: entries?, cost: fraction(&poly.constant_part())? })
    };
    let program: Option<Vec<Column>> = columns.iter().map(|known| column(&known.poly)).collect();
    let mut wanted = vec![Fraction::ZERO; rows.len()];
    for (row, value) in column(target)?.entries {
        *wanted.get_mut(row)? = value;
    }
    let limit = fraction(&(target.constant_part() + RBig::ONE))?;
    let found = combination(&program?, &wanted, limit)?;
    let exact = |f: Fraction| Some(RBig::from(f.numerator) / RBig::from(f.denominator));
    found.into_iter().map(|(n, factor)| Some((n, exact(factor)?))).collect()
}

fn fraction(value: &RBig) -> Option<Fraction> {
    let numerator = i128::try_from(value.numerator().clone()).ok()?;
    Fraction::new(numerator, i128::try_from(value.denominator().clone()).ok()?)
}
