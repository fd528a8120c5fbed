//! Counting against counting: the closed form of `logic::count` and a loop over all values.

use crate::random::Random;
use crate::value::{Model, Value};
use logic::count::count;
use logic::term::{self, Names, Role, Sort, Symbol, Term};

/// The symbols of random conditions.
struct Symbols {
    /// The variable whose values are counted.
    t: Symbol,
    /// The other constants, `n` and `m`.
    sizes: Vec<Symbol>,
}

impl Symbols {
    fn new() -> Self {
        let mut names = Names::default();
        let mut make = |s: &str, role| names.fresh(s, vec![], Sort::INT, role);
        Self { t: make("t", Role::Bound), sizes: vec![make("n", Role::Scalar), make("m", Role::Scalar)] }
    }

    /// A random literal, constant, or sum of both.
    fn size(&self, r: &mut Random) -> Term {
        match r.below(3) {
            0 => term::int(r.between(-3, 6)),
            1 => term::add([term::constant(r.pick(&self.sizes)), term::int(r.between(-2, 2))]),
            _ => term::constant(r.pick(&self.sizes)),
        }
    }

    /// A random term `k·t + c`.
    fn linear(&self, r: &mut Random) -> Term {
        let literal = term::int(*r.pick(&[1, 1, 1, -1, 2, -3]));
        let k = if r.one_in(4) { self.size(r) } else { literal };
        term::add([term::mul(k, term::constant(&self.t)), self.size(r)])
    }

    /// A random comparison with `t` on one side.
    fn atom(&self, r: &mut Random) -> Term {
        let e = match r.below(6) {
            0 => term::div(self.linear(r), term::int(*r.pick(&[2, 3, -2]))),
            1 => term::div(self.linear(r), term::constant(r.pick(&self.sizes))),
            2 => {
                let unit = if r.one_in(3) { term::neg(term::constant(&self.t)) } else { term::constant(&self.t) };
                term::modulo(term::add([unit, self.size(r)]), term::int(r.between(1, 3)))
            }
            _ => self.linear(r),
        };
        let (a, b) = if r.one_in(2) { (e, self.size(r)) } else { (self.size(r), e) };
        [term::eq, term::lt, term::le][r.below(3)](a, b)
    }

    /// A random condition, which combines comparisons.
    fn condition(&self, r: &mut Random, depth: usize) -> Term {
        if depth == 0 {
            return if r.one_in(8) { term::lt(self.size(r), self.size(r)) } else { self.atom(r) };
        }
        let (a, b) = (self.condition(r, depth - 1), self.condition(r, depth - 1));
        match r.below(7) {
            0 => term::or([a, b]),
            1 => term::not(a),
            2 => term::implies(a, b),
            3 => term::eq(a, b),
            4 => term::ite(a, b, self.condition(r, 0)),
            _ => term::and([a, b]),
        }
    }
}

#[test]
fn a_count_is_what_a_loop_counts() {
    let symbols = Symbols::new();
    let (mut counted, mut refused, mut positive) = (0, 0, 0);
    for seed in 1..3000 {
        let r = &mut Random::new(seed);
        let t = term::constant(&symbols.t);
        let range = term::within(term::int(0), t, term::constant(&symbols.sizes[0]));
        let condition = term::and([range, symbols.condition(r, seed as usize % 3)]);
        let Some(number) = count(&symbols.t, &condition) else {
            refused += 1;
            continue;
        };
        assert!(!term::any_subterm(&number, |s| s.as_app() == Some(&symbols.t)), "{}", term::show(&number));
        for n in 0..7 {
            // `n` and `m` are divisors, so neither is 0.
            for m in [-3, -1, 1, 2, 4].into_iter().filter(|_| n != 0) {
                let mut model = Model::default();
                let _ = model.constants.insert(symbols.sizes[0].id(), Value::int(n));
                let _ = model.constants.insert(symbols.sizes[1].id(), Value::int(m));
                let mut found = 0;
                for value in 0..n {
                    let _ = model.constants.insert(symbols.t.id(), Value::int(value));
                    found += i64::from(model.eval(&condition).truth());
                }
                let _ = model.constants.remove(&symbols.t.id());
                let said = model.eval(&number);
                assert_eq!(said, Value::int(found), "seed {seed}, n = {n}, m = {m}: {}", term::show(&condition));
                positive += usize::from(found > 0);
            }
            counted += 1;
        }
    }
    assert!(counted > 7_000 && positive > 10_000 && refused > 100, "{counted} {positive} {refused}");
}

#[test]
fn what_cannot_be_counted_is_not() {
    let symbols = Symbols::new();
    let t = term::constant(&symbols.t);
    let (n, m) = (term::constant(&symbols.sizes[0]), term::constant(&symbols.sizes[1]));
    let range = term::within(term::int(0), t.clone(), n.clone());
    let none = |c: Term| {
        let all = term::and([range.clone(), c]);
        assert!(count(&symbols.t, &all).is_none(), "{}", term::show(&all));
    };
    // A divisor that is counted: of 12, it gives 2 for 5 and 6.
    none(term::eq(term::div(term::int(12), t.clone()), term::int(2)));
    none(term::eq(term::div(n.clone(), term::add([t.clone(), term::int(1)])), term::int(2)));
    // A square, a modulus of unknown sign, two congruences, an infinite set, reals.
    none(term::le(term::mul(t.clone(), t.clone()), n.clone()));
    none(term::eq(term::modulo(t.clone(), m), term::int(0)));
    let is_even = term::eq(term::modulo(t.clone(), term::int(2)), term::int(0));
    none(term::and([is_even, term::eq(term::modulo(t.clone(), term::int(3)), term::int(0))]));
    assert!(count(&symbols.t, &term::le(term::int(0), t.clone())).is_none());
    none(term::lt(term::zero(), term::to_real(t)));
}
