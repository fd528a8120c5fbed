//! The parts of each step: the terms in it, and the steps that it rests on.
//!
//! In: a step. Out: its terms and its premises, in the order in which the step lists them.

use super::step::{Proof, Step, Sums};
use crate::term::Term;

/// The terms of a step, and the steps that it rests on.
pub type Parts<'s> = (Vec<&'s Term>, Vec<&'s Proof>);

impl Step {
    /// The terms in this step, and the steps that it rests on.
    pub fn parts(&self) -> Parts<'_> {
        match self {
            Self::Assume(term) | Self::Commute(term) => (vec![term], vec![]),
            Self::Congruence { of, args } => (vec![of], args.iter().map(|(_, p)| p).collect()),
            Self::Replace { of, by } => (vec![of], by.iter().collect()),
            Self::Lift { of, part } => (vec![of, part], vec![]),
            Self::Chain(premises) | Self::Product(premises) => (vec![], premises.iter().collect()),
            Self::Flip(p) | Self::IsTrue(p) | Self::IsFalse(p) | Self::Equation(p) | Self::FromTrue(p) => {
                (vec![], vec![p])
            }
            Self::Rule { bindings, guards, .. } => {
                (bindings.iter().map(|(_, value)| value).collect(), guards.iter().collect())
            }
            Self::Sums { from, to, with } => with.parts(vec![from, to], vec![]),
            Self::Rewritten(p, q) => (vec![], vec![p, q]),
            Self::Evaluate { condition, from } | Self::Floats { condition, from } => {
                (vec![condition], from.iter().collect())
            }
            Self::UpTo { condition, reflexive, .. } => (vec![condition], reflexive.iter().collect()),
            Self::Linear { condition, premises, with, .. } => {
                with.parts(vec![condition], premises.iter().map(|(_, p)| p).collect())
            }
            Self::Discharge { assumption, conclusion } => (vec![assumption], vec![conclusion]),
            Self::Cases { condition, yes, no } => (vec![condition], vec![yes, no]),
            Self::Disjunction { of, shown, .. } => (vec![of], vec![shown]),
            Self::Generalise { of, body } => (vec![of], vec![body]),
            Self::Instance { of, values } => (values.iter().collect(), vec![of]),
        }
    }
}

impl Sums {
    /// The terms and premises, together with those that stand in front.
    fn parts<'s>(&'s self, mut terms: Vec<&'s Term>, mut premises: Vec<&'s Proof>) -> Parts<'s> {
        premises.extend(&self.by);
        for (number, equation) in &self.zero {
            terms.push(number);
            premises.push(equation);
        }
        (terms, premises)
    }
}
