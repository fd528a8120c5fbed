//! Facts about quotients, remainders and operations on bits.
//!
//! In: facts, and a term. Out: the facts together with the instances of [`super::super::rules::LEMMAS`] for the
//! quotients, remainders and operations on bits in the term, where the facts imply the guards.

use super::super::operators::operators;
use super::super::pattern::{instantiate, matches, mentions, Bindings};
use super::super::rules::{lemmas, Parsed};
use super::bits::CHOSEN;
use super::Facts;
use crate::term::{Op, Term};
use std::borrow::Cow;

impl Facts {
    /// These facts and the lemmas about the quotients and remainders that occur in the term.
    pub fn described(&self, t: &Term) -> Cow<'_, Self> {
        if operators(t).iter().all(|t| self.described.contains(t)) {
            return Cow::Borrowed(self);
        }
        let mut more = self.clone();
        more.describe(t);
        Cow::Owned(more)
    }

    /// Adds the lemmas about the quotients and remainders that occur in the term outside of quantifiers. The symbols of
    /// the term need not be recorded as mentioned: the lemmas hold for all their values.
    pub fn describe(&mut self, t: &Term) {
        for t in operators(t) {
            if self.described.contains(&t) {
                continue;
            }
            let mut all = true;
            for (fact, why) in self.converted(&t) {
                self.compare(&fact, true, &why);
            }
            if matches!(t.op(), Op::FloatOp(_)) && !self.floats.conversions.contains(&t) {
                self.floats.conversions.push(t.clone());
            }
            for lemma in lemmas() {
                let mut bindings = Bindings::default();
                if !matches(&lemma.lhs, &t, &mut bindings) {
                    continue;
                }
                if !mentions(&lemma.rhs, CHOSEN) {
                    all &= self.instance(lemma, bindings);
                    continue;
                }
                let chosen = self.chosen(&t);
                all &= !chosen.is_empty();
                for value in chosen {
                    let mut bindings = bindings.clone();
                    bindings.set(CHOSEN, value);
                    all &= self.instance(lemma, bindings);
                }
            }
            if all {
                let _ = self.described.insert(t);
            }
        }
    }

    /// Adds the lemma with these values of its variables, if its guards hold. Returns whether they do.
    fn instance(&mut self, lemma: &'static Parsed, bindings: Bindings) -> bool {
        let (guards, fact) = match (self.guards(&lemma.guards, &bindings), instantiate(&lemma.rhs, &bindings)) {
            (Some(guards), Some(fact)) => (guards, fact),
            (None, _) | (_, None) => return false,
        };
        let why = self.recorder.rule(lemma, bindings, &guards);
        self.compare(&fact, true, &why);
        true
    }
}
