//! What steps show, and why one does not.
//!
//! In: nothing. Out: claims, sets of open assumptions, faults.

use super::step::Proof;
use crate::floats::Assumptions;
use crate::term::{Symbol, Term};
use dashu::base::BitTest;
use dashu::integer::UBig;

/// What a step shows, wherever its open assumptions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The condition holds.
    Holds(Term),
    /// Both terms have the same value.
    Equal(Term, Term),
}

/// A step, and what it shows.
#[derive(Clone, Debug)]
pub struct Found {
    /// The step.
    pub step: Proof,
    /// What it shows.
    pub claim: Claim,
    /// The open assumptions on which that rests.
    pub assumptions: Vec<Term>,
}

/// A set of numbers of assumptions, as bits.
#[derive(Clone, Debug, Default)]
pub struct Open(UBig);

impl Open {
    /// Adds an assumption.
    pub fn put(&mut self, n: usize) {
        self.0.set_bit(n);
    }

    /// The set without an assumption.
    pub fn without(mut self, n: usize) -> Self {
        self.0.clear_bit(n);
        self
    }

    /// The union of two sets.
    pub fn with(self, other: &Self) -> Self {
        Self(self.0 | &other.0)
    }

    /// The numbers in the set.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.bit_len()).filter(|n| self.0.bit(*n))
    }
}

/// Why a proof is none.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The step that is wrong.
    pub step: Proof,
    /// What is wrong with it.
    pub cause: Cause,
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The operator of the term does not take such arguments, or a quantifier binds a symbol twice.
    Sort(Term),
    /// Two symbols have the same number.
    Symbol(Symbol),
    /// The step needs a premise, a position or a value that there is not.
    Missing,
    /// The term does not have the form that the step needs.
    Form(Term),
    /// The first condition is not known, which the step needs, but the second one.
    Premise(Term, Term),
    /// A premise is an equation, and should be a condition.
    NoCondition(Term, Term),
    /// A premise is a condition, and should be an equation.
    NoEquation(Term),
    /// The claims of two premises should be the same.
    Differ,
    /// No rule has this name and this direction of rounding.
    Rule,
    /// A variable of the rule has no value or several, or a value has another sort; or a value is for no variable of
    /// the rule.
    Binding(char),
    /// A variable of a quantifier is free in this term, but must not be.
    Captured(Term),
    /// The two sides are not equal up to polynomials, or the two comparisons not equivalent.
    Polynomials,
    /// The numbers or the sums are too large to be computed.
    TooLarge,
    /// An inequality has a negative factor, or what is no inequality or equation has one.
    Factor(Term),
    /// The sum of the premises does not show the condition.
    Sum,
    /// The condition does not follow from the premises by truth tables, or is no part of the premise.
    Truth(Term),
    /// The condition does not follow from what the premises say of floats.
    Floats(Term),
    /// The step uses an equality of floats up to laws as a fact, and not as a part of the goal.
    UpTo,
    /// The step rests on these assumptions about floats, and the proof may not rest on all of them.
    NotGranted(Assumptions),
    /// A witness gives this symbol two values, or none of its sort that is a literal, or a definition says more of it.
    Value(Symbol),
    /// The proof rests on this assumption, which is no hypothesis.
    Assumption(Term),
    /// The proof shows this claim, and not the goal.
    Goal(Claim),
}
