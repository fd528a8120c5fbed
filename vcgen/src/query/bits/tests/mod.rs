//! Ranges, lemmas and bit vectors, compared with operations on bits that are computed: ranges contain every value,
//! lemmas hold for all values that are tried, and if facts over bit vectors contradict each other, no values satisfy
//! the facts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod bounds;

use super::lemmas::lemmas;
use super::range::Range;
use super::ranges::Ranges;
use super::trial::computed;
use super::vectors::vectors;
use crate::query::floats::fold;
use crate::solver::Z3;
use crate::solving::{Answer, Cancel, Limits, Model, ModelValue, Query, Solver as _};
use dashu::integer::IBig;
use interp::Rng;
use ir::{Bits, FloatFormat, Rounding, Width};
use logic::term::{self, FloatOp, Names, Op, Role, Sort, Symbol, Term};
use rustc_hash::FxHashMap;

const OPS: [Bits; 5] = [Bits::And, Bits::Or, Bits::Xor, Bits::Shl, Bits::Shr];

fn ints(names: &[&str]) -> Vec<Symbol> {
    let mut all = Names::default();
    names.iter().map(|n| all.fresh(*n, vec![], Sort::INT, Role::Scalar)).collect()
}

/// The value of a term if its constants have these values. The function `other` of the lemmas about `xor` gets the
/// meaning that the lemmas rely on: `other(v, y)` is `xor(v, y)`.
fn at(t: &Term, values: &[(Symbol, i64)]) -> Term {
    let mut memo: FxHashMap<Term, Term> = values.iter().map(|(s, n)| (term::constant(s), term::int(*n))).collect();
    let mut applied = Vec::new();
    term::for_each_subterm(t, &mut |s| {
        if let ([v, y], true) = (s.args(), s.as_app().is_some()) {
            applied.push((s.clone(), v.clone(), y.clone()));
        }
    });
    for (whole, v, y) in applied {
        let (v, y) = (fold(&v, &mut memo), fold(&y, &mut memo));
        let _ = memo.insert(whole, term::bits(Bits::Xor, v, y));
    }
    fold(t, &mut memo)
}

/// The answer to the facts over bit vectors; `None` if there are no such facts.
fn solve(facts: Vec<Term>) -> Option<Answer> {
    let query = vectors(&facts)?.query();
    Some(Z3.solve(&query, Limits::default(), &Cancel::default()).answer)
}

/// The value of an operation, computed on 64 bits of the machine.
fn machine(op: Bits, a: i64, b: i64) -> i64 {
    match op {
        Bits::And => a & b,
        Bits::Or => a | b,
        Bits::Xor => a ^ b,
        Bits::Shl => a << b,
        Bits::Shr => a >> b,
    }
}

#[test]
fn a_range_contains_every_value() {
    let mut rng = Rng::new(11);
    let pick = |rng: &mut Rng, n: usize| rng.below(n) as i64;
    for _ in 0..3000 {
        let ends = |rng: &mut Rng, least: i64| {
            let lo = least + pick(rng, 40);
            (lo, lo + pick(rng, 6))
        };
        let (a, b) = ends(&mut rng, -20);
        for op in OPS {
            let shift = matches!(op, Bits::Shl | Bits::Shr);
            let (c, d) = if shift { (pick(&mut rng, 3), 3 + pick(&mut rng, 4)) } else { ends(&mut rng, -20) };
            let range = Range::new(a, b).bits(op, &Range::new(c, d));
            let open = Range { lo: Some(a.into()), hi: None }.bits(op, &Range::new(c, d));
            for (x, y) in (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))) {
                let value = IBig::from(machine(op, x, y));
                for range in [&range, &open] {
                    let above = range.lo.as_ref().is_none_or(|lo| *lo <= value);
                    let below = range.hi.as_ref().is_none_or(|hi| value <= *hi);
                    assert!(above && below, "{op:?} of {x} and {y} is {value}, not in {range:?}");
                }
            }
        }
        let (c, d) = ends(&mut rng, -20);
        let (one, two) = (Range::new(a, b), Range::new(c, d));
        let positive = Range::new(c.max(1), d.max(1));
        for (x, y) in (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))) {
            let holds = |r: Range, v: i64| r.lo.unwrap() <= v.into() && IBig::from(v) <= r.hi.unwrap();
            assert!(holds(one.add(&two), x + y) && holds(one.mul(&two), x * y) && holds(one.neg(), -x));
            assert!(holds(one.join(&two), x) && holds(one.join(&two), y));
            let y = y.max(1);
            assert!(holds(one.div(&positive), x.div_euclid(y)), "{x} / {y}");
            assert!(holds(one.modulo(&positive), x.rem_euclid(y)), "{x} % {y}");
        }
    }
}

/// Facts that contradict each other leave a range of divisors with nothing in it, and 0 at its upper end.
#[test]
fn divisors_of_an_empty_range_say_nothing() {
    let none = Range::new(1, 0);
    assert_eq!(Range::new(3, 7).div(&none), Range::new(0, 7));
    assert_eq!(Range::new(-3, 7).div(&none), Range::ALL);
    assert_eq!(none.div(&none).meet(&Range::new(0, 0)), Range::new(0, 0));
}

/// A disjunction all but one of whose parts are known to be false gives the last part, also where these are conditions
/// that are made of others.
#[test]
fn known_conditions_decide_others() {
    let mut all = Names::default();
    let x = term::constant(&all.fresh("x", vec![], Sort::INT, Role::Scalar));
    let [p, q, r] = ["p", "q", "r"].map(|name| term::constant(&all.fresh(name, vec![], Sort::BOOL, Role::Scalar)));
    let small = term::lt(x.clone(), term::int(8));
    let natural = term::le(term::int(0), x.clone());
    let both = term::and([p.clone(), q.clone()]);
    let most = |facts: &[Term]| Ranges::of(&[facts, std::slice::from_ref(&natural)].concat()).get(&x).hi;
    let either = term::or([term::not(both), small.clone()]);
    assert_eq!(most(&[p.clone(), q, either.clone()]), Some(IBig::from(7)));
    assert_eq!(most(&[p.clone(), either]), None);
    let neither = term::or([term::and([term::not(p.clone()), r]), small]);
    assert_eq!(most(&[p, neither.clone()]), Some(IBig::from(7)));
    assert_eq!(most(&[neither]), None);
}

/// The values of a model in operations on bits are computed. Where the solver chose the value of an operation freely,
/// and it is another one, the model is no counterexample.
#[test]
fn operations_of_a_model_are_computed() {
    let mut all = Names::default();
    let [x, y] = ["x", "y"].map(|name| term::constant(&all.fresh(name, vec![], Sort::INT, Role::Scalar)));
    let masked = term::bits(Bits::And, x.clone(), y.clone());
    let facts = [term::eq(masked, term::int(5)), term::lt(y.clone(), x.clone())];
    assert!(facts[0].has_bits());
    let model = |x_is: i32| {
        let values = [(&x, x_is), (&y, 7)].map(|(t, n)| (t.clone(), ModelValue::Int(n.into())));
        Model::new(values.into_iter().collect())
    };
    let found = computed(&facts, &model(13)).expect("13 is 8 + 5");
    assert!(found.contains(&term::eq(x.clone(), term::int(13))) && !found.iter().any(Term::has_bits), "{found:?}");
    assert_eq!(computed(&facts, &model(12)), None);
}

/// A random integer term over some constants.
fn integer(rng: &mut Rng, of: &[Term], depth: usize) -> Term {
    if depth == 0 || rng.below(5) == 0 {
        return match rng.below(3) {
            0 => term::int(rng.below(12) as i64 - 5),
            _ => of[rng.below(of.len())].clone(),
        };
    }
    let (a, b) = (integer(rng, of, depth - 1), integer(rng, of, depth - 1));
    let divisor = term::int([2, 3, 4, 5, 8, -1, -2, -3, -4][rng.below(9)]);
    match rng.below(11) {
        0 => term::add([a, b]),
        1 => term::sub(a, b),
        2 => term::mul(a, term::int(rng.below(7) as i64 - 3)),
        3 => term::div(a, divisor),
        4 => term::modulo(a, divisor),
        5 => term::ite(term::le(a.clone(), b.clone()), b, a),
        6 => term::bits(OPS[3 + rng.below(2)], a, term::modulo(b, term::int(4))),
        7 => term::mul(a, b),
        n => term::bits(OPS[n % 3], a, b),
    }
}

/// A random condition over some constants.
fn condition(rng: &mut Rng, of: &[Term]) -> Term {
    let (a, b) = (integer(rng, of, 2), integer(rng, of, 2));
    match rng.below(6) {
        0 => term::eq(a, b),
        1 => term::lt(a, b),
        2 => term::not(term::le(a, b)),
        3 => term::or([term::le(a.clone(), b.clone()), term::eq(b, of[0].clone())]),
        4 => term::implies(term::le(of[1].clone(), term::int(2)), term::le(a, b)),
        _ => term::le(a, b),
    }
}

/// Facts over two bounded integers, whose values are all tried. The width has room for all results, so the facts over
/// bit vectors are contradictory exactly if no values satisfy the facts.
#[test]
fn vectors_are_contradictory_exactly_if_no_values_satisfy_the_facts() {
    let mut rng = Rng::new(5);
    let (mut contradictions, mut models) = (0, 0);
    for round in 0..250 {
        let symbols = ints(&["n", "m"]);
        let of: Vec<Term> = symbols.iter().map(term::constant).collect();
        let (lo, hi) = (-(rng.below(7) as i64), 1 + rng.below(7) as i64);
        let mut facts: Vec<Term> = of
            .iter()
            .map(|t| term::and([term::le(term::int(lo), t.clone()), term::lt(t.clone(), term::int(hi))]))
            .collect();
        facts.extend((0..1 + rng.below(3)).map(|_| condition(&mut rng, &of)));
        let states = (lo..hi).flat_map(|n| (lo..hi).map(move |m| (n, m)));
        let values = |(n, m): (i64, i64)| [(symbols[0].clone(), n), (symbols[1].clone(), m)];
        let found = states.clone().find(|s| facts.iter().all(|f| at(f, &values(*s)).is_true()));
        let text = || facts.iter().map(term::show).collect::<Vec<_>>().join("\n");
        // The range of each subterm contains its value in each state that satisfies the facts.
        let mut ranges = Ranges::of(&facts);
        for state in states.filter(|s| facts.iter().all(|f| at(f, &values(*s)).is_true())) {
            term::for_each_subterm_of(&facts, &mut |t| {
                if t.sort() != Sort::INT {
                    return;
                }
                let (value, range) = (at(t, &values(state)), ranges.get(t));
                let value = value.as_int().unwrap();
                let inside = range.lo.as_ref().is_none_or(|lo| lo <= value) && range.hi.is_none_or(|hi| *value <= hi);
                assert!(inside, "{} is {value}\n{}", term::show(t), text());
            });
        }
        let Some(answer) = solve(facts.clone()) else { continue };
        match (found, &answer) {
            (Some(state), Answer::Unsat) => panic!("round {round}: {state:?} is a state\n{}", text()),
            (None, Answer::Unsat) => contradictions += 1,
            (_, Answer::Sat(model)) => {
                models += 1;
                // The model of the solver is a state, because no large product became a constant.
                let translated = vectors(&facts).unwrap();
                assert!(!super::pinned(&facts, &translated.leaves, model).is_empty(), "{}", text());
                assert!(found.is_some(), "no state\n{}", text());
            }
            (_, Answer::Unknown(reason)) => panic!("{reason}\n{}", text()),
        }
    }
    assert!(contradictions > 20 && models > 60, "{contradictions} {models}");
}

/// Each operation, applied to `a` and `b`, or to `a` and the distance `k` if it is a shift.
fn operations(a: &Term, b: &Term, k: &Term) -> Vec<Term> {
    let of = |op| term::bits(op, a.clone(), if matches!(op, Bits::Shl | Bits::Shr) { k } else { b }.clone());
    OPS.map(of).to_vec()
}

/// The condition that an integer is a value of a machine type.
fn fits(width: Width, t: &Term) -> Term {
    let above = term::le(term::int(width.least()), t.clone());
    term::and([above, term::le(t.clone(), term::int(width.greatest()))])
}

/// Lemmas at all values of few bits.
#[test]
fn lemmas_are_true_of_small_numbers() {
    let symbols = ints(&["a", "b", "k"]);
    let [a, b, k] = [0, 1, 2].map(|n| term::constant(&symbols[n]));
    for (lo, hi) in [(-9, 8), (0, 17), (-1, 0)] {
        let within = |t: &Term, lo: i64, hi: i64| {
            term::and([term::le(term::int(lo), t.clone()), term::le(t.clone(), term::int(hi))])
        };
        let mut facts = vec![within(&a, lo, hi), within(&b, lo, hi), within(&k, 0, 5)];
        facts.extend(operations(&a, &b, &k).into_iter().map(|t| term::eq(t, a.clone())));
        let said = lemmas(&facts);
        assert!(said.len() > 25, "{}", said.len());
        // Each lemma holds for all integers, also for those outside the ranges for which it was added.
        for (x, y) in (-12_i64..=19).flat_map(|x| (-12_i64..=19).map(move |y| (x, y))) {
            for lemma in &said {
                let places = if x % 4 == 0 { 0..=6 } else { y.rem_euclid(5)..=y.rem_euclid(5) };
                for z in places {
                    let values = [(symbols[0].clone(), x), (symbols[1].clone(), y), (symbols[2].clone(), z)];
                    assert!(at(lemma, &values).is_true(), "{} of {x}, {y}, {z}", term::show(lemma));
                }
            }
        }
    }
}

#[test]
fn lemmas_are_proved_bit_by_bit() {
    for name in ["u8", "u32", "u64", "i8", "i32", "i64"] {
        let width = Width::named(name).unwrap();
        let symbols = ints(&["a", "b", "k"]);
        let [a, b, k] = [0, 1, 2].map(|n| term::constant(&symbols[n]));
        let base = vec![fits(width, &a), fits(width, &b), term::within(term::int(0), k.clone(), term::int(width.bits))];
        let mut facts = base.clone();
        facts.extend(operations(&a, &b, &k).into_iter().map(|t| term::eq(t, a.clone())));
        let mut proved = 0;
        for lemma in lemmas(&facts) {
            // A lemma with the function `other` holds because of the meaning of `other`, which bit vectors do not have.
            if term::any_subterm(&lemma, |t| t.as_app().is_some() && !t.args().is_empty()) {
                continue;
            }
            let mut denied = base.clone();
            denied.push(term::not(lemma.clone()));
            let answer = solve(denied);
            assert!(answer.is_some_and(|a| a.is_unsat()), "{name}: {}", term::show(&lemma));
            proved += 1;
        }
        assert!(proved >= 15 + usize::from(width.bits), "{name}: {proved}");
        // A wrong claim is not proved.
        let wrong = term::not(term::le(term::bits(Bits::Or, a.clone(), b.clone()), a.clone()));
        let answer = solve(base.iter().cloned().chain([wrong]).collect());
        assert!(answer.is_some_and(|a| a.model().is_some()), "{name}");
    }
}

/// Integers that become floats, and integers again: the lemmas hold for the values that the interpreter computes, and
/// the solver computes the same values.
#[test]
fn conversions_are_those_of_the_interpreter() {
    let symbols = ints(&["n", "m"]);
    let [n, m] = [0, 1].map(|i| term::constant(&symbols[i]));
    let mut rng = Rng::new(3);
    for format in [FloatFormat::Single, FloatFormat::Double] {
        for (_, r) in Rounding::ALL {
            let float = |t: &Term| term::float_op(FloatOp::FromInt(format, r), vec![t.clone()]);
            let back = |q, t: &Term| term::float_op(FloatOp::ToInt(q), vec![float(t)]);
            let mut facts: Vec<Term> = Rounding::ALL.iter().map(|(_, q)| term::eq(back(*q, &n), m.clone())).collect();
            facts.push(term::eq(float(&n), float(&m)));
            let said = lemmas(&facts);
            assert!(said.len() >= 6, "{format:?} {r:?}: {}", said.len());
            for round in 0..200 {
                let mut number = || {
                    let near = [0, 1 << 24, 1 << 25, 1 << 53, i64::MAX - 9][rng.below(5)] + rng.below(9) as i64 - 4;
                    let any = (rng.bits() >> rng.below(64)) as i64;
                    let size = if rng.below(2) == 0 { near } else { any };
                    if rng.below(2) == 0 {
                        size
                    } else {
                        size.wrapping_neg()
                    }
                };
                let values = [(symbols[0].clone(), number()), (symbols[1].clone(), number())];
                for lemma in &said {
                    assert!(at(lemma, &values).is_true(), "{} {values:?}", term::show(lemma));
                }
                if round % 10 != 0 {
                    continue;
                }
                // Two comparisons give the integer, so that the solver computes with an unknown and not with a literal.
                let [(_, x), _] = &values;
                let pinned = vec![term::le(n.clone(), term::int(*x)), term::le(term::int(*x), n.clone())];
                let computed = at(&float(&n), &values);
                assert!(matches!(computed.op(), Op::Float(..)));
                let differs = term::not(term::eq(float(&n), computed.clone()));
                let answer = solve(pinned.iter().cloned().chain([differs]).collect());
                assert!(answer.is_some_and(|a| a.is_unsat()), "{x} is {}", term::show(&computed));
                let same = solve(pinned.into_iter().chain([term::eq(float(&n), computed)]).collect());
                assert!(same.is_some_and(|a| a.model().is_some()), "{x}");
            }
        }
    }
}

/// Products of unknowns, and integers without a range, have no bits in the translation, so nothing is proved about
/// them.
#[test]
fn integers_without_bits_prove_nothing() {
    let symbols = ints(&["n", "m", "free"]);
    let [n, m, free] = [0, 1, 2].map(|i| term::constant(&symbols[i]));
    let u32s = Width::named("u32").unwrap();
    let base = [fits(u32s, &n), fits(u32s, &m)];
    let and = |a: &Term, b: &Term| term::bits(Bits::And, a.clone(), b.clone());
    let product = term::mul(n.clone(), m.clone());
    for goal in [
        term::eq(and(&product, &n), n.clone()),
        term::le(term::int(0), free.clone()),
        term::le(and(&free, &n), term::int(5)),
        term::lt(term::add([n.clone(), m.clone()]), term::int(u32s.values())),
    ] {
        let facts: Vec<Term> = base.iter().cloned().chain([term::not(goal.clone())]).collect();
        assert!(!solve(facts).is_some_and(|a| a.is_unsat()), "{}", term::show(&goal));
    }
    // A bound under a condition that is not known to be true is no bound.
    let under = term::implies(term::le(m.clone(), n.clone()), fits(u32s, &free));
    let mut ranges = Ranges::of(&[base[0].clone(), under]);
    assert_eq!(ranges.get(&free), Range::ALL);
    assert_eq!(vectors(&[term::lt(free.clone(), and(&free, &n))]).map(|v| v.facts.len()), None);
}

/// Z3 reads queries about bit vectors as text, and understands each assertion.
#[test]
fn no_assertion_is_lost_in_the_text() {
    let symbols = ints(&["n"]);
    let n = term::constant(&symbols[0]);
    let facts = vec![term::le(term::int(3), n.clone()), term::lt(n.clone(), term::int(4))];
    let Some(Answer::Sat(model)) = solve(facts.clone()) else { panic!("3 is a state") };
    let leaf = &vectors(&facts).unwrap().leaves[0].1;
    assert_eq!(model.int(leaf), Some(3.into()));
    let q = Query::satisfiable(facts.into_iter().chain([term::ne(n, term::int(3))]).collect());
    assert!(solve(q.hyps).is_some_and(|a| a.is_unsat()));
}
