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
