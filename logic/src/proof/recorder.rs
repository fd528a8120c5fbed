//! Records steps of proofs, or nothing.
//!
//! In: what the normaliser does. Out: [`Why`], which the normaliser keeps next to each fact and each rewritten term. If
//! nothing is recorded, making one costs nothing.

use super::step::{Proof, Step, Sums};
use crate::normalise::pattern::Bindings;
use crate::normalise::rules::Parsed;
use crate::term::{self, Sort, Term};
use dashu::rational::RBig;
use ir::Rounding;

/// Why a condition holds, or why two terms are equal: the proof, if steps are recorded. The equality of a term with
/// itself has no step.
#[derive(Clone, Debug, Default)]
pub struct Why(Option<Proof>);

impl Why {
    /// No step: the equality of a term with itself, or a reason that was not recorded.
    pub const NONE: Self = Self(None);

    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Proof> {
        self.0.as_ref()
    }

    /// Whether there is no step.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

/// Whether steps are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    on: bool,
}

impl Recorder {
    /// Records nothing.
    pub const OFF: Self = Self { on: false };
    /// Records each step.
    pub const ON: Self = Self { on: true };

    /// Whether steps are recorded.
    pub fn is_on(self) -> bool {
        self.on
    }

    /// The step that `make` makes, if steps are recorded. `make` returns `None` if the step is not needed, or if a step
    /// that it rests on is missing.
    #[must_use]
    pub fn step(self, make: impl FnOnce() -> Option<Step>) -> Why {
        Why(self.on.then(make).flatten().map(Proof::new))
    }

    /// The condition is assumed.
    pub fn assume(self, condition: &Term) -> Why {
        self.step(|| Some(Step::Assume(condition.clone())))
    }

    /// One equation after the other.
    pub fn chain(self, all: impl IntoIterator<Item = Why>) -> Why {
        if !self.on {
            return Why::NONE;
        }
        let mut steps: Vec<Proof> = all.into_iter().filter_map(|why| why.0).collect();
        match steps.len() {
            0 | 1 => Why(steps.pop()),
            _ => self.step(|| Some(Step::Chain(steps))),
        }
    }

    /// The term `of` with other arguments, which is `to`; there is one equation for each argument.
    pub fn congruence(self, of: &Term, args: impl IntoIterator<Item = Why>, to: &Term) -> Why {
        self.step(|| {
            let args = args.into_iter().enumerate().filter_map(|(n, why)| Some((n, why.0?)));
            (of != to).then(|| Step::Congruence { of: of.clone(), args: args.collect() })
        })
    }

    /// The condition after it was rewritten.
    pub fn rewritten(self, condition: &Why, equation: &Why) -> Why {
        if equation.is_none() {
            return condition.clone();
        }
        self.step(|| Some(Step::Rewritten(condition.0.clone()?, equation.0.clone()?)))
    }

    /// The condition before it was rewritten, where `condition` shows what it was rewritten to.
    pub fn rewritten_back(self, condition: &Why, equation: &Why) -> Why {
        self.rewritten(condition, &self.flip(equation))
    }

    /// Two numbers are the same polynomial up to what `with` says, or two comparisons are equivalent up to that.
    pub fn sums(self, from: &Term, to: &Term, with: impl FnOnce() -> Sums) -> Why {
        self.step(|| (from != to).then(|| Step::Sums { from: from.clone(), to: to.clone(), with: with() }))
    }

    /// The condition, as a sum of the premises times their factors, and a number.
    pub fn linear(
        self,
        condition: impl FnOnce() -> Term,
        flipped: bool,
        premises: Vec<(RBig, Why)>,
        with: impl FnOnce() -> Sums,
    ) -> Why {
        self.step(|| {
            let premises: Option<Vec<_>> = premises.into_iter().map(|(c, why)| Some((c, why.0?))).collect();
            Some(Step::Linear { condition: condition(), flipped, premises: premises?, with: with() })
        })
    }

    /// The product of inequalities.
    pub fn product<'w>(self, factors: impl IntoIterator<Item = &'w Why>) -> Why {
        self.step(|| {
            let factors: Option<Vec<Proof>> = factors.into_iter().map(|why| why.0.clone()).collect();
            factors.map(Step::Product)
        })
    }

    /// The condition, by the truth tables of its operators.
    pub fn evaluate<'w>(self, condition: impl FnOnce() -> Term, from: impl IntoIterator<Item = &'w Why>) -> Why {
        self.step(|| {
            let from: Option<Vec<Proof>> = from.into_iter().map(|why| why.0.clone()).collect();
            Some(Step::Evaluate { condition: condition(), from: from? })
        })
    }

    /// A part of the condition that `of` shows.
    pub fn part(self, of: &Why, part: impl FnOnce() -> Term) -> Why {
        self.evaluate(part, [of])
    }

    /// The equation of a condition with `true`, or of one whose negation is shown with `false`.
    pub fn truth(self, of: &Why, value: bool) -> Why {
        self.step(|| {
            let of = of.0.clone()?;
            Some(if value { Step::IsTrue(of) } else { Step::IsFalse(of) })
        })
    }

    /// The condition `false`, from a condition and its negation.
    pub fn absurd(self, condition: &Why, negation: &Why) -> Why {
        let back = self.flip(&self.truth(condition, true));
        let equation = self.chain([back, self.truth(negation, false)]);
        self.rewritten(&self.evaluate(|| term::bool(true), []), &equation)
    }

    /// An instance of a rule; there is one reason for each guard.
    pub fn rule(self, rule: &Parsed, bindings: Bindings, guards: &[Why]) -> Why {
        self.step(|| {
            let guards: Option<Vec<Proof>> = guards.iter().map(|why| why.0.clone()).collect();
            let (name, rounding) = (rule.name, rule.rounding);
            Some(Step::Rule { name, rounding, bindings: bindings.into_list(), guards: guards? })
        })
    }

    /// The instance of one of the laws for two terms, which are the values of these variables of the law; there is one
    /// reason for each guard.
    fn law(self, (name, variables): (&'static str, [char; 2]), values: &[Term], guards: [&Why; 2]) -> Option<Step> {
        let guards = guards.into_iter().map(|why| why.0.clone()).collect::<Option<_>>()?;
        let bindings = variables.into_iter().zip(values.iter().cloned()).collect();
        Some(Step::Rule { name, rounding: Rounding::NearestEven, bindings, guards })
    }

    /// The equation `p = q` of numbers, from `p <= q` and `q <= p`, or from comparisons that are equivalent to these.
    pub fn between(self, equation: &Term, at_most: &Why, at_least: &Why) -> Why {
        let is_int = equation.args().first().is_some_and(|p| p.sort() == Sort::INT);
        let law = if is_int { ("equal-int", ['i', 'j']) } else { ("equal-real", ['p', 'q']) };
        self.step(|| self.law(law, equation.args(), [at_most, at_least]))
    }

    /// The equation `a = b` of conditions. `there` shows `b`, and `a` is closed; `back` shows `a`, and `b` is closed.
    pub fn mutual(self, equation: &Term, there: &Why, back: &Why) -> Why {
        let [a, b] = equation.args() else { return Why::NONE };
        let guards = [&self.discharge(a, there), &self.discharge(b, back)];
        self.step(|| self.law(("equal-bool", ['b', 'c']), equation.args(), guards))
    }

    /// The comparison `p < q` of integers, from `p <= q` and `!(p = q)`, or from comparisons that are equivalent.
    pub fn apart(self, below: impl FnOnce() -> Term, at_most: &Why, apart: &Why) -> Why {
        self.step(|| self.law(("below-int", ['i', 'j']), below().args(), [at_most, apart]))
    }

    /// The implication of the conclusion by the assumption, which it closes.
    pub fn discharge(self, assumption: &Term, conclusion: &Why) -> Why {
        self.step(|| {
            let conclusion = conclusion.0.clone()?;
            Some(Step::Discharge { assumption: assumption.clone(), conclusion })
        })
    }

    /// The conclusion of the implication `of`, which `shown` shows; `premise` shows its premise.
    pub fn detach(self, of: &Term, shown: &Why, premise: &Why) -> Why {
        self.step(|| self.law(("detach", ['b', 'c']), of.args(), [shown, premise]))
    }

    /// The body of a universal for these values of its variables.
    pub fn instance(self, of: &Why, values: Vec<Term>) -> Why {
        self.step(|| Some(Step::Instance { of: of.0.clone()?, values }))
    }

    /// What both cases show; they close the condition and its negation.
    pub fn cases(self, condition: &Term, yes: &Why, no: &Why) -> Why {
        self.step(|| {
            let (yes, no) = (yes.0.clone()?, no.0.clone()?);
            Some(Step::Cases { condition: condition.clone(), yes, no })
        })
    }

    /// The equation with its sides exchanged.
    pub fn flip(self, equation: &Why) -> Why {
        self.step(|| Some(Step::Flip(equation.0.clone()?)))
    }

    /// The equality of two terms, from the condition that they are equal.
    pub fn equation(self, condition: &Why) -> Why {
        self.step(|| Some(Step::Equation(condition.0.clone()?)))
    }

    /// The condition that equals `true`.
    pub fn from_true(self, equation: &Why) -> Why {
        self.step(|| Some(Step::FromTrue(equation.0.clone()?)))
    }
}
