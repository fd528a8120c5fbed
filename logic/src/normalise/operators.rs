//! The subterms that the lemmas of [`super::rules::LEMMAS`] are about.
//!
//! In: a term. Out: the quotients, remainders, operations on bits and conversions of floats to integers in it,
//! innermost first, without those under quantifiers.

use crate::term::{self, FloatOp, Op, Term};
use ir::Bits;
use rustc_hash::FxHashSet;

/// The terms in the term that lemmas are about, each once, innermost first. An `or` or `xor` comes after the `and` of
/// the same operands, which its lemmas mention.
pub fn operators(t: &Term) -> Vec<Term> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    collect(t, &mut seen, &mut found);
    found
}

/// Appends the terms in a term that lemmas are about to `found`. `seen` holds the addresses of visited subterms.
fn collect(t: &Term, seen: &mut FxHashSet<usize>, found: &mut Vec<Term>) {
    if matches!(t.op(), Op::Quant(_)) || t.args().is_empty() || !seen.insert(t.address()) {
        return;
    }
    for a in t.args() {
        collect(a, seen, found);
    }
    if let (Op::Bits(Bits::Or | Bits::Xor), [a, b]) = (t.op(), t.args()) {
        collect(&term::bits(Bits::And, a.clone(), b.clone()), seen, found);
    }
    let described = matches!(t.op(), Op::Mod | Op::Div | Op::RealDiv | Op::Bits(_) | Op::FloatOp(FloatOp::ToInt(_)));
    if described && !found.contains(t) {
        found.push(t.clone());
    }
}
