//! Laws of arithmetic that need several facts: what each must prove, and what looks like it and is false.

use super::checked::checked;
use crate::normalise::pattern::{instantiate, parse, Bindings};
use crate::term::{constant, Names, Role, Sort, Term};
use ir::Rounding;

/// The terms of patterns whose variables stand for constants.
fn terms(texts: &[&str]) -> Vec<Term> {
    let (mut names, mut values) = (Names::default(), Bindings::default());
    for (name, sort) in "ijkmn".chars().map(|c| (c, Sort::INT)).chain("bcd".chars().map(|c| (c, Sort::BOOL))) {
        values.set(name, constant(&names.fresh(name.to_string(), vec![], sort, Role::Skolem)));
    }
    let term = |text: &&str| {
        let pattern = parse(text, Rounding::NearestEven).unwrap_or_else(|| panic!("{text}"));
        instantiate(&pattern, &values).unwrap()
    };
    texts.iter().map(term).collect()
}

/// Whether the last of the conditions is proved from the others. Each proof is checked.
#[track_caller]
fn proves(texts: &[&str]) -> bool {
    let terms = terms(texts);
    let (goal, hyps) = terms.split_last().unwrap();
    checked(goal, hyps).discharged
}

/// A row number that is known to be below the number of rows, which other facts imply by a rule about quotients.
#[test]
fn what_follows_by_a_rule_about_quotients_is_kept() {
    let known = ["(< 0 ?n)", "(< 0 ?m)", "(<= 0 ?i)", "(< ?i (* ?m ?n))", "(< (div ?i ?n) ?m)", "(<= 0 ?j)"];
    let with = |last: [&'static str; 2]| proves(&[&known[..], &last[..]].concat());
    assert!(with(["(< ?j 16)", "(< (+ (* 16 (div ?i ?n)) ?j) (* 16 ?m))"]));
    assert!(!with(["(<= ?j 16)", "(< (+ (* 16 (div ?i ?n)) ?j) (* 16 ?m))"]));
    assert!(!with(["(< ?j 16)", "(< (+ (* 16 (div ?i ?n)) ?j) (+ (* 16 ?m) -1))"]));
    assert!(!with(["(< ?j 16)", "(< (+ (* 16 ?i) ?j) (* 16 ?m))"]));
}

/// A number below a product has a quotient below the other factor, for a positive divisor only.
#[test]
fn quotients_are_below_cofactors() {
    let field = "(< (+ (* ?m (mod ?i ?n)) (div ?i ?n)) (* ?n ?m))";
    let known = ["(<= 0 ?i)", "(= ?k (* ?n ?m))", "(< 0 ?m)"];
    let with = |more: [&'static str; 3]| proves(&[&known[..], &more[..]].concat());
    assert!(with(["(< ?i ?k)", "(< 0 ?n)", field]));
    assert!(!with(["(<= ?i ?k)", "(< 0 ?n)", field]));
    assert!(with(["(< ?i ?k)", "(< 0 ?n)", "(< (div ?i ?n) ?m)"]));
    assert!(!with(["(< ?i ?k)", "(< 0 ?n)", "(< (+ (div ?i ?n) 1) ?m)"]));
    // A negative divisor, or a dividend and a product that may both be negative.
    assert!(!proves(&["(< ?i (* ?n ?m))", "(not (= ?n 0))", "(< 0 ?m)", "(< (div ?i ?n) ?m)"]));
    assert!(!proves(&["(<= 0 ?i)", "(< ?i (* ?n ?m))", "(< ?n 0)", "(< (div ?i ?n) ?m)"]));
}

/// Blocks `[n·i, n·(i + 1))` that share an element are the same block, if their size is positive.
#[test]
fn a_comparison_follows_if_products_with_its_negation_contradict_the_facts() {
    let blocks = ["(<= (* ?n ?i) ?k)", "(<= (* ?n ?j) ?k)", "(< ?k (* ?n (+ ?j 1)))"];
    let with = |more: [&'static str; 3]| proves(&[&blocks[..], &more[..]].concat());
    assert!(with(["(< ?k (* ?n (+ ?i 1)))", "(< 0 ?n)", "(= ?i ?j)"]));
    assert!(!with(["(<= ?k (* ?n (+ ?i 1)))", "(< 0 ?n)", "(= ?i ?j)"]));
    assert!(!with(["(< ?k (+ (* ?n (+ ?i 1)) 1))", "(< 0 ?n)", "(= ?i ?j)"]));
    // Without elements, or backwards, the bounds say something else.
    assert!(with(["(< ?k (* ?n (+ ?i 1)))", "(<= 0 ?n)", "(= ?i ?j)"]), "an empty block has no element");
    assert!(!with(["true", "(< 0 ?n)", "(= ?i ?j)"]));
    assert!(proves(&["(<= (* ?n ?i) ?k)", "(<= 0 ?i)", "(<= 0 ?n)", "(<= 0 ?k)"]));
    assert!(!proves(&["(<= (* ?n ?i) ?k)", "(<= 0 ?i)", "(<= -1 ?n)", "(<= 0 ?k)"]));
    assert!(!proves(&["(<= (* ?n ?i) ?k)", "(<= 0 ?i)", "(<= 0 ?n)", "(< 0 ?k)"]));
}

/// Each disjunct of a known disjunction is a case.
#[test]
fn known_disjunctions_are_cases() {
    let phase = "(or (= ?i 0) (= ?i 1))";
    assert!(proves(&[phase, "(<= 0 ?j)", "(<= 0 (+ (* 2 ?j) ?i))"]));
    assert!(proves(&[phase, "(< (+ (* 2 ?j) 1) ?n)", "(< (+ (* 2 ?j) ?i) ?n)"]));
    assert!(!proves(&[phase, "(< (* 2 ?j) ?n)", "(< (+ (* 2 ?j) ?i) ?n)"]));
    assert!(!proves(&[phase, "(<= 0 ?j)", "(<= 1 (+ (* 2 ?j) ?i))"]));
    let three = "(or (= ?i 0) (or (= ?i 1) (= ?i 2)))";
    assert!(proves(&[three, "(<= (* ?i ?i) 4)"]));
    assert!(!proves(&[three, "(<= (* ?i ?i) 3)"]));
    assert!(!proves(&["(or (< ?i 0) (< 1 ?i))", "(< 1 ?i)"]));
}
