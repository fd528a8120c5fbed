//! Products of inequalities: `q ≥ 0` and `f ≥ 0` give `f·q ≥ 0`.
//!
//! A bound such as `n·t + j < n·c`, from `j < n` and `t < c`, is a sum of inequalities only together with the product
//! `n·(c − t − 1) ≥ 0`. The factors `f` are products of atoms that are known not to be negative. A product is made only
//! if one of its monomials occurs already, in the target or in another product, and its degree is not above the
//! target's.
//!
//! In: known inequalities of integers, monomials of a target, and a way to ask whether an atom is at least 0. Out: what
//! is multiplied with what.

use super::columns::{AtomNumber, MonomialNumber, Monomials, Row};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The greatest number of products.
const MAX_PRODUCTS: usize = 64;
/// The greatest degree of a monomial whose factors are examined. A monomial of degree `n` has `2^n` factors.
const MAX_DEGREE: usize = 6;

/// A product of an inequality and atoms that are at least 0.
#[derive(Debug)]
pub struct Product {
    /// The product as a column.
    pub row: Row,
    /// The atoms.
    pub factor: Vec<AtomNumber>,
    /// The inequality.
    pub fact: Fact,
}

/// An inequality that is multiplied.
#[derive(Clone, Debug)]
pub enum Fact {
    /// A known inequality, by its position.
    Known(usize),
    /// A product of atoms that are at least 0.
    Atoms(Vec<AtomNumber>),
}

/// Products with a monomial among `open` or in another product, of degree `most` or less. `known` has the known
/// inequalities with their positions.
pub fn products(
    mut open: Vec<MonomialNumber>,
    most: usize,
    known: &[(usize, &Row)],
    nonnegative: &dyn Fn(AtomNumber) -> bool,
    monomials: &RefCell<Monomials>,
) -> Vec<Product> {
    let most = most.min(MAX_DEGREE);
    let mut seen: BTreeSet<MonomialNumber> = open.iter().copied().collect();
    let mut found: Vec<Product> = Vec::new();
    while let Some(monomial) = open.pop() {
        let atoms = monomials.borrow().factors(monomial).to_vec();
        for factor in factors(&atoms, nonnegative) {
            let Some(other) = without(&atoms, &factor) else { continue };
            let itself = other.iter().all(|atom| nonnegative(*atom));
            let mut monomials = monomials.borrow_mut();
            let monomials = &mut *monomials;
            let part = monomials.product(other.clone());
            let usable = |row: &Row| !other.is_empty() && row.entries.iter().any(|(m, _)| *m == part);
            let facts = known.iter().filter(|(_, row)| usable(row)).map(|(n, row)| (Fact::Known(*n), Some(*row)));
            for (fact, row) in facts.chain(itself.then(|| (Fact::Atoms(other.clone()), None))) {
                if row.map_or(other.len(), |row| row.degree(monomials)) + factor.len() > most {
                    continue;
                }
                let row = match row {
                    Some(row) => row.times(&factor, monomials),
                    None => Row::one(monomial),
                };
                if found.iter().any(|known| known.row == row) {
                    continue;
                }
                if found.len() == MAX_PRODUCTS {
                    return found;
                }
                for new in products_in(&row, monomials) {
                    if seen.insert(new) {
                        open.insert(0, new);
                    }
                }
                found.push(Product { row, factor: factor.clone(), fact });
            }
        }
    }
    found
}

/// The monomials with at least two factors.
pub fn products_in<'r>(row: &'r Row, monomials: &'r Monomials) -> impl Iterator<Item = MonomialNumber> + 'r {
    let degree = |m: MonomialNumber| monomials.factors(m).len();
    row.entries.iter().map(|(m, _)| *m).filter(move |m| (2..=MAX_DEGREE).contains(&degree(*m)))
}

/// The products of some of the atoms that are known not to be negative, each in increasing order.
fn factors(atoms: &[AtomNumber], nonnegative: &dyn Fn(AtomNumber) -> bool) -> BTreeSet<Vec<AtomNumber>> {
    let mut all: BTreeSet<Vec<AtomNumber>> = BTreeSet::from([Vec::new()]);
    for atom in atoms.iter().filter(|atom| nonnegative(**atom)) {
        let more: Vec<Vec<AtomNumber>> = all.iter().map(|m| m.iter().chain([atom]).copied().collect()).collect();
        all.extend(more);
    }
    let _ = all.pop_first();
    all
}

/// The atoms without those of `factor`; `None` if one of them is missing.
fn without(atoms: &[AtomNumber], factor: &[AtomNumber]) -> Option<Vec<AtomNumber>> {
    let mut left = atoms.to_vec();
    for atom in factor {
        let at = left.iter().position(|a| a == atom)?;
        let _ = left.remove(at);
    }
    Some(left)
}
