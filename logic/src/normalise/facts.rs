//! Facts that a proof may use: truth values of terms, and polynomials that are known to be at least 0.
//!
//! In: hypotheses, each simplified when it is added. Out: whether a condition follows from them, either because its
//! truth value is known or by adding up inequalities ([`super::farkas`]), within a budget of steps.

use super::farkas::{combines, Inequality};
use super::linear::{lift, Poly};
use super::operators::operators;
use super::order::Atom;
use super::pattern::{instantiate, matches, Bindings};
use super::rational::over;
use super::rules::lemmas;
use crate::term::{for_each_subterm, Op, Sort, Symbol, Term};
use dashu::base::Signed;
use dashu::rational::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

/// The greatest number of inequalities of integers that are kept; also of inequalities of reals, of equations and of
/// disequations.
const MAX_KEPT: usize = 96;
/// The greatest number of inequalities that are added up to answer one question.
const MAX_SUMMANDS: u32 = 6;
/// The greatest number of elimination steps for one question.
const MAX_STEPS: u32 = 64;
/// The greatest number of elimination steps for all questions about one obligation together.
const MAX_WORK: u32 = 4000;

/// Adds an inequality, unless it is in the list already or the list is full.
fn put(known: &mut Vec<Arc<Inequality>>, new: Inequality) {
    if known.len() < MAX_KEPT && !known.iter().any(|k| **k == new) {
        known.push(Arc::new(new));
    }
}

/// The facts known at one point of a proof. A case split continues with clones.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The terms that were recorded as true or as false.
    truths: FxHashMap<Term, bool>,
    /// Known equations `atom = polynomial`, each solved for an atom.
    equations: Vec<Arc<(Atom, Poly)>>,
    /// Inequalities of integers.
    ints: Vec<Arc<Inequality>>,
    /// Inequalities of reals, and those of integers as inequalities of reals.
    reals: Vec<Arc<Inequality>>,
    /// Integer polynomials that are known to be 0, in the order in which they became known.
    zeros: Vec<Arc<Poly>>,
    /// Integer polynomials that are known not to be 0. If `p` is in the list, `-p` need not be.
    nonzero: Vec<Arc<Poly>>,
    /// The quotients and remainders of which all lemmas were added.
    described: FxHashSet<Term>,
    /// The numbers of the constants that occur in facts.
    symbols: FxHashSet<u32>,
    /// Whether the facts were found to contradict each other.
    contradictory: bool,
    /// The assumptions, each simplified by the facts before it. In a case of a case split, some can be simplified
    /// further.
    pub(super) kept: Vec<Term>,
    /// Elimination steps that are left; clones spend from the same count.
    work: Arc<AtomicU32>,
}

impl Facts {
    /// No facts, and the full number of steps.
    pub fn new() -> Self {
        Self { work: Arc::new(AtomicU32::new(MAX_WORK)), ..Self::default() }
    }

    /// A copy with its own count of steps, which starts at what is left here.
    pub fn fork(&self) -> Self {
        let left = self.work.load(Ordering::Relaxed);
        Self { work: Arc::new(AtomicU32::new(left)), ..self.clone() }
    }

    /// Elimination steps that are left.
    #[cfg(test)]
    pub fn steps_left(&self) -> u32 {
        self.work.load(Ordering::Relaxed)
    }

    /// Records that the condition is true, as a whole: a conjunction is not taken apart, and no inequality is derived.
    pub fn note(&mut self, t: &Term) {
        match (t.op(), t.args()) {
            (Op::Bool(_), _) => {}
            (Op::Not, [a]) => self.learn(a, false),
            _ => self.learn(t, true),
        }
    }

    /// Whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.truths.is_empty() && self.ints.is_empty() && self.reals.is_empty()
    }

    /// Whether the facts were found to contradict each other. Not every contradiction is found.
    pub fn contradictory(&self) -> bool {
        self.contradictory
    }

    /// Whether the constant occurs in some fact, free or bound.
    pub fn mention(&self, symbol: &Symbol) -> bool {
        self.symbols.contains(&symbol.id())
    }

    /// The truth value of the term, if the term itself was recorded as true or as false.
    pub fn truth(&self, t: &Term) -> Option<bool> {
        t.as_bool().or_else(|| self.truths.get(t).copied())
    }

    /// Adds a fact. A conjunction is split into its parts, a comparison adds an inequality.
    pub fn assume(&mut self, t: &Term) {
        if self.truth(t) == Some(true) {
            return;
        }
        match (t.op(), t.args()) {
            (Op::Bool(true), _) => return,
            (Op::Bool(false), _) => self.contradictory = true,
            (Op::And, args) => args.iter().for_each(|a| self.assume(a)),
            (Op::Not, [a]) => match (a.op(), a.args()) {
                (Op::Or, args) => args.iter().for_each(|a| self.assume(&crate::term::not(a.clone()))),
                (Op::Implies, [b, c]) => {
                    self.assume(b);
                    self.assume(&crate::term::not(c.clone()));
                }
                _ => {
                    self.learn(a, false);
                    self.compare(a, false);
                }
            },
            (Op::Implies, [a, b]) if self.holds(a) => self.assume(b),
            _ => self.compare(t, true),
        }
        self.learn(t, true);
    }

    /// Records the truth value of a term.
    fn learn(&mut self, t: &Term, value: bool) {
        for_each_subterm(t, &mut |s| {
            if let (Some(symbol), true) = (s.as_app(), s.args().is_empty()) {
                let _ = self.symbols.insert(symbol.id());
            }
        });
        self.contradictory |= self.truths.insert(t.clone(), value).is_some_and(|old| old != value);
    }

    /// Adds the inequalities and equations that the comparison `t` stands for, if its truth is `value`.
    fn compare(&mut self, t: &Term, value: bool) {
        let [a, b] = t.args() else { return };
        if a.sort() != Sort::INT && a.sort() != Sort::REAL {
            return;
        }
        let difference = || Poly::difference(b, a);
        match (t.op(), value) {
            (Op::Le, true) => self.at_least(difference(), false, a.sort()),
            (Op::Lt, true) => self.at_least(difference(), true, a.sort()),
            (Op::Le, false) => self.at_least(difference().neg(), true, a.sort()),
            (Op::Lt, false) => self.at_least(difference().neg(), false, a.sort()),
            (Op::Eq, true) => {
                self.at_least(difference(), false, a.sort());
                self.at_least(difference().neg(), false, a.sort());
                self.equate(difference());
                if a.sort() == Sort::INT && self.zeros.len() < MAX_KEPT {
                    self.zeros.push(Arc::new(difference()));
                }
            }
            (Op::Eq, false) if a.sort() == Sort::INT => self.assume_nonzero(difference()),
            _ => {}
        }
    }

    /// Adds `poly = 0`, for an integer `poly`. Returns whether that was not known.
    pub(super) fn assume_zero(&mut self, poly: Poly) -> bool {
        if self.reduced(&poly).is_zero() || self.zeros.len() >= MAX_KEPT {
            return false;
        }
        self.at_least(poly.clone(), false, Sort::INT);
        self.at_least(poly.neg(), false, Sort::INT);
        self.equate(poly.clone());
        self.zeros.push(Arc::new(poly));
        true
    }

    /// Whether no elimination steps are left.
    pub(super) fn is_spent(&self) -> bool {
        self.work.load(Ordering::Relaxed) == 0
    }

    /// Takes steps from those that are left. Returns whether there were as many.
    pub(super) fn spend(&self, steps: usize) -> bool {
        let left = self.work.load(Ordering::Relaxed);
        let rest = u32::try_from(steps).ok().and_then(|steps| left.checked_sub(steps));
        self.work.store(rest.unwrap_or(0), Ordering::Relaxed);
        rest.is_some()
    }

    /// Adds `poly ≥ 0`, for an integer `poly`. Returns whether that was not known.
    pub(super) fn assume_at_least_zero(&mut self, poly: Poly) -> bool {
        let before = self.ints.len();
        self.at_least(poly, false, Sort::INT);
        self.ints.len() > before
    }

    /// The known inequalities `poly ≥ 0` of integers.
    pub(super) fn inequalities(&self) -> impl Iterator<Item = &Poly> {
        self.ints.iter().map(|inequality| &inequality.poly)
    }

    /// The integer polynomial that became known to be 0 after `n` others.
    pub(super) fn equation(&self, n: usize) -> Option<&Poly> {
        self.zeros.get(n).map(|poly| &**poly)
    }

    /// The integer polynomials that are known not to be 0.
    pub(super) fn nonzero(&self) -> impl Iterator<Item = &Poly> {
        self.nonzero.iter().map(|poly| &**poly)
    }

    /// The polynomial with the known equations substituted.
    pub(super) fn reduced(&self, poly: &Poly) -> Poly {
        self.reduce(poly).unwrap_or_else(|| poly.clone())
    }

    /// Adds `poly ≠ 0`, for an integer `poly`. If `poly ≥ 0` is known, `poly ≥ 1` follows; if `-poly ≥ 0` is
    /// known, `-poly ≥ 1` follows.
    fn assume_nonzero(&mut self, poly: Poly) {
        for side in [poly.neg(), poly.clone()] {
            if self.ints.iter().any(|k| k.poly == side) {
                self.at_least(side, true, Sort::INT);
            }
        }
        if self.nonzero.len() < MAX_KEPT {
            self.nonzero.push(Arc::new(poly));
        }
    }

    /// Adds `poly = 0`, solved for an atom that is a monomial by itself and occurs in no other monomial. If such an
    /// atom is a constant, it is preferred. The atom may occur inside of other atoms of its value, as in `i = n·(i div
    /// n) + i mod n`.
    fn equate(&mut self, poly: Poly) {
        let poly = self.reduce(&poly).unwrap_or(poly);
        let mut pivot: Option<(Atom, RBig)> = None;
        for (monomial, c) in poly.monomials() {
            let [atom] = monomial else { continue };
            if poly.monomials().filter(|(m, _)| m.contains(atom)).count() > 1 {
                continue;
            }
            let constant = |a: &Atom| a.0.as_app().is_some() && a.0.args().is_empty();
            if pivot.as_ref().is_none_or(|(best, _)| constant(atom) && !constant(best)) {
                pivot = Some((atom.clone(), c.clone()));
            }
        }
        let Some((atom, c)) = pivot else { return };
        let value = poly.without(&atom.0).scale(&over(&RBig::NEG_ONE, &c));
        if self.equations.len() < MAX_KEPT {
            self.equations.push(Arc::new((atom, value)));
        }
    }

    /// The polynomial with the known equations substituted; `None` if none of their atoms occurs.
    fn reduce(&self, poly: &Poly) -> Option<Poly> {
        let mut reduced: Option<Poly> = None;
        for _ in 0..2 {
            for (atom, value) in self.equations.iter().map(|e| (&e.0, &e.1)) {
                if let Some(next) = reduced.as_ref().unwrap_or(poly).replace(atom, value) {
                    reduced = Some(next);
                }
            }
        }
        reduced
    }

    /// Adds `poly > 0` (if `strict`) or `poly ≥ 0`. For integers, `poly > 0` is `poly - 1 ≥ 0`.
    fn at_least(&mut self, mut poly: Poly, mut strict: bool, sort: Sort) {
        let is_int = sort == Sort::INT;
        let known_nonzero = |poly: &Poly| {
            let other = (!self.nonzero.is_empty()).then(|| poly.neg());
            self.nonzero.iter().any(|a| **a == *poly || Some(&**a) == other.as_ref())
        };
        strict |= is_int && known_nonzero(&poly);
        if is_int && strict {
            poly = poly.sub(&Poly::constant(1));
            strict = false;
        }
        if let Some(value) = poly.as_constant() {
            self.contradictory |= value.is_negative() || (strict && value.is_zero());
            return;
        }
        if is_int {
            put(&mut self.reals, Inequality { poly: lift(&poly), strict });
            put(&mut self.ints, Inequality { poly, strict });
        } else {
            put(&mut self.reals, Inequality { poly, strict });
        }
    }

    /// These facts and the lemmas about the quotients and remainders that occur in the term.
    pub fn described(&self, t: &Term) -> Cow<'_, Self> {
        if operators(t).iter().all(|t| self.described.contains(t)) {
            return Cow::Borrowed(self);
        }
        let mut more = self.clone();
        more.describe(t);
        Cow::Owned(more)
    }

    /// Adds the lemmas about the quotients and remainders that occur in the term outside of quantifiers.
    pub fn describe(&mut self, t: &Term) {
        for t in operators(t) {
            if self.described.contains(&t) {
                continue;
            }
            let mut all = true;
            for lemma in lemmas() {
                let mut bindings = Bindings::default();
                if !matches(&lemma.lhs, &t, &mut bindings) {
                    continue;
                }
                let guards_hold =
                    lemma.guards.iter().all(|g| instantiate(g, &bindings).is_some_and(|g| self.holds(&g)));
                match instantiate(&lemma.rhs, &bindings) {
                    Some(fact) if guards_hold => self.compare(&fact, true),
                    Some(_) | None => all = false,
                }
            }
            if all {
                let _ = self.described.insert(t);
            }
        }
    }

    /// Whether the condition follows from the facts. `false` means that no proof was found.
    pub fn holds(&self, t: &Term) -> bool {
        if let Some(value) = self.truth(t) {
            return value;
        }
        match (t.op(), t.args()) {
            (Op::And, args) => args.iter().all(|a| self.holds(a)),
            (Op::Or, args) => args.iter().any(|a| self.holds(a)),
            (Op::Not, [a]) => self.fails(a),
            (Op::Implies, [a, b]) => self.fails(a) || self.holds(b),
            (Op::Le, [a, b]) => self.positive(&Poly::difference(b, a), false, a.sort()),
            (Op::Lt, [a, b]) => self.positive(&Poly::difference(b, a), true, a.sort()),
            (Op::Eq, [a, b]) if a.sort() == Sort::INT || a.sort() == Sort::REAL => {
                let difference = Poly::difference(b, a);
                self.positive(&difference, false, a.sort()) && self.positive(&difference.neg(), false, a.sort())
            }
            _ => false,
        }
    }

    /// Whether the negation of the condition follows from the facts. `false` means that no proof was found.
    pub fn fails(&self, t: &Term) -> bool {
        if let Some(value) = self.truth(t) {
            return !value;
        }
        match (t.op(), t.args()) {
            (Op::And, args) => args.iter().any(|a| self.fails(a)),
            (Op::Or, args) => args.iter().all(|a| self.fails(a)),
            (Op::Not, [a]) => self.holds(a),
            (Op::Implies, [a, b]) => self.holds(a) && self.fails(b),
            (Op::Le, [a, b]) => self.positive(&Poly::difference(a, b), true, a.sort()),
            (Op::Lt, [a, b]) => self.positive(&Poly::difference(a, b), false, a.sort()),
            (Op::Eq, [a, b]) if a.sort() == Sort::INT || a.sort() == Sort::REAL => {
                let difference = Poly::difference(b, a);
                self.positive(&difference, true, a.sort()) || self.positive(&difference.neg(), true, a.sort())
            }
            _ => false,
        }
    }

    /// Whether `poly > 0` (if `strict`) or `poly ≥ 0` follows from the facts.
    pub fn positive(&self, poly: &Poly, strict: bool, sort: Sort) -> bool {
        self.follows(poly, strict, sort) || self.reduce(poly).is_some_and(|p| self.follows(&p, strict, sort))
    }

    /// Whether the inequality is a sum of known ones, without use of equations.
    fn follows(&self, poly: &Poly, strict: bool, sort: Sort) -> bool {
        let left = self.work.load(Ordering::Relaxed);
        let before = MAX_STEPS.min(left);
        let mut steps = before;
        let found = if sort == Sort::INT {
            // An integer is at least 0 if it is above -1. The weaker goal lets sums with fractional factors prove it.
            let goal = if strict { poly.clone() } else { poly.add(&Poly::constant(1)) };
            combines(&goal, true, &self.ints, MAX_SUMMANDS, &mut steps)
        } else {
            combines(poly, strict, &self.reals, MAX_SUMMANDS, &mut steps)
        };
        self.work.store(left - (before - steps), Ordering::Relaxed);
        found
    }
}
