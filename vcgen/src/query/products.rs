//! Facts in which the products of unknown integers, and the quotients by unknown integers, are unknowns themselves.
//!
//! ```text
//! x·y + 1 ≤ n        becomes        p + 1 ≤ n
//! ```
//!
//! In: ground facts. Out: facts that are linear, and follow from those that went in if `p` means `x·y`. If the facts
//! that come out contradict each other, so do those that went in. Tangents say more about `p`, and equations say what
//! `p` is where enough factors have given values.
//!
//! This is the abstraction of Cimatti, Griggio, Irfan, Roveri and Sebastiani, *Incremental Linearization for
//! Satisfiability and Verification Modulo Nonlinear Arithmetic and Transcendental Functions*, ACM TOCL 19(3), 2018,
//! section 3.

use dashu::integer::IBig;
use logic::normalise::linear::Poly;
use logic::term::{self, Names, Op, Role, Sort, Term};
use rustc_hash::FxHashMap;

use crate::solving::Model;

/// Most products and quotients that are replaced.
const MOST: usize = 96;

/// Linear facts, and what their new unknowns stand for.
pub struct Products {
    /// The facts.
    pub facts: Vec<Term>,
    parts: Vec<Part>,
}

/// What an unknown stands for. The terms have unknowns in place of their own products.
struct Part {
    name: Term,
    is: Is,
}

#[derive(Clone, PartialEq, Eq)]
enum Is {
    /// The product of these factors, at least two.
    Product(Vec<Term>),
    /// The quotient or the remainder of two terms.
    Quotient(Op, Term, Term),
}

/// A value for a factor or a divisor.
type Fixed = (Term, IBig);

impl Products {
    /// The facts without products; `None` if a fact has a quantifier, or if there are no products or too many.
    pub fn of(facts: &[Term]) -> Option<Self> {
        if facts.iter().any(Term::is_quantified) {
            return None;
        }
        let names = Names::starting_at(Names::LATER + (1 << 30) + (1 << 29));
        let mut pass = Pass { names, parts: Vec::new(), memo: FxHashMap::default() };
        let facts = facts.iter().map(|f| pass.linear(f)).collect();
        (1..=MOST).contains(&pass.parts.len()).then_some(Self { facts, parts: pass.parts })
    }

    /// The factors and divisors, whose values decide what the unknowns are.
    pub fn factors(&self) -> Vec<Term> {
        let mut out: Vec<Term> = Vec::new();
        for part in &self.parts {
            let of: &[Term] = match &part.is {
                Is::Product(factors) => factors,
                Is::Quotient(_, _, divisor) => std::slice::from_ref(divisor),
            };
            out.extend(of.iter().filter(|f| !out.contains(f)).cloned().collect::<Vec<_>>());
        }
        out
    }

    /// Tangents at 0 and at 1: a product with a factor 0 is 0, and a product of positive factors is not less than one
    /// of them.
    pub fn signs(&self) -> Vec<Term> {
        let at = |n: i32| move |_: &Term| Some(IBig::from(n));
        [0, 1].iter().flat_map(|n| self.tangents(&at(*n))).collect()
    }

    /// Tangents where a model has the factors.
    pub fn tangents_at(&self, model: &Model) -> Vec<Term> {
        self.tangents(&|factor| model.int(factor))
    }

    /// For each product of two factors `x` and `y` that have the values `a` and `b`: `(x − a)·(y − b)` is not negative
    /// where both differences have the same sign, and not positive where the signs differ.
    fn tangents(&self, value: &dyn Fn(&Term) -> Option<IBig>) -> Vec<Term> {
        let mut out = Vec::new();
        for part in &self.parts {
            let Is::Product(factors) = &part.is else { continue };
            let [x, y] = factors.as_slice() else { continue };
            let (Some(a), Some(b)) = (value(x), value(y)) else { continue };
            let scaled = |n: &IBig, t: &Term| term::mul(term::int(n.clone()), t.clone());
            let plane = term::add([scaled(&b, x), scaled(&a, y), term::int(-(&a * &b))]);
            let (a, b) = (term::int(a), term::int(b));
            let below = |t: &Term, n: &Term| term::le(t.clone(), n.clone());
            let above = |t: &Term, n: &Term| term::le(n.clone(), t.clone());
            let same = term::or([term::and([below(x, &a), below(y, &b)]), term::and([above(x, &a), above(y, &b)])]);
            let other = term::or([term::and([below(x, &a), above(y, &b)]), term::and([above(x, &a), below(y, &b)])]);
            out.push(term::implies(same, term::le(plane.clone(), part.name.clone())));
            out.push(term::implies(other, term::le(part.name.clone(), plane)));
        }
        out
    }

    /// Values of a model for enough factors: each product has at most one factor without a value, and each divisor has
    /// a value. Factors that many products share are chosen first. `None` if the model lacks a value that is chosen, or
    /// if a divisor is 0 there.
    pub fn fixed(&self, model: &Model) -> Option<Vec<Fixed>> {
        let mut out: Vec<Fixed> = Vec::new();
        for part in &self.parts {
            let Is::Quotient(_, _, divisor) = &part.is else { continue };
            if divisor.as_int().is_none() && value_in(&out, divisor).is_none() {
                out.push((divisor.clone(), model.int(divisor).filter(|n| *n != IBig::ZERO)?));
            }
        }
        loop {
            let mut open: Vec<(Term, usize)> = Vec::new();
            for part in &self.parts {
                let Is::Product(factors) = &part.is else { continue };
                let free: Vec<&Term> = factors.iter().filter(|f| value_in(&out, f).is_none()).collect();
                if free.len() < 2 {
                    continue;
                }
                for factor in free {
                    match open.iter_mut().find(|(known, _)| known == factor) {
                        Some((_, n)) => *n += 1,
                        None => open.push((factor.clone(), 1)),
                    }
                }
            }
            // The first one of those that occur most often.
            let Some((factor, _)) = open.into_iter().rev().max_by_key(|(_, n)| *n) else { return Some(out) };
            let value = model.int(&factor)?;
            out.push((factor, value));
        }
    }

    /// That factors have these values, and what the unknowns are then: all of them, if the values are those of
    /// [`Self::fixed`].
    pub fn equations(&self, fixed: &[Fixed]) -> Vec<Term> {
        let mut out: Vec<Term> = fixed.iter().map(|(t, n)| term::eq(t.clone(), term::int(n.clone()))).collect();
        for part in &self.parts {
            let value = match &part.is {
                Is::Product(factors) => {
                    let (mut number, mut rest) = (IBig::ONE, term::int(1));
                    for factor in factors {
                        match value_in(fixed, factor) {
                            Some(n) => number *= n,
                            None => rest = term::mul(rest, factor.clone()),
                        }
                    }
                    term::mul(term::int(number), rest)
                }
                Is::Quotient(op, a, b) => {
                    let b = value_in(fixed, b).map_or_else(|| b.clone(), |n| term::int(n.clone()));
                    term::rebuild(op, vec![a.clone(), b], Sort::INT)
                }
            };
            out.push(term::eq(part.name.clone(), value));
        }
        out
    }
}

/// The value that a factor has been given, if it has one.
fn value_in<'f>(fixed: &'f [Fixed], factor: &Term) -> Option<&'f IBig> {
    fixed.iter().find(|(known, _)| known == factor).map(|(_, n)| n)
}

/// The replacement of products by unknowns.
struct Pass {
    names: Names,
    parts: Vec<Part>,
    memo: FxHashMap<Term, Term>,
}

impl Pass {
    fn linear(&mut self, t: &Term) -> Term {
        if t.args().is_empty() {
            return t.clone();
        }
        if let Some(done) = self.memo.get(t) {
            return done.clone();
        }
        let result = match (t.op(), t.args()) {
            (Op::Mul, _) if t.sort() == Sort::INT => self.product(t),
            (Op::Div | Op::Mod, [a, b]) if b.as_int().is_none() => {
                let (a, b) = (self.linear(a), self.linear(b));
                self.unknown(Is::Quotient(t.op().clone(), a, b))
            }
            (op, args) => {
                let args = args.iter().map(|a| self.linear(a)).collect();
                term::rebuild(op, args, t.sort())
            }
        };
        let _ = self.memo.insert(t.clone(), result.clone());
        result
    }

    /// A product is multiplied out, so that equal monomials have the same unknown.
    fn product(&mut self, t: &Term) -> Term {
        let poly = Poly::of(t);
        let mut sum = Vec::new();
        for (monomial, coefficient) in poly.monomials() {
            let whole = coefficient.denominator().is_one();
            let factors: Vec<Term> = monomial.iter().map(|atom| atom.0.clone()).collect();
            // A product that is too large to be multiplied out is its own atom.
            if !whole || factors.contains(t) {
                let factors = t.args().iter().map(|a| self.linear(a)).collect();
                return self.unknown(Is::Product(factors));
            }
            let factors: Vec<Term> = factors.iter().map(|f| self.linear(f)).collect();
            let value = match factors.as_slice() {
                [] => term::int(1),
                [only] => only.clone(),
                _ => self.unknown(Is::Product(factors)),
            };
            sum.push(term::mul(term::int(coefficient.numerator().clone()), value));
        }
        term::add(sum)
    }

    fn unknown(&mut self, is: Is) -> Term {
        if let Some(known) = self.parts.iter().find(|part| part.is == is) {
            return known.name.clone();
        }
        let name = term::constant(&self.names.fresh("product", vec![], Sort::INT, Role::Skolem));
        self.parts.push(Part { name: name.clone(), is });
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::ModelValue;

    fn named(names: &mut Names, name: &str) -> Term {
        term::constant(&names.fresh(name, vec![], Sort::INT, Role::Scalar))
    }

    /// Whether a fact about two factors and their product holds for these values.
    fn holds(fact: &Term, values: &[(Term, i64)]) -> bool {
        let fact = values.iter().fold(fact.clone(), |f, (t, n)| term::replace(&f, t, &term::int(*n)));
        assert!(fact.is_true() || fact.is_false(), "{fact:?}");
        fact.is_true()
    }

    #[test]
    fn tangents_hold_for_all_products_and_equations_name_the_value() {
        let mut names = Names::starting_at(5000);
        let (x, y, n) = (named(&mut names, "x"), named(&mut names, "y"), named(&mut names, "n"));
        let fact = term::lt(term::mul(x.clone(), y.clone()), n);
        let products = Products::of(&[fact]).unwrap();
        let [part] = products.parts.as_slice() else { panic!("one product is expected") };
        for (a, b) in [(0, 0), (3, -2), (-4, -1), (2, 5)] {
            let values = [(x.clone(), ModelValue::Int(a.into())), (y.clone(), ModelValue::Int(b.into()))];
            let model = Model::new(values.into_iter().collect());
            let tangents = products.tangents_at(&model);
            assert_eq!(tangents.len(), 2);
            for (i, j) in (-6..=6).flat_map(|i| (-6..=6).map(move |j| (i, j))) {
                let at = |p: i64| [(x.clone(), i), (y.clone(), j), (part.name.clone(), p)];
                assert!(tangents.iter().chain(&products.signs()).all(|t| holds(t, &at(i * j))), "{a} {b} {i} {j}");
            }
            // At the point itself, only the product is left.
            let at = |p: i64| [(x.clone(), a), (y.clone(), b), (part.name.clone(), p)];
            assert!(!tangents.iter().all(|t| holds(t, &at(a * b + 1))));
            assert!(!tangents.iter().all(|t| holds(t, &at(a * b - 1))));
            let fixed = products.fixed(&model).unwrap();
            assert_eq!(fixed.len(), 1);
            let equations = products.equations(&fixed);
            assert!(equations.iter().all(|e| holds(e, &at(a * b))) && !equations.iter().all(|e| holds(e, &at(99))));
        }
    }

    #[test]
    fn equal_products_have_one_unknown_and_divisors_are_fixed() {
        let mut names = Names::starting_at(5000);
        let (x, y) = (named(&mut names, "x"), named(&mut names, "y"));
        let product = term::mul(term::add([x.clone(), term::int(1)]), y.clone());
        let facts = [
            term::lt(product, term::mul(y.clone(), x.clone())),
            term::eq(term::div(x.clone(), y.clone()), term::int(7)),
        ];
        let products = Products::of(&facts).unwrap();
        assert_eq!(products.parts.len(), 2);
        let values = |n: i32| [(x.clone(), ModelValue::Int(8.into())), (y.clone(), ModelValue::Int(n.into()))];
        assert!(products.fixed(&Model::new(values(0).into_iter().collect())).is_none());
        let fixed = products.fixed(&Model::new(values(3).into_iter().collect())).unwrap();
        assert_eq!(fixed, [(y, IBig::from(3))]);
    }

    #[test]
    fn linear_facts_have_no_products() {
        let mut names = Names::starting_at(5000);
        let x = named(&mut names, "x");
        assert!(Products::of(&[term::lt(term::mul(term::int(3), x.clone()), term::int(7))]).is_none());
    }
}
