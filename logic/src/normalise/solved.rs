//! Equations that were solved for a constant, and their substitution.
//!
//! In: constants with their values, and why they have them. Out: terms in which the constants are replaced, simplified,
//! and why these are equal to the terms.

use super::facts::Facts;
use super::simplify::Simplifier;
use crate::proof::{Proof, Recorder, Step, Why};
use crate::term::{substitute, Substitution, Symbol, Term};

/// Solved equations. No value mentions a constant that is replaced.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    values: Substitution,
    equations: Vec<Equation>,
}

/// The equation of a constant and its value.
#[derive(Clone, Debug)]
struct Equation {
    symbol: Symbol,
    why: Why,
}

impl Solved {
    /// One solved equation.
    pub fn one(symbol: Symbol, value: Term, why: Why) -> Self {
        Self { values: Substitution::one(&symbol, value), equations: vec![Equation { symbol, why }] }
    }

    /// The number of equations.
    pub fn len(&self) -> usize {
        self.equations.len()
    }

    /// The term with equations substituted, simplified if that changed it; and why both are equal.
    pub fn rewritten(&self, t: &Term, simplifier: &mut Simplifier<'_>) -> (Term, Why) {
        let replaced = substitute(t, &self.values);
        if replaced.address() == t.address() {
            return (replaced, Why::NONE);
        }
        let recorder = simplifier.recorder();
        let why = recorder.step(|| {
            let used = self.equations.iter().filter(|e| t.mentions(std::slice::from_ref(&e.symbol)));
            let by: Vec<Proof> = used.filter_map(|e| e.why.proof().cloned()).collect();
            Some(Step::Replace { of: t.clone(), by })
        });
        let (simplified, step) = simplifier.run(&replaced);
        (simplified, recorder.chain([why, step]))
    }

    /// Adds equations, which are substituted in the values so far. No value so far has been substituted in their
    /// values.
    pub fn insert(&mut self, more: Self, recorder: Recorder) {
        let none = Facts::new(recorder);
        for equation in &mut self.equations {
            let Some(value) = self.values.get(&equation.symbol) else { continue };
            let (value, step) = more.rewritten(value, &mut Simplifier::new(&none));
            self.values.insert(&equation.symbol, value);
            equation.why = recorder.chain([equation.why.clone(), step]);
        }
        for equation in more.equations {
            if let Some(value) = more.values.get(&equation.symbol) {
                self.values.insert(&equation.symbol, value.clone());
            }
            self.equations.push(equation);
        }
    }
}
