//! Records steps of proofs, or nothing.
//!
//! In: what the normaliser does. Out: [`Why`], which the normaliser keeps next to each fact and each rewritten term. If
//! nothing is recorded, making one costs nothing.

use super::step::{Proof, Step, Sums};
use crate::term::Term;

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

    /// The term with other arguments; there is one equation for each argument.
    pub fn congruence(self, of: &Term, args: impl IntoIterator<Item = Why>) -> Why {
        self.step(|| {
            let args = args.into_iter().enumerate().filter_map(|(n, why)| Some((n, why.0?)));
            let args: Vec<(usize, Proof)> = args.collect();
            (!args.is_empty()).then(|| Step::Congruence { of: of.clone(), args })
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
        let back = self.step(|| Some(Step::Flip(equation.0.clone()?)));
        self.rewritten(condition, &back)
    }

    /// Two numbers are the same polynomial up to what `with` says.
    pub fn sums(self, from: &Term, to: &Term, with: impl FnOnce() -> Sums) -> Why {
        self.step(|| (from != to).then(|| Step::Sums { from: from.clone(), to: to.clone(), with: with() }))
    }
}
