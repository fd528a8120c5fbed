//! Known inequalities of integers, and what follows from sums of them and of their products.
//!
//! In: facts, which can be extended. Out: why a polynomial is at least 0, or why the facts contradict each other. The
//! summands and their factors are guesses ([`super::products`], [`super::columns`]); their sum is computed again as a
//! polynomial before it is believed. An answer is kept until the facts change.

use super::columns::{self, AtomNumber, MonomialNumber, Monomials, Row};
use super::facts::Facts;
use super::farkas::{condition, Inequality};
use super::linear::Poly;
use super::products::{products, products_in, Fact, Product};
use crate::proof::Why;
use crate::term::{self, Sort, Term};
use dashu::base::Signed;
use dashu::rational::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

/// How many columns of a linear program cost one of the steps that [`Facts`] counts.
const COLUMNS_A_STEP: usize = 8;
/// How many monomials of known inequalities cost one of the steps that [`Facts`] counts.
const MONOMIALS_A_STEP: usize = 32;

/// Inequalities with their factors, whose sum is a polynomial up to a constant.
type Sum = Vec<(RBig, Why)>;

/// Facts, and what was computed from them.
#[derive(Debug)]
pub struct System {
    facts: Facts,
    derived: OnceCell<Derived>,
}

/// What was computed from facts. It is void when the facts change.
#[derive(Debug)]
struct Derived {
    /// The inequalities of integers among the facts, with the known equations substituted.
    known: Vec<Inequality>,
    /// The known inequalities as columns, with their positions. Those with long coefficients are left out.
    rows: Vec<(usize, Row)>,
    monomials: RefCell<Monomials>,
    /// Answers to the question whether an atom is at least 0, for each atom that was asked about.
    signs: RefCell<FxHashMap<AtomNumber, Option<Why>>>,
    /// Answers to the question whether a polynomial is at least 0, for each that was asked about.
    answers: RefCell<FxHashMap<Poly, Option<Sum>>>,
}

impl Derived {
    fn of(facts: &Facts) -> Self {
        let mut known: Vec<Inequality> = Vec::new();
        for fact in facts.inequalities() {
            let poly = facts.reduced(&fact.poly);
            if !facts.spend(poly.len() / MONOMIALS_A_STEP) {
                break;
            }
            if !poly.is_constant() {
                known.push(Inequality::new(poly, false, fact.why.clone()));
            }
        }
        let mut monomials = Monomials::of(known.iter().map(|known| &known.poly));
        let mut rows: Vec<(usize, Row)> = Vec::new();
        let mut once = FxHashSet::default();
        known.retain(|inequality| {
            let Some(row) = Row::of(&inequality.poly, &mut monomials) else { return true };
            once.insert(row)
        });
        for (n, inequality) in known.iter().enumerate() {
            rows.extend(Row::of(&inequality.poly, &mut monomials).map(|row| (n, row)));
        }
        let (signs, answers) = Default::default();
        Self { known, rows, monomials: RefCell::new(monomials), signs, answers }
    }
}

/// A column of a linear program, and which inequality it is.
struct Candidate<'c> {
    row: &'c Row,
    /// The atoms by which the inequality is multiplied.
    factor: &'c [AtomNumber],
    fact: Fact,
}

impl<'c> Candidate<'c> {
    fn product(product: &'c Product) -> Self {
        Self { row: &product.row, factor: &product.factor, fact: product.fact.clone() }
    }
}

impl System {
    /// A system of these facts.
    pub fn new(facts: Facts) -> Self {
        Self { facts, derived: OnceCell::new() }
    }

    /// The facts.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The facts, to be extended.
    pub fn facts_mut(&mut self) -> &mut Facts {
        self.derived = OnceCell::new();
        &mut self.facts
    }

    fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| Derived::of(&self.facts))
    }

    /// The known inequalities, with the known equations substituted.
    pub fn known(&self) -> impl Iterator<Item = &Inequality> {
        self.derived().known.iter()
    }

    /// Adds `poly = 0`, for an integer `poly`. `why` shows `0 = poly`. Returns whether that was not known.
    pub fn assume_zero(&mut self, poly: Poly, why: &Why) -> bool {
        // A fact that is known changes nothing, and answers stay valid.
        !self.facts.reduced(&poly).is_zero() && self.facts_mut().assume_zero(poly, why)
    }

    /// Records that the facts contradict each other: `why` shows `false`. Returns whether that was not known.
    pub fn contradict(&mut self, why: Why) -> bool {
        let new = self.facts.contradiction().is_none();
        self.facts_mut().contradict(why);
        new
    }

    /// Adds `poly ≥ 0`, for an integer `poly`. `why` shows that. Returns whether that was not known.
    pub fn assume_at_least_zero(&mut self, poly: Poly, why: &Why) -> bool {
        let known = self.facts.inequalities().any(|known| known.poly == poly);
        !known && self.facts_mut().assume_at_least_zero(poly, why)
    }

    /// Why the polynomial, an integer, is at least 0 wherever the facts hold. `None` means that no proof was found.
    pub fn at_least_zero(&self, poly: &Poly) -> Option<Why> {
        let target = self.facts.reduced(poly);
        let shown = |sum| {
            let recorder = self.facts.recorder();
            recorder.linear(|| condition(poly, false, Sort::INT), false, sum, || self.facts.substituted())
        };
        if let Some(value) = target.as_constant() {
            if !value.is_negative() {
                return Some(shown(vec![]));
            }
        }
        // Without steps, no sum is searched, and so no product is needed.
        if self.facts.is_spent() {
            return None;
        }
        let derived = self.derived();
        if let Some(answer) = derived.answers.borrow().get(&target) {
            return answer.clone().map(shown);
        }
        let answer = self.sum_with_products(&target);
        let _ = derived.answers.borrow_mut().insert(target, answer.clone());
        answer.map(shown)
    }

    /// Why the polynomial is at least 0, and why it is at most 0, wherever the facts hold. `None` means that no proof
    /// was found.
    pub fn is_zero(&self, poly: &Poly) -> Option<(Why, Why)> {
        Some((self.at_least_zero(poly)?, self.at_least_zero(&poly.neg())?))
    }

    /// Why the facts contradict each other: products of known inequalities, the last one first among them, add up to
    /// `0 <= -1`. Each product has a monomial in common with a known inequality that mentions one of the atoms, or with
    /// another product.
    pub fn contradiction_of_products(&self, atoms: &[Term]) -> Option<Why> {
        if self.facts.is_spent() {
            return None;
        }
        let derived = self.derived();
        let wanted: BTreeSet<MonomialNumber> = {
            let monomials = derived.monomials.borrow();
            let mentions = |m: &MonomialNumber| {
                let atom = |n: &AtomNumber| monomials.atom_of(*n).is_some_and(|atom| atoms.contains(&atom.0));
                monomials.factors(*m).iter().any(atom)
            };
            let related = derived.rows.iter().filter(|(_, row)| row.entries.iter().any(|(m, _)| mentions(m)));
            related.flat_map(|(_, row)| products_in(row, &monomials)).collect()
        };
        let degree = |m: &MonomialNumber| derived.monomials.borrow().factors(*m).len();
        let most = wanted.iter().map(degree).max()?;
        // The negation of the goal is the last inequality.
        let known: Vec<(usize, &Row)> = derived.rows.iter().rev().map(|(n, row)| (*n, row)).collect();
        let wanted = wanted.into_iter().collect();
        let products = products(wanted, most, &known, &|atom| self.is_nonnegative(atom).is_some(), &derived.monomials);
        let columns = products.iter().map(Candidate::product).chain(known.iter().map(known_column)).collect();
        let target = Poly::constant(RBig::NEG_ONE);
        let row = Row::of(&target, &mut derived.monomials.borrow_mut())?;
        let sum = self.sum(&target, &row, columns)?;
        let recorder = self.facts.recorder();
        Some(recorder.linear(|| term::bool(false), false, sum, || self.facts.substituted()))
    }

    /// Known inequalities and products of them that add up to the polynomial.
    fn sum_with_products(&self, target: &Poly) -> Option<Sum> {
        let derived = self.derived();
        let row = &Row::of(target, &mut derived.monomials.borrow_mut())?;
        let known: Vec<(usize, &Row)> = derived.rows.iter().map(|(n, row)| (*n, row)).collect();
        let wanted: Vec<MonomialNumber> = products_in(row, &derived.monomials.borrow()).collect();
        let most = target.degree();
        let products = products(wanted, most, &known, &|atom| self.is_nonnegative(atom).is_some(), &derived.monomials);
        let columns = known.iter().map(known_column).chain(products.iter().map(Candidate::product)).collect();
        self.sum(target, row, columns)
    }

    /// Why an atom is at least 0, by a sum without products.
    fn is_nonnegative(&self, atom: AtomNumber) -> Option<Why> {
        let derived = self.derived();
        if let Some(known) = derived.signs.borrow().get(&atom) {
            return known.clone();
        }
        let poly = derived.monomials.borrow().poly(&[atom])?;
        let row = Row::one(derived.monomials.borrow_mut().product(vec![atom]));
        let columns = derived.rows.iter().map(|(n, row)| known_column(&(*n, row))).collect();
        let answer = self.sum(&poly, &row, columns).map(|sum| {
            let recorder = self.facts.recorder();
            recorder.linear(|| condition(&poly, false, Sort::INT), false, sum, || self.facts.substituted())
        });
        let _ = derived.signs.borrow_mut().insert(atom, answer.clone());
        answer
    }

    /// The factors with which columns add up to the target less a number above -1. The columns are at least 0. `row` is
    /// the target.
    fn sum(&self, target: &Poly, row: &Row, columns: Vec<Candidate<'_>>) -> Option<Sum> {
        let monomials = self.derived().monomials.borrow().len();
        let rows: Vec<&Row> = columns.iter().map(|column| column.row).collect();
        let useful = columns::useful(&rows, row, monomials);
        if !self.facts.spend(1 + useful.as_ref().map_or(0, Vec::len) / COLUMNS_A_STEP) {
            return None;
        }
        let useful: Vec<&Candidate<'_>> = useful?.into_iter().filter_map(|n| columns.get(n)).collect();
        let rows: Vec<&Row> = useful.iter().map(|column| column.row).collect();
        // target = Σ factor · column + rest, where no factor is negative. An integer above -1 is at least 0.
        let mut rest = target.clone();
        let mut summands = Vec::new();
        for (n, factor) in columns::solve(&rows, row, monomials)? {
            let (poly, why) = self.inequality(useful.get(n).filter(|_| !factor.is_negative())?)?;
            rest = rest.sub_scaled(&poly, &factor);
            summands.push((factor, why));
        }
        rest.as_constant().is_some_and(|value| value > RBig::NEG_ONE).then_some(summands)
    }

    /// The polynomial of a column, and why it is at least 0.
    fn inequality(&self, column: &Candidate<'_>) -> Option<(Poly, Why)> {
        let derived = self.derived();
        let recorder = self.facts.recorder();
        let signs = |atoms: &[AtomNumber]| -> Option<Vec<Why>> {
            atoms.iter().map(|atom| self.is_nonnegative(*atom)).collect()
        };
        let (poly, why) = match &column.fact {
            Fact::Known(n) => derived.known.get(*n).map(|known| (known.poly.clone(), known.why.clone()))?,
            Fact::Atoms(atoms) => {
                let why = recorder.product(&signs(atoms)?);
                (derived.monomials.borrow().poly(atoms)?, why)
            }
        };
        if column.factor.is_empty() {
            return Some((poly, why));
        }
        let why = recorder.product(signs(column.factor)?.iter().chain([&why]));
        Some((poly.mul(&derived.monomials.borrow().poly(column.factor)?), why))
    }
}

/// The column of a known inequality.
fn known_column<'c>((n, row): &(usize, &'c Row)) -> Candidate<'c> {
    Candidate { row, factor: &[], fact: Fact::Known(*n) }
}
