//! Facts that a proof may use: truth values of terms, and polynomials that are known to be at least 0.
//!
//! In: hypotheses, each simplified when it is added. Out: whether a condition follows from them, either because its
//! truth value is known or by adding up inequalities. A polynomial is at least 0 if it is the sum of known inequalities
//! with positive factors and a constant that is not negative (Farkas' lemma). The search eliminates one monomial after
//! the other, under a budget of steps.

use super::linear::{lift, Monomial, Poly};
use super::operators::operators;
use super::order::Atom;
use super::pattern::{instantiate, matches, Bindings};
use super::rational::over;
use super::rules::lemmas;
use crate::term::{for_each_subterm, Op, Sort, Symbol, Term};
use dashu::base::{Sign, Signed};
use dashu::rational::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

/// Most inequalities that are kept, of integers and of reals each; also most equations and disequations.
const MOST: usize = 96;
/// Most inequalities that one answer adds up.
const DEPTH: u32 = 6;
/// Most elimination steps for one question.
const STEPS: u32 = 64;
/// Most elimination steps for all questions about one obligation together.
const WORK: u32 = 4000;

/// An inequality: `poly > 0` if `strict`, else `poly ≥ 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AtLeast {
    poly: Poly,
    strict: bool,
}

fn put(known: &mut Vec<Arc<AtLeast>>, new: AtLeast) {
    if known.len() < MOST && !known.iter().any(|k| **k == new) {
        known.push(Arc::new(new));
    }
}

/// The facts known at one point of a proof. A case split continues with clones.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    truths: FxHashMap<Term, bool>,
    /// Known equations `atom = polynomial`, each solved for an atom.
    equations: Vec<Arc<(Atom, Poly)>>,
    ints: Vec<Arc<AtLeast>>,
    reals: Vec<Arc<AtLeast>>,
    /// Integer polynomials that are known not to be 0. Of `p` and `-p`, which say the same, one is kept.
    nonzero: Vec<Arc<Poly>>,
    described: FxHashSet<Term>,
    symbols: FxHashSet<u32>,
    contradictory: bool,
    /// The assumptions, each simplified by the facts before it. A case split simplifies those again that may say more
    /// then.
    pub(super) kept: Vec<Term>,
    /// Elimination steps that are left; clones spend from the same count.
    work: Arc<AtomicU32>,
}

impl Facts {
    /// No facts, and the full number of steps.
    pub fn new() -> Self {
        Self { work: Arc::new(AtomicU32::new(WORK)), ..Self::default() }
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
            }
            (Op::Eq, false) if a.sort() == Sort::INT => self.assume_nonzero(difference()),
            _ => {}
        }
    }

    /// Adds `poly ≠ 0`, for an integer `poly`. If `poly ≥ 0` is known, `poly ≥ 1` follows, and the same for `-poly`.
    fn assume_nonzero(&mut self, poly: Poly) {
        for side in [poly.neg(), poly.clone()] {
            if self.ints.iter().any(|k| k.poly == side) {
                self.at_least(side, true, Sort::INT);
            }
        }
        if self.nonzero.len() < MOST {
            self.nonzero.push(Arc::new(poly));
        }
    }

    /// Adds `poly = 0`, solved for an atom that is a monomial by itself and occurs in no other monomial; for a constant
    /// if there is one. The atom may occur inside of other atoms of its value: `i = n·(i div n) + i mod n`.
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
        if self.equations.len() < MOST {
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
            put(&mut self.reals, AtLeast { poly: lift(&poly), strict });
            put(&mut self.ints, AtLeast { poly, strict });
        } else {
            put(&mut self.reals, AtLeast { poly, strict });
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

    fn follows(&self, poly: &Poly, strict: bool, sort: Sort) -> bool {
        let left = self.work.load(Ordering::Relaxed);
        let before = STEPS.min(left);
        let mut steps = before;
        let found = if sort == Sort::INT {
            // An integer is at least 0 if it is above -1. The weaker goal lets sums with fractional factors prove it.
            let goal = if strict { poly.clone() } else { poly.add(&Poly::constant(1)) };
            self.search(&goal, true, &self.ints, DEPTH, &mut steps)
        } else {
            self.search(poly, strict, &self.reals, DEPTH, &mut steps)
        };
        self.work.store(left - (before - steps), Ordering::Relaxed);
        found
    }

    /// Whether `poly` is a positive combination of at most `depth` known inequalities and a constant that is not
    /// negative. If `strict`, one of them must be strict, or the constant positive.
    fn search(&self, poly: &Poly, strict: bool, known: &[Arc<AtLeast>], depth: u32, steps: &mut u32) -> bool {
        if let Some(value) = poly.as_constant() {
            return if strict { value > RBig::ZERO } else { !value.is_negative() };
        }
        if depth == 0 {
            return false;
        }
        let Some((monomial, coefficient)) = hardest(poly) else { return false };
        for fact in known {
            let Some(c) = fact.poly.coefficient(&monomial) else { continue };
            if c.sign() != coefficient.sign() {
                continue;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let rest = poly.sub_scaled(&fact.poly, &over(&coefficient, c));
            if self.search(&rest, strict && !fact.strict, known, depth - 1, steps) {
                return true;
            }
        }
        self.search_products(poly, &monomial, &coefficient, strict, known, depth, steps)
    }

    /// Continues [`Self::search`] with products: a known inequality times an atom of `monomial` that is known to be at
    /// least 0.
    #[allow(clippy::too_many_arguments)]
    fn search_products(
        &self,
        poly: &Poly,
        monomial: &Monomial,
        coefficient: &RBig,
        strict: bool,
        known: &[Arc<AtLeast>],
        depth: u32,
        steps: &mut u32,
    ) -> bool {
        if monomial.len() < 2 {
            return false;
        }
        for (n, atom) in monomial.iter().enumerate() {
            let factor = Poly::atom(&atom.0);
            if n > 0 && monomial.get(n - 1) == Some(atom) || !self.search(&factor, false, known, 2, steps) {
                continue;
            }
            let mut others = monomial.clone();
            drop(others.remove(n));
            let itself = Arc::new(AtLeast { poly: Poly::product_of(&others), strict: false });
            let nonnegative = self.search(&itself.poly, false, known, 2, steps);
            for fact in known.iter().chain(nonnegative.then_some(&itself)) {
                let Some(c) = fact.poly.coefficient(&others) else { continue };
                if c.sign() != coefficient.sign() {
                    continue;
                }
                if *steps == 0 {
                    return false;
                }
                *steps -= 1;
                let rest = poly.sub_scaled(&fact.poly.mul(&factor), &over(coefficient, c));
                if self.search(&rest, strict, known, depth - 1, steps) {
                    return true;
                }
            }
        }
        false
    }
}

/// The monomial that the search eliminates first, with its coefficient: one of the highest degree, the first of these
/// in canonical order.
fn hardest(poly: &Poly) -> Option<(Monomial, RBig)> {
    let mut best: Option<(&[Atom], &RBig)> = None;
    for (monomial, c) in poly.monomials() {
        let harder = best
            .is_none_or(|(b, d)| (monomial.len(), c.sign() == Sign::Negative) > (b.len(), d.sign() == Sign::Negative));
        if !monomial.is_empty() && harder {
            best = Some((monomial, c));
        }
    }
    best.map(|(m, c)| (m.to_vec(), c.clone()))
}
