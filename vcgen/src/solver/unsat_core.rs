//! Which hypotheses contradict each other.
//!
//! In: hypotheses. Out: a subset that is contradictory, and of which no hypothesis can be left out.

use super::check::solve;
use crate::solving::{Cancel, Limits, Query};
use logic::term::Term;

/// Indices of a minimal contradictory subset, ascending; none if the hypotheses are not proved contradictory.
///
/// By deletion: what can go without losing the contradiction goes, from the last to the first, so that of two
/// possible subsets the one written earlier is found.
pub fn unsat_core(hyps: &[Term], limits: Limits) -> Option<Vec<usize>> {
    let mut kept: Vec<usize> = (0..hyps.len()).collect();
    if !contradictory(hyps, &kept, limits) {
        return None;
    }
    for candidate in (0..hyps.len()).rev() {
        let without: Vec<usize> = kept.iter().copied().filter(|k| *k != candidate).collect();
        if contradictory(hyps, &without, limits) {
            kept = without;
        }
    }
    Some(kept)
}

fn contradictory(hyps: &[Term], chosen: &[usize], limits: Limits) -> bool {
    let chosen = chosen.iter().filter_map(|i| hyps.get(*i)).cloned().collect();
    solve(&Query::satisfiable(chosen), limits, &Cancel::default()).answer.is_unsat()
}
