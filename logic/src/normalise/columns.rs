//! Polynomials as columns of linear programs: sparse vectors over numbered monomials.
//!
//! ```text
//! target = Σ λᵢ·columnᵢ + rest     with  λᵢ ≥ 0  and a constant  rest > −1
//! ```
//!
//! In: polynomials. Out: factors `λᵢ`, if some were found. Comparing and hashing numbers costs far less than comparing
//! the terms of monomials. What this file finds is a guess: [`super::system`] adds the polynomials up again.

use super::linear::{Monomial, Poly};
use super::order::Atom;
use super::simplex::{combination, Column, Fraction};
use dashu::rational::RBig;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The greatest number of columns of a linear program.
const MAX_COLUMNS: usize = 160;

/// The number of an atom.
pub type AtomNumber = u32;
/// The number of a monomial.
pub type MonomialNumber = usize;

/// Atoms and monomials with their numbers.
#[derive(Debug, Default)]
pub struct Monomials {
    atoms: Vec<Atom>,
    of_atoms: FxHashMap<Atom, AtomNumber>,
    /// For each monomial, the numbers of its atoms in increasing order.
    factors: Vec<Vec<AtomNumber>>,
    of_factors: FxHashMap<Vec<AtomNumber>, MonomialNumber>,
}

impl Monomials {
    /// Numbers for the atoms of the polynomials, in canonical order.
    pub fn of<'p>(polys: impl Iterator<Item = &'p Poly>) -> Self {
        let mut all = Self::default();
        let atoms: BTreeSet<&Atom> = polys.flat_map(Poly::monomials).flat_map(|(m, _)| m).collect();
        for atom in atoms {
            let _ = all.atom(atom);
        }
        all
    }

    /// The number of monomials that have numbers. The numbers are below it.
    pub fn len(&self) -> usize {
        self.factors.len()
    }

    /// The number of the atom.
    fn atom(&mut self, atom: &Atom) -> AtomNumber {
        if let Some(known) = self.of_atoms.get(atom) {
            return *known;
        }
        let new = AtomNumber::try_from(self.atoms.len()).unwrap_or(AtomNumber::MAX);
        self.atoms.push(atom.clone());
        let _ = self.of_atoms.insert(atom.clone(), new);
        new
    }

    /// The atom with this number.
    pub fn atom_of(&self, number: AtomNumber) -> Option<&Atom> {
        self.atoms.get(usize::try_from(number).ok()?)
    }

    /// The number of the product of the atoms, which are in increasing order.
    pub fn product(&mut self, factors: Vec<AtomNumber>) -> MonomialNumber {
        if let Some(known) = self.of_factors.get(&factors) {
            return *known;
        }
        let new = self.factors.len();
        self.factors.push(factors.clone());
        let _ = self.of_factors.insert(factors, new);
        new
    }

    /// The number of the monomial.
    pub fn monomial(&mut self, atoms: &[Atom]) -> MonomialNumber {
        let mut factors: Vec<AtomNumber> = atoms.iter().map(|atom| self.atom(atom)).collect();
        factors.sort_unstable();
        self.product(factors)
    }

    /// The atoms of the monomial in increasing order; none, if no monomial has this number.
    pub fn factors(&self, monomial: MonomialNumber) -> &[AtomNumber] {
        self.factors.get(monomial).map_or(&[], Vec::as_slice)
    }

    /// The product of the atoms, as a polynomial; `None` if a number belongs to no atom.
    pub fn poly(&self, factors: &[AtomNumber]) -> Option<Poly> {
        let mut atoms: Monomial = factors.iter().map(|n| self.atom_of(*n).cloned()).collect::<Option<_>>()?;
        atoms.sort();
        Some(Poly::product_of(&atoms))
    }
}

/// A polynomial over numbered monomials.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The monomials with their coefficients, without the constant part, in the order of the monomials' atoms.
    pub entries: Vec<(MonomialNumber, Fraction)>,
    /// The constant part.
    pub constant: Fraction,
}

impl Row {
    /// The polynomial; `None` if a coefficient is too long.
    pub fn of(poly: &Poly, monomials: &mut Monomials) -> Option<Self> {
        let entries = poly.monomials().filter(|(m, _)| !m.is_empty());
        let entries: Option<Vec<_>> = entries.map(|(m, c)| Some((monomials.monomial(m), fraction(c)?))).collect();
        Some(Self { entries: entries?, constant: fraction(&poly.constant_part())? })
    }

    /// One monomial, with the coefficient 1.
    pub fn one(monomial: MonomialNumber) -> Self {
        Self { entries: vec![(monomial, Fraction::ONE)], constant: Fraction::ZERO }
    }

    /// The product of this polynomial with the atoms in `factor`. The caller gives at least one atom, so the product
    /// has no constant part.
    pub fn times(&self, factor: &[AtomNumber], monomials: &mut Monomials) -> Self {
        let constant: &[AtomNumber] = &[];
        let mut entries = Vec::with_capacity(self.entries.len() + 1);
        for (monomial, c) in &self.entries {
            let all = merged(monomials.factors(*monomial), factor);
            entries.push((monomials.product(all), *c));
        }
        if self.constant != Fraction::ZERO {
            let all = merged(constant, factor);
            entries.push((monomials.product(all), self.constant));
        }
        entries.sort_by(|(a, _), (b, _)| monomials.factors(*a).cmp(monomials.factors(*b)));
        Self { entries, constant: Fraction::ZERO }
    }

    /// The number of atoms in the longest monomial.
    pub fn degree(&self, monomials: &Monomials) -> usize {
        self.entries.iter().map(|(m, _)| monomials.factors(*m).len()).max().unwrap_or(0)
    }
}

/// The atoms of two monomials in increasing order.
fn merged(a: &[AtomNumber], b: &[AtomNumber]) -> Vec<AtomNumber> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    all.extend_from_slice(a);
    all.extend_from_slice(b);
    all.sort_unstable();
    all
}

/// The columns that can take part in a sum that is the target up to a constant, by their positions; `None` if there is
/// no such sum. A monomial that the target does not have must occur with both signs, since otherwise nothing cancels
/// it. A monomial of the target must occur with the same sign. `monomials` is above all numbers of monomials.
pub fn useful(columns: &[&Row], target: &Row, monomials: usize) -> Option<Vec<usize>> {
    let side = |c: Fraction| usize::from(c.numerator < 0);
    let mut wanted: Vec<bool> = vec![false; monomials];
    for (monomial, _) in &target.entries {
        *wanted.get_mut(*monomial)? = true;
    }
    // How many columns have the monomial with a positive and with a negative coefficient.
    let mut occurs: Vec<[u32; 2]> = vec![[0; 2]; monomials];
    for (monomial, c) in columns.iter().take(MAX_COLUMNS).flat_map(|column| &column.entries) {
        *occurs.get_mut(*monomial)?.get_mut(side(*c))? += 1;
    }
    let mut left: Vec<usize> = (0..columns.len().min(MAX_COLUMNS)).collect();
    loop {
        let before = left.len();
        left.retain(|n| {
            let Some(column) = columns.get(*n) else { return false };
            let both = |m: &MonomialNumber| occurs.get(*m).is_some_and(|[plus, minus]| *plus > 0 && *minus > 0);
            let stays = column.entries.iter().all(|(m, _)| wanted.get(*m) == Some(&true) || both(m));
            if !stays {
                for (monomial, c) in &column.entries {
                    if let Some(count) = occurs.get_mut(*monomial).and_then(|both| both.get_mut(side(*c))) {
                        *count -= 1;
                    }
                }
            }
            stays
        });
        if left.len() == before {
            break;
        }
    }
    let reachable = |(m, c): &(MonomialNumber, Fraction)| occurs.get(*m)?.get(side(*c)).filter(|count| **count > 0);
    target.entries.iter().all(|entry| reachable(entry).is_some()).then_some(left)
}

/// Factors, none negative, with which the columns add up to the target less a constant above -1; each with the
/// position of its column. `monomials` is above all numbers of monomials.
pub fn solve(columns: &[&Row], target: &Row, monomials: usize) -> Option<Vec<(usize, RBig)>> {
    let mut rows: Vec<Option<usize>> = vec![None; monomials];
    let mut count = 0;
    for (monomial, _) in columns.iter().chain([&target]).flat_map(|column| &column.entries) {
        let slot = rows.get_mut(*monomial)?;
        if slot.is_none() {
            *slot = Some(count);
            count += 1;
        }
    }
    let column = |row: &Row| {
        let entries: Option<Vec<_>> = row.entries.iter().map(|(m, c)| Some(((*rows.get(*m)?)?, *c))).collect();
        Some(Column { entries: entries?, cost: row.constant })
    };
    let program: Option<Vec<Column>> = columns.iter().map(|known| column(known)).collect();
    let mut wanted = vec![Fraction::ZERO; count];
    for (row, value) in column(target)?.entries {
        *wanted.get_mut(row)? = value;
    }
    let limit = target.constant.plus_one()?;
    let found = combination(&program?, &wanted, limit)?;
    let exact = |f: Fraction| Some(RBig::from(f.numerator) / RBig::from(f.denominator));
    found.into_iter().map(|(n, factor)| Some((n, exact(factor)?))).collect()
}

fn fraction(value: &RBig) -> Option<Fraction> {
    let numerator = i128::try_from(value.numerator().clone()).ok()?;
    Fraction::new(numerator, i128::try_from(value.denominator().clone()).ok()?)
}
