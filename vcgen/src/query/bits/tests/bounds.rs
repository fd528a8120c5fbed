//! What lemmas exclude, and where two elements are one.

use super::*;
use crate::query::floats_as_constants;
use crate::solving::Floats;

/// Whether all lemmas hold if these terms have these values, whatever their operators compute.
fn all_hold(said: &[Term], values: &[(&Term, i64)]) -> bool {
    let mut memo: FxHashMap<Term, Term> = values.iter().map(|(t, n)| (Term::clone(t), term::int(*n))).collect();
    said.iter().all(|lemma| fold(lemma, &mut memo).is_true())
}

/// The lemmas about shifts by unknown distances exclude the values that they are to exclude, and no others.
#[test]
fn lemmas_about_shifts_bound_the_value() {
    let symbols = ints(&["a", "k"]);
    let [a, k] = [0, 1].map(|n| term::constant(&symbols[n]));
    for op in [Bits::Shl, Bits::Shr] {
        let value = term::bits(op, a.clone(), k.clone());
        let said = lemmas(&[term::eq(value.clone(), a.clone())]);
        for (x, places) in [(-1, 2), (0, 2), (3, 2), (3, 0), (3, -1)] {
            for v in [-2, -1, 0, 2, 3, 4, 12] {
                let bound = if op == Bits::Shl { x <= v } else { v <= x };
                let expected = x < 0 || places < 0 || (0 <= v && bound);
                let holds = all_hold(&said, &[(&value, v), (&a, x), (&k, places)]);
                assert_eq!(holds, expected, "{op:?} of {x} by {places} is {v}");
            }
        }
    }
}

/// The lemmas about integers that become floats and integers again exclude the values that they are to exclude, and no
/// others, also where the format does not have each integer.
#[test]
fn lemmas_about_conversions_bound_the_value() {
    let symbols = ints(&["n", "m"]);
    let [n, m] = [0, 1].map(|i| term::constant(&symbols[i]));
    for (_, r) in Rounding::ALL {
        let float = term::float_op(FloatOp::FromInt(FloatFormat::Single, r), vec![n.clone()]);
        let back = term::float_op(FloatOp::ToInt(Rounding::Zero), vec![float]);
        let said = lemmas(&[term::eq(back.clone(), m.clone())]);
        for x in [-(1_i64 << 30), 1 << 30] {
            for v in [x - 9, x, x + 9, -1, 0, 1] {
                let expected = match r {
                    Rounding::NearestEven => true,
                    Rounding::Up => x <= v,
                    Rounding::Down => v <= x,
                    Rounding::Zero => x.min(0) <= v && v <= x.max(0),
                };
                assert_eq!(all_hold(&said, &[(&back, v), (&n, x)]), expected, "{r:?}: {x} becomes {v}");
            }
        }
    }
}

/// The lemmas say nothing about integers that a format rounds to infinity.
#[test]
fn lemmas_about_conversions_end_before_infinity() {
    let symbols = ints(&["n", "m"]);
    let [n, m] = [0, 1].map(|i| term::constant(&symbols[i]));
    for (_, r) in Rounding::ALL {
        let float = term::float_op(FloatOp::FromInt(FloatFormat::Single, r), vec![n.clone()]);
        let back = term::float_op(FloatOp::ToInt(Rounding::Zero), vec![float]);
        for lemma in lemmas(&[term::eq(back, m.clone())]) {
            for large in [IBig::ONE << 129, -(IBig::ONE << 129)] {
                let mut memo = FxHashMap::from_iter([(n.clone(), term::int(large))]);
                assert!(fold(&lemma, &mut memo).is_true(), "{}", term::show(&lemma));
            }
        }
    }
}

/// Two elements are the same element only where the indices are equal, whether the elements are integers or floats.
#[test]
fn elements_are_equal_at_equal_places() {
    let mut all = Names::default();
    let [i, j] = ["i", "j"].map(|n| term::constant(&all.fresh(n, vec![], Sort::INT, Role::Scalar)));
    let mut memory = |of: Sort| term::constant(&all.fresh("a", vec![], Sort::array(&[Sort::INT], of), Role::Memory));
    let (ints, floats) = (memory(Sort::INT), memory(Sort::float(FloatFormat::Single)));
    let u8s = Width::named("u8").unwrap();
    let [a, b] = [&i, &j].map(|at| term::select(&ints, std::slice::from_ref(at)));
    let [x, y] = [&i, &j].map(|at| term::select(&floats, std::slice::from_ref(at)));
    let differ = term::ne(term::bits(Bits::And, a.clone(), b.clone()), term::bits(Bits::Or, a.clone(), b.clone()));
    let known: Vec<Term> = [&i, &j, &a, &b].map(|t| fits(u8s, t)).to_vec();
    let less = term::float_op(FloatOp::Lt, vec![x, y]);
    for (same, contradictory) in [(term::bool(true), false), (term::eq(i, j), true)] {
        let facts = [known.clone(), vec![same.clone(), differ.clone()]].concat();
        let answer = solve(facts).expect("facts about bits");
        assert_eq!(answer.is_unsat(), contradictory, "{}", term::show(&same));
        let facts = floats_as_constants(&[same, less.clone()]).expect("floats in memory only");
        let query = Query { floats: Floats::BitPrecise, blast: true, ..Query::satisfiable(facts) };
        let answer = Z3.solve(&query, Limits::default(), &Cancel::default()).answer;
        assert_eq!(answer.is_unsat(), contradictory);
    }
}
