//! Steps that show conditions by their structure, and steps that close assumptions.

use super::*;

/// An instance of a law of two variables.
fn law(name: &'static str, variables: [char; 2], values: [&Term; 2], guards: Vec<Proof>) -> Proof {
    let bindings = variables.into_iter().zip(values.map(Clone::clone)).collect();
    p(Step::Rule { name, rounding: Rounding::NearestEven, bindings, guards })
}

/// The second argument of a term, which is assumed, from a premise.
fn detached(of: &Term, premise: Proof) -> Proof {
    law("detach", ['b', 'c'], [&of.args()[0], &of.args()[1]], vec![assume(of), premise])
}

#[test]
fn conditions_have_parts() {
    let [a, b, c] = Make::default().bools(["a", "b", "c"]);
    let not = |t: &Term| term::not(t.clone());
    let part = |of: &Term, part: &Term| p(Step::Evaluate { condition: part.clone(), from: vec![assume(of)] });
    let yes = |of: &Term, t: &Term| accepts(&part(of, t), std::slice::from_ref(of), t);
    let no = |of: &Term, t: &Term| {
        assert_eq!(rejects(&part(of, t), std::slice::from_ref(of), t), Cause::Truth(t.clone()));
    };
    let both = term::and([a.clone(), b.clone()]);
    let either = term::or([a.clone(), b.clone()]);
    let follows = term::implies(a.clone(), b.clone());
    yes(&both, &b);
    no(&both, &c);
    no(&both, &not(&a));
    no(&either, &a);
    yes(&not(&either), &not(&b));
    no(&not(&either), &b);
    no(&not(&both), &not(&a));
    yes(&not(&follows), &a);
    yes(&not(&follows), &not(&b));
    no(&not(&follows), &b);
    no(&follows, &b);
    no(&follows, &a);
    yes(&term::bool(false), &c);
    no(&term::bool(true), &c);
    no(&term::not(term::bool(false)), &c);
}

#[test]
fn truth_tables() {
    let mut make = Make::default();
    let [a, b, c] = make.bools(["a", "b", "c"]);
    let not = |t: &Term| term::not(t.clone());
    let step = |from: &[&Term], t: &Term| {
        p(Step::Evaluate { condition: t.clone(), from: from.iter().map(|t| assume(t)).collect() })
    };
    let hyps = |from: &[&Term]| from.iter().map(|t| (*t).clone()).collect::<Vec<Term>>();
    let yes = |from: &[&Term], t: &Term| accepts(&step(from, t), &hyps(from), t);
    let no = |from: &[&Term], t: &Term| {
        assert_eq!(rejects(&step(from, t), &hyps(from), t), Cause::Truth(t.clone()));
    };
    let (both, either) = (term::and([a.clone(), b.clone()]), term::or([a.clone(), b.clone()]));
    let same = term::eq(a.clone(), b.clone());
    let chosen = term::ite(c.clone(), a.clone(), b.clone());
    yes(&[&a, &b], &both);
    no(&[&a], &both);
    no(&[], &both);
    yes(&[&b], &either);
    no(&[&c], &either);
    no(&[&not(&a)], &either);
    yes(&[&not(&a)], &term::implies(a.clone(), b.clone()));
    no(&[&a], &term::implies(a.clone(), b.clone()));
    no(&[&not(&b)], &term::implies(a.clone(), b.clone()));
    yes(&[&not(&a), &not(&b)], &same);
    no(&[&not(&a), &b], &same);
    no(&[&a], &same);
    yes(&[&a, &b], &chosen);
    yes(&[&c, &a], &chosen);
    no(&[&c, &b], &chosen);
    no(&[&a], &chosen);
    no(&[&a, &not(&b)], &chosen);
    no(&[&not(&a), &b], &chosen);
    no(&[&not(&c), &a], &chosen);
    yes(&[&both], &either);
    no(&[&either], &both);
    yes(&[&a, &not(&a)], &c);
    no(&[&a, &not(&b)], &c);
    no(&[], &term::bool(false));
    yes(&[], &term::bool(true));
    // The law of the excluded third is no truth table for unknown values.
    no(&[], &Term::raw(Op::Or, vec![a.clone(), not(&a)], Sort::BOOL));
    let detach = |f: &Term, t: &Term| detached(f, assume(t));
    let implication = term::implies(a.clone(), b.clone());
    accepts(&detach(&implication, &a), &[implication.clone(), a.clone()], &b);
    rejects(&detach(&implication, &c), &[implication.clone(), c.clone()], &b);
    rejects(&detach(&implication, &b), &[implication.clone(), b.clone()], &a);
    rejects(&detach(&either, &a), &[either, a], &b);
}

#[test]
fn assumptions_are_closed_where_a_step_says_so() {
    let [a, b, c] = Make::default().bools(["a", "b", "c"]);
    let goal = term::implies(a.clone(), a.clone());
    assert!(goal.is_true());
    let discharge = |assumption: &Term, conclusion: &Proof| {
        p(Step::Discharge { assumption: assumption.clone(), conclusion: conclusion.clone() })
    };
    let either = term::or([a.clone(), b.clone()]);
    let shown = p(Step::Evaluate { condition: either.clone(), from: vec![assume(&a)] });
    let implication = term::implies(a.clone(), either.clone());
    accepts(&discharge(&a, &shown), &[], &implication);
    assert_eq!(
        rejects(&discharge(&b, &shown), &[], &term::implies(b.clone(), either.clone())),
        Cause::Assumption(a.clone())
    );
    rejects(&discharge(&term::not(a.clone()), &shown), &[], &implication);
    rejects(&shown, &[], &either);
    // Another step may still need the assumption that this one closes.
    let both = p(Step::Evaluate {
        condition: term::and([implication.clone(), a.clone()]),
        from: vec![discharge(&a, &shown), assume(&a)],
    });
    let again = p(Step::Evaluate { condition: implication.clone(), from: vec![both] });
    assert_eq!(rejects(&again, &[], &implication), Cause::Assumption(a.clone()));
    accepts(&again, std::slice::from_ref(&a), &implication);
    let number = Make::default().ints(["n"]);
    rejects(&discharge(&number[0], &shown), std::slice::from_ref(&a), &implication);
    let _ = c;
}

#[test]
fn cases_are_complete() {
    let [a, b, c] = Make::default().bools(["a", "b", "c"]);
    let not = |t: &Term| term::not(t.clone());
    let hyps = [term::implies(c.clone(), a.clone()), term::implies(not(&c), a.clone())];
    let case = |n: usize, t: &Term| detached(&hyps[n], assume(t));
    let (yes, no) = (case(0, &c), case(1, &not(&c)));
    let cases = |condition: &Term, yes: &Proof, no: &Proof| {
        p(Step::Cases { condition: condition.clone(), yes: yes.clone(), no: no.clone() })
    };
    accepts(&cases(&c, &yes, &no), &hyps, &a);
    accepts(&cases(&not(&c), &no, &yes), &hyps, &a);
    // Twice the same case, the cases exchanged, other cases, other claims.
    assert_eq!(rejects(&cases(&c, &yes, &yes), &hyps, &a), Cause::Assumption(c.clone()));
    rejects(&cases(&c, &no, &no), &hyps, &a);
    rejects(&cases(&c, &no, &yes), &hyps, &a);
    rejects(&cases(&b, &yes, &no), &hyps, &a);
    assert_eq!(rejects(&cases(&c, &yes, &assume(&not(&c))), &hyps, &a), Cause::Differ);
    // Equations, too.
    let (yes, no) = (p(Step::IsTrue(yes)), p(Step::IsTrue(no)));
    equates(&cases(&c, &yes, &no), &hyps, &a, &term::bool(true));
}

#[test]
fn one_disjunct_is_shown_and_the_others_are_denied() {
    let [a, b, c] = Make::default().bools(["a", "b", "c"]);
    let not = |t: &Term| term::not(t.clone());
    let of = term::or([a.clone(), b.clone(), not(&c)]);
    let hyps = [term::implies(term::and([not(&b), c.clone()]), a.clone())];
    let premise = |parts: &[&Term]| {
        let both = term::and([not(&b), c.clone()]);
        let from = parts.iter().map(|t| assume(t)).collect();
        detached(&hyps[0], p(Step::Evaluate { condition: both, from }))
    };
    let step = |position, shown: &Proof| p(Step::Disjunction { of: of.clone(), position, shown: shown.clone() });
    let shown = premise(&[&not(&b), &c]);
    accepts(&step(0, &shown), &hyps, &of);
    rejects(&step(1, &shown), &hyps, &of);
    assert_eq!(rejects(&step(3, &shown), &hyps, &of), Cause::Missing);
    // Its own negation is not denied, and neither are the disjuncts themselves.
    let itself = p(Step::Evaluate { condition: a.clone(), from: vec![assume(&not(&a)), assume(&b), assume(&not(&b))] });
    rejects(&step(0, &itself), &hyps, &of);
    let wrong = p(Step::Evaluate { condition: a.clone(), from: vec![assume(&a)] });
    assert_eq!(rejects(&step(0, &wrong), &hyps, &of), Cause::Assumption(a.clone()));
    let all = term::and([a.clone(), b.clone()]);
    let conjunction = p(Step::Disjunction { of: all.clone(), position: 0, shown: assume(&a) });
    assert_eq!(rejects(&conjunction, std::slice::from_ref(&a), &all), Cause::Form(all.clone()));
}

#[test]
fn equivalence_is_two_implications() {
    let mut make = Make::default();
    let [a, b] = make.bools(["a", "b"]);
    let [i, j] = make.ints(["i", "j"]);
    let hyps = [term::implies(a.clone(), b.clone()), term::implies(b.clone(), a.clone())];
    let there = detached(&hyps[0], assume(&a));
    let back = detached(&hyps[1], assume(&b));
    let of = term::eq(a.clone(), b.clone());
    let mutual = |of: &Term, there: &Proof, back: &Proof| {
        let (a, b) = (of.args()[0].clone(), of.args()[1].clone());
        let closed = |assumption: &Term, conclusion: &Proof| {
            p(Step::Discharge { assumption: assumption.clone(), conclusion: conclusion.clone() })
        };
        let guards = vec![closed(&a, there), closed(&b, back)];
        law("equal-bool", ['b', 'c'], [&a, &b], guards)
    };
    accepts(&mutual(&of, &there, &back), &hyps, &of);
    rejects(&mutual(&of, &back, &there), &hyps, &of);
    rejects(&mutual(&of, &there, &there), &hyps, &of);
    rejects(&mutual(&of, &assume(&b), &back), &hyps, &of);
    assert_eq!(rejects(&mutual(&of, &there, &assume(&a)), &hyps[..1], &of), Cause::Assumption(a.clone()));
    assert_eq!(rejects(&mutual(&of, &there, &back), &hyps[..1], &of), Cause::Assumption(hyps[1].clone()));
    let numbers = term::eq(i, j);
    rejects(&mutual(&numbers, &there, &back), &hyps, &numbers);
    let of_numbers = law("equal-bool", ['b', 'c'], [&numbers.args()[0], &numbers.args()[1]], vec![there, back]);
    assert_eq!(rejects(&of_numbers, &hyps, &numbers), Cause::Binding('b'));
}
