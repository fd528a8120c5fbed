//! Universals that are never instantiated: no term of the obligation matches their triggers.
//!
//! In: an obligation and one of its hypotheses. Out: for each universal of the hypothesis, in the order of the text,
//! whether the query has no instance of it. Advice about triggers names such a universal; no proof depends on it.

use super::matching::{Made, Matched, Terms};
use super::prenex::prenex;
use super::start::start;
use logic::obligation::{Hyp, Obligation};

/// For each universal of the hypothesis, in the order of the text: whether no term of the obligation matches its
/// trigger.
pub fn unmatched(o: &Obligation, h: &Hyp) -> Vec<bool> {
    let mut started = start(o);
    let mut terms = Terms::default();
    terms.extend(&started.facts);
    let universals = prenex([h.term.clone()], &mut started.names).universals;
    let none = |u| Matched::new(u).instances(&terms, &mut Made::default()).is_empty();
    universals.into_iter().map(none).collect()
}
