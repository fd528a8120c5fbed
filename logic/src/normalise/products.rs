//! Products of inequalities: `q ≥ 0` and `f ≥ 0` give `f·q ≥ 0`.
//!
//! A bound such as `n·t + j < n·c`, from `j < n` and `t < c`, is a sum of inequalities only together with the product
//! `n·(c − t − 1) ≥ 0`. The factors `f` are products of atoms that are known not to be negative. A product is made only
//! if one of its monomials occurs already, in the target or in another product, and its degree is not above the
//! target's.
//!
//! In: known inequalities of integers, a target, and a way to ask whether an atom is at least 0. Out: further
//! inequalities that follow from them, each with why it does.

use super::farkas::Inequality;
use super::linear::{Monomial, Poly};
use super::order::Atom;
use super::quotient::without;
use crate::proof::{Recorder, Why};
use std::collections::BTreeSet;

/// The greatest number of products.
const MAX_PRODUCTS: usize = 64;
/// The greatest degree of a monomial whose factors are examined. A monomial of degree `n` has `2^n` factors.
const MAX_DEGREE: usize = 6;

/// Products with a monomial among `open` or in another product, of degree `most` or less.
pub fn products(
    mut open: Vec<Monomial>,
    most: usize,
    known: &[Inequality],
    nonnegative: &dyn Fn(&Atom) -> Option<Why>,
    recorder: Recorder,
) -> Vec<Inequality> {
    let most = most.min(MAX_DEGREE);
    let mut seen: BTreeSet<Monomial> = open.iter().cloned().collect();
    let mut found: Vec<Inequality> = Vec::new();
    while let Some(monomial) = open.pop() {
        for factor in factors(&monomial, nonnegative) {
            let Some(other) = without(&monomial, &factor) else { continue };
            let scale = Poly::product_of(&factor);
            let signs = |atoms: &[Atom]| atoms.iter().map(nonnegative).collect::<Option<Vec<Why>>>();
            let Some(of_factor) = signs(&factor) else { continue };
            let itself = signs(&other).map(|whys| {
                let why = recorder.product(&whys);
                Inequality { poly: Poly::product_of(&other), strict: false, why }
            });
            let usable = |fact: &&Inequality| !other.is_empty() && fact.poly.coefficient(&other).is_some();
            for fact in known.iter().filter(usable).chain(&itself) {
                if fact.poly.degree() + factor.len() > most {
                    continue;
                }
                let product = fact.poly.mul(&scale);
                if found.iter().any(|known| known.poly == product) {
                    continue;
                }
                if found.len() == MAX_PRODUCTS {
                    return found;
                }
                for new in products_in(&product) {
                    if seen.insert(new.clone()) {
                        open.insert(0, new);
                    }
                }
                let why = recorder.product(of_factor.iter().chain([&fact.why]));
                found.push(Inequality { poly: product, strict: false, why });
            }
        }
    }
    found
}

/// The monomials with at least two factors.
pub fn products_in(poly: &Poly) -> Vec<Monomial> {
    poly.monomials().filter(|(m, _)| m.len() > 1 && m.len() <= MAX_DEGREE).map(|(m, _)| m.to_vec()).collect()
}

/// The products of some of the monomial's atoms that are known not to be negative.
fn factors(monomial: &Monomial, nonnegative: &dyn Fn(&Atom) -> Option<Why>) -> Vec<Monomial> {
    let mut all: BTreeSet<Monomial> = BTreeSet::from([Vec::new()]);
    for atom in monomial.iter().filter(|atom| nonnegative(atom).is_some()) {
        let more: Vec<Monomial> = all.iter().map(|m| m.iter().chain([atom]).cloned().collect()).collect();
        all.extend(more);
    }
    all.into_iter().filter(|m| !m.is_empty()).collect()
}
