//! Truth values of conditions.
//!
//! In: conditions that hold. Out: what they are made of, and whether they make another condition true.

use crate::term::{self, Op, Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// The condition, and what follows from it alone: conjuncts, the negations of disjuncts of a negated disjunction, and
/// both sides of a negated implication.
fn parts(condition: &Term) -> Vec<Term> {
    let (mut all, mut open, mut seen) = (Vec::new(), vec![condition.clone()], FxHashSet::default());
    while let Some(part) = open.pop() {
        if !seen.insert(part.clone()) {
            continue;
        }
        match (part.op(), part.args()) {
            (Op::And, conjuncts) => open.extend(conjuncts.iter().cloned()),
            (Op::Not, [inner]) => match (inner.op(), inner.args()) {
                (Op::Or, disjuncts) => open.extend(disjuncts.iter().cloned().map(term::not)),
                (Op::Implies, [a, b]) => open.extend([a.clone(), term::not(b.clone())]),
                _ => {}
            },
            _ => {}
        }
        all.push(part);
    }
    all
}

/// Known truth values of conditions.
pub struct Truth {
    known: FxHashMap<Term, Option<bool>>,
    contradictory: bool,
}

impl Truth {
    /// The truth values of the parts of conditions that hold.
    pub fn of(conditions: &[Term]) -> Self {
        let mut truth = Self { known: FxHashMap::default(), contradictory: false };
        for part in conditions.iter().flat_map(parts) {
            let (condition, value) = match (part.op(), part.args()) {
                (Op::Not, [inner]) => (inner.clone(), false),
                _ => (part.clone(), true),
            };
            truth.contradictory |= part.is_false() || truth.known.insert(condition, Some(value)) == Some(Some(!value));
        }
        truth
    }

    /// Whether the condition is true by the known truth values.
    pub fn shows(&mut self, condition: &Term) -> bool {
        self.contradictory || self.value(condition) == Some(true)
    }

    /// The truth value of a condition, if the known ones decide it.
    fn value(&mut self, t: &Term) -> Option<bool> {
        if let Some(known) = self.known.get(t) {
            return *known;
        }
        let value = match (t.op(), t.args()) {
            (Op::Bool(value), []) => Some(*value),
            (Op::Not, [a]) => self.value(a).map(|value| !value),
            (Op::And, all) => self.decided(all, false),
            (Op::Or, some) => self.decided(some, true),
            (Op::Implies, [a, b]) => match (self.value(a), self.value(b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            (Op::Ite, [c, a, b]) if a.sort() == Sort::BOOL => match (self.value(c), self.value(a), self.value(b)) {
                (Some(true), value, _) | (Some(false), _, value) => value,
                (None, a, b) => a.filter(|_| a == b),
            },
            (Op::Eq, [a, b]) if a.sort() == Sort::BOOL => self.value(a).zip(self.value(b)).map(|(a, b)| a == b),
            _ => None,
        };
        let _ = self.known.insert(t.clone(), value);
        value
    }

    /// The value of a conjunction, where `decisive` is `false`, or of a disjunction, where it is `true`.
    fn decided(&mut self, args: &[Term], decisive: bool) -> Option<bool> {
        let values: Vec<Option<bool>> = args.iter().map(|a| self.value(a)).collect();
        let decides = values.contains(&Some(decisive));
        (decides || !values.contains(&None)).then_some(decides == decisive)
    }
}
