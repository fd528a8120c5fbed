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

#[test]
fn factors_have_the_right_sign() {
    let mut make = Make::default();
    let [x, y, z] = make.ints(["x", "y", "z"]);
    let (le, eq) = (term::le(x.clone(), y.clone()), term::eq(x.clone(), y.clone()));
    let ne = term::ne(x.clone(), y.clone());
    let back = term::le(y.clone(), x.clone());
    let factor = |cause: Cause, t: &Term| assert_eq!(cause, Cause::Factor(t.clone()));
    factor(rejects(&linear(&back, &[(frac(-1, 1), &le)]), std::slice::from_ref(&le), &back), &le);
    accepts(&linear(&back, &[(frac(-1, 1), &eq)]), std::slice::from_ref(&eq), &back);
    factor(rejects(&linear(&le, &[(frac(1, 1), &ne)]), std::slice::from_ref(&ne), &le), &ne);
    // Equations are shown by equations alone, exactly.
    let same = term::eq(term::add([x.clone(), z.clone()]), term::add([y.clone(), z.clone()]));
    let more = term::eq(term::add([x.clone(), int(1)]), y.clone());
    for f in [1, -1] {
        let shown = linear(&same, &[(frac(f, 1), &eq)]);
        if f == 1 {
            accepts(&shown, std::slice::from_ref(&eq), &same);
        } else {
            assert_eq!(rejects(&shown, std::slice::from_ref(&eq), &same), Cause::Sum);
        }
    }
    assert_eq!(rejects(&linear(&more, &[(frac(1, 1), &eq)]), std::slice::from_ref(&eq), &more), Cause::Sum);
    factor(rejects(&linear(&same, &[(frac(1, 1), &le)]), std::slice::from_ref(&le), &same), &le);
    factor(rejects(&linear(&eq, &[(frac(0, 1), &le)]), std::slice::from_ref(&le), &eq), &le);
}

#[test]
fn numbers_differ() {
    let [x, y] = Make::default().ints(["x", "y"]);
    let ne = term::ne(x.clone(), y.clone());
    let step = |premise: &Term, flipped| {
        let premises = vec![(frac(1, 1), assume(premise))];
        p(Step::Linear { condition: ne.clone(), flipped, premises, with: Sums::default() })
    };
    let (below, above) = (term::lt(x.clone(), y.clone()), term::lt(y.clone(), x.clone()));
    accepts(&step(&below, false), std::slice::from_ref(&below), &ne);
    accepts(&step(&above, true), std::slice::from_ref(&above), &ne);
    rejects(&step(&below, true), std::slice::from_ref(&below), &ne);
    rejects(&step(&above, false), std::slice::from_ref(&above), &ne);
    let at_most = term::le(x.clone(), y.clone());
    rejects(&step(&at_most, false), std::slice::from_ref(&at_most), &ne);
}

#[test]
fn contradictions() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let [r, s] = make.reals(["r", "s"]);
    let no = term::bool(false);
    let one = || frac(1, 1);
    let shows = |hyps: &[Term], factors: [RBig; 2]| {
        let premises: Vec<(RBig, &Term)> = factors.into_iter().zip(hyps).collect();
        check(&linear(&no, &premises), hyps, &no).is_ok()
    };
    let lt = |a: &Term, b: &Term| term::lt(a.clone(), b.clone());
    let le = |a: &Term, b: &Term| term::le(a.clone(), b.clone());
    assert!(shows(&[lt(&x, &y), le(&y, &x)], [one(), one()]));
    assert!(!shows(&[le(&x, &y), le(&y, &x)], [one(), one()]));
    assert!(shows(&[lt(&r, &s), le(&s, &r)], [one(), one()]));
    assert!(shows(&[lt(&r, &s), lt(&s, &r)], [one(), one()]));
    assert!(!shows(&[le(&r, &s), le(&s, &r)], [one(), one()]));
    assert!(!shows(&[lt(&r, &s), le(&s, &r)], [frac(0, 1), frac(0, 1)]));
    assert!(!shows(&[lt(&r, &s), le(&s, &r)], [frac(2, 1), one()]));
    assert!(!shows(&[], [one(), one()]));
    // The literal `true` says of numbers that 0 is 0, and `false` says that 0 is at most -1.
    let yes = term::bool(true);
    accepts(&linear(&yes, &[]), &[], &yes);
    assert!(!shows(std::slice::from_ref(&yes), [one(), one()]));
    assert!(shows(std::slice::from_ref(&no), [one(), one()]));
    assert!(!shows(std::slice::from_ref(&no), [frac(0, 1), one()]));
    assert_eq!(rejects(&linear(&yes, &[(one(), &lt(&x, &y))]), &[lt(&x, &y)], &yes), Cause::Factor(lt(&x, &y)));
    let equal = term::eq(x, y);
    assert_eq!(rejects(&linear(&equal, &[(one(), &no)]), std::slice::from_ref(&no), &equal), Cause::Factor(no.clone()));
}

#[test]
fn integers_and_reals_together() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let [r] = make.reals(["r"]);
    let real = |t: &Term| term::to_real(t.clone());
    let one = || frac(1, 1);
    // x < y are integers, so x + 1 <= y as reals.
    let hyps = [term::lt(x.clone(), y.clone()), term::le(r.clone(), real(&x))];
    let goal = term::le(term::add([r.clone(), term::one()]), real(&y));
    accepts(&linear(&goal, &[(one(), &hyps[0]), (one(), &hyps[1])]), &hyps, &goal);
    let more = term::lt(term::add([r.clone(), term::one()]), real(&y));
    rejects(&linear(&more, &[(one(), &hyps[0]), (one(), &hyps[1])]), &hyps, &more);
    // No real is in a gap between integers.
    let below = term::lt(real(&x), real(&y));
    let goal = term::le(term::add([x.clone(), int(1)]), y.clone());
    accepts(&linear(&goal, &[(one(), &below)]), std::slice::from_ref(&below), &goal);
    let real_goal = term::le(term::add([real(&x), term::one()]), real(&y));
    rejects(&linear(&real_goal, &[(one(), &below)]), std::slice::from_ref(&below), &real_goal);
}

#[test]
fn order_and_equality() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let [r, s] = make.reals(["r", "s"]);
    let law = |name: &'static str, sides: [(char, &Term); 2], guards: [&Term; 2]| {
        let bindings = sides.map(|(v, t)| (v, t.clone())).into();
        let guards = guards.map(assume).into();
        p(Step::Rule { name, rounding: Rounding::NearestEven, bindings, guards })
    };
    for ([a, b], equal, variables) in
        [([x.clone(), y.clone()], "equal-int", ['i', 'j']), ([r.clone(), s.clone()], "equal-real", ['p', 'q'])]
    {
        let (le, ge) = (term::le(a.clone(), b.clone()), term::le(b.clone(), a.clone()));
        let (lt, eq) = (term::lt(a.clone(), b.clone()), term::eq(a.clone(), b.clone()));
        // The guards may be written in another way.
        let ne = term::ne(term::add([b.clone(), a.clone()]), term::add([a.clone(), a.clone()]));
        let ge_again = term::not(lt.clone());
        let hyps = [le.clone(), ge.clone(), ne.clone(), eq.clone(), ge_again.clone()];
        let between = |guards: [&Term; 2]| law(equal, [(variables[0], &a), (variables[1], &b)], guards);
        accepts(&between([&le, &ge]), &hyps, &eq);
        accepts(&between([&le, &ge_again]), &hyps, &eq);
        for guards in [[&ge, &le], [&le, &le], [&ge, &ge], [&le, &ne], [&le, &eq], [&lt, &ge]] {
            assert!(matches!(rejects(&between(guards), &hyps, &eq), Cause::Premise(..)));
        }
        rejects(&between([&le, &ge]), &hyps, &lt);
        rejects(&between([&le, &ge]), &hyps, &term::not(eq.clone()));
        if a.sort() == Sort::INT {
            let apart = |guards: [&Term; 2]| law("below-int", [('i', &a), ('j', &b)], guards);
            accepts(&apart([&le, &ne]), &hyps, &lt);
            for guards in [[&ge, &ne], [&le, &eq], [&ne, &le], [&le, &le]] {
                assert!(matches!(rejects(&apart(guards), &hyps, &lt), Cause::Premise(..)));
            }
            rejects(&apart([&le, &ne]), &hyps, &le);
        }
    }
    // Guards that are no comparisons are not replaced by others.
    let [b, c] = make.bools(["b", "c"]);
    let guard = |t: &Term| law("equal-int", [('i', &x), ('j', &y)], [t, t]);
    for wrong in [&b, &term::and([b.clone(), c]), &term::bool(true), &term::bool(false)] {
        assert!(matches!(
            rejects(&guard(wrong), std::slice::from_ref(wrong), &term::eq(x.clone(), y.clone())),
            Cause::Premise(..)
        ));
    }
    // Integers and reals are different numbers.
    let (le, ge) = (term::le(r.clone(), s.clone()), term::le(s.clone(), r.clone()));
    let mixed = law("equal-int", [('i', &r), ('j', &s)], [&le, &ge]);
    assert_eq!(rejects(&mixed, &[le.clone(), ge.clone()], &term::eq(r, s)), Cause::Binding('i'));
}

#[test]
fn products_of_inequalities() {
    let mut make = Make::default();
    let [x, y] = make.ints(["x", "y"]);
    let [r] = make.reals(["r"]);
    let (le, lt) = (term::le(int(0), x.clone()), term::lt(x.clone(), y.clone()));
    let hyps = [le.clone(), lt.clone()];
    let product = |of: &[&Term]| p(Step::Product(of.iter().map(|t| assume(t)).collect()));
    let below = term::sub(term::sub(y.clone(), x.clone()), int(1));
    let goal = term::le(int(0), term::mul(x.clone(), below));
    accepts(&product(&[&le, &lt]), &hyps, &goal);
    rejects(&product(&[&le]), &hyps, &goal);
    rejects(&product(&[&le, &lt, &le]), &hyps, &goal);
    rejects(&product(&[&le, &lt]), &hyps, &term::lt(int(0), goal.args()[1].clone()));
    rejects(&product(&[]), &hyps, &goal);
    // A product of two numbers that are at most 0 is no product of numbers that are at least 0 by their terms.
    let negative = term::le(x.clone(), int(0));
    rejects(
        &product(&[&negative, &le]),
        &[negative.clone(), le.clone()],
        &term::le(int(0), term::mul(x.clone(), x.clone())),
    );
    let equation = term::eq(int(0), x.clone());
    rejects(&product(&[&equation, &le]), &[equation.clone(), le.clone()], &goal);
    let differ = term::not(equation);
    assert_eq!(rejects(&product(&[&differ]), std::slice::from_ref(&differ), &goal), Cause::Form(differ.clone()));
    let real = term::le(term::zero(), r);
    rejects(&product(&[&le, &real]), &[le, real], &goal);
}

#[test]
fn integers_and_reals_are_added_up_together() {
    let mut make = Make::default();
    let ([n, m], [r, s]) = (make.ints(["n", "m"]), make.reals(["r", "s"]));
    let one = || frac(1, 1);
    let hyps = [term::le(term::zero(), term::to_real(n.clone())), term::le(int(0), m.clone())];
    let goal = term::le(int(0), term::add([n, m.clone()]));
    accepts(&linear(&goal, &[(one(), &hyps[0]), (one(), &hyps[1])]), &hyps, &goal);
    // Between two reals that differ, there may be less than one.
    let near = term::lt(s.clone(), term::add([r.clone(), term::real(frac(1, 2))]));
    let hyps = [term::le(int(0), m.clone()), term::lt(r, s), near];
    let goal = term::le(int(1), m);
    let factors = [(one(), &hyps[0]), (frac(2, 1), &hyps[1]), (frac(2, 1), &hyps[2])];
    assert_eq!(rejects(&linear(&goal, &factors), &hyps, &goal), Cause::Sum);
}
