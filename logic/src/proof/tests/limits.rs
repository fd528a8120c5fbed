//! Small proofs whose terms share so many parts that they are exponentially large as trees. A checker without limits
//! would not end on them.

use crate::proof::check;
use crate::proof::text::read;

/// The depth to which the terms share their parts.
const DEPTH: usize = 40;

/// Whether the checker accepts the proof with this text.
fn accepts(text: &str) -> bool {
    let document = read(text).unwrap_or_else(|fault| panic!("{fault:?}"));
    check(&document.proof, &document.hypotheses, &document.goal).is_ok()
}

/// Lines about the numbers from 0 to `most`, one after the other.
fn lines(most: usize, line: impl Fn(usize) -> String) -> String {
    (0..most).map(|n| line(n) + "\n").collect()
}

#[test]
fn free_variables_below_many_quantifiers() {
    let nested = |n: usize| {
        let quantified = format!("(forall (x#{n}) () (or (p#900 x#{n}) t{n}))");
        format!("(symbol x#{n} () Int)\n(term t{} (and {quantified} t{n}))", n + 1)
    };
    let all: Vec<String> = (0..DEPTH).map(|n| format!("x#{n}")).collect();
    let applied: Vec<String> = all.iter().map(|x| format!("(p#900 {x})")).collect();
    let text = format!(
        "(symbol p#900 (Int) Bool)\n(symbol c#901 () Bool)\n(term t0 c#901)\n{}(hypothesis t{DEPTH})\n\
         (term t50 (or c#901 true {}))\n(term t51 (forall ({}) () t50))\n(goal t51)\n(step s1 assume t{DEPTH})\n\
         (step s2 evaluate t50 (s1))\n(step s3 generalise t51 s2)\n",
        lines(DEPTH, nested),
        applied.join(" "),
        all.join(" "),
    );
    assert!(accepts(&text));
}

#[test]
fn sums_that_become_real() {
    let doubled = lines(DEPTH, |n| format!("(term t{} (+ t{n} t{n} 1))", n + 1));
    let text = format!(
        "(symbol x#0 () Int)\n(symbol r#1 () Real)\n(term t0 x#0)\n{doubled}(hypothesis (< r#1 r#1))\n\
         (goal (<= t{DEPTH} 0))\n(step s1 assume (< r#1 r#1))\n\
         (step s2 linear (<= t{DEPTH} 0) plain ((1/1 s1)) () ())\n"
    );
    assert!(!accepts(&text));
}

#[test]
fn reads_of_arrays_that_share_parts() {
    let chosen = lines(DEPTH, |n| format!("(term t{} (ite (p#1 {n}) t{n} (store t{n} {n} {n})))", n + 1));
    let text = format!(
        "(symbol i#0 () Int)\n(symbol p#1 (Int) Bool)\n(symbol a#2 () (Array Int Int))\n\
         (symbol b#3 () (Array Int Int))\n(term t0 a#2)\n{chosen}(goal true)\n(step s1 assume (= b#3 t{DEPTH}))\n\
         (step s2 equation s1)\n(step s3 congruence (select b#3 i#0) ((0 s2)))\n"
    );
    assert!(!accepts(&text));
}

#[test]
fn coefficients_that_are_squared() {
    let squared = lines(DEPTH, |n| format!("(term t{} (/ t{n} (/ 1/1 t{n})))", n + 1));
    let text = format!(
        "(symbol r#1 () Real)\n(term t0 3/1)\n{squared}(goal (= t{DEPTH} r#1))\n\
         (step s1 sums t{DEPTH} r#1 () ())\n"
    );
    assert!(!accepts(&text));
}

#[test]
fn long_products() {
    let variables = |letter: &str, from: usize| -> (String, String) {
        let names: Vec<String> = (from..from + 64).map(|n| format!("{letter}#{n}")).collect();
        (names.iter().map(|name| format!("(symbol {name} () Int)\n")).collect(), names.join(" "))
    };
    let ((declared_a, a), (declared_b, b)) = (variables("x", 0), variables("y", 100));
    let powers = lines(11, |n| format!("(term t{} (* t{n} t{n}))", n + 1));
    let factors = lines(60, |n| format!("(symbol w#{} () Int)", n + 1000));
    let summands: Vec<String> = (1000..1060).map(|n| format!("(* w#{n} t12)")).collect();
    let text = format!(
        "{declared_a}{declared_b}(symbol z#500 () Int)\n(term t0 z#500)\n{powers}(term t12 (* (+ {a}) (+ {b}) t11))\n\
         {factors}(term t13 (+ {} 0))\n(goal (= t13 0))\n(step s1 sums t13 0 () ())\n",
        summands.join(" ")
    );
    assert!(!accepts(&text));
}
