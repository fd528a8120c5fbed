//! What the checker has found so far.
//!
//! In: terms and steps of a proof. Out: whether the terms make sense, and what premises show.

use super::claims::{Cause, Claim, Open};
use super::places::is_free;
use super::sorts::sort_of;
use super::step::Proof;
use super::sums::Numbers;
use crate::floats::Assumptions;
use crate::term::{Op, Sort, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a step shows, and the open assumptions on which that rests.
pub type Shown = (Claim, Open);

/// What was found so far. Steps and terms are known by their addresses; the proof keeps them where they are.
#[derive(Default)]
pub struct Checker {
    /// What the steps show.
    pub done: FxHashMap<usize, Shown>,
    /// The assumptions about floats on which the proof may rest.
    pub granted: Assumptions,
    /// The steps that rest on a [`Step::UpTo`](super::step::Step::UpTo).
    pub up_to: FxHashSet<usize>,
    assumptions: FxHashMap<Term, usize>,
    assumed: Vec<Term>,
    /// Polynomials.
    pub numbers: Numbers,
    symbols: FxHashMap<u32, Symbol>,
    admitted: FxHashSet<usize>,
}

/// The address of a step.
pub fn address(step: &Proof) -> usize {
    std::sync::Arc::as_ptr(step) as usize
}

impl Checker {
    /// Nothing is known, and the proof may rest on these assumptions about floats.
    pub fn assuming(granted: Assumptions) -> Self {
        Self { granted, ..Self::default() }
    }

    /// Checks that the term makes sense, that no trigger is quantified, and that no two symbols have one number.
    pub fn admit(&mut self, term: &Term) -> Result<(), Cause> {
        if self.admitted.contains(&term.address()) {
            return Ok(());
        }
        term.args().iter().try_for_each(|a| self.admit(a))?;
        if sort_of(term.op(), term.args()) != Some(term.sort()) {
            return Err(Cause::Sort(term.clone()));
        }
        let mut binders = [].as_slice();
        if let Op::Quant(binding) = term.op() {
            binders = &binding.binders;
            let triggers = binding.triggers.iter().flatten();
            triggers.clone().try_for_each(|t| self.admit(t))?;
            unless(triggers.into_iter().any(Term::is_quantified), || Cause::Sort(term.clone()))?;
        }
        binders.iter().chain(term.as_app()).try_for_each(|s| {
            let known = self.symbols.entry(s.id()).or_insert_with(|| s.clone());
            let same = known.sort() == s.sort() && known.params() == s.params();
            same.then_some(()).ok_or_else(|| Cause::Symbol(s.clone()))
        })?;
        let _ = self.admitted.insert(term.address());
        Ok(())
    }

    pub fn open<'s>(&'s self, set: &'s Open) -> impl Iterator<Item = &'s Term> {
        set.numbers().filter_map(|n| self.assumed.get(n))
    }

    pub fn number_of(&mut self, assumption: &Term) -> usize {
        let next = self.assumed.len();
        let n = *self.assumptions.entry(assumption.clone()).or_insert(next);
        if n == next {
            self.assumed.push(assumption.clone());
        }
        n
    }

    pub fn premise(&self, step: &Proof) -> Result<Shown, Cause> {
        self.done.get(&address(step)).cloned().ok_or(Cause::Missing)
    }

    /// The condition that a premise shows.
    pub fn holds(&self, step: &Proof) -> Result<Term, Cause> {
        match self.premise(step)?.0 {
            Claim::Holds(condition) => Ok(condition),
            Claim::Equal(a, b) => Err(Cause::NoCondition(a, b)),
        }
    }

    /// The equation that a premise shows.
    pub fn equal(&self, step: &Proof) -> Result<(Term, Term), Cause> {
        match self.premise(step)?.0 {
            Claim::Equal(a, b) => Ok((a, b)),
            Claim::Holds(condition) => Err(Cause::NoEquation(condition)),
        }
    }

    /// Checks that a premise shows this condition.
    pub fn needs(&self, step: &Proof, condition: &Term) -> Result<(), Cause> {
        same(&self.holds(step)?, condition)
    }

    /// The open assumptions of a premise after this one is closed.
    pub fn closed(&mut self, step: &Proof, assumption: &Term) -> Result<Open, Cause> {
        let n = self.number_of(assumption);
        Ok(self.premise(step)?.1.without(n))
    }

    /// Checks that none of the variables is free in an open assumption of the premise.
    pub fn arbitrary(&self, variables: &[Symbol], premise: &Proof) -> Result<(), Cause> {
        let (_, open) = self.premise(premise)?;
        let captured = self.open(&open).find(|a| is_free(variables, a)).cloned();
        captured.map_or(Ok(()), |a| Err(Cause::Captured(a)))
    }
}

pub fn unless(wrong: bool, cause: impl FnOnce() -> Cause) -> Result<(), Cause> {
    if wrong {
        Err(cause())
    } else {
        Ok(())
    }
}

pub fn same(shown: &Term, needed: &Term) -> Result<(), Cause> {
    unless(shown != needed, || Cause::Premise(shown.clone(), needed.clone()))
}

pub fn boolean(t: &Term) -> Result<(), Cause> {
    unless(t.sort() != Sort::BOOL, || Cause::Sort(t.clone()))
}
