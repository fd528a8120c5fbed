//! Facts that a proof may use: truth values of terms, and polynomials that are known to be at least 0.
//!
//! In: hypotheses, each simplified when it is added, with why they hold. Out: [`Facts`]. The facts answer whether a
//! condition follows from them ([`questions`]), and can be extended by what is known of quotients and remainders
//! ([`lemmas`]). [`implied`] keeps inequalities that follow from others.

mod bits;
mod conditions;
mod floats;
mod implied;
mod lemmas;
mod questions;

use super::farkas::{condition, put, Inequality};
use super::linear::{lift, to_term, Poly};
use super::order::Atom;
use super::rational::over;
use crate::proof::{Recorder, Step, Sums, Why};
use crate::term::{self, for_each_subterm, Op, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
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
const MAX_WORK: u32 = 8000;

/// A known equation, solved for an atom.
#[derive(Debug)]
struct Solved {
    atom: Atom,
    value: Poly,
    /// Why the atom equals the value.
    why: Why,
}

/// A polynomial of integers, with the reason why it is 0, or why it is not.
#[derive(Debug)]
pub struct Known {
    pub(super) poly: Poly,
    pub(super) why: Why,
}

/// The facts known at one point of a proof. A case split continues with clones.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The terms that were recorded as true or as false, with why they are, or why their negations are.
    truths: FxHashMap<Term, (bool, Why)>,
    /// Known equations, each solved for an atom.
    equations: Vec<Arc<Solved>>,
    /// Inequalities of integers.
    ints: Vec<Arc<Inequality>>,
    /// Inequalities of integers with products or quotients that followed from other facts when they were added.
    implied: Vec<Arc<Inequality>>,
    /// Inequalities of reals, and those of integers as inequalities of reals.
    reals: Vec<Arc<Inequality>>,
    /// Integer polynomials that are known to be 0, in the order in which they became known.
    zeros: Vec<Arc<Known>>,
    /// Integer polynomials that are known not to be 0. If `p` is in the list, `-p` need not be.
    nonzero: Vec<Arc<Known>>,
    /// The quotients and remainders whose lemmas are all among the facts.
    described: FxHashSet<Term>,
    /// Conditions about floats.
    floats: conditions::Floats,
    /// The numbers of the constants that occur in facts.
    symbols: FxHashSet<u32>,
    /// Why the facts contradict each other, if they were found to.
    contradiction: Option<Why>,
    /// The assumptions, each simplified by the facts before it. In a case of a case split, some can be simplified
    /// further.
    pub(super) kept: Vec<(Term, Why)>,
    /// Elimination steps that are left; clones spend from the same count.
    work: Arc<AtomicU32>,
    /// Whether reasons are recorded.
    recorder: Recorder,
}

impl Facts {
    /// No facts, and the full number of steps.
    pub fn new(recorder: Recorder) -> Self {
        Self { work: Arc::new(AtomicU32::new(MAX_WORK)), recorder, ..Self::default() }
    }

    /// A copy with its own count of steps, which starts at what is left here.
    pub fn fork(&self) -> Self {
        let left = self.work.load(Ordering::Relaxed);
        Self { work: Arc::new(AtomicU32::new(left)), ..self.clone() }
    }

    /// Whether reasons are recorded.
    pub fn recorder(&self) -> Recorder {
        self.recorder
    }

    /// Elimination steps that are left.
    #[cfg(test)]
    pub fn steps_left(&self) -> u32 {
        self.work.load(Ordering::Relaxed)
    }

    /// Records that the condition is true, as a whole: a conjunction is not taken apart, and no inequality is derived.
    pub fn note(&mut self, t: &Term, why: &Why) {
        match (t.op(), t.args()) {
            (Op::Bool(_), _) => {}
            (Op::Not, [a]) => self.learn(a, false, why),
            _ => self.learn(t, true, why),
        }
    }

    /// Whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.truths.is_empty() && self.ints.is_empty() && self.reals.is_empty()
    }

    /// Why the facts contradict each other, if they were found to. Not every contradiction is found.
    pub fn contradiction(&self) -> Option<&Why> {
        self.contradiction.as_ref()
    }

    /// The truth value of the term, if the term itself was recorded as true or as false.
    pub fn truth(&self, t: &Term) -> Option<bool> {
        t.as_bool().or_else(|| self.truths.get(t).map(|(value, _)| *value))
    }

    /// The truth value of the term, if the term itself was recorded, with why the term or its negation is true.
    pub fn recorded(&self, t: &Term) -> Option<(bool, Why)> {
        self.truths.get(t).cloned()
    }

    /// Adds a fact. A conjunction is split into its parts, a comparison adds an inequality.
    pub fn assume(&mut self, t: &Term, why: &Why) {
        if self.truth(t) == Some(true) {
            return;
        }
        let part = |part: &Term| self.recorder.part(why, || part.clone());
        match (t.op(), t.args()) {
            (Op::Bool(true), _) => return,
            (Op::Bool(false), _) => self.contradict(why.clone()),
            (Op::And, args) => {
                for (a, why) in args.iter().map(|a| (a, part(a))).collect::<Vec<_>>() {
                    self.assume(a, &why);
                }
            }
            (Op::Not, [a]) => match (a.op(), a.args()) {
                (Op::Or, args) => {
                    let parts: Vec<Term> = args.iter().map(|a| term::not(a.clone())).collect();
                    for (a, why) in parts.iter().map(|a| (a, part(a))).collect::<Vec<_>>() {
                        self.assume(a, &why);
                    }
                }
                (Op::Implies, [b, c]) => {
                    let c = term::not(c.clone());
                    let (premise, refuted) = (part(b), part(&c));
                    self.assume(b, &premise);
                    self.assume(&c, &refuted);
                }
                _ => {
                    self.learn(a, false, why);
                    self.compare(a, false, why);
                }
            },
            (Op::Implies, [a, b]) => {
                if let Some(premise) = self.holds(a) {
                    let why = self.recorder.detach(t, why, &premise);
                    self.assume(b, &why);
                }
            }
            _ => self.compare(t, true, why),
        }
        self.learn(t, true, why);
    }

    /// Records that the facts contradict each other: `why` shows `false`.
    pub(super) fn contradict(&mut self, why: Why) {
        let _ = self.contradiction.get_or_insert(why);
    }

    /// Records the truth value of a term. `why` shows the term, or its negation.
    fn learn(&mut self, t: &Term, value: bool, why: &Why) {
        for_each_subterm(t, &mut |s| {
            if let (Some(symbol), true) = (s.as_app(), s.args().is_empty()) {
                let _ = self.symbols.insert(symbol.id());
            }
        });
        self.floats.learn(t, value, why);
        self.floats.forget_bounds();
        if let Some((old, other)) = self.truths.insert(t.clone(), (value, why.clone())) {
            if old != value {
                let (yes, no) = if value { (why, &other) } else { (&other, why) };
                self.contradict(self.recorder.absurd(yes, no));
            }
        }
    }

    /// Adds the inequalities and equations that the comparison `t` stands for, if its truth is `value`. `why` shows the
    /// comparison, or its negation.
    fn compare(&mut self, t: &Term, value: bool, why: &Why) {
        let [a, b] = t.args() else { return };
        if a.sort() != Sort::INT && a.sort() != Sort::REAL {
            return;
        }
        let difference = || Poly::difference(b, a);
        match (t.op(), value) {
            (Op::Le, true) => self.at_least(difference(), false, a.sort(), why),
            (Op::Lt, true) => self.at_least(difference(), true, a.sort(), why),
            (Op::Le, false) => self.at_least(difference().neg(), true, a.sort(), why),
            (Op::Lt, false) => self.at_least(difference().neg(), false, a.sort(), why),
            (Op::Eq, true) => {
                // The equation comes first, so that its two inequalities do not yield it again.
                self.equate(difference(), a.sort(), why);
                self.at_least_both(&difference(), a.sort(), why);
                if a.sort() == Sort::INT && self.zeros.len() < MAX_KEPT {
                    self.zeros.push(Arc::new(Known { poly: difference(), why: why.clone() }));
                }
            }
            (Op::Eq, false) if a.sort() == Sort::INT => self.assume_nonzero(difference(), why),
            _ => {}
        }
    }

    /// Adds `poly ≥ 0` and `-poly ≥ 0`. `why` shows `a = b`, where `poly` is `b - a`.
    fn at_least_both(&mut self, poly: &Poly, sort: Sort, why: &Why) {
        for (side, factor) in [(poly.clone(), RBig::ONE), (poly.neg(), RBig::NEG_ONE)] {
            let one = || condition(&side, false, sort);
            let why = self.recorder.linear(one, false, vec![(factor, why.clone())], Sums::default);
            match side.as_constant().is_some_and(|value| value.is_negative()) {
                // The inequality is `false` itself.
                true => self.contradict(why),
                false => self.at_least(side, false, sort, &why),
            }
        }
    }

    /// Adds `poly = 0`, for an integer `poly`. `why` shows `0 = poly`. Returns whether that was not known.
    pub(super) fn assume_zero(&mut self, poly: Poly, why: &Why) -> bool {
        debug_assert!(poly.monomials().all(|(_, c)| c.is_int()), "an integer polynomial");
        if self.reduced(&poly).is_zero() || self.zeros.len() >= MAX_KEPT {
            return false;
        }
        self.equate(poly.clone(), Sort::INT, why);
        self.at_least_both(&poly, Sort::INT, why);
        self.zeros.push(Arc::new(Known { poly, why: why.clone() }));
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

    /// Adds `poly ≥ 0`, for an integer `poly`. `why` shows that. Returns whether that was not known.
    pub(super) fn assume_at_least_zero(&mut self, poly: Poly, why: &Why) -> bool {
        debug_assert!(poly.monomials().all(|(_, c)| c.is_int()), "an integer polynomial");
        // A new inequality is the last one, also where another one made room for it. The old one stays alive here, so
        // that the new one has another address.
        let before = self.ints.last().cloned();
        self.at_least(poly, false, Sort::INT, why);
        before.as_ref().map(Arc::as_ptr) != self.ints.last().map(Arc::as_ptr)
    }

    /// The known inequalities `poly ≥ 0` of integers.
    pub(super) fn inequalities(&self) -> impl Iterator<Item = &Inequality> {
        self.ints.iter().chain(&self.implied).map(|inequality| &**inequality)
    }

    /// The integer polynomial that became known to be 0 after `n` others.
    pub(super) fn equation(&self, n: usize) -> Option<&Known> {
        self.zeros.get(n).map(|known| &**known)
    }

    /// The integer polynomials that are known not to be 0.
    pub(super) fn nonzero(&self) -> impl Iterator<Item = &Known> {
        self.nonzero.iter().map(|known| &**known)
    }

    /// The polynomial with the known equations substituted.
    pub(super) fn reduced(&self, poly: &Poly) -> Poly {
        self.reduce(poly).unwrap_or_else(|| poly.clone())
    }

    /// The known equations, for steps about polynomials into which they were substituted.
    pub(super) fn substituted(&self) -> Sums {
        Sums { by: self.equations.iter().filter_map(|e| e.why.proof().cloned()).collect(), zero: vec![] }
    }

    /// Adds `poly ≠ 0`, for an integer `poly`. If `poly ≥ 0` is known, `poly ≥ 1` follows; if `-poly ≥ 0` is
    /// known, `-poly ≥ 1` follows.
    fn assume_nonzero(&mut self, poly: Poly, why: &Why) {
        for side in [poly.neg(), poly.clone()] {
            if let Some(known) = self.ints.iter().find(|k| k.poly == side) {
                let positive = self.apart(&side, &known.why, why);
                self.at_least(side, true, Sort::INT, &positive);
            }
        }
        if self.nonzero.len() < MAX_KEPT {
            self.nonzero.push(Arc::new(Known { poly, why: why.clone() }));
        }
    }

    /// Adds `poly = 0`, solved for an atom that is a monomial by itself and occurs in no other monomial. If such an
    /// atom is a constant, it is preferred. The atom may occur inside of other atoms of its value, as in `i = n·(i div
    /// n) + i mod n`. `why` shows `a = b`, where `poly` is `b - a`.
    fn equate(&mut self, poly: Poly, sort: Sort, why: &Why) {
        self.floats.forget_bounds();
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
        let factor = over(&RBig::NEG_ONE, &c);
        let value = poly.without(&atom.0).scale(&factor);
        if self.equations.len() < MAX_KEPT {
            let equation = || {
                // Terms of integers have integer coefficients.
                let real = value.monomials().any(|(_, c)| !c.is_int()) && sort == Sort::INT;
                if real {
                    term::eq(term::to_real(atom.0.clone()), to_term(&lift(&value), Sort::REAL))
                } else {
                    term::eq(atom.0.clone(), to_term(&value, sort))
                }
            };
            let why = self.recorder.linear(equation, false, vec![(factor, why.clone())], || self.substituted());
            let why = self.recorder.step(|| Some(Step::Equation(why.proof()?.clone())));
            self.equations.push(Arc::new(Solved { atom, value, why }));
        }
    }

    /// The polynomial with the known equations substituted; `None` if none of their atoms occurs.
    fn reduce(&self, poly: &Poly) -> Option<Poly> {
        let mut reduced: Option<Poly> = None;
        for _ in 0..2 {
            for e in &self.equations {
                if let Some(next) = reduced.as_ref().unwrap_or(poly).replace(&e.atom, &e.value) {
                    reduced = Some(next);
                }
            }
        }
        reduced
    }

    /// Adds `poly > 0` (if `strict`) or `poly ≥ 0`, which `why` shows. For integers, `poly > 0` is `poly - 1 ≥ 0`.
    fn at_least(&mut self, mut poly: Poly, mut strict: bool, sort: Sort, why: &Why) {
        let is_int = sort == Sort::INT;
        self.floats.forget_bounds();
        let mut why = why.clone();
        if is_int && !strict && !self.nonzero.is_empty() {
            let other = poly.neg();
            if let Some(known) = self.nonzero.iter().find(|known| known.poly == poly || known.poly == other) {
                why = self.apart(&poly, &why, &known.why);
                strict = true;
            }
        }
        if is_int && strict {
            poly = poly.sub(&Poly::constant(1));
            strict = false;
        }
        if let Some(value) = poly.as_constant() {
            if value.is_negative() || (strict && value.is_zero()) {
                let sum = vec![(RBig::ONE, why)];
                self.contradict(self.recorder.linear(|| term::bool(false), false, sum, Sums::default));
            }
            return;
        }
        if is_int {
            put(&mut self.reals, Inequality::new(lift(&poly), strict, why.clone()), MAX_KEPT);
            let new = Inequality::new(poly, strict, why);
            self.enclose(&new);
            put(&mut self.ints, new, MAX_KEPT);
        } else {
            put(&mut self.reals, Inequality::new(poly, strict, why), MAX_KEPT);
        }
    }
}
