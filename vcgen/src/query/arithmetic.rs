//! Instances of universals about numbers alone, which read no memory and call no function.
//!
//! The negation of `∃ j. lo <= j && j < hi && 2 * j <= n` speaks of no term that the query could have. What its author has in
//! mind is mostly an end of the range, or what an equation says: `n == 2 * j` is solved for `j` by the inverses that
//! count permissions.
//!
//! In: a universal. Out: instances. Any instance is a consequence, so a bad choice costs time and not soundness.

use super::matching::{has_no_key, premises};
use super::prenex::Universal;
use super::world::at_bounds;
use logic::invert::{conjuncts, invert};
use logic::term::{self, Op, Sort, Substitution, Term};

/// How many instances one universal may have.
const INSTANCES: usize = 24;

/// Instances at the ends of ranges and at solutions of equations, where nothing else chooses one.
pub fn instances(u: &Universal) -> Vec<Term> {
    if !has_no_key(u) || u.binders.iter().any(|b| b.sort() != Sort::INT) {
        return vec![];
    }
    let mut out = at_bounds(u);
    out.extend(at_solutions(u));
    out.truncate(INSTANCES);
    out
}

/// Instances where an equation of the body holds.
fn at_solutions(u: &Universal) -> Vec<Term> {
    let guard = conjuncts(&premises(&u.body)).into_iter().filter(|c| matches!(c.op(), Op::Lt | Op::Le));
    let guard = term::and(guard);
    let mut out = Vec::new();
    term::for_each_subterm(&u.body, &mut |t| {
        let (Op::Eq, [left, right]) = (t.op(), t.args()) else { return };
        for (e, value) in [(left, right), (right, left)] {
            if e.sort() != Sort::INT || !e.mentions(&u.binders) || value.mentions(&u.binders) {
                continue;
            }
            let inverse = invert(&u.binders, &guard, std::slice::from_ref(e), std::slice::from_ref(value));
            let Some(values) = inverse else { continue };
            let mut by = Substitution::new();
            u.binders.iter().zip(values).for_each(|(b, v)| by.insert(b, v));
            out.push(term::substitute(&u.body, &by));
        }
    });
    out
}
