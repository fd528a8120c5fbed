//! Finds hypotheses that contradict each other.
//!
//! In: hypotheses. Out: a contradictory subset from which no hypothesis can be removed.

use super::check::solve;
use crate::solving::{Cancel, Limits, Query};
use logic::term::Term;

/// Indices of a minimal contradictory subset, in ascending order; `None` if no contradiction was proved.
///
/// Hypotheses are removed from the last to the first, as long as the rest is still contradictory. So of two possible
/// subsets, the one that is written earlier is found.
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

/// Whether the chosen hypotheses are proved to contradict each other.
fn contradictory(hyps: &[Term], chosen: &[usize], limits: Limits) -> bool {
    let chosen = chosen.iter().filter_map(|i| hyps.get(*i)).cloned().collect();
    solve(&Query::satisfiable(chosen), limits, &Cancel::default()).answer.is_unsat()
}
