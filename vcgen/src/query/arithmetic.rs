//! Instances of universals that are about numbers only: they read no memory and call no function.
//!
//! For example, the negation of `∃ j. lo <= j && j < hi && 2 * j <= n` mentions no read and no application that the
//! query could contain, too. The witness that its author has in mind is usually an end of the range, or the solution of
//! an equation: `n == 2 * j` is solved for `j` by the inverses that count permissions.
//!
//! In: a universal. Out: instances. Every instance follows from the universal, so a bad choice costs time and not
//! soundness.

use super::matching::{bound, has_no_key, premises};
use super::prenex::Universal;
use super::world::at_bounds;
use logic::invert::{conjuncts, invert};
use logic::term::{self, Op, Sort, Substitution, Term};

/// Most instances of one universal.
const INSTANCES: usize = 24;

/// Instances at the ends of ranges and at the solutions of equations.
pub fn instances(u: &Universal) -> Vec<Term> {
    if !has_no_key(u) || u.binders.iter().any(|b| b.sort() != Sort::INT) {
        return vec![];
    }
    let mut out = at_bounds(u);
    out.extend(at_solutions(u));
    out.truncate(INSTANCES);
    out
}

/// Instances at the solutions of the equations in the body. An equation about the variable of an inner quantifier has
/// no solution outside of that quantifier: an instance at such a solution would be captured there.
fn at_solutions(u: &Universal) -> Vec<Term> {
    let inner = bound(&u.body);
    let guard = conjuncts(&premises(&u.body)).into_iter().filter(|c| matches!(c.op(), Op::Lt | Op::Le));
    let guard = term::and(guard);
    let mut out = Vec::new();
    term::for_each_subterm(&u.body, &mut |t| {
        let (Op::Eq, [left, right]) = (t.op(), t.args()) else { return };
        if t.mentions(&inner) {
            return;
        }
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
