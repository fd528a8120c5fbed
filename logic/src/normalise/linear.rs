//! Polynomials over atoms: the canonical form of integer and real terms.
//!
//! In: a term of sort `Int` or `Real`. Out: a sum `Σ coefficient · monomial` that is exactly equal to the term. A
//! monomial is a sorted multiset of atoms, which are the terms that are no sums, products or literals (constants,
//! reads, `mod`, `div`, conditionals, …); the empty monomial belongs to the constant part. Terms with equal polynomials
//! are equal. So sums and products are normalised without searching through associativity and commutativity in an
//! e-graph. Every step is a law of commutative rings, or a division by a literal other than 0.

pub use super::monomial::Monomial;
use super::monomial::{merged, Shared};
use super::order::Atom;
use super::rational::{content, plus, times};
use crate::term::{self, Op, Sort, Term};
use dashu::base::{Abs, Sign, Signed};
use dashu::{integer::IBig, rational::RBig};
use rustc_hash::FxHashMap;

/// The greatest number of monomials of a product that is multiplied out. A larger product is one atom.
const MAX_MONOMIALS: usize = 128;
/// The greatest number of factors of a product that is multiplied out. A larger product is one atom, and its factors
/// are not examined. A variable that is squared `n` times has `2^n` factors.
const MAX_FACTORS: u16 = 16;

/// A polynomial with rational coefficients. The coefficients of an integer term are integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Poly {
    /// The monomials in canonical order. No coefficient is 0.
    terms: Vec<(Shared, RBig)>,
}

impl Poly {
    /// The polynomial 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// A constant polynomial.
    pub fn constant(value: impl Into<RBig>) -> Self {
        Self::from_monomial(Vec::new(), value.into())
    }

    /// The polynomial that consists of the term as one atom.
    pub fn atom(term: &Term) -> Self {
        Self::from_monomial(vec![Atom(term.clone())], RBig::ONE)
    }

    fn from_monomial(monomial: Monomial, coefficient: RBig) -> Self {
        let mut poly = Self::zero();
        poly.put(monomial, coefficient);
        poly
    }

    /// Where the monomial is, or where it would be.
    fn position(&self, monomial: &[Atom]) -> Result<usize, usize> {
        self.terms.binary_search_by(|(m, _)| (*m.0).cmp(monomial))
    }

    /// Adds a monomial with its coefficient.
    fn put(&mut self, monomial: Monomial, coefficient: RBig) {
        if coefficient.is_zero() {
            return;
        }
        match self.position(&monomial) {
            Err(at) => self.terms.insert(at, (Shared(monomial.into()), coefficient)),
            Ok(at) => {
                let Some((_, slot)) = self.terms.get_mut(at) else { return };
                *slot = plus(slot, coefficient);
                if slot.is_zero() {
                    drop(self.terms.remove(at));
                }
            }
        }
    }

    /// The sum of both, where the coefficients of `other` are changed.
    fn merged(&self, other: &Self, changed: impl Fn(&RBig) -> RBig) -> Self {
        Self { terms: merged(&self.terms, &other.terms, changed) }
    }

    /// The polynomial of a term. Atoms are taken as they are; simplify the term first to make them canonical.
    pub fn of(term: &Term) -> Self {
        of(term, &mut FxHashMap::default())
    }

    /// The polynomial of `a − b`.
    pub fn difference(a: &Term, b: &Term) -> Self {
        Self::of(a).sub(&Self::of(b))
    }

    /// The product of the atoms.
    pub fn product_of(atoms: &[Atom]) -> Self {
        Self::from_monomial(atoms.to_vec(), RBig::ONE)
    }

    /// The sum of the monomials with their coefficients; those of equal monomials are added up.
    pub fn sum_of(monomials: impl IntoIterator<Item = (Monomial, RBig)>) -> Self {
        let mut sum = Self::zero();
        for (mut monomial, c) in monomials {
            monomial.sort();
            sum.put(monomial, c);
        }
        sum
    }

    /// The coefficient of the monomial, if it is not 0.
    pub fn coefficient(&self, monomial: &[Atom]) -> Option<&RBig> {
        self.terms.get(self.position(monomial).ok()?).map(|(_, c)| c)
    }

    /// The monomials with their coefficients in canonical order. No coefficient is 0.
    pub fn monomials(&self) -> impl Iterator<Item = (&[Atom], &RBig)> {
        self.terms.iter().map(|(m, c)| (&*m.0, c))
    }

    /// The number of factors of the largest monomial, including its coefficient, as [`Term::factors`] counts them.
    fn factors(&self) -> u16 {
        let of = |(m, c): &(Shared, RBig)| m.0.iter().fold(term::digits(c), |all, a| all.saturating_add(a.0.factors()));
        self.terms.iter().map(of).max().unwrap_or(0)
    }

    /// The length of the longest coefficient, as [`Term::factors`] counts it.
    fn longest(&self) -> u16 {
        self.terms.iter().map(|(_, c)| term::digits(c)).max().unwrap_or(0)
    }

    /// The number of monomials, including the constant part.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The number of atoms in the longest monomial.
    pub fn degree(&self) -> usize {
        self.terms.iter().map(|(m, _)| m.0.len()).max().unwrap_or(0)
    }

    /// Whether the polynomial is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether the polynomial is 0, as [`Self::is_zero`] says. Types with a method `len` should have this one, too.
    pub fn is_empty(&self) -> bool {
        self.is_zero()
    }

    /// The constant part.
    pub fn constant_part(&self) -> RBig {
        self.coefficient(&[]).cloned().unwrap_or(RBig::ZERO)
    }

    /// Whether no atom occurs.
    pub fn is_constant(&self) -> bool {
        self.as_constant().is_some()
    }

    /// The value, if the polynomial is a constant.
    pub fn as_constant(&self) -> Option<RBig> {
        match self.terms.as_slice() {
            [] => Some(RBig::ZERO),
            [(m, c)] => m.0.is_empty().then(|| c.clone()),
            [..] => None,
        }
    }

    /// The value, if the polynomial is an integer constant.
    pub fn as_int(&self) -> Option<IBig> {
        let value = self.as_constant()?;
        value.denominator().is_one().then(|| value.numerator().clone())
    }

    /// self + other
    pub fn add(&self, other: &Self) -> Self {
        self.merged(other, RBig::clone)
    }

    /// self − other
    pub fn sub(&self, other: &Self) -> Self {
        self.merged(other, |c| -c.clone())
    }

    /// self − factor · other
    pub fn sub_scaled(&self, other: &Self, factor: &RBig) -> Self {
        self.merged(other, |c| -times(c, factor))
    }

    /// factor · self
    pub fn scale(&self, factor: &RBig) -> Self {
        Self::zero().merged(self, |c| times(c, factor))
    }

    /// −self
    pub fn neg(&self) -> Self {
        Self::zero().merged(self, |c| -c.clone())
    }

    /// Whether the product is small enough to be multiplied out: in monomials, in factors, and in digits of
    /// coefficients.
    fn is_worth_multiplying(&self, other: &Self) -> bool {
        let size = if self.is_constant() || other.is_constant() {
            self.longest().saturating_add(other.longest())
        } else {
            self.factors().saturating_add(other.factors())
        };
        self.len().saturating_mul(other.len()) <= MAX_MONOMIALS && size <= MAX_FACTORS
    }

    /// self · other
    pub fn mul(&self, other: &Self) -> Self {
        let mut product = Self::zero();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                let mut monomial: Monomial = m.0.iter().chain(&*n.0).cloned().collect();
                monomial.sort();
                product.put(monomial, times(c, d));
            }
        }
        product
    }

    /// The polynomial `c` with `self = c·atom + rest`, where neither `c` nor the rest mentions the atom. `None` if the
    /// atom occurs to a higher power or inside another atom, such as the argument of `mod` or of a read.
    pub fn coefficient_of(&self, atom: &Term) -> Option<Self> {
        let mut coefficient = Self::zero();
        for (monomial, c) in &self.terms {
            let mut others = monomial.0.to_vec();
            if let Some(at) = others.iter().position(|a| a.0 == *atom) {
                drop(others.remove(at));
                coefficient.put(others.clone(), c.clone());
            }
            if others.iter().any(|a| a.0.contains(atom)) {
                return None;
            }
        }
        Some(coefficient)
    }

    /// The polynomial without the monomials that have the atom as a factor.
    pub fn without(&self, atom: &Term) -> Self {
        let terms = self.terms.iter().filter(|(m, _)| m.0.iter().all(|a| a.0 != *atom));
        Self { terms: terms.map(|(m, c)| (m.clone(), c.clone())).collect() }
    }

    /// The polynomial with `value` in place of a factor; `None` if no monomial has it, or the result is too large.
    pub fn replace(&self, atom: &Atom, value: &Self) -> Option<Self> {
        if !self.terms.iter().any(|(m, _)| m.0.contains(atom)) {
            return None;
        }
        let mut sum = Self::zero();
        for (monomial, c) in &self.terms {
            let mut others = monomial.0.to_vec();
            match others.iter().position(|a| a == atom) {
                Some(at) => {
                    drop(others.remove(at));
                    let others = Self::from_monomial(others, c.clone());
                    if !others.is_worth_multiplying(value) || sum.len() > MAX_MONOMIALS {
                        return None;
                    }
                    sum = sum.add(&others.mul(value));
                }
                None => sum.put(others, c.clone()),
            }
        }
        Some(sum)
    }

    /// Whether the atom occurs anywhere, also inside of other atoms.
    pub fn mentions(&self, atom: &Term) -> bool {
        self.terms.iter().flat_map(|(m, _)| &*m.0).any(|a| a.0.contains(atom))
    }

    /// The atoms that are factors of monomials, each once, in canonical order.
    pub fn atoms(&self) -> Vec<Term> {
        let set: std::collections::BTreeSet<&Atom> = self.terms.iter().flat_map(|(m, _)| &*m.0).collect();
        set.into_iter().map(|a| a.0.clone()).collect()
    }

    /// The positive rational that divides all coefficients and leaves integers without a common divisor; 1 for 0.
    pub fn content(&self) -> RBig {
        content(self.terms.iter().map(|(_, c)| c))
    }

    /// The canonical term of the polynomial; see [`to_term`].
    pub fn to_term(&self, sort: Sort) -> Term {
        to_term(self, sort)
    }

    /// Whether the first monomial that is not the constant part has a negative coefficient.
    pub fn leads_negative(&self) -> bool {
        self.terms.iter().find(|(m, _)| !m.0.is_empty()).is_some_and(|(_, c)| c.sign() == Sign::Negative)
    }
}

/// The canonical term of a polynomial: the positive monomials in order, minus the negative ones, and the constant last.
/// `sort` is `Int` or `Real`; it must be `Real` if a coefficient is a fraction.
pub fn to_term(poly: &Poly, sort: Sort) -> Term {
    let mut sum: Vec<Term> = Vec::new();
    let mut negative: Vec<Term> = Vec::new();
    for (monomial, coefficient) in poly.monomials() {
        if monomial.is_empty() {
            continue;
        }
        let size = literal(&coefficient.clone().abs(), sort);
        let product = monomial.iter().fold(size, |acc, a| term::mul(acc, a.0.clone()));
        if coefficient.is_negative() {
            negative.push(product)
        } else {
            sum.push(product)
        }
    }
    let constant = poly.constant_part();
    let start = match (sum.is_empty(), constant.is_zero()) {
        (true, false) => {
            let first = literal(&constant, sort);
            return negative.into_iter().fold(first, term::sub);
        }
        (true, true) if negative.is_empty() => return literal(&RBig::ZERO, sort),
        (true, true) => term::neg(negative.remove(0)),
        (false, _) => term::add(sum),
    };
    let whole = negative.into_iter().fold(start, term::sub);
    if constant.is_zero() {
        whole
    } else {
        term::add([whole, literal(&constant, sort)])
    }
}

fn literal(value: &RBig, sort: Sort) -> Term {
    if sort == Sort::REAL {
        term::real(value.clone())
    } else {
        term::int(value.numerator().clone())
    }
}

fn of(t: &Term, memo: &mut FxHashMap<usize, Poly>) -> Poly {
    match t.op() {
        Op::Int(n) => return Poly::constant(n.clone()),
        Op::Real(r) => return Poly::constant(r.clone()),
        Op::App(_) => return Poly::atom(t),
        _ => {}
    }
    if let Some(done) = memo.get(&t.address()) {
        return done.clone();
    }
    let poly = match (t.op(), t.args()) {
        (Op::Add, args) => args.iter().fold(Poly::zero(), |acc, a| acc.add(&of(a, memo))),
        (Op::Sub, [a, b]) => of(a, memo).sub(&of(b, memo)),
        (Op::Neg, [a]) => of(a, memo).neg(),
        (Op::Mul, _) if is_opaque(t) => Poly::atom(t),
        (Op::Mul, args) => args.iter().fold(Poly::constant(RBig::ONE), |acc, a| product(&acc, &of(a, memo), t.sort())),
        (Op::ToReal, [a]) => lift(&of(a, memo)),
        (Op::RealDiv, [a, b]) => match of(b, memo).as_constant() {
            Some(c) if !c.is_zero() => of(a, memo).scale(&(RBig::ONE / c)),
            Some(_) | None => Poly::atom(t),
        },
        _ => Poly::atom(t),
    };
    let _ = memo.insert(t.address(), poly.clone());
    poly
}

/// Whether the term is a product of so many factors that polynomials treat it as one atom.
pub fn is_opaque(t: &Term) -> bool {
    let literal = |a: &Term| a.as_int().is_some() || a.as_real().is_some();
    *t.op() == Op::Mul && t.factors() > MAX_FACTORS && (t.args().iter().all(literal) || !t.args().iter().any(literal))
}

/// The product `a · b`; as one atom if multiplied out it would be too large.
pub fn product(a: &Poly, b: &Poly, sort: Sort) -> Poly {
    if a.is_worth_multiplying(b) {
        a.mul(b)
    } else {
        Poly::atom(&term::mul(to_term(a, sort), to_term(b, sort)))
    }
}

/// The polynomial over the reals that an integer polynomial becomes under `to_real`, which is a ring homomorphism.
pub fn lift(poly: &Poly) -> Poly {
    let mut lifted = Poly::zero();
    for (monomial, c) in poly.monomials() {
        let mut atoms: Monomial = monomial.iter().map(|a| Atom(term::to_real(a.0.clone()))).collect();
        atoms.sort();
        lifted.put(atoms, c.clone());
    }
    lifted
}
