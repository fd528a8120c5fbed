//! What follows from facts.
//!
//! In: facts, and a condition. Out: why the condition or its negation follows: its truth value is known, or it is a sum
//! of known inequalities ([`super::super::farkas`]), within a budget of steps.

use super::super::farkas::{condition, Summing};
use super::super::linear::Poly;
use super::super::pattern::{instantiate, Bindings, Pattern};
use super::{Facts, MAX_STEPS, MAX_SUMMANDS};
use crate::proof::{Sums, Why};
use crate::term::{self, Op, Sort, Symbol, Term};
use dashu::rational::RBig;
use std::sync::atomic::Ordering;

impl Facts {
    /// Whether the constant occurs in some fact, free or bound.
    pub fn mention(&self, symbol: &Symbol) -> bool {
        self.symbols.contains(&symbol.id())
    }

    /// Why each of the guards holds with these values of its variables; `None` if one of them is not shown.
    pub fn guards(&self, guards: &[Pattern], bindings: &Bindings) -> Option<Vec<Why>> {
        guards.iter().map(|g| self.holds(&instantiate(g, bindings)?)).collect()
    }

    /// Why the condition follows from the facts. `None` means that no proof was found.
    pub fn holds(&self, t: &Term) -> Option<Why> {
        if let Some(value) = t.as_bool() {
            return value.then(|| self.recorder.evaluate(|| t.clone(), []));
        }
        if let Some((value, why)) = self.truths.get(t) {
            return value.then(|| why.clone());
        }
        let evaluated = |from: &[Why]| self.recorder.evaluate(|| t.clone(), from);
        match (t.op(), t.args()) {
            (Op::And, args) => Some(evaluated(&args.iter().map(|a| self.holds(a)).collect::<Option<Vec<_>>>()?)),
            (Op::Or, args) => Some(evaluated(&[args.iter().find_map(|a| self.holds(a))?])),
            (Op::Not, [a]) => self.fails(a),
            (Op::Implies, [a, b]) => Some(evaluated(&[self.fails(a).or_else(|| self.holds(b))?])),
            (Op::Le, [a, b]) => self.shows(|| t.clone(), false, &Poly::difference(b, a), false, a.sort()),
            (Op::Lt, [a, b]) => self.shows(|| t.clone(), false, &Poly::difference(b, a), true, a.sort()),
            (Op::Eq, [a, b]) if a.sort() == Sort::INT || a.sort() == Sort::REAL => {
                self.between(t, &Poly::difference(b, a), a.sort())
            }
            (Op::FloatOp(_) | Op::Eq, _) => self.about_floats(t).and_then(|(holds, why)| holds.then_some(why)),
            _ => None,
        }
    }

    /// Why the equation holds, whose sides have this difference. `None` means that no proof was found.
    pub fn between(&self, equation: &Term, difference: &Poly, sort: Sort) -> Option<Why> {
        let side = |poly: &Poly| self.shows(|| condition(poly, false, sort), false, poly, false, sort);
        let (at_most, at_least) = (side(difference)?, side(&difference.neg())?);
        Some(self.recorder.between(equation, &at_most, &at_least))
    }

    /// Why the negation of the condition follows from the facts. `None` means that no proof was found.
    pub fn fails(&self, t: &Term) -> Option<Why> {
        let negation = || term::not(t.clone());
        if let Some(value) = t.as_bool() {
            return (!value).then(|| self.recorder.evaluate(negation, []));
        }
        if let Some((value, why)) = self.truths.get(t) {
            return (!value).then(|| why.clone());
        }
        let evaluated = |from: &[Why]| self.recorder.evaluate(negation, from);
        match (t.op(), t.args()) {
            (Op::And, args) => Some(evaluated(&[args.iter().find_map(|a| self.fails(a))?])),
            (Op::Or, args) => Some(evaluated(&args.iter().map(|a| self.fails(a)).collect::<Option<Vec<_>>>()?)),
            (Op::Not, [a]) => self.holds(a),
            (Op::Implies, [a, b]) => Some(evaluated(&[self.holds(a)?, self.fails(b)?])),
            (Op::Le, [a, b]) => self.shows(negation, false, &Poly::difference(a, b), true, a.sort()),
            (Op::Lt, [a, b]) => self.shows(negation, false, &Poly::difference(a, b), false, a.sort()),
            (Op::Eq, [a, b]) if a.sort() == Sort::INT || a.sort() == Sort::REAL => {
                let difference = Poly::difference(b, a);
                let above = self.shows(negation, false, &difference, true, a.sort());
                above.or_else(|| self.shows(negation, true, &difference.neg(), true, a.sort()))
            }
            (Op::FloatOp(_) | Op::Eq, _) => self.about_floats(t).and_then(|(holds, why)| (!holds).then_some(why)),
            _ => None,
        }
    }

    /// Why `shown` holds, which says that `poly > 0` (if `strict`) or `poly ≥ 0`; `flipped` is for [`Step::Linear`].
    /// `None` means that no proof was found.
    pub fn shows(
        &self,
        shown: impl FnOnce() -> Term,
        flipped: bool,
        poly: &Poly,
        strict: bool,
        sort: Sort,
    ) -> Option<Why> {
        if let Some(sum) = self.sum(poly, strict, sort) {
            return Some(self.recorder.linear(shown, flipped, sum, Sums::default));
        }
        let sum = self.sum(&self.reduce(poly)?, strict, sort)?;
        Some(self.recorder.linear(shown, flipped, sum, || self.substituted()))
    }

    /// The known inequalities, with factors, whose sum the inequality is, without use of equations.
    fn sum(&self, poly: &Poly, strict: bool, sort: Sort) -> Option<Vec<(RBig, Why)>> {
        let left = self.work.load(Ordering::Relaxed);
        let before = MAX_STEPS.min(left);
        let known = if sort == Sort::INT { &self.ints } else { &self.reals };
        let mut search = Summing { known, sort, steps: before, recorder: self.recorder, summands: vec![] };
        let found = if sort == Sort::INT {
            // An integer is at least 0 if it is above -1. The weaker goal lets sums with fractional factors prove it.
            let goal = if strict { poly.clone() } else { poly.add(&Poly::constant(1)) };
            search.combines(&goal, true, MAX_SUMMANDS)
        } else {
            search.combines(poly, strict, MAX_SUMMANDS)
        };
        self.work.store(left - (before - search.steps), Ordering::Relaxed);
        found.then_some(search.summands)
    }
}
