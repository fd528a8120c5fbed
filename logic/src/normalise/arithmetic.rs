//! Arithmetic of integers with products and digits, for goals that the cheaper steps of a proof do not decide.
//!
//! In: facts and a goal. Out: whether the goal was shown to follow, and the names of the rules used. Inequalities are
//! added up with factors that a linear program finds ([`super::simplex`]), among them products of known inequalities
//! ([`super::products`]). The sum is computed again as a polynomial before it is believed. Equations between numbers
//! with several digits are taken apart by [`super::digits`].

use super::digits;
use super::facts::Facts;
use super::linear::{Monomial, Poly};
use super::log::Log;
use super::order::Atom;
use super::products::products;
use super::simplex::{combination, Column, Fraction};
use crate::term::{Op, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The greatest number of equations that are taken apart in one proof.
const MAX_EQUATIONS: usize = 48;
/// The greatest number of inequalities with products that are divided by common factors.
const MAX_PRODUCTS: usize = 12;
/// How many columns of a linear program cost one of the steps that [`Facts`] counts.
const COLUMNS_A_STEP: usize = 8;
/// The greatest number of columns of a linear program.
const MAX_COLUMNS: usize = 160;

/// Known inequalities of integers, with the known equations substituted.
pub struct System<'f> {
    facts: &'f Facts,
    known: Vec<Poly>,
    /// The atoms of which it was asked whether they are at least 0, with the answers.
    signs: RefCell<BTreeMap<Atom, bool>>,
}

impl<'f> System<'f> {
    /// The integer inequalities among the facts.
    pub fn new(facts: &'f Facts) -> Self {
        let mut known: Vec<Poly> = Vec::new();
        for poly in facts.inequalities() {
            let poly = facts.reduced(poly);
            if !poly.is_constant() && !known.contains(&poly) {
                known.push(poly);
            }
        }
        Self { facts, known, signs: RefCell::default() }
    }

    /// Whether the value of the polynomial, an integer, is at least 0 wherever the facts hold. `false` means that no
    /// proof was found.
    pub fn at_least_zero(&self, poly: &Poly) -> bool {
        let target = self.facts.reduced(poly);
        if let Some(value) = target.as_constant() {
            if !value.is_negative() {
                return true;
            }
        }
        // Without steps, no sum is searched, and so no product is needed.
        if self.facts.is_spent() {
            return false;
        }
        let mut columns = self.known.clone();
        columns.extend(products(&target, &self.known, &|atom| self.is_nonnegative(atom)));
        self.is_sum(target, columns)
    }

    /// Whether an atom is at least 0, by a sum without products.
    fn is_nonnegative(&self, atom: &Atom) -> bool {
        if let Some(known) = self.signs.borrow().get(atom) {
            return *known;
        }
        let answer = self.is_sum(Poly::product_of(std::slice::from_ref(atom)), self.known.clone());
        let _ = self.signs.borrow_mut().insert(atom.clone(), answer);
        answer
    }

    /// Whether the target is a sum of multiples of the columns and a number above -1. The columns are at least 0.
    fn is_sum(&self, target: Poly, columns: Vec<Poly>) -> bool {
        let columns = useful(columns, &target);
        if !self.facts.spend(1 + columns.len() / COLUMNS_A_STEP) {
            return false;
        }
        let Some(factors) = solve(&columns, &target) else { return false };
        // target = Σ factor · column + rest, where no factor is negative. An integer above -1 is at least 0.
        let mut rest = target;
        for (n, factor) in factors {
            let Some(column) = columns.get(n).filter(|_| !factor.is_negative()) else { return false };
            rest = rest.sub_scaled(column, &factor);
        }
        rest.as_constant().is_some_and(|value| value > RBig::NEG_ONE)
    }

    /// Whether the polynomial is 0 wherever the facts hold. `false` means that no proof was found.
    pub fn is_zero(&self, poly: &Poly) -> bool {
        let poly = self.facts.reduced(poly);
        poly.is_zero() || (self.at_least_zero(&poly) && self.at_least_zero(&poly.neg()))
    }
}

/// Whether the facts contradict each other: they imply `0 > 0`, or that a number is 0 that is known not to be 0.
pub fn contradiction(facts: &Facts) -> bool {
    let system = System::new(facts);
    system.at_least_zero(&Poly::constant(RBig::NEG_ONE)) || facts.nonzero().any(|poly| system.is_zero(poly))
}

/// Whether the comparison of integers, or its negation, follows from the facts.
pub fn holds(facts: &Facts, goal: &Term) -> bool {
    let (Op::Le | Op::Lt | Op::Eq, [a, b]) = (goal.op(), goal.args()) else { return false };
    if a.sort() != Sort::INT {
        return false;
    }
    let system = System::new(facts);
    let difference = Poly::difference(b, a);
    match goal.op() {
        Op::Le => system.at_least_zero(&difference),
        Op::Lt => system.at_least_zero(&difference.sub(&Poly::constant(RBig::ONE))),
        _ => system.is_zero(&difference),
    }
}

/// Takes known equations apart, and adds the equations between their digits to the facts. Returns whether there is one.
pub fn take_apart(facts: &mut Facts, log: &mut Log) -> bool {
    let mut done: Vec<Poly> = Vec::new();
    let mut changed = false;
    let mut next = 0;
    while let Some(equation) = facts.equation(next).filter(|_| next < MAX_EQUATIONS && !facts.is_spent()) {
        next += 1;
        if equation.is_constant() || done.contains(equation) {
            continue;
        }
        done.push(equation.clone());
        let system = System::new(facts);
        let Some((high, low)) = digits::split(equation, &mut |poly| system.at_least_zero(poly)) else { continue };
        log.put("digits");
        for digit in [high, low] {
            changed |= facts.assume_zero(digit);
        }
    }
    changed
}

/// Divides known inequalities by common factors, and adds the results to the facts. Two opposite inequalities are an
/// equation. Returns whether something new was found.
pub fn divide(facts: &mut Facts, log: &mut Log) -> bool {
    let has_product = |poly: &&Poly| poly.monomials().any(|(m, _)| m.len() > 1);
    let system = System::new(facts);
    let mut found: Vec<Poly> = Vec::new();
    for sum in system.known.iter().filter(has_product).take(MAX_PRODUCTS) {
        let cut = digits::cut(sum, &mut |poly| system.at_least_zero(poly));
        found.extend(cut.filter(|poly| !system.known.contains(&facts.reduced(poly))));
    }
    let mut changed = false;
    for poly in found {
        log.put("cut");
        let opposite = poly.neg();
        if facts.inequalities().any(|known| *known == opposite) {
            changed |= facts.assume_zero(poly);
        } else {
            changed |= facts.assume_at_least_zero(poly);
        }
    }
    changed
}

/// The columns that can take part in a sum that is the target up to a constant. A monomial that the target does not
/// have must occur with both signs, since otherwise nothing cancels it.
fn useful(mut columns: Vec<Poly>, target: &Poly) -> Vec<Poly> {
    columns.truncate(MAX_COLUMNS);
    loop {
        let mut signs: BTreeMap<Monomial, (bool, bool)> = BTreeMap::new();
        for (monomial, c) in columns.iter().flat_map(Poly::monomials).filter(|(m, _)| !m.is_empty()) {
            let entry = signs.entry(monomial.to_vec()).or_default();
            *entry = (entry.0 || c.is_positive(), entry.1 || c.is_negative());
        }
        let stays = |m: &[Atom]| {
            let m = m.to_vec();
            m.is_empty() || target.coefficient(&m).is_some() || signs.get(&m) == Some(&(true, true))
        };
        let before = columns.len();
        columns.retain(|column| column.monomials().all(|(m, _)| stays(m)));
        if columns.len() == before {
            return columns;
        }
    }
}

/// Factors, none negative, with which the columns add up to the target less a constant above -1.
fn solve(columns: &[Poly], target: &Poly) -> Option<Vec<(usize, RBig)>> {
    let mut rows: BTreeMap<Monomial, usize> = BTreeMap::new();
    for (monomial, _) in columns.iter().chain([target]).flat_map(Poly::monomials).filter(|(m, _)| !m.is_empty()) {
        let next = rows.len();
        let _ = rows.entry(monomial.to_vec()).or_insert(next);
    }
    let column = |poly: &Poly| {
        let entries = poly.monomials().filter(|(m, _)| !m.is_empty());
        let entries: Option<Vec<_>> = entries.map(|(m, c)| Some((*rows.get(m)?, fraction(c)?))).collect();
        Some(Column { entries: entries?, cost: fraction(&poly.constant_part())? })
    };
    let program: Option<Vec<Column>> = columns.iter().map(column).collect();
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
