//! Linear arithmetic: whether an inequality is a sum of known inequalities.
//!
//! ```text
//! p = c + Σ aᵢ · qᵢ     with  c ≥ 0,  aᵢ > 0,  qᵢ ≥ 0 known     ⇒     p ≥ 0        (Farkas' lemma)
//! ```
//!
//! The search eliminates one monomial of `p` after the other, by known inequalities that have the monomial with the
//! same sign. A `qᵢ` may also be the product of a known inequality and an atom that is known not to be negative.
//!
//! In: a polynomial, and known inequalities. Out: the summands with their factors, if such a sum was found within the
//! given number of steps.

use super::linear::{to_term, Poly};
use super::order::Atom;
use super::rational::over;
use crate::proof::{Recorder, Sums, Why};
use crate::term::{self, Sort, Term};
use dashu::base::{Sign, Signed};
use dashu::rational::RBig;
use rustc_hash::FxHasher;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::Arc;

/// An inequality: `poly > 0` if `strict`, else `poly ≥ 0`.
#[derive(Clone, Debug)]
pub struct Inequality {
    /// The polynomial.
    pub poly: Poly,
    /// Whether the polynomial is greater than 0.
    pub strict: bool,
    /// Why the inequality holds.
    pub why: Why,
    /// Which monomials may have positive coefficients, and which may have negative ones.
    signs: [Digests; 2],
}

/// A set of monomials as a Bloom filter of 64 bits: it contains all monomials that were put in, and maybe others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Digests(u64);

impl Digests {
    fn one(monomial: &[Atom]) -> Self {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(monomial);
        Self(1 << (hash % 64))
    }
}

impl Inequality {
    /// The inequality `poly > 0` (if `strict`) or `poly ≥ 0`.
    pub fn new(poly: Poly, strict: bool, why: Why) -> Self {
        let mut signs = [Digests::default(); 2];
        let [positive, negative] = &mut signs;
        for (monomial, c) in poly.monomials() {
            let side = if c.sign() == Sign::Negative { &mut *negative } else { &mut *positive };
            side.0 |= Digests::one(monomial).0;
        }
        Self { poly, strict, why, signs }
    }

    /// The coefficient of the monomial, if it has this sign. The digest is the monomial's.
    fn coefficient(&self, monomial: &[Atom], digest: Digests, sign: Sign) -> Option<&RBig> {
        let [positive, negative] = self.signs;
        let side = if sign == Sign::Negative { negative } else { positive };
        if side.0 & digest.0 == 0 {
            return None;
        }
        self.poly.coefficient(monomial).filter(|c| c.sign() == sign)
    }

    /// Whether both are not strict, and the sum of both sides is 0.
    pub fn is_opposite(&self, other: &Self) -> bool {
        let [positive, negative] = self.signs;
        let swapped = other.signs == [negative, positive];
        swapped && !self.strict && !other.strict && self.poly == other.poly.neg()
    }

    /// Whether both say the same.
    pub fn is_same(&self, other: &Self) -> bool {
        self.strict == other.strict && self.poly == other.poly
    }
}

/// Adds an inequality, unless it is in the list already. If the list has `most` of them, the first of the longest ones
/// makes room for a shorter one.
pub fn put(known: &mut Vec<Arc<Inequality>>, new: Inequality, most: usize) {
    if known.iter().any(|k| k.is_same(&new)) {
        return;
    }
    if known.len() >= most {
        let longest = known.iter().enumerate().rev().max_by_key(|(_, k)| k.poly.len());
        let Some((at, _)) = longest.filter(|(_, k)| k.poly.len() > new.poly.len()) else { return };
        drop(known.remove(at));
    }
    known.push(Arc::new(new));
}

/// The condition `poly > 0` (if `strict`) or `poly ≥ 0`.
pub fn condition(poly: &Poly, strict: bool, sort: Sort) -> Term {
    let zero = if sort == Sort::REAL { term::zero() } else { term::int(0) };
    let poly = to_term(poly, sort);
    if strict {
        term::lt(zero, poly)
    } else {
        term::le(zero, poly)
    }
}

/// A search for sums of known inequalities.
pub struct Summing<'k> {
    /// The known inequalities.
    pub known: &'k [Arc<Inequality>],
    /// The sort of their polynomials.
    pub sort: Sort,
    /// The steps that are left.
    pub steps: u32,
    /// Whether the summands are recorded.
    pub recorder: Recorder,
    /// The summands of the sum that was found, with their factors.
    pub summands: Vec<(RBig, Why)>,
}

impl<'k> Summing<'k> {
    /// Whether `poly` is a positive combination of at most `depth` known inequalities and a constant that is not
    /// negative. If `strict`, one of them must be strict, or the constant positive. Then the summands are recorded.
    pub fn combines(&mut self, poly: &Poly, strict: bool, depth: u32) -> bool {
        if let Some(value) = poly.as_constant() {
            return if strict { value > RBig::ZERO } else { !value.is_negative() };
        }
        if depth == 0 {
            return false;
        }
        let Some((monomial, coefficient)) = hardest(poly) else { return false };
        let (digest, sign) = (Digests::one(monomial), coefficient.sign());
        let with = |fact: &'k Arc<Inequality>| Some((fact, fact.coefficient(monomial, digest, sign)?));
        let mut facts: Vec<(&Arc<Inequality>, &RBig)> = self.known.iter().filter_map(with).collect();
        // A short inequality leaves less to eliminate.
        facts.sort_by_key(|(fact, _)| fact.poly.len());
        for (fact, c) in facts {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let factor = over(coefficient, c);
            let rest = poly.sub_scaled(&fact.poly, &factor);
            if self.combines(&rest, strict && !fact.strict, depth - 1) {
                self.record(factor, || fact.why.clone());
                return true;
            }
        }
        self.combines_products(poly, monomial, coefficient, strict, depth)
    }

    /// Continues [`Self::combines`] with products: a known inequality times an atom of `monomial` that is known to be
    /// at least 0.
    fn combines_products(&mut self, poly: &Poly, monomial: &[Atom], c: &RBig, strict: bool, depth: u32) -> bool {
        if monomial.len() < 2 {
            return false;
        }
        for (n, atom) in monomial.iter().enumerate() {
            let factor = Poly::atom(&atom.0);
            if n > 0 && monomial.get(n - 1) == Some(atom) {
                continue;
            }
            let Some(sign) = self.is_nonnegative(&factor) else { continue };
            let mut others = monomial.to_vec();
            drop(others.remove(n));
            let product = Poly::product_of(&others);
            let itself = self.is_nonnegative(&product);
            let itself = itself.map(|why| Arc::new(Inequality::new(product, false, why)));
            let digest = Digests::one(&others);
            for fact in self.known.iter().chain(&itself) {
                let Some(d) = fact.coefficient(&others, digest, c.sign()) else { continue };
                if self.steps == 0 {
                    return false;
                }
                self.steps -= 1;
                let scale = over(c, d);
                let rest = poly.sub_scaled(&fact.poly.mul(&factor), &scale);
                if self.combines(&rest, strict, depth - 1) {
                    let recorder = self.recorder;
                    let condition = || condition(&fact.poly, false, self.sort);
                    let fact = recorder.linear(condition, false, vec![(RBig::ONE, fact.why.clone())], Sums::default);
                    self.record(scale, || recorder.product([&sign, &fact]));
                    return true;
                }
            }
        }
        false
    }

    /// Why the polynomial is at least 0, if it is a sum of at most two known inequalities.
    fn is_nonnegative(&mut self, poly: &Poly) -> Option<Why> {
        let before = self.summands.len();
        if !self.combines(poly, false, 2) {
            return None;
        }
        let summands = self.summands.drain(before..).collect();
        Some(self.recorder.linear(|| condition(poly, false, self.sort), false, summands, Sums::default))
    }

    /// Records a summand.
    fn record(&mut self, factor: RBig, why: impl FnOnce() -> Why) {
        if self.recorder.is_on() {
            self.summands.push((factor, why()));
        }
    }
}

/// The monomial that the search eliminates first, with its coefficient: one of the highest degree, the first of these
/// in canonical order.
fn hardest(poly: &Poly) -> Option<(&[Atom], &RBig)> {
    let mut best: Option<(&[Atom], &RBig)> = None;
    for (monomial, c) in poly.monomials() {
        let harder = best
            .is_none_or(|(b, d)| (monomial.len(), c.sign() == Sign::Negative) > (b.len(), d.sign() == Sign::Negative));
        if !monomial.is_empty() && harder {
            best = Some((monomial, c));
        }
    }
    best
}
