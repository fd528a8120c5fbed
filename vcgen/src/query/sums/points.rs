//! At which indices the summands of reductions differ from those around them: where memory was written, and where the
//! summand compares the index with a value.
//!
//! In: reductions. Out: indices.

use super::laws::Multiple;
use logic::invert::invert;
use logic::term::{self, Op, Sort, Term};

/// The indices at which a combination of sums is worth a look.
pub fn of(sums: &[Multiple<'_, '_>]) -> Vec<Term> {
    let mut out: Vec<Term> = Vec::new();
    for (_, s) in sums {
        let index = term::constant(&s.of.index);
        let mut add = |left: Vec<Term>, right: Vec<Term>| {
            let solved = invert(std::slice::from_ref(&s.of.index), &term::bool(true), &left, &right);
            let solved = solved.and_then(|mut values| values.pop()).filter(|k| !k.contains(&index));
            out.extend(solved);
        };
        // The summand with its arguments, at the index itself: reads of written memory are conditions on the index.
        let body = s.of.body(&s.term, &index);
        let inner = super::super::matching::bound(&body);
        term::for_each_subterm(&body, &mut |t| {
            let (Op::Eq, [a, b]) = (t.op(), t.args()) else { return };
            // The variable of a quantifier in the summand has no meaning outside.
            if t.mentions(&inner) {
                return;
            }
            for (e, value) in [(a, b), (b, a)] {
                if e.sort() == Sort::INT && e.contains(&index) && !value.contains(&index) {
                    add(vec![e.clone()], vec![value.clone()]);
                }
            }
        });
    }
    let mut known: Vec<Term> = Vec::new();
    out.retain(|k| {
        let new = !known.contains(k);
        known.extend(new.then(|| k.clone()));
        new
    });
    out
}
