//! Equations of integers that follow from bounds: behind loops, and between remainders.

use super::discharge::{constants, no, yes};
use crate::term::{add, eq, implies, int, le, lt, modulo, mul, ne, not, select, Term};

/// Behind a loop, the counter is its limit: `i <= m` and `!(i < m)` are an equation that other equations need.
#[test]
fn opposite_inequalities_are_an_equation() {
    let w = constants();
    let (n, m, i, j) = (w.n, w.m, w.i, w.j);
    let at = std::slice::from_ref(&n);
    let (old, middle) = (select(&w.h, at), select(&w.k, at));
    let last = select(&w.k, &[add([n, int(1)])]);
    let hyps = [
        le(i.clone(), m.clone()),
        eq(middle.clone(), add([old.clone(), i.clone()])),
        not(lt(i, m.clone())),
        le(j.clone(), m.clone()),
        eq(last.clone(), add([middle, j.clone()])),
        not(lt(j, m.clone())),
    ];
    let goal = eq(last, add([old, mul(int(2), m)]));
    let _ = yes(goal.clone(), &hyps);
    for left_out in 0..hyps.len() {
        let rest: Vec<Term> = hyps.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, h)| h.clone()).collect();
        no(goal.clone(), &rest);
    }
}

/// Remainders of numbers that are less than the divisor apart are equal only if the numbers are.
#[test]
fn rotations() {
    let w = constants();
    let (n, i, j) = (w.n, w.i, w.j);
    let within = |t: &Term| [le(int(0), t.clone()), lt(t.clone(), n.clone())];
    let hyps = [within(&i), within(&j)].concat();
    let moved = |t: &Term, by: i64| modulo(add([t.clone(), int(by)]), n.clone());
    let _ = yes(implies(eq(moved(&i, 5), moved(&j, 5)), eq(i.clone(), j.clone())), &hyps);
    let _ = yes(implies(ne(i.clone(), j.clone()), ne(moved(&i, 5), moved(&j, 5))), &hyps);
    no(implies(eq(moved(&i, 5), moved(&j, 6)), eq(i.clone(), j.clone())), &hyps);
    let further = [within(&i).to_vec(), vec![le(int(0), j.clone()), le(j.clone(), n.clone())]].concat();
    no(implies(eq(moved(&i, 5), moved(&j, 5)), eq(i, j)), &further);
}
