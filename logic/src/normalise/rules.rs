//! The table of rewrite rules. Each rule is a theorem, and a test proves each with Z3.
//!
//! In: nothing. Out: the rules as data, and the same rules parsed once. A rewrite says that its left side equals its
//! right side wherever its guards hold; a lemma says that a fact about a term holds wherever its guards hold. The term
//! matcher and egg's rewrites are both made from these tables, and there is no other way to add a rewrite.
//!
//! The variables in the rules have the sorts that [`VARIABLES`](super::variable::VARIABLES) declares.

use super::pattern::{parse, Pattern};
use ir::Rounding;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// One rule as text.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Name of the rule in reports and proofs.
    pub name: &'static str,
    /// The pattern that the rule matches.
    pub lhs: &'static str,
    /// The pattern that is equal to the left side.
    pub rhs: &'static str,
    /// Conditions under which the rule holds.
    pub guards: &'static [&'static str],
    /// The directions of rounding for which the rule holds: it is instantiated for each, and `fadd` and the other
    /// rounded operations of the rule then round in that direction.
    pub roundings: &'static [Rounding],
}

/// The direction in which operators of programs round. Rules without floats have it too, since they are instantiated
/// once.
const NEAREST: &[Rounding] = &[Rounding::NearestEven];
/// Every direction of rounding.
const ALL: &[Rounding] = &[Rounding::NearestEven, Rounding::Up, Rounding::Down, Rounding::Zero];
/// Directions of rounding that commute with negation: rounding `-x` gives minus what rounding `x` gives.
const SYMMETRIC: &[Rounding] = &[Rounding::NearestEven, Rounding::Zero];
/// Downwards only.
const DOWN: &[Rounding] = &[Rounding::Down];
/// Directions of rounding in which an exact zero sum of summands with different signs is positive zero.
const NOT_DOWN: &[Rounding] = &[Rounding::NearestEven, Rounding::Up, Rounding::Zero];

/// A rule without rounding, or for the rounding of operators of programs.
const fn rule(name: &'static str, lhs: &'static str, rhs: &'static str, guards: &'static [&'static str]) -> Rule {
    Rule { name, lhs, rhs, guards, roundings: NEAREST }
}

/// A rule on floats that holds for the given directions of rounding.
const fn rounded(name: &'static str, lhs: &'static str, rhs: &'static str, roundings: &'static [Rounding]) -> Rule {
    Rule { name, lhs, rhs, guards: &[], roundings }
}

/// A rule on floats that holds for the given directions of rounding where its guards hold.
const fn guarded(
    name: &'static str,
    lhs: &'static str,
    rhs: &'static str,
    guards: &'static [&'static str],
    roundings: &'static [Rounding],
) -> Rule {
    Rule { name, lhs, rhs, guards, roundings }
}

/// Rewrites for the term matcher, which matches sums as polynomials, and for the e-graph.
pub const RULES: &[Rule] = &[
    // Division and remainder of integers.
    rule("mod-of-zero", "(mod 0 ?n)", "0", &["(not (= ?n 0))"]),
    rule("div-of-zero", "(div 0 ?n)", "0", &["(not (= ?n 0))"]),
    rule("mod-self", "(mod ?n ?n)", "0", &["(not (= ?n 0))"]),
    rule("div-self", "(div ?n ?n)", "1", &["(not (= ?n 0))"]),
    rule("mod-small", "(mod ?i ?n)", "?i", &["(<= 0 ?i)", "(< ?i ?n)"]),
    rule("div-small", "(div ?i ?n)", "0", &["(<= 0 ?i)", "(< ?i ?n)"]),
    rule("mod-mod", "(mod (mod ?i ?n) ?n)", "(mod ?i ?n)", &["(not (= ?n 0))"]),
    // Numbers that are less than `?n` apart have different remainders.
    rule("mod-rotation", "(= (mod ?i ?n) (mod ?j ?n))", "(= ?i ?j)", &["(< ?i (+ ?j ?n))", "(< ?j (+ ?i ?n))"]),
    rule("div-of-mod", "(div (mod ?i ?n) ?n)", "0", &["(< 0 ?n)"]),
    rule("div-div", "(div (div ?i ?m) ?n)", "(div ?i (* ?m ?n))", &["(< 0 ?m)", "(< 0 ?n)"]),
    // Comparisons are negated on numbers; on floats they must not be, because of NaN.
    rule("not-le-int", "(not (<= ?i ?j))", "(< ?j ?i)", &[]),
    rule("not-lt-int", "(not (< ?i ?j))", "(<= ?j ?i)", &[]),
    rule("not-le-real", "(not (<= ?p ?q))", "(< ?q ?p)", &[]),
    rule("not-lt-real", "(not (< ?p ?q))", "(<= ?q ?p)", &[]),
    // Truth values.
    rule("not-and", "(not (and ?b ?c))", "(or (not ?b) (not ?c))", &[]),
    rule("not-or", "(not (or ?b ?c))", "(and (not ?b) (not ?c))", &[]),
    rule("not-implies", "(not (=> ?b ?c))", "(and ?b (not ?c))", &[]),
    rule("implies-implies", "(=> ?b (=> ?c ?d))", "(=> (and ?b ?c) ?d)", &[]),
    rule("implies-self", "(=> ?b ?b)", "true", &[]),
    rule("and-self", "(and ?b ?b)", "?b", &[]),
    rule("or-self", "(or ?b ?b)", "?b", &[]),
    rule("and-not", "(and ?b (not ?b))", "false", &[]),
    rule("or-not", "(or ?b (not ?b))", "true", &[]),
    rule("and-absorb", "(and ?b (or ?b ?c))", "?b", &[]),
    rule("or-absorb", "(or ?b (and ?b ?c))", "?b", &[]),
    rule("eq-not", "(= (not ?b) (not ?c))", "(= ?b ?c)", &[]),
    // Conditionals.
    rule("ite-not", "(ite (not ?b) ?s ?t)", "(ite ?b ?t ?s)", &[]),
    rule("ite-same", "(ite ?b ?s ?s)", "?s", &[]),
    rule("ite-then-again", "(ite ?b (ite ?b ?s ?t) ?u)", "(ite ?b ?s ?u)", &[]),
    rule("ite-else-again", "(ite ?b ?s (ite ?b ?t ?u))", "(ite ?b ?s ?u)", &[]),
    rule("ite-eq", "(ite (= ?s ?t) ?s ?t)", "?t", &[]),
    rule("ite-eq-swapped", "(ite (= ?s ?t) ?t ?s)", "?s", &[]),
    // Arrays.
    rule("select-store", "(select (store ?a ?i ?s) ?i)", "?s", &[]),
    rule("select-other", "(select (store ?a ?i ?s) ?j)", "(select ?a ?j)", &["(not (= ?i ?j))"]),
    rule("store-store", "(store (store ?a ?i ?s) ?i ?t)", "(store ?a ?i ?t)", &[]),
    rule("store-select", "(store ?a ?i (select ?a ?i))", "?a", &[]),
    // Bits of integers.
    rule("bit-xor-cancel", "(= (bit-xor ?i ?j) (bit-xor ?i ?k))", "(= ?j ?k)", &[]),
    rule("bit-xor-cancel-crossed", "(= (bit-xor ?i ?j) (bit-xor ?k ?i))", "(= ?j ?k)", &[]),
    rule("bit-xor-cancel-crossed-back", "(= (bit-xor ?j ?i) (bit-xor ?i ?k))", "(= ?j ?k)", &[]),
    rule("bit-xor-cancel-right", "(= (bit-xor ?j ?i) (bit-xor ?k ?i))", "(= ?j ?k)", &[]),
    rule("shr-of-shl", "(shr (shl ?i ?j) ?j)", "?i", &["(<= 0 ?j)"]),
    // IEEE floats, each rule for the directions of rounding for which it holds for all values, including NaN and both
    // zeros. Associativity and `x + 0.0 = x` are no theorems, and so are not here.
    rule("float-neg-neg", "(fneg (fneg ?f))", "?f", &[]),
    rounded("float-sub", "(fsub ?f ?g)", "(fadd ?f (fneg ?g))", ALL),
    rounded("float-neg-mul", "(fmul (fneg ?f) ?g)", "(fneg (fmul ?f ?g))", SYMMETRIC),
    rounded("float-mul-neg", "(fmul ?f (fneg ?g))", "(fneg (fmul ?f ?g))", SYMMETRIC),
    rounded("float-neg-div", "(fdiv (fneg ?f) ?g)", "(fneg (fdiv ?f ?g))", SYMMETRIC),
    rounded("float-div-neg", "(fdiv ?f (fneg ?g))", "(fneg (fdiv ?f ?g))", SYMMETRIC),
    rounded("float-mul-one", "(fmul ?f f1)", "?f", ALL),
    rounded("float-one-mul", "(fmul f1 ?f)", "?f", ALL),
    rounded("float-mul-minus-one", "(fmul ?f f-1)", "(fneg ?f)", ALL),
    rounded("float-minus-one-mul", "(fmul f-1 ?f)", "(fneg ?f)", ALL),
    rounded("float-div-one", "(fdiv ?f f1)", "?f", ALL),
    rounded("float-add-minus-zero", "(fadd ?f f-0)", "?f", NOT_DOWN),
    rounded("float-minus-zero-add", "(fadd f-0 ?f)", "?f", NOT_DOWN),
    guarded("float-add-zero", "(fadd ?f f0)", "?f", &["(not (= ?f f-0))"], ALL),
    guarded("float-zero-add", "(fadd f0 ?f)", "?f", &["(not (= ?f f-0))"], ALL),
    rounded("float-add-zero-down", "(fadd ?f f0)", "?f", DOWN),
    rounded("float-zero-add-down", "(fadd f0 ?f)", "?f", DOWN),
    guarded("float-add-negated", "(fadd ?f (fneg ?f))", "f0", &["(flt f-inf ?f)", "(flt ?f finf)"], NOT_DOWN),
    guarded("float-negated-add", "(fadd (fneg ?f) ?f)", "f0", &["(flt f-inf ?f)", "(flt ?f finf)"], NOT_DOWN),
    guarded("float-mul-zero", "(fmul ?f f0)", "f0", &["(fle f0 ?f)", "(not (= ?f f-0))", "(flt ?f finf)"], ALL),
    guarded("float-zero-mul", "(fmul f0 ?f)", "f0", &["(fle f0 ?f)", "(not (= ?f f-0))", "(flt ?f finf)"], ALL),
    guarded("float-div-self", "(fdiv ?f ?f)", "f1", &["(flt f-inf ?f)", "(flt ?f finf)", "(not (feq ?f f0))"], ALL),
    rounded("float-narrow-widen", "(narrow (widen ?h))", "?h", ALL),
    rule("float-lt-self", "(flt ?f ?f)", "false", &[]),
    rule("float-lt-neg", "(flt (fneg ?f) (fneg ?g))", "(flt ?g ?f)", &[]),
    rule("float-le-neg", "(fle (fneg ?f) (fneg ?g))", "(fle ?g ?f)", &[]),
    rule("float-eq-neg", "(feq (fneg ?f) (fneg ?g))", "(feq ?f ?g)", &[]),
    rule("float-same-neg", "(= (fneg ?f) (fneg ?g))", "(= ?f ?g)", &[]),
];

/// Rewrites on sums and products, which polynomial arithmetic matches modulo associativity and commutativity. The last
/// one is used for `<` and `=` as well, where both comparisons are decided by literals.
pub const SUMS: &[Rule] = &[
    rule("div-mod-whole", "(+ (* ?k (* ?n (div ?i ?n))) (* ?k (mod ?i ?n)))", "(* ?k ?i)", &["(not (= ?n 0))"]),
    rule("div-of-multiple", "(div (+ (* ?n ?j) ?i) ?n)", "(+ ?j (div ?i ?n))", &["(not (= ?n 0))"]),
    rule("mod-of-multiple", "(mod (+ (* ?n ?j) ?i) ?n)", "(mod ?i ?n)", &["(not (= ?n 0))"]),
    rule("mod-of-inner-mod", "(mod (+ (* ?k (mod ?i ?n)) ?j) ?n)", "(mod (+ (* ?k ?i) ?j) ?n)", &["(not (= ?n 0))"]),
    rule("real-div-inverse", "(/ ?p ?q)", "(* ?p (/ 1.0 ?q))", &["(not (= ?q 0.0))"]),
    rule(
        "real-inverse-product",
        "(/ 1.0 (* ?p ?q))",
        "(* (/ 1.0 ?p) (/ 1.0 ?q))",
        &["(not (= ?p 0.0))", "(not (= ?q 0.0))"],
    ),
    rule("real-inverse-cancel", "(* ?q (/ 1.0 ?q))", "1.0", &["(not (= ?q 0.0))"]),
    rule("compare-conditional", "(<= ?p (ite ?b ?q 0.0))", "(ite ?b (<= ?p ?q) (<= ?p 0.0))", &[]),
    rule("div-at-most", "(<= (div ?i ?n) ?j)", "(< ?i (* ?n (+ ?j 1)))", &["(< 0 ?n)"]),
    rule("div-at-least", "(<= ?j (div ?i ?n))", "(<= (* ?n ?j) ?i)", &["(< 0 ?n)"]),
    rule("cut", "(<= 0 (+ (* ?n ?i) ?j))", "(and (<= 0 (+ (* ?n ?i) ?j)) (<= 0 ?i))", &["(< ?j ?n)", "(< 0 ?n)"]),
    rule("digits", "(= (+ (* ?n ?i) ?j) 0)", "(and (= ?i 0) (= ?j 0))", &["(< ?j ?n)", "(< 0 (+ ?n ?j))"]),
];

/// Laws of order and of neutral elements. The smart constructors of terms apply them; the e-graph needs them as rules.
pub const GRAPH_RULES: &[Rule] = &[
    rule("and-true", "(and true ?b)", "?b", &[]),
    rule("true-and", "(and ?b true)", "?b", &[]),
    rule("and-false", "(and false ?b)", "false", &[]),
    rule("false-and", "(and ?b false)", "false", &[]),
    rule("or-true", "(or true ?b)", "true", &[]),
    rule("true-or", "(or ?b true)", "true", &[]),
    rule("or-false", "(or false ?b)", "?b", &[]),
    rule("false-or", "(or ?b false)", "?b", &[]),
    rule("not-true", "(not true)", "false", &[]),
    rule("not-false", "(not false)", "true", &[]),
    rule("implies-from-true", "(=> true ?b)", "?b", &[]),
    rule("implies-from-false", "(=> false ?b)", "true", &[]),
    rule("implies-true", "(=> ?b true)", "true", &[]),
    rule("implies-false", "(=> ?b false)", "(not ?b)", &[]),
    rule("ite-true", "(ite true ?s ?t)", "?s", &[]),
    rule("ite-false", "(ite false ?s ?t)", "?t", &[]),
    rule("eq-refl", "(= ?s ?s)", "true", &[]),
    rule("eq-comm", "(= ?s ?t)", "(= ?t ?s)", &[]),
    rule("le-refl-int", "(<= ?i ?i)", "true", &[]),
    rule("le-refl-real", "(<= ?p ?p)", "true", &[]),
    rounded("float-add-comm", "(fadd ?f ?g)", "(fadd ?g ?f)", ALL),
    rounded("float-mul-comm", "(fmul ?f ?g)", "(fmul ?g ?f)", ALL),
    rule("float-eq-comm", "(feq ?f ?g)", "(feq ?g ?f)", &[]),
];

/// Lemmas: where a subterm matches `lhs` and the guards hold, the fact `rhs` holds.
pub const LEMMAS: &[Rule] = &[
    rule("mod-at-least-zero", "(mod ?i ?n)", "(<= 0 (mod ?i ?n))", &["(not (= ?n 0))"]),
    rule("mod-below", "(mod ?i ?n)", "(< (mod ?i ?n) ?n)", &["(< 0 ?n)"]),
    rule("div-below", "(div ?i ?n)", "(<= (* ?n (div ?i ?n)) ?i)", &["(not (= ?n 0))"]),
    rule("div-above", "(div ?i ?n)", "(< ?i (+ (* ?n (div ?i ?n)) ?n))", &["(< 0 ?n)"]),
    rule("div-mod-identity", "(div ?i ?n)", "(= ?i (+ (* ?n (div ?i ?n)) (mod ?i ?n)))", &["(not (= ?n 0))"]),
    rule("div-at-least-zero", "(div ?i ?n)", "(<= 0 (div ?i ?n))", &["(<= 0 ?i)", "(< 0 ?n)"]),
    rule("inverse-positive", "(/ 1.0 ?q)", "(< 0.0 (/ 1.0 ?q))", &["(< 0.0 ?q)"]),
    rule("inverse-at-most-one", "(/ 1.0 ?q)", "(<= (/ 1.0 ?q) 1.0)", &["(<= 1.0 ?q)"]),
    // Bits of integers, in two's complement with infinitely many bits. `facts/bits.rs` chooses `k`: a power of
    // two, that is, a positive number with `k & (k - 1) = 0`, or a bound of the distance of a shift.
    rule("bit-or-sum", "(bit-or ?i ?j)", "(= (bit-or ?i ?j) (+ (+ ?i ?j) (* -1 (bit-and ?i ?j))))", &[]),
    rule("bit-xor-sum", "(bit-xor ?i ?j)", "(= (bit-xor ?i ?j) (+ (+ ?i ?j) (* -2 (bit-and ?i ?j))))", &[]),
    rule("bit-and-at-most-left", "(bit-and ?i ?j)", "(<= (bit-and ?i ?j) ?i)", &["(or (<= 0 ?i) (< ?j 0))"]),
    rule("bit-and-at-most-right", "(bit-and ?i ?j)", "(<= (bit-and ?i ?j) ?j)", &["(or (<= 0 ?j) (< ?i 0))"]),
    rule("bit-and-natural", "(bit-and ?i ?j)", "(<= 0 (bit-and ?i ?j))", &["(or (<= 0 ?i) (<= 0 ?j))"]),
    rule("bit-and-least", "(bit-and ?i ?j)", "(<= (* -1 ?k) (bit-and ?i ?j))", WITHIN_POWER),
    rule("bit-and-below", "(bit-and ?i ?j)", "(< (bit-and ?i ?j) ?k)", WITHIN_POWER),
    rule("bit-or-least", "(bit-or ?i ?j)", "(<= (* -1 ?k) (bit-or ?i ?j))", WITHIN_POWER),
    rule("bit-or-below", "(bit-or ?i ?j)", "(< (bit-or ?i ?j) ?k)", WITHIN_POWER),
    rule("bit-xor-least", "(bit-xor ?i ?j)", "(<= (* -1 ?k) (bit-xor ?i ?j))", WITHIN_POWER),
    rule("bit-xor-below", "(bit-xor ?i ?j)", "(< (bit-xor ?i ?j) ?k)", WITHIN_POWER),
    rule("shl-at-least", "(shl ?i ?j)", "(<= ?i (shl ?i ?j))", &["(<= 0 ?i)", "(<= 0 ?j)"]),
    rule("shr-at-most", "(shr ?i ?j)", "(<= (shr ?i ?j) ?i)", &["(<= 0 ?i)", "(<= 0 ?j)"]),
    rule("shr-natural", "(shr ?i ?j)", "(<= 0 (shr ?i ?j))", &["(<= 0 ?i)", "(<= 0 ?j)"]),
    rule("shr-negative", "(shr ?i ?j)", "(< (shr ?i ?j) 0)", &["(< ?i 0)", "(<= 0 ?j)"]),
    rule("shl-far", "(shl ?i ?j)", "(<= (shl ?i ?j) (shl ?i ?k))", &["(<= 0 ?i)", "(<= 0 ?j)", "(<= ?j ?k)"]),
    rule("shl-near", "(shl ?i ?j)", "(<= (shl ?i ?k) (shl ?i ?j))", &["(<= 0 ?i)", "(<= 0 ?k)", "(<= ?k ?j)"]),
    rule("shr-far", "(shr ?i ?j)", "(<= (shr ?i ?k) (shr ?i ?j))", &["(<= 0 ?i)", "(<= 0 ?j)", "(<= ?j ?k)"]),
    rule("shr-near", "(shr ?i ?j)", "(<= (shr ?i ?j) (shr ?i ?k))", &["(<= 0 ?i)", "(<= 0 ?k)", "(<= ?k ?j)"]),
    rule("shl-of-shr", "(shl (shr ?i ?j) ?j)", "(<= (shl (shr ?i ?j) ?j) ?i)", &["(<= 0 ?j)"]),
];

/// Both operands are at least `-k` and below `k`, and `k` is a power of two. Powers of two are the only positive
/// numbers that have no bit in common with their predecessors.
const WITHIN_POWER: &[&str] =
    &["(<= (* -1 ?k) ?i)", "(< ?i ?k)", "(<= (* -1 ?k) ?j)", "(< ?j ?k)", "(= (bit-and ?k (+ ?k -1)) 0)"];

/// Laws that proofs use as steps, and that no search matches: where the guards hold, the fact `rhs` holds.
pub const LAWS: &[Rule] = &[
    rule("detach", "?c", "?c", &["(=> ?b ?c)", "?b"]),
    rule("equal-bool", "(= ?b ?c)", "(= ?b ?c)", &["(=> ?b ?c)", "(=> ?c ?b)"]),
    rule("equal-int", "(= ?i ?j)", "(= ?i ?j)", &["(<= ?i ?j)", "(<= ?j ?i)"]),
    rule("equal-real", "(= ?p ?q)", "(= ?p ?q)", &["(<= ?p ?q)", "(<= ?q ?p)"]),
    rule("below-int", "(< ?i ?j)", "(< ?i ?j)", &["(<= ?i ?j)", "(not (= ?i ?j))"]),
];

/// Steps of a proof: to prove the goal `lhs` it suffices to prove `rhs`.
pub const GOALS: &[Rule] = &[
    rule("case-split", "?b", "(and (=> ?c ?b) (=> (not ?c) ?b))", &[]),
    rule("prove-implication", "(=> ?b (=> ?c ?d))", "(=> (and ?b ?c) ?d)", &[]),
    rule("prove-disjunction", "(or ?b ?c)", "(=> (not ?b) ?c)", &[]),
    rule("prove-negation", "(not ?b)", "(=> ?b false)", &[]),
    rule("prove-conditional", "(ite ?b ?c ?d)", "(and (=> ?b ?c) (=> (not ?b) ?d))", &[]),
    rule("prove-equivalence", "(= ?b ?c)", "(and (=> ?b ?c) (=> ?c ?b))", &[]),
];

/// A rule that has been parsed.
#[derive(Debug)]
pub struct Parsed {
    /// Name of the rule.
    pub name: &'static str,
    /// The direction in which the rounded operations of the rule round.
    pub rounding: Rounding,
    /// Left side.
    pub lhs: Pattern,
    /// Right side.
    pub rhs: Pattern,
    /// Conditions under which the rule holds.
    pub guards: Vec<Pattern>,
    /// Whether the rule says that the right side holds, instead of that both sides are equal.
    pub is_fact: bool,
}

/// The rules, parsed once for each of their directions of rounding.
fn parse_all<'a>(rules: impl IntoIterator<Item = &'a Rule>, is_fact: bool) -> Vec<Parsed> {
    let one = |r: &Rule, rounding| {
        let guards: Option<Vec<Pattern>> = r.guards.iter().map(|g| parse(g, rounding)).collect();
        let (lhs, rhs) = (parse(r.lhs, rounding)?, parse(r.rhs, rounding)?);
        Some(Parsed { name: r.name, rounding, lhs, rhs, guards: guards?, is_fact })
    };
    rules.into_iter().flat_map(|r| r.roundings.iter().filter_map(move |rounding| one(r, *rounding))).collect()
}

/// [`RULES`], parsed once for each direction of rounding of each rule.
pub fn rules() -> &'static [Parsed] {
    static PARSED: OnceLock<Vec<Parsed>> = OnceLock::new();
    PARSED.get_or_init(|| parse_all(RULES, false))
}

/// [`LEMMAS`], parsed once.
pub fn lemmas() -> &'static [Parsed] {
    static PARSED: OnceLock<Vec<Parsed>> = OnceLock::new();
    PARSED.get_or_init(|| parse_all(LEMMAS, true))
}

/// [`SUMS`], parsed once.
pub fn sums() -> &'static [Parsed] {
    static PARSED: OnceLock<Vec<Parsed>> = OnceLock::new();
    PARSED.get_or_init(|| parse_all(SUMS, false))
}

/// The rules of the e-graph: [`RULES`] and [`GRAPH_RULES`], parsed once.
pub fn graph_rules() -> impl Iterator<Item = &'static Parsed> {
    static PARSED: OnceLock<Vec<Parsed>> = OnceLock::new();
    rules().iter().chain(PARSED.get_or_init(|| parse_all(GRAPH_RULES, false)))
}

/// The rule with this name that a step of a proof may be an instance of, for this direction of rounding: an equation of
/// [`RULES`], [`SUMS`] or [`GRAPH_RULES`], or a fact of [`LEMMAS`] or [`LAWS`].
pub fn named(name: &str, rounding: Rounding) -> Option<&'static Parsed> {
    static LAWS_PARSED: OnceLock<Vec<Parsed>> = OnceLock::new();
    static ALL: OnceLock<FxHashMap<&'static str, Vec<&'static Parsed>>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let laws = LAWS_PARSED.get_or_init(|| parse_all(LAWS, true));
        let mut all: FxHashMap<&'static str, Vec<&'static Parsed>> = FxHashMap::default();
        for rule in graph_rules().chain(sums()).chain(lemmas()).chain(laws) {
            all.entry(rule.name).or_default().push(rule);
        }
        all
    });
    all.get(name)?.iter().find(|rule| rule.rounding == rounding).copied()
}

/// The names of proof steps that are not rewrites. `polynomials` decides a comparison whose sides differ by a constant,
/// or an equation that no integers satisfy because of a common divisor; `bounds` adds up inequalities; `products` adds
/// up inequalities and products of inequalities; `hypothesis` uses a hypothesis as it is; `hypotheses-contradict` finds
/// that no state satisfies the hypotheses; `substitution` replaces a constant by its value; `congruence` replaces
/// equals by equals in the e-graph; `true-equation` merges the sides of a known equation; `prove-forall` proves the
/// body for an arbitrary value; `witness` finds a state in which the hypotheses hold; `float-ranges` computes the
/// floats that a term can be, and how two of them can compare. An equation of floats that holds up to an assumption
/// ([`crate::floats::Assumption`]) is listed by the name of the assumption, and is not among these steps.
pub const STEPS: &[&str] = &[
    "polynomials",
    "bounds",
    "products",
    "hypothesis",
    "hypotheses-contradict",
    "substitution",
    "congruence",
    "true-equation",
    "prove-forall",
    "witness",
    "float-ranges",
];
