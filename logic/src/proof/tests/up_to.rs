//! Equalities of floats up to laws: what the checker must reject.

use super::*;
use crate::floats::{Assumption, Assumptions};
use crate::proof::check_assuming;
use crate::proof::text::{read, write};

const FLOAT: Sort = Sort::float(FloatFormat::Single);

fn add(a: &Term, b: &Term) -> Term {
    term::float_op(FloatOp::ADD, vec![a.clone(), b.clone()])
}

fn all() -> Assumptions {
    Assumption::ALL.into_iter().collect()
}

fn reassociation() -> Assumptions {
    [Assumption::Reassociation].into_iter().collect()
}

fn up_to(condition: &Term, assumed: Assumptions) -> Proof {
    p(Step::UpTo { condition: condition.clone(), assumed, reflexive: None })
}

/// `(a + b) + c = a + (b + c)`, and the terms.
fn law() -> (Term, [Term; 3]) {
    let [a, b, c] = Make::default().constants(["a", "b", "c"], FLOAT);
    (term::eq(add(&add(&a, &b), &c), add(&a, &add(&b, &c))), [a, b, c])
}

#[test]
fn an_assumption_must_be_granted() {
    let (goal, _) = law();
    let proof = up_to(&goal, reassociation());
    assert!(check_assuming(all(), &proof, &[], &goal).is_ok());
    assert!(check_assuming(reassociation(), &proof, &[], &goal).is_ok());
    let fault = check(&proof, &[], &goal).unwrap_err();
    assert_eq!(fault.cause, Cause::NotGranted(reassociation()));
    let finite = [Assumption::Finite].into_iter().collect();
    assert!(check_assuming(finite, &proof, &[], &goal).is_err());
    assert!(check_assuming(all(), &up_to(&goal, finite), &[], &goal).is_err());
    assert!(check_assuming(all(), &up_to(&goal, Assumptions::NONE), &[], &goal).is_err());
}

#[test]
fn other_conditions_do_not_follow() {
    let (_, [a, b, c]) = law();
    let (left, right) = (add(&add(&a, &b), &c), add(&a, &add(&b, &c)));
    let compared = |op| term::float_op(op, vec![left.clone(), right.clone()]);
    let finite = compared(FloatOp::Eq);
    assert!(check_assuming(all(), &up_to(&finite, all()), &[], &finite).is_ok());
    for (condition, assumed) in [
        (finite.clone(), reassociation()),
        (compared(FloatOp::Le), all()),
        (term::not(compared(FloatOp::Lt)), all()),
        (term::not(term::eq(left.clone(), right.clone())), all()),
        (term::eq(left.clone(), add(&a, &b)), all()),
    ] {
        assert!(check_assuming(all(), &up_to(&condition, assumed), &[], &condition).is_err(), "{condition:?}");
    }
    // IEEE's equality of numbers: the premise says that the left side is no NaN, and not the sum of something else.
    let itself = |t: &Term| term::float_op(FloatOp::Eq, vec![t.clone(), t.clone()]);
    for (number, accepted) in [(&left, true), (&right, false), (&a, false)] {
        let reflexive = Some(assume(&itself(number)));
        let proof = p(Step::UpTo { condition: finite.clone(), assumed: reassociation(), reflexive });
        assert_eq!(check_assuming(all(), &proof, &[itself(number)], &finite).is_ok(), accepted);
    }
}

/// `(1e30 - 1e30) + 1` is 1, and `1e30 + (-1e30 + 1)` is 0.
#[test]
fn what_is_false_for_literals_does_not_follow() {
    let [a, b, c] = [1e30_f32, -1e30, 1.0].map(|x| term::float(FloatFormat::Single, u64::from(x.to_bits())));
    let goal = Term::raw(Op::Eq, vec![add(&add(&a, &b), &c), add(&a, &add(&b, &c))], Sort::BOOL);
    assert!(check_assuming(all(), &up_to(&goal, all()), &[], &goal).is_err());
}

/// The law contradicts what is known of the terms, so whatever could use it as a fact would show anything.
#[test]
fn it_is_no_fact() {
    let (goal, [a, ..]) = law();
    let wrong = term::eq(a.clone(), add(&a, &a));
    let not = term::not(goal.clone());
    let hyps = [not.clone(), term::implies(goal.clone(), wrong.clone())];
    let shown = || up_to(&goal, all());
    let no = term::bool(false);
    let back = p(Step::Flip(p(Step::IsTrue(shown()))));
    let equal = p(Step::Chain(vec![back, p(Step::IsFalse(assume(&not)))]));
    let rule = |name, [b, c]: [&Term; 2], guards| {
        let bindings = vec![('b', b.clone()), ('c', c.clone())];
        p(Step::Rule { name, rounding: Rounding::NearestEven, bindings, guards })
    };
    let discharged = p(Step::Discharge { assumption: wrong.clone(), conclusion: shown() });
    let same = term::eq(goal.clone(), wrong.clone());
    let both = Term::raw(Op::And, vec![goal.clone(), not.clone()], Sort::BOOL);
    let conjunction = p(Step::Evaluate { condition: both.clone(), from: vec![shown(), assume(&not)] });
    let attempts = [
        (p(Step::Evaluate { condition: no.clone(), from: vec![shown(), assume(&not)] }), no.clone()),
        (p(Step::Evaluate { condition: wrong.clone(), from: vec![shown(), assume(&not)] }), wrong.clone()),
        (rule("detach", [&goal, &wrong], vec![assume(&hyps[1]), shown()]), wrong.clone()),
        (rule("equal-bool", [&goal, &wrong], vec![assume(&hyps[1]), discharged]), same),
        (p(Step::Evaluate { condition: goal.clone(), from: vec![shown()] }), goal.clone()),
        (p(Step::Evaluate { condition: goal.clone(), from: vec![conjunction.clone()] }), goal.clone()),
        (p(Step::Evaluate { condition: both, from: vec![conjunction.clone()] }), term::bool(false)),
        (p(Step::Evaluate { condition: no.clone(), from: vec![conjunction] }), no.clone()),
        (p(Step::FromTrue(p(Step::IsTrue(shown())))), goal.clone()),
        (
            p(Step::Rewritten(assume(&hyps[1]), {
                let by = vec![p(Step::IsTrue(shown()))];
                p(Step::Replace { of: hyps[1].clone(), by })
            })),
            wrong.clone(),
        ),
        (p(Step::Rewritten(p(Step::Evaluate { condition: term::bool(true), from: vec![] }), equal)), no.clone()),
    ];
    for (proof, goal) in attempts {
        let fault = check_assuming(all(), &proof, &hyps, &goal).unwrap_err();
        assert_eq!(fault.cause, Cause::UpTo, "{:?}", fault.step);
    }
}

/// Texts of proofs that use an equality up to laws against an exact fact that contradicts it.
#[test]
fn it_cannot_be_rewritten_to_something_else() {
    // The equality up to laws and a hypothesis that denies it, and two other conditions that are both false: then both
    // conditions are equal, and one could be rewritten to the other.
    let rewritten = |equality: &str, assumption: &str, other: &str| {
        format!(
            "(step s1 up-to {equality} ({assumption}) ())
(step s2 assume (not {equality}))
(step s3 is-false s2)
(step s4 rewritten s1 s3)
(step s5 assume (not {other}))
(step s6 is-false s5)
(step s7 flip s6)
(step s8 rewritten s4 s7)
"
        )
    };
    let against_a_hypothesis = "(assuming float-reassociation)
(symbol x#2 () Float32)
(symbol y#3 () Float32)
(symbol z#4 () Float32)
(symbol a#5 () Int)
(term t1 (fadd.rn (fadd.rn x#2 y#3) z#4))
(term t2 (fadd.rn x#2 (fadd.rn y#3 z#4)))
(term t3 (= t1 t2))
(term t4 (= a#5 6))
(hypothesis (not t3))
(hypothesis (not t4))
(goal t4)
"
    .to_owned()
        + &rewritten("t3", "float-reassociation", "t4");
    let in_an_implication = "(assuming float-finite)
(symbol x#1 () Float32)
(symbol a#2 () Int)
(term t1 (feq x#1 x#1))
(term t3 (= a#2 7))
(hypothesis (not t1))
(goal (=> (not t3) t3))
"
    .to_owned()
        + &rewritten("t1", "float-finite", "t3")
        + "(step s9 discharge (not t3) s8)\n";
    for text in [against_a_hypothesis, in_an_implication] {
        let document = read(&text).unwrap();
        let checked = check_assuming(document.assumed, &document.proof, &document.hypotheses, &document.goal);
        assert_eq!(checked.unwrap_err().cause, Cause::UpTo);
    }
    // Another equation of floats that is false, too.
    let (law, [a, ..]) = law();
    let other = term::eq(a.clone(), add(&a, &a));
    let hyps = [term::not(law.clone()), term::not(other.clone())];
    let [first, second] = [0, 1].map(|n: usize| p(Step::IsFalse(assume(&hyps[n]))));
    let equal = p(Step::Chain(vec![first, p(Step::Flip(second))]));
    let rewritten = p(Step::Rewritten(up_to(&law, all()), equal));
    assert_eq!(check_assuming(all(), &rewritten, &hyps, &other).unwrap_err().cause, Cause::UpTo);
    // No disjunction either, since the negations of the other disjuncts would be facts.
    let either = Term::raw(Op::Or, vec![law.clone(), other], Sort::BOOL);
    let disjunction = p(Step::Disjunction { of: either.clone(), position: 0, shown: up_to(&law, all()) });
    assert_eq!(check_assuming(all(), &disjunction, &[], &either).unwrap_err().cause, Cause::UpTo);
}

/// Exact steps may say what the sides are.
#[test]
fn its_sides_may_be_rewritten() {
    let (law, [a, ..]) = law();
    let [d] = Make(Names::starting_at(300)).constants(["d"], FLOAT);
    let known = term::eq(d.clone(), a.clone());
    let goal = term::replace(&law, &a, &d);
    let sides = goal.args().iter().enumerate();
    let by = || vec![p(Step::Equation(assume(&known)))];
    let args = sides.map(|(n, side)| (n, p(Step::Replace { of: side.clone(), by: by() }))).collect();
    let equation = p(Step::Congruence { of: goal.clone(), args });
    let shown = p(Step::Rewritten(up_to(&law, all()), p(Step::Flip(equation))));
    assert!(check_assuming(all(), &shown, std::slice::from_ref(&known), &goal).is_ok());
    assert!(check_assuming(all(), &shown, &[], &goal).is_err());
}

/// No execution has a finite root of a negative number, or a finite quotient by zero.
#[test]
fn it_does_not_apply_to_what_is_never_finite() {
    let [x] = Make::default().constants(["x"], FLOAT);
    let [one, zero] = [1.0_f32, 0.0].map(|x| term::float(FloatFormat::Single, u64::from(x.to_bits())));
    let infinite = Term::raw(Op::FloatOp(FloatOp::DIV), vec![one, zero.clone()], FLOAT);
    let vanishes = |t: &Term| {
        let product = term::float_op(FloatOp::MUL, vec![t.clone(), zero.clone()]);
        Term::raw(Op::Eq, vec![product, zero.clone()], Sort::BOOL)
    };
    assert!(check_assuming(all(), &up_to(&vanishes(&x), all()), &[], &vanishes(&x)).is_ok());
    let never = vanishes(&term::float_op(FloatOp::MUL, vec![x, infinite]));
    assert!(check_assuming(all(), &up_to(&never, all()), &[], &never).is_err());
}

#[test]
fn it_may_be_a_part_of_the_goal() {
    let (law, [a, b, _]) = law();
    let n = Make(Names::starting_at(100)).symbol("n", Sort::INT);
    let x = Make(Names::starting_at(200)).symbol("x", FLOAT);
    let exact = term::float_op(FloatOp::Le, vec![a, b]);
    let shown = || up_to(&law, all());
    let both = term::and([law.clone(), exact.clone()]);
    let conjunction = p(Step::Evaluate { condition: both.clone(), from: vec![shown(), assume(&exact)] });
    assert!(check_assuming(all(), &conjunction, std::slice::from_ref(&exact), &both).is_ok());
    // One of the conjuncts is not shown by itself.
    let half = p(Step::Evaluate { condition: both.clone(), from: vec![shown()] });
    assert!(check_assuming(all(), &half, std::slice::from_ref(&exact), &both).is_err());
    let implied = term::implies(exact.clone(), law.clone());
    let discharged = p(Step::Discharge { assumption: exact.clone(), conclusion: shown() });
    assert!(check_assuming(all(), &discharged, &[], &implied).is_ok());
    // Not for all values: the law would be one for all floats, since integers convert to floats.
    for binder in [n, x] {
        let every = Term::raw(
            Op::Quant(Box::new(Binding { universal: true, binders: vec![binder], triggers: vec![] })),
            vec![law.clone()],
            Sort::BOOL,
        );
        let general = p(Step::Generalise { of: every.clone(), body: shown() });
        assert!(check_assuming(all(), &general, &[], &every).is_err());
    }
}

#[test]
fn the_text_names_what_it_assumes() {
    let (goal, _) = law();
    let written = write(&up_to(&goal, reassociation()), &[], &goal);
    assert!(written.contains("(assuming float-reassociation)\n"), "{written}");
    let document = read(&written).unwrap();
    assert_eq!(document.assumed, reassociation());
    assert_eq!(write(&document.proof, &document.hypotheses, &document.goal), written);
    assert!(check_assuming(document.assumed, &document.proof, &[], &document.goal).is_ok());
    let silent = read(&written.replace("(assuming float-reassociation)\n", "")).unwrap();
    assert!(check_assuming(silent.assumed, &silent.proof, &[], &silent.goal).is_err());
    assert!(read(&written.replace("float-reassociation", "float-everything")).is_err());
}
