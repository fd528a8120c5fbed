//! Random terms have the same value before and after they are simplified.

use super::checked::checked;
use super::eval::{eval, Constants, Random, Value};
use crate::normalise::simplify;
use crate::term::{show, Op, Sort, Term};

#[test]
fn simplification_preserves_the_value() {
    let constants = Constants::new();
    let mut random = Random(0xbeef);
    let mut changed = 0;
    for round in 0..6000 {
        let sort = *[Sort::INT, Sort::REAL, Sort::BOOL].get(round % 3).unwrap();
        let t = constants.term(sort, 5, &mut random);
        let (result, _) = simplify(&t);
        changed += usize::from(result != t);
        for _ in 0..5 {
            let env = constants.env(&mut random);
            assert_eq!(eval(&t, &env), eval(&result, &env), "{} became {}", show(&t), show(&result));
        }
    }
    assert!(changed > 3000, "the test exercises nothing: {changed}");
}

/// In every state in which the hypotheses hold, the goal keeps its truth value, and a discharged goal is true.
#[test]
fn normalising_is_sound_under_hypotheses() {
    let constants = Constants::new();
    let mut random = Random(0xcafe);
    let (mut discharged, mut witnessed, mut simplified) = (0, 0, 0);
    for _ in 0..4000 {
        let mut hyps: Vec<Term> = (0..3).map(|_| constants.term(Sort::BOOL, 2, &mut random)).collect();
        hyps.push(constants.term(Sort::BOOL, 3, &mut random));
        let goal = constants.term(Sort::BOOL, 3, &mut random);
        let outcome = checked(&goal, &hyps);
        let mut satisfied = false;
        for _ in 0..60 {
            let env = constants.env(&mut random);
            if hyps.iter().any(|h| eval(h, &env) != Value::Bool(true)) {
                continue;
            }
            satisfied = true;
            let context = || {
                let hyps: Vec<String> = hyps.iter().map(show).collect();
                format!("{} ⊢ {} by {:?}", hyps.join(", "), show(&goal), outcome.rules)
            };
            if outcome.discharged {
                assert_eq!(eval(&goal, &env), Value::Bool(true), "{}", context());
            } else {
                assert_eq!(eval(&goal, &env), eval(&outcome.goal, &env), "{}", context());
                simplified += 1;
            }
        }
        discharged += usize::from(outcome.discharged);
        witnessed += usize::from(outcome.discharged && satisfied);
    }
    assert!(witnessed > 100 && simplified > 1000, "{discharged} {witnessed} {simplified}");
}

/// A small sum of constants, products, remainders and quotients.
fn sum(constants: &Constants, random: &mut Random) -> Term {
    let parts = (0..1 + random.below(2)).map(|_| {
        let (a, b) = (constants.int(random.below(4) as usize), constants.int(random.below(4) as usize));
        match random.below(9) {
            7 | 8 => crate::term::div(a, b),
            0 => crate::term::mul(a, b),
            1 => crate::term::modulo(a, b),
            2 => crate::term::div(a, crate::term::int(2)),
            3 => crate::term::modulo(a, crate::term::int(3)),
            4 => crate::term::int(random.below(5) as i64 - 1),
            _ => a,
        }
    });
    crate::term::add(parts.collect::<Vec<_>>())
}

fn comparison(constants: &Constants, random: &mut Random) -> Term {
    let (a, b) = (sum(constants, random), sum(constants, random));
    match random.below(5) {
        0 => crate::term::eq(a, b),
        1 => crate::term::ne(a, b),
        2 | 3 => crate::term::le(a, b),
        _ => crate::term::lt(a, b),
    }
}

/// A discharged goal is true wherever the hypotheses hold. Goals and hypotheses are mostly arithmetic here, so that
/// bounds, equations and rounding decide.
#[test]
fn arithmetic_is_sound() {
    let constants = Constants::new();
    let mut random = Random(0xabcd);
    let mut witnessed = 0;
    for _ in 0..1500 {
        let mut hyps: Vec<Term> = (0..3).map(|_| comparison(&constants, &mut random)).collect();
        // Together with `a ≤ b`, the hypothesis `a ≠ b` gives `a < b`.
        if let (0, Some((Op::Le, [a, b]))) = (random.below(3), hyps.first().map(|h| (h.op(), h.args()))) {
            hyps.push(crate::term::ne(a.clone(), b.clone()));
        }
        let goal = comparison(&constants, &mut random);
        let outcome = checked(&goal, &hyps);
        if !outcome.discharged {
            continue;
        }
        for _ in 0..300 {
            let env = constants.env(&mut random);
            if hyps.iter().all(|h| eval(h, &env) == Value::Bool(true)) {
                let shown: Vec<String> = hyps.iter().map(show).collect();
                let shown = format!("{} ⊢ {} by {:?}", shown.join(", "), show(&goal), outcome.rules);
                assert_eq!(eval(&goal, &env), Value::Bool(true), "{shown}");
                witnessed += 1;
            }
        }
    }
    assert!(witnessed > 200, "{witnessed}");
}

#[test]
fn the_outcome_is_the_same_each_time() {
    let constants = Constants::new();
    let mut random = Random(0xd00d);
    for _ in 0..200 {
        let hyps: Vec<Term> = (0..3).map(|_| constants.term(Sort::BOOL, 3, &mut random)).collect();
        let goal = constants.term(Sort::BOOL, 4, &mut random);
        let (a, b) = (checked(&goal, &hyps), checked(&goal, &hyps));
        assert_eq!((a.goal, a.discharged, a.rules), (b.goal, b.discharged, b.rules));
    }
}

#[test]
fn large_terms_are_bounded() {
    let constants = Constants::new();
    // A term of 60 nodes with 2^60 paths; then a conjunction of 5000 comparisons.
    let mut shared = constants.int(0);
    for _ in 0..60 {
        shared = Term::raw(crate::term::Op::Mod, vec![shared.clone(), shared], Sort::INT);
    }
    let goal = crate::term::le(shared.clone(), crate::term::int(7));
    assert!(!checked(&goal, &[goal.clone(), crate::term::le(shared, constants.int(1))]).goal.is_false());
    let mut wide: Vec<Term> = Vec::new();
    for n in 0..5000 {
        wide.push(crate::term::lt(constants.int(n % 4), crate::term::int(n as i64)));
    }
    let _ = checked(&crate::term::and(wide.clone()), &wide);
}
