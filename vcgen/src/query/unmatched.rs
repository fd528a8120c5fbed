//! The universals of an obligation of which no term of the obligation selects an instance.
//!
//! In: an obligation and one of its hypotheses. Out: for each universal of the hypothesis, in the order of the text,
//! whether the query has no instance of it. Advice about triggers names such a universal; no proof depends on it.

use super::matching::{Matched, Terms};
use super::prenex::prenex;
use super::start::start;
use logic::obligation::{Hyp, Obligation};
use rustc_hash::FxHashSet;

/// Whether the obligation has no instance of each universal of the hypothesis.
pub fn unmatched(o: &Obligation, h: &Hyp) -> Vec<bool> {
    let mut started = start(o);
    let mut terms = Terms::default();
    terms.extend(&started.facts);
    let universals = prenex([h.term.clone()], &mut started.names).universals;
    let none = |u| Matched::new(u).instances(&terms, &mut FxHashSet::default()).is_empty();
    universals.into_iter().map(none).collect()
}
