//! Polynomials of the checker: sums of products of atoms with rational coefficients.
//!
//! In: terms of sort `Int` or `Real`, and equations by which parts of them are replaced. Out: polynomials with the same
//! value. Sums, differences, products, literals and quotients by a literal other than 0 are taken apart; any other term
//! is one atom, and so is a product that would become too large. The conversion from integers to reals is moved to the
//! atoms. A step that needs too many operations fails.

use super::claims::Cause;
use crate::term::{self, Op, Sort, Term};
use dashu::base::BitTest;
use dashu::rational::RBig;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The greatest number of monomials, and of atoms in one, of a product that is multiplied out.
const MOST: usize = 4096;
/// The greatest number of bits of a coefficient of such a product.
const MOST_BITS: usize = 1 << 16;
/// How many words of memory the monomials that one step makes may take.
const FUEL: usize = 1 << 21;

/// A polynomial: numbers of atoms in order, with the coefficient of their product. No coefficient is 0.
pub type Poly = BTreeMap<Vec<u32>, RBig>;

/// Computes polynomials.
#[derive(Default)]
pub struct Numbers {
    atoms: FxHashMap<Term, u32>,
    terms: Vec<Term>,
    /// Polynomials of terms without replacements.
    plain: FxHashMap<Term, Rc<Poly>>,
}

/// Computes the polynomials of one step.
pub struct Sum<'n> {
    numbers: &'n mut Numbers,
    by: FxHashMap<Term, Term>,
    memo: FxHashMap<Term, Rc<Poly>>,
    fuel: usize,
}

impl Numbers {
    /// Computes polynomials in which the left sides of the equations are replaced.
    pub fn with(&mut self, equations: impl IntoIterator<Item = (Term, Term)>) -> Sum<'_> {
        let by: FxHashMap<Term, Term> = equations.into_iter().filter(|(a, b)| a != b).collect();
        let memo = if by.is_empty() { std::mem::take(&mut self.plain) } else { FxHashMap::default() };
        Sum { numbers: self, by, memo, fuel: FUEL }
    }
}

impl Drop for Sum<'_> {
    fn drop(&mut self) {
        if self.by.is_empty() {
            self.numbers.plain = std::mem::take(&mut self.memo);
        }
    }
}

/// A polynomial without atoms.
pub fn number(value: RBig) -> Poly {
    if value.is_zero() {
        Poly::new()
    } else {
        Poly::from([(vec![], value)])
    }
}

/// The number that is added to the products of the atoms.
pub fn constant(poly: &Poly) -> RBig {
    poly.get(&vec![]).cloned().unwrap_or(RBig::ZERO)
}

/// The number of bits of a number.
fn length(c: &RBig) -> usize {
    c.numerator().bit_len() + c.denominator().bit_len()
}

/// The number of bits of the longest coefficient.
fn bits(poly: &Poly) -> usize {
    poly.values().map(length).max().unwrap_or(0)
}

impl Sum<'_> {
    /// The polynomial of a number.
    pub fn of(&mut self, t: &Term) -> Result<Rc<Poly>, Cause> {
        if let Some(known) = self.memo.get(t) {
            return Ok(known.clone());
        }
        if !self.by.is_empty() {
            // Where the term occurs in what replaces it, it stays.
            let atom = Rc::new(self.atom(t));
            let _ = self.memo.insert(t.clone(), atom);
        }
        let poly = match self.by.get(t).cloned() {
            Some(to) => self.of(&to)?,
            None => Rc::new(self.apart(t)?.unwrap_or_else(|| self.atom(t))),
        };
        let _ = self.memo.insert(t.clone(), poly.clone());
        Ok(poly)
    }

    /// The polynomial of a real, or of the real that equals an integer.
    pub fn real(&mut self, t: &Term) -> Result<Rc<Poly>, Cause> {
        let real = if t.sort() == Sort::INT { term::to_real(t.clone()) } else { t.clone() };
        self.of(&real)
    }

    fn atom(&mut self, t: &Term) -> Poly {
        let next = self.numbers.terms.len() as u32;
        let n = *self.numbers.atoms.entry(t.clone()).or_insert(next);
        if n == next {
            self.numbers.terms.push(t.clone());
        }
        Poly::from([(vec![n], RBig::ONE)])
    }

    /// The polynomial of a term that is not replaced. `None` if it is an atom.
    fn apart(&mut self, t: &Term) -> Result<Option<Poly>, Cause> {
        let mut sum = Poly::new();
        match (t.op(), t.args()) {
            (Op::Int(n), []) => return Ok(Some(number(RBig::from(n.clone())))),
            (Op::Real(r), []) => return Ok(Some(number(r.clone()))),
            (Op::Add, summands) => {
                for summand in summands {
                    let poly = self.of(summand)?;
                    self.add(&mut sum, &poly, &RBig::ONE)?;
                }
            }
            (Op::Sub, [a, b]) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                self.add(&mut sum, &a, &RBig::ONE)?;
                self.add(&mut sum, &b, &RBig::NEG_ONE)?;
            }
            (Op::Neg, [a]) => {
                let a = self.of(a)?;
                self.add(&mut sum, &a, &RBig::NEG_ONE)?;
            }
            (Op::Mul, factors) => {
                sum = number(RBig::ONE);
                for factor in factors {
                    let factor = self.of(factor)?;
                    match self.product(&sum, &factor)? {
                        Some(product) => sum = product,
                        None => return Ok(None),
                    }
                }
            }
            (Op::RealDiv, [a, b]) => {
                let b = self.of(b)?;
                let value = constant(&b);
                if b.len() != 1 || value.is_zero() {
                    return Ok(None);
                }
                let a = self.of(a)?;
                return self.product(&a, &number(RBig::ONE / value));
            }
            (Op::ToReal, [a]) => {
                let a = self.of(a)?;
                for (atoms, c) in a.iter() {
                    let mut product = number(c.clone());
                    for n in atoms {
                        let Some(atom) = self.numbers.terms.get(*n as usize).cloned() else { return Ok(None) };
                        let real = term::to_real(atom);
                        let factor = if real == *t { Rc::new(self.atom(t)) } else { self.of(&real)? };
                        match self.product(&product, &factor)? {
                            Some(more) => product = more,
                            None => return Ok(None),
                        }
                    }
                    self.add(&mut sum, &product, &RBig::ONE)?;
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(sum))
    }

    /// Adds `factor · poly` to `sum`.
    pub fn add(&mut self, sum: &mut Poly, poly: &Poly, factor: &RBig) -> Result<(), Cause> {
        let words = |(atoms, c): (&Vec<u32>, &RBig)| 1 + atoms.len() + length(c) / 64;
        let cost = poly.iter().map(words).fold(length(factor) / 64, usize::saturating_add);
        self.fuel = self.fuel.checked_sub(cost).ok_or(Cause::TooLarge)?;
        for (atoms, c) in poly {
            let all = sum.remove(atoms).unwrap_or(RBig::ZERO) + c * factor;
            if !all.is_zero() {
                let _ = sum.insert(atoms.clone(), all);
            }
        }
        Ok(())
    }

    /// The product of two polynomials, if it is not too large.
    pub fn product(&mut self, a: &Poly, b: &Poly) -> Result<Option<Poly>, Cause> {
        let degree = |poly: &Poly| poly.keys().map(Vec::len).max().unwrap_or(0);
        let large = a.len() * b.len() > MOST || degree(a) + degree(b) > MOST || bits(a) + bits(b) > MOST_BITS;
        if large {
            return Ok(None);
        }
        let mut sum = Poly::new();
        for (atoms, c) in a {
            let times = |(more, d): (&Vec<u32>, &RBig)| {
                let mut all: Vec<u32> = atoms.iter().chain(more).copied().collect();
                all.sort_unstable();
                (all, c * d)
            };
            self.add(&mut sum, &b.iter().map(times).collect(), &RBig::ONE)?;
        }
        Ok(Some(sum))
    }
}
