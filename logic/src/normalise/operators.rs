//! The subterms that the lemmas of [`super::rules::LEMMAS`] are about.
//!
//! In: a term. Out: the quotients and remainders in it, innermost first, without those under quantifiers.

use crate::term::{FloatOp, Op, Term};
use rustc_hash::FxHashSet;

/// The quotients and remainders that occur in the term, each once, innermost first.
pub fn operators(t: &Term) -> Vec<Term> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    collect(t, &mut seen, &mut found);
    found
}

/// Appends the quotients and remainders in a term to `found`. `seen` holds the addresses of visited subterms.
fn collect(t: &Term, seen: &mut FxHashSet<usize>, found: &mut Vec<Term>) {
    if matches!(t.op(), Op::Quant(_)) || t.args().is_empty() || !seen.insert(t.address()) {
        return;
    }
    for a in t.args() {
        collect(a, seen, found);
    }
    let described = matches!(t.op(), Op::Mod | Op::Div | Op::RealDiv | Op::FloatOp(FloatOp::ToInt(_)));
    if described && !found.contains(t) {
        found.push(t.clone());
    }
}
