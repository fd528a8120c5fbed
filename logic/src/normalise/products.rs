//! Products of inequalities: `q ≥ 0` and `f ≥ 0` give `f·q ≥ 0`.
//!
//! A bound such as `n·t + j < n·c`, from `j < n` and `t < c`, is a sum of inequalities only together with the product
//! `n·(c − t − 1) ≥ 0`. The factors `f` are products of atoms that are known not to be negative. A product is made only
//! if one of its monomials occurs already, in the target or in another product, and its degree is not above the
//! target's.
//!
//! In: known inequalities of integers, and a target. Out: further inequalities that follow from them.

use super::linear::{Monomial, Poly};
use super::order::Atom;
use super::quotient::without;
use dashu::base::Signed;
use std::collections::BTreeSet;

/// The greatest number of products.
const MAX_PRODUCTS: usize = 64;
/// The greatest degree of a monomial whose factors are examined. A monomial of degree `n` has `2^n` factors.
const MAX_DEGREE: usize = 6;

/// Products that may help to show that the target is at least 0.
pub fn products(target: &Poly, known: &[Poly]) -> Vec<Poly> {
    let degree = |poly: &Poly| poly.monomials().map(|(m, _)| m.len()).max().unwrap_or(0);
    let most = degree(target).min(MAX_DEGREE);
    let nonnegative = nonnegative(known);
    let mut open: Vec<Monomial> = products_in(target);
    let mut seen: BTreeSet<Monomial> = open.iter().cloned().collect();
    let mut found: Vec<Poly> = Vec::new();
    while let Some(monomial) = open.pop() {
        for factor in factors(&monomial, &nonnegative) {
            let Some(other) = without(&monomial, &factor) else { continue };
            let scale = Poly::product_of(&factor);
            let itself = other.iter().all(|atom| nonnegative.contains(atom)).then(|| Poly::product_of(&other));
            for fact in known.iter().filter(|fact| !other.is_empty() && fact.coefficient(&other).is_some()).chain(&itself) {
                if degree(fact) + factor.len() > most {
                    continue;
                }
                let product = fact.mul(&scale);
                if found.contains(&product) {
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
                found.push(product);
            }
        }
    }
    found
}

/// The monomials with at least two factors.
fn products_in(poly: &Poly) -> Vec<Monomial> {
    poly.monomials().filter(|(m, _)| m.len() > 1 && m.len() <= MAX_DEGREE).map(|(m, _)| m.to_vec()).collect()
}

/// The atoms `a` with a known inequality `k·a − c ≥ 0`, where `k > 0` and `c ≥ 0`.
fn nonnegative(known: &[Poly]) -> BTreeSet<Atom> {
    let mut found = BTreeSet::new();
    for poly in known {
        let mut atoms = poly.monomials().filter(|(m, _)| !m.is_empty());
        if let (Some(([atom], k)), None) = (atoms.next(), atoms.next()) {
            if k.is_positive() && !poly.constant_part().is_positive() {
                let _ = found.insert(atom.clone());
            }
        }
    }
    found
}

/// The products of some of the monomial's atoms that are known not to be negative.
fn factors(monomial: &Monomial, nonnegative: &BTreeSet<Atom>) -> Vec<Monomial> {
    let mut all: BTreeSet<Monomial> = BTreeSet::from([Vec::new()]);
    for atom in monomial.iter().filter(|atom| nonnegative.contains(atom)) {
        let more: Vec<Monomial> = all.iter().map(|m| m.iter().chain([atom]).cloned().collect()).collect();
        all.extend(more);
    }
    all.into_iter().filter(|m| !m.is_empty()).collect()
}
