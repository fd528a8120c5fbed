//! Inverses against enumeration: for each shape of the table in `logic::invert`, an inverse is found, and
//! `guard(b) ⇒ inv(index(b)) = b` holds for all small `b` and all small values of the sizes in the shape.

use crate::random::Random;
use crate::value::{Model, Value};
use logic::invert::invert;
use logic::term::{self, Names, Role, Sort, Symbol, Term};

/// A family of locations, and the symbols in it.
struct Shape {
    sizes: Vec<Symbol>,
    binders: Vec<Symbol>,
    guard: Term,
    index: Vec<Term>,
}

fn constants(names: &mut Names, shown: &[&str], role: Role) -> Vec<Symbol> {
    shown.iter().map(|s| names.fresh(*s, vec![], Sort::INT, role)).collect()
}

/// A random shape of one kind; sizes are at least 1.
fn shape(kind: usize, r: &mut Random) -> (Names, Shape) {
    let mut names = Names::default();
    let sizes = constants(&mut names, &["n", "w"], Role::Scalar);
    let binders = constants(&mut names, &["i", "j", "k"], Role::Bound);
    let c = |s: &Symbol| term::constant(s);
    let (n, w, i, j, k) = (c(&sizes[0]), c(&sizes[1]), c(&binders[0]), c(&binders[1]), c(&binders[2]));
    let lit = |r: &mut Random, lo, hi| term::int(r.between(lo, hi));
    // A size is a literal or a scalar.
    let size =
        |r: &mut Random| if r.one_in(2) { term::int(r.between(2, 3)) } else { r.pick(&[n.clone(), w.clone()]).clone() };
    let range = |x: &Term, m: &Term| term::within(term::int(0), x.clone(), m.clone());
    let (used, guard, index) = match kind {
        // ±i + c
        0 => {
            let (c, own) = (lit(r, -3, 3), range(&i, &n));
            let e = if r.one_in(2) { term::add([i, c]) } else { term::sub(term::add([n.clone(), c]), i) };
            (1, own, vec![e])
        }
        // (±i + c) mod m, for i in lo .. lo + m
        1 => {
            let (m, lo, c) = (size(r), lit(r, -2, 2), lit(r, -3, 3));
            let own = term::within(lo.clone(), i.clone(), term::add([lo, m.clone()]));
            let e = if r.one_in(2) { term::add([i, c]) } else { term::sub(c, i) };
            (1, own, vec![term::modulo(e, m)])
        }
        // m·i + j, with j in lo .. lo + m
        2 => {
            let (m, lo, c) = (size(r), lit(r, -1, 2), lit(r, -3, 3));
            let digit = term::within(lo.clone(), j.clone(), term::add([lo, m.clone()]));
            (2, term::and([range(&i, &n), digit]), vec![term::add([term::mul(m, i), j, c])])
        }
        // Three digits: (i·m + j)·l + k
        3 => {
            let (m, l) = (size(r), size(r));
            let guard = term::and([range(&i, &n), range(&j, &m), range(&k, &l)]);
            (3, guard, vec![term::add([term::mul(term::add([term::mul(i, m), j]), l), k])])
        }
        // Digits in the other order: i + m·j with i in 0 .. m
        4 => {
            let m = size(r);
            (2, term::and([range(&i, &m), range(&j, &n)]), vec![term::add([i, term::mul(m, j)])])
        }
        // A stride: m·i + c
        5 => {
            let (m, c) = (lit(r, 2, 4), lit(r, -3, 3));
            (1, range(&i, &n), vec![term::add([term::mul(m, i), c])])
        }
        // Two dimensions: the quotient and the remainder of one number
        6 => {
            let (m, c) = (size(r), lit(r, -2, 2));
            let p = term::add([i.clone(), c]);
            (1, range(&i, &term::mul(n, m.clone())), vec![term::div(p.clone(), m.clone()), term::modulo(p, m)])
        }
        // Two dimensions with one binder each, in the other order
        7 => (2, term::and([range(&i, &n), range(&j, &w)]), vec![term::add([j, term::int(1)]), i]),
        // A guard that makes one binder equal to a size
        8 => {
            let tied = if r.one_in(2) { term::eq(j.clone(), w) } else { term::eq(w, j.clone()) };
            (2, term::and([range(&i, &n), tied]), vec![term::add([i, lit(r, 0, 3)])])
        }
        // Three digits of one number, each as one dimension (9), or put together again in one dimension (10)
        9 | 10 => {
            let (m, l) = (size(r), size(r));
            let below = term::div(i.clone(), l.clone());
            let nested = term::div(below.clone(), m.clone());
            let high = if r.one_in(2) { nested } else { term::div(i.clone(), term::mul(m.clone(), l.clone())) };
            let digits = [high, term::modulo(below, m.clone()), term::modulo(i.clone(), l.clone())];
            let own = range(&i, &term::mul(n, term::mul(m.clone(), l.clone())));
            let [a, b, c] = digits.clone();
            let whole = term::add([term::mul(term::add([term::mul(a, m), b]), l), c]);
            (1, own, if kind == 9 { digits.to_vec() } else { vec![whole] })
        }
        _ => (2, term::and([range(&i, &n), term::eq(term::sub(j.clone(), term::int(2)), n)]), vec![i]),
    };
    let binders = binders.into_iter().take(used).collect();
    (names, Shape { sizes, binders, guard, index })
}

const KINDS: usize = 12;

/// Asserts that an inverse is found and that it is right for all small members. Returns the number of members.
fn check(shape: &Shape, mut names: Names, said: &str) -> usize {
    let at: Vec<Symbol> = shape.index.iter().map(|_| names.fresh("x", vec![], Sort::INT, Role::Skolem)).collect();
    let x: Vec<Term> = at.iter().map(term::constant).collect();
    let inverse = invert(&shape.binders, &shape.guard, &shape.index, &x);
    let inverse = inverse.unwrap_or_else(|| panic!("{said}: no inverse of {}", shown(shape)));
    let mut members = 0;
    let mut m = Model::default();
    each(&mut m, &shape.sizes, 1..=4, &mut |m| {
        each(m, &shape.binders, -3..=14, &mut |m| {
            if !m.eval(&shape.guard).truth() {
                return;
            }
            members += 1;
            let place: Vec<Value> = shape.index.iter().map(|e| m.eval(e)).collect();
            let mut back = m.clone();
            for (s, v) in at.iter().zip(place) {
                let _ = back.constants.insert(s.id(), v);
            }
            // The inverse must not depend on the binders, so they get other values.
            for b in &shape.binders {
                let _ = back.constants.insert(b.id(), Value::int(1000));
            }
            for (b, e) in shape.binders.iter().zip(&inverse) {
                let (found, want) = (back.eval(e), m.eval(&term::constant(b)));
                assert_eq!(found, want, "{said}: {} by {} = {}", shown(shape), b.shown(), term::show(e));
            }
        });
    });
    members
}

fn shown(shape: &Shape) -> String {
    let index: Vec<String> = shape.index.iter().map(term::show).collect();
    format!("[{}] where {}", index.join(", "), term::show(&shape.guard))
}

/// Visits the model with all combinations of values for the symbols.
fn each(m: &mut Model, symbols: &[Symbol], values: std::ops::RangeInclusive<i64>, visit: &mut impl FnMut(&mut Model)) {
    let Some((first, rest)) = symbols.split_first() else { return visit(m) };
    for v in values.clone() {
        let _ = m.constants.insert(first.id(), Value::int(v));
        each(m, rest, values.clone(), visit);
    }
}

#[test]
fn inverses_of_the_known_shapes_are_inverses() {
    for kind in 0..KINDS {
        let mut members = 0;
        for seed in 0..12 {
            let (names, shape) = shape(kind, &mut Random::new(100 * kind as u64 + seed + 1));
            members += check(&shape, names, &format!("kind {kind}, seed {seed}"));
        }
        assert!(members > 50, "kind {kind}: only {members} members");
    }
}

#[test]
fn what_has_no_inverse_gets_none() {
    let mut names = Names::default();
    let b = constants(&mut names, &["i", "j"], Role::Bound);
    let x = term::constant(&names.fresh("x", vec![], Sort::INT, Role::Skolem));
    let (i, j) = (term::constant(&b[0]), term::constant(&b[1]));
    let none = |e: Term| {
        assert!(
            invert(&b, &term::bool(true), std::slice::from_ref(&e), std::slice::from_ref(&x)).is_none(),
            "{}",
            term::show(&e)
        )
    };
    // The location does not determine `j`.
    none(i.clone());
    none(term::add([i.clone(), j.clone()]));
    // The binders have no ranges.
    none(term::add([term::mul(term::int(3), i.clone()), term::mul(term::int(2), j.clone())]));
    none(term::mul(i, j));
}

/// A comparison of reals is no bound of a binder.
#[test]
fn reals_bound_no_binder() {
    let mut names = Names::default();
    let b = constants(&mut names, &["i", "j"], Role::Bound);
    let x = term::constant(&names.fresh("x", vec![], Sort::INT, Role::Skolem));
    let p = term::constant(&names.fresh("p", vec![], Sort::REAL, Role::Scalar));
    let (i, j) = (term::constant(&b[0]), term::constant(&b[1]));
    let index = term::add([term::mul(term::int(4), i), j.clone()]);
    let inverse = |most: Term| {
        let guard = term::and([term::le(term::int(0), j.clone()), most]);
        invert(&b, &guard, std::slice::from_ref(&index), std::slice::from_ref(&x))
    };
    assert!(inverse(term::lt(j.clone(), term::int(4))).is_some());
    assert!(inverse(term::lt(term::to_real(j.clone()), p)).is_none());
    assert!(inverse(term::lt(term::to_real(j.clone()), term::to_real(term::int(4)))).is_none());
}
