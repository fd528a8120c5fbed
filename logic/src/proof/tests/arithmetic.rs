//! Steps of arithmetic.

use super::*;

/// Sums of premises with factors show the condition.
fn linear(condition: &Term, premises: &[(RBig, &Term)]) -> Proof {
    let premises = premises.iter().map(|(f, t)| (f.clone(), assume(t))).collect();
    p(Step::Linear { condition: condition.clone(), flipped: false, premises, with: Sums::default() })
}

#[test]
fn inequalities_of_integers_are_added_up() {
    let [x, y, z] = Make::default().ints(["x", "y", "z"]);
    let hyps = [term::le(x.clone(), y.clone()), term::lt(y.clone(), z.clone())];
    let one = || frac(1, 1);
    let both = |goal: &Term| linear(goal, &[(one(), &hyps[0]), (one(), &hyps[1])]);
    for (bound, holds) in [(-1, true), (0, true), (1, false)] {
        let goal = term::lt(term::add([x.clone(), int(bound)]), z.clone());
        if holds {
            accepts(&both(&goal), &hyps, &goal);
        } else {
            assert_eq!(rejects(&both(&goal), &hyps, &goal), Cause::Sum);
        }
    }
    let goal = term::lt(x.clone(), z.clone());
    rejects(&linear(&goal, &[(one(), &hyps[0])]), &hyps, &goal);
    rejects(&linear(&goal, &[(one(), &hyps[0]), (frac(2, 1), &hyps[1])]), &hyps, &goal);
    // 2x >= 1 gives x >= 1: half of it is x >= 1/2, and no integer is in between.
    let (half, goal) = (term::le(int(1), term::mul(int(2), x.clone())), term::le(int(1), x.clone()));
    let cut = linear(&goal, &[(frac(1, 2), &half)]);
    accepts(&cut, std::slice::from_ref(&half), &goal);
    let more = term::le(int(2), x);
    rejects(&linear(&more, &[(frac(1, 2), &half)]), &[half], &more);
}

#[test]
fn inequalities_of_reals_are_added_up() {
    let mut make = Make::default();
    let [x, y] = make.reals(["x", "y"]);
    let [b] = make.bools(["b"]);
    let (at_most, below) = (term::le(x.clone(), y.clone()), term::lt(x.clone(), y.clone()));
    let one = || frac(1, 1);
    accepts(&linear(&below, &[(one(), &below)]), std::slice::from_ref(&below), &below);
    accepts(&linear(&at_most, &[(one(), &below)]), std::slice::from_ref(&below), &at_most);
    rejects(&linear(&below, &[(one(), &at_most)]), std::slice::from_ref(&at_most), &below);
    let above = term::lt(x.clone(), term::add([y.clone(), term::real(frac(1, 2))]));
    accepts(&linear(&above, &[(one(), &at_most)]), std::slice::from_ref(&at_most), &above);
    rejects(&linear(&above, &[(one(), &b)]), &[b], &above);
    let nearly = term::le(x.clone(), term::sub(y.clone(), term::real(frac(1, 2))));
    assert_eq!(rejects(&linear(&nearly, &[(one(), &at_most)]), &[at_most], &nearly), Cause::Sum);
}
