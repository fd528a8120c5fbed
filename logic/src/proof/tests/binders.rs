//! Steps below and about quantifiers: nothing is captured.

use super::*;

fn forall(x: &Symbol, body: Term) -> Term {
    term::forall(vec![x.clone()], body)
}

/// Two variables `x`, `y`, and a constant `n`.
fn variables() -> (Make, Symbol, Symbol, Term) {
    let mut make = Make::default();
    let (x, y) = (make.symbol("x", Sort::INT), make.symbol("y", Sort::INT));
    let [n] = make.ints(["n"]);
    (make, x, y, n)
}

fn positive(t: &Term) -> Term {
    term::lt(int(0), t.clone())
}

#[test]
fn a_body_is_shown_for_an_arbitrary_value() {
    let (_, x, y, n) = variables();
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    let square = term::le(vx.clone(), term::add([vx.clone(), int(1)]));
    let of = forall(&x, square.clone());
    let shown = p(Step::Linear { condition: square.clone(), flipped: false, premises: vec![], with: Sums::default() });
    let general = |of: &Term, body: &Proof| p(Step::Generalise { of: of.clone(), body: body.clone() });
    accepts(&general(&of, &shown), &[], &of);
    // What is known of one value is not known of all.
    let all_positive = forall(&x, positive(&vx));
    let hyps = [positive(&vx)];
    assert_eq!(
        rejects(&general(&all_positive, &assume(&hyps[0])), &hyps, &all_positive),
        Cause::Captured(hyps[0].clone())
    );
    rejects(&general(&all_positive, &assume(&positive(&vy))), &[positive(&vy)], &all_positive);
    // A hypothesis that binds the variable says nothing about one value.
    let instance = p(Step::Instance { of: assume(&all_positive), values: vec![vx.clone()] });
    accepts(&general(&all_positive, &instance), std::slice::from_ref(&all_positive), &all_positive);
    // Existential quantifiers are another matter, and so are other terms.
    let some = term::quant(false, vec![x.clone()], vec![], square.clone());
    rejects(&general(&some, &shown), &[], &some);
    rejects(&general(&square, &shown), &[], &square);
    // The assumption may be closed before.
    let closed = p(Step::Discharge { assumption: hyps[0].clone(), conclusion: assume(&hyps[0]) });
    let goal = forall(&x, term::or([positive(&vx), term::not(positive(&vx)), positive(&n)]));
    rejects(&general(&goal, &closed), &[], &goal);
}

#[test]
fn instances_capture_nothing() {
    let (mut make, x, y, n) = variables();
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    let instance = |of: &Term, values: &[&Term]| {
        p(Step::Instance { of: assume(of), values: values.iter().map(|t| (*t).clone()).collect() })
    };
    let all = forall(&x, positive(&vx));
    accepts(&instance(&all, &[&n]), std::slice::from_ref(&all), &positive(&n));
    rejects(&instance(&all, &[&n]), std::slice::from_ref(&all), &positive(&vy));
    rejects(&instance(&all, &[]), std::slice::from_ref(&all), &positive(&n));
    rejects(&instance(&all, &[&n, &n]), std::slice::from_ref(&all), &positive(&n));
    let half = term::real(frac(1, 2));
    rejects(&instance(&all, &[&half]), std::slice::from_ref(&all), &positive(&half));
    let some = term::quant(false, vec![x.clone()], vec![], positive(&vx));
    rejects(&instance(&some, &[&n]), std::slice::from_ref(&some), &positive(&n));
    rejects(&instance(&positive(&n), &[&n]), &[positive(&n)], &positive(&n));
    // Each number has another one that differs. No number differs from itself.
    let some_other = term::quant(false, vec![y.clone()], vec![], term::ne(vx.clone(), vy.clone()));
    let each = forall(&x, some_other);
    let itself = term::quant(false, vec![y.clone()], vec![], term::ne(vy.clone(), vy.clone()));
    for value in [&vy, &term::add([vy.clone(), int(0), n.clone()])] {
        let cause = rejects(&instance(&each, &[value]), std::slice::from_ref(&each), &itself);
        assert_eq!(cause, Cause::Captured(value.clone()));
    }
    // A value that is quantified would bind a variable twice.
    let b = make.symbol("b", Sort::BOOL);
    let all_b = forall(&b, forall(&y, term::implies(positive(&vy), term::constant(&b))));
    let value = forall(&y, positive(&vy));
    let goal = positive(&vy);
    assert_eq!(
        rejects(&instance(&all_b, &[&value]), std::slice::from_ref(&all_b), &goal),
        Cause::Captured(value.clone())
    );
    // In triggers, too.
    let trigger =
        term::quant(true, vec![y.clone()], vec![vec![vx.clone(), vy.clone()]], term::eq(vx.clone(), vy.clone()));
    let with_trigger = forall(&x, trigger);
    rejects(&instance(&with_trigger, &[&vy]), std::slice::from_ref(&with_trigger), &goal);
    let quantified = term::quant(true, vec![x.clone()], vec![vec![value]], positive(&vx));
    assert_eq!(
        rejects(&instance(&quantified, &[&n]), std::slice::from_ref(&quantified), &positive(&n)),
        Cause::Sort(quantified.clone())
    );
}

#[test]
fn equations_below_a_quantifier_hold_for_all_values() {
    let (_, x, y, n) = variables();
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    let of = forall(&x, positive(&vx));
    let to = forall(&x, positive(&n));
    let hyps = [term::eq(vx.clone(), n.clone())];
    // One x is n, but not all are.
    let inside = p(Step::Congruence { of: positive(&vx), args: vec![(1, given(&vx, &n))] });
    let below = p(Step::Congruence { of: of.clone(), args: vec![(0, inside)] });
    assert_eq!(never_equates(&below, &hyps, &of, &to), Cause::Captured(hyps[0].clone()));
    let replaced = p(Step::Replace { of: of.clone(), by: vec![given(&vx, &n)] });
    never_equates(&replaced, &hyps, &of, &to);
    // What is true of constants is true below quantifiers.
    let sum = |t: &Term| forall(&x, positive(&term::add([vx.clone(), t.clone()])));
    let constants = [term::eq(n.clone(), vy.clone())];
    let step = |of: Term| p(Step::Replace { of, by: vec![given(&n, &vy)] });
    equates(&step(sum(&n)), &constants, &sum(&n), &sum(&vy));
    // The right side would be captured.
    let captured = [term::eq(n.clone(), vx.clone())];
    let capture = p(Step::Replace { of: sum(&n), by: vec![given(&n, &vx)] });
    let wrong = forall(&x, positive(&term::add([vx.clone(), vx.clone()])));
    assert_eq!(never_equates(&capture, &captured, &sum(&n), &wrong), Cause::Captured(vx.clone()));
    // The equation follows from an assumption about the variable.
    let known = positive(&vx);
    let follows = p(Step::Evaluate {
        condition: constants[0].clone(),
        from: vec![assume(&term::and([known, constants[0].clone()]))],
    });
    let step = p(Step::Replace { of: sum(&n), by: vec![p(Step::Equation(follows))] });
    let hyps = [term::and([positive(&vx), constants[0].clone()])];
    assert_eq!(never_equates(&step, &hyps, &sum(&n), &sum(&vy)), Cause::Captured(hyps[0].clone()));
    // An equation of the quantifier itself does not capture.
    let whole = [term::eq(of.clone(), term::eq(n.clone(), vy.clone()))];
    let of_whole = term::and([of.clone(), positive(&n)]);
    let step = p(Step::Replace { of: of_whole.clone(), by: vec![given(&of, &term::eq(n.clone(), vy.clone()))] });
    equates(&step, &whole, &of_whole, &term::and([term::eq(n.clone(), vy), positive(&n)]));
    // A part of a body is not lifted.
    let part = term::ite(positive(&vx), n.clone(), int(0));
    let of = forall(&x, term::le(vx.clone(), part.clone()));
    let wrong = term::ite(positive(&vx), forall(&x, term::le(vx.clone(), n)), forall(&x, term::le(vx.clone(), int(0))));
    let lift = p(Step::Lift { of: of.clone(), part: part.clone() });
    assert_eq!(never_equates(&lift, &[], &of, &wrong), Cause::Captured(part));
}

/// Where a constant is replaced, the result is that of a substitution, also in triggers.
#[test]
fn constants_are_replaced_in_triggers() {
    let (_, x, y, n) = variables();
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    let sum = |t: &Term| term::add([vx.clone(), t.clone()]);
    let all = |t: &Term| term::quant(true, vec![x.clone()], vec![vec![sum(t)]], positive(&sum(t)));
    let hyps = [term::eq(n.clone(), vy.clone())];
    let step = |of: Term| p(Step::Replace { of, by: vec![given(&n, &vy)] });
    equates(&step(all(&n)), &hyps, &all(&n), &all(&vy));
    // A trigger alone, too: but the variable stays bound.
    let trigger = |t: &Term| term::quant(true, vec![x.clone()], vec![vec![sum(t)]], positive(&vx));
    equates(&step(trigger(&n)), &hyps, &trigger(&n), &trigger(&vy));
    // Numbers in triggers stay.
    let hyps = [term::eq(int(3), vy.clone())];
    let number = |in_trigger: &Term, t: &Term| {
        term::quant(true, vec![x.clone()], vec![vec![sum(in_trigger)]], positive(&sum(t)))
    };
    let step = p(Step::Replace { of: number(&int(3), &int(3)), by: vec![given(&int(3), &vy)] });
    equates(&step, &hyps, &number(&int(3), &int(3)), &number(&int(3), &vy));
    let captured = [term::eq(n.clone(), vx.clone())];
    let capture = p(Step::Replace { of: trigger(&n), by: vec![given(&n, &vx)] });
    assert_eq!(never_equates(&capture, &captured, &trigger(&n), &trigger(&vx)), Cause::Captured(vx.clone()));
}

/// A quantifier whose body binds its variable again would lose it in the constructor of quantifiers.
#[test]
fn no_variable_is_bound_twice() {
    let (mut make, x, _, n) = variables();
    let vx = term::constant(&x);
    let b = make.symbol("b", Sort::BOOL);
    let vb = term::constant(&b);
    let inner = forall(&x, positive(&vx));
    let of = forall(&x, term::and([positive(&vx), vb.clone()]));
    let hyps = [term::eq(vb.clone(), inner.clone())];
    let goal = term::and([positive(&vx), inner.clone()]);
    for step in [
        Step::Replace { of: of.clone(), by: vec![given(&vb, &inner)] },
        Step::Congruence {
            of: of.clone(),
            args: vec![(0, p(Step::Congruence { of: of.args()[0].clone(), args: vec![(1, given(&vb, &inner))] }))],
        },
    ] {
        assert!(matches!(never_equates(&p(step), &hyps, &of, &goal), Cause::Captured(_)));
    }
    let binding = Binding { universal: true, binders: vec![x], triggers: vec![] };
    let twice = Term::raw(Op::Quant(Box::new(binding)), vec![term::and([positive(&vx), inner])], Sort::BOOL);
    assert_eq!(rejects(&assume(&twice), std::slice::from_ref(&twice), &twice), Cause::Sort(twice.clone()));
    let _ = n;
}

#[test]
fn terms_make_sense() {
    let mut make = Make::default();
    let [i] = make.ints(["i"]);
    let [r] = make.reals(["r"]);
    let [b] = make.bools(["b"]);
    let refused = |t: Term| {
        assert_eq!(rejects(&assume(&t), std::slice::from_ref(&t), &t), Cause::Sort(t.clone()));
    };
    refused(i.clone());
    for (op, args) in [
        (Op::Lt, vec![i.clone(), r.clone()]),
        (Op::Le, vec![b.clone(), b.clone()]),
        (Op::Eq, vec![i.clone(), r.clone()]),
        (Op::Eq, vec![i.clone()]),
        (Op::And, vec![]),
        (Op::Or, vec![b.clone(), i.clone()]),
        (Op::Not, vec![i.clone()]),
        (Op::Implies, vec![b.clone()]),
        (Op::Select, vec![i.clone(), i.clone()]),
        (Op::FloatOp(FloatOp::Lt), vec![i.clone(), i.clone()]),
    ] {
        refused(Term::raw(op, args, Sort::BOOL));
    }
    let wrong = Term::raw(Op::Add, vec![i.clone(), r], Sort::INT);
    let whole = Term::raw(Op::Le, vec![wrong.clone(), i], Sort::BOOL);
    assert_eq!(rejects(&assume(&whole), std::slice::from_ref(&whole), &whole), Cause::Sort(wrong));
    // Two symbols with one number are equal, and would be confused.
    let (one, two) = (Make::default().bools(["one"]), Make::default().ints(["two"]));
    let mixed = term::and([one[0].clone(), term::le(int(0), two[0].clone())]);
    let cause = rejects(&assume(&mixed), std::slice::from_ref(&mixed), &mixed);
    assert!(matches!(cause, Cause::Symbol(_)));
}

/// An equation that holds for some values of a variable says nothing below a quantifier that binds the variable,
/// whether it comes from a rule with a guard, from an instance, or from a supposition.
#[test]
fn bound_variables_stay_bound() {
    let (_, x, y, n) = variables();
    let (vx, vy) = (term::constant(&x), term::constant(&y));
    // The rule says that t mod t is 0, where t is not 0.
    let rest = |t: &Term| term::modulo(t.clone(), t.clone());
    let rule = |t: &Term, guard: Proof| {
        let (bindings, guards) = (vec![('n', t.clone())], vec![guard]);
        p(Step::Rule { name: "mod-self", rounding: Rounding::NearestEven, bindings, guards })
    };
    let about = |t: &Term| term::quant(true, vec![x.clone()], vec![], positive(&term::add([t.clone(), vx.clone()])));
    let inside = |equation: Proof, from: &Term| {
        let sum = term::add([from.clone(), vx.clone()]);
        let sums = p(Step::Congruence { of: sum.clone(), args: vec![(0, equation)] });
        let compared = p(Step::Congruence { of: positive(&sum), args: vec![(1, sums)] });
        p(Step::Congruence { of: about(from), args: vec![(0, compared)] })
    };
    let replaced = |equation: Proof, from: &Term| p(Step::Replace { of: about(from), by: vec![equation] });

    // The guard is about the bound variable: the hypothesis says so of one number only.
    let (known, to) = ([term::ne(vx.clone(), int(0))], int(0));
    let equation = || rule(&vx, assume(&known[0]));
    equates(&equation(), &known, &rest(&vx), &to);
    for step in [inside(equation(), &rest(&vx)), replaced(equation(), &rest(&vx))] {
        let cause = never_equates(&step, &known, &about(&rest(&vx)), &about(&to));
        assert!(matches!(cause, Cause::Captured(_)), "{cause:?}");
    }
    // The guard is about another variable.
    let known = [term::ne(vy.clone(), int(0))];
    let equation = || rule(&vy, assume(&known[0]));
    for step in [inside(equation(), &rest(&vy)), replaced(equation(), &rest(&vy))] {
        equates(&step, &known, &about(&rest(&vy)), &about(&to));
    }
    // The guard is an instance of what is known of all numbers. It rests on nothing about the bound variable, although
    // it mentions it.
    let known = [forall(&y, term::ne(vy.clone(), int(0)))];
    let guard = p(Step::Instance { of: assume(&known[0]), values: vec![vx.clone()] });
    equates(&inside(rule(&vx, guard), &rest(&vx)), &known, &about(&rest(&vx)), &about(&to));
    // An instance of what is supposed of all numbers above the bound one rests on the bound variable.
    let above = forall(&y, term::or([term::le(vy.clone(), vx.clone()), term::ne(vy.clone(), int(0))]));
    let guard = p(Step::Instance { of: assume(&above), values: vec![n.clone()] });
    let guard = p(Step::Evaluate {
        condition: term::ne(n.clone(), int(0)),
        from: vec![assume(&term::and([term::ne(n.clone(), int(0)), positive(&vx)])), guard],
    });
    let known = [above, term::and([term::ne(n.clone(), int(0)), positive(&vx)])];
    let step = inside(rule(&n, guard), &rest(&n));
    let cause = never_equates(&step, &known, &about(&rest(&n)), &about(&to));
    assert!(matches!(cause, Cause::Captured(_)), "{cause:?}");

    // The second one of two variables that a quantifier binds, and the variable of an outer quantifier.
    let known = [term::eq(n.clone(), term::neg(vy.clone()))];
    let whole = |t: &Term| {
        let body = positive(&term::add([t.clone(), vx.clone(), vy.clone()]));
        [
            term::quant(true, vec![x.clone(), y.clone()], vec![], body.clone()),
            forall(&y, forall(&x, body.clone())),
            forall(&x, forall(&y, body)),
        ]
    };
    for (of, to) in whole(&n).into_iter().zip(whole(&term::neg(vy.clone()))) {
        let step = p(Step::Replace { of: of.clone(), by: vec![given(&n, &term::neg(vy.clone()))] });
        let cause = never_equates(&step, &known, &of, &to);
        assert_eq!(cause, Cause::Captured(term::neg(vy.clone())), "{}", term::show(&of));
    }
    // One quantifier after the other: the inner one binds nothing that the equation is about, and the outer one does.
    let known = [positive(&vy), term::eq(n.clone(), int(0))];
    let both = term::and([known[0].clone(), known[1].clone()]);
    let equation = p(Step::Equation(p(Step::Evaluate { condition: known[1].clone(), from: vec![assume(&both)] })));
    let sum = |t: &Term| positive(&term::add([t.clone(), vx.clone(), vy.clone()]));
    let inner = p(Step::Replace { of: forall(&x, sum(&n)), by: vec![equation] });
    let hyps = [both.clone()];
    equates(&inner, &hyps, &forall(&x, sum(&n)), &forall(&x, sum(&int(0))));
    let of = forall(&y, forall(&x, sum(&n)));
    let outer = p(Step::Congruence { of: of.clone(), args: vec![(0, inner)] });
    let cause = never_equates(&outer, &hyps, &of, &forall(&y, forall(&x, sum(&int(0)))));
    assert_eq!(cause, Cause::Captured(both));

    // The same part outside and below a quantifier.
    let of = |t: &Term| term::and([positive(t), about(t), term::not(positive(t))]);
    let known = [term::eq(n.clone(), vx.clone())];
    let step = p(Step::Replace { of: of(&n), by: vec![given(&n, &vx)] });
    assert_eq!(never_equates(&step, &known, &of(&n), &of(&vx)), Cause::Captured(vx.clone()));

    // What is supposed of the variable must be over before the variable is bound, and not behind that.
    let supposed = assume(&positive(&vx));
    let all = forall(&x, positive(&vx));
    let early = p(Step::Generalise { of: all.clone(), body: supposed });
    let late = p(Step::Discharge { assumption: positive(&vx), conclusion: early });
    let goal = term::implies(positive(&vx), all.clone());
    assert_eq!(rejects(&late, &[], &goal), Cause::Captured(positive(&vx)));
    // It is over if it is closed inside.
    let closed = p(Step::Discharge { assumption: positive(&vx), conclusion: assume(&positive(&vx)) });
    let either = p(Step::Cases { condition: positive(&vx), yes: closed.clone(), no: closed });
    let shown = p(Step::Evaluate { condition: term::or([positive(&n), term::bool(true)]), from: vec![either] });
    accepts(&shown, &[], &term::bool(true));
    // A case is over behind the case distinction: not before, where the variable is bound in one case only.
    let step = |case: Term| {
        let part = p(Step::Evaluate { condition: case.clone(), from: vec![assume(&case)] });
        p(Step::Generalise { of: forall(&x, case), body: part })
    };
    let no = term::not(positive(&vx));
    let proof = p(Step::Cases { condition: positive(&vx), yes: step(positive(&vx)), no: step(no) });
    assert!(matches!(rejects(&proof, &[], &all), Cause::Captured(_)));

    // Values are put in for all variables at once, not one after the other.
    let below = |s: &Term, t: &Term| term::lt(s.clone(), t.clone());
    let pairs = [term::quant(true, vec![x.clone(), y.clone()], vec![], below(&vx, &vy))];
    let exchanged = p(Step::Instance { of: assume(&pairs[0]), values: vec![vy.clone(), vx.clone()] });
    accepts(&exchanged, &pairs, &below(&vy, &vx));
    for wrong in [below(&vx, &vx), below(&vy, &vy), below(&vx, &vy)] {
        if !wrong.is_false() {
            rejects(&exchanged, &pairs, &wrong);
        }
    }
}
