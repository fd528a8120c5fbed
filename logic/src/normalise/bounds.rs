//! Upper bounds of quotients: `i < n · m` gives `i div n < m`.
//!
//! ```text
//! i div n ≤ m − 1     if and only if     i < n · m          for 0 < n
//! ```
//!
//! The law is the rule `div-at-most` of [`super::rules::SUMS`]. Candidates for `m` are the cofactors of `n` in known
//! inequalities, such as `h` for `n = w` in `ngroups ≤ h · w`: a number of rows, of fields or of planes.
//!
//! In: facts and a goal. Out: the facts together with such bounds for the quotients in both.

use super::linear::Poly;
use super::log::Log;
use super::order::Atom;
use super::sums::instance;
use super::system::System;
use crate::proof::{Sums, Why};
use crate::term::{self, Op, Sort, Term};
use dashu::base::Abs;
use dashu::rational::RBig;

/// The greatest number of quotients that are examined.
const MAX_QUOTIENTS: usize = 8;
/// The greatest number of bounds that are tried for one quotient.
const MAX_CANDIDATES: usize = 8;

/// Adds upper bounds of quotients to the facts. Returns whether one is new.
pub fn of_quotients(system: &mut System, goal: &Term, log: &mut Log) -> bool {
    let facts = system.facts();
    let mut found: Vec<(Poly, Why)> = Vec::new();
    for quotient in quotients(system, goal).into_iter().take(MAX_QUOTIENTS) {
        let [i, n] = quotient.args() else { continue };
        let (dividend, divisor) = (Poly::of(i), Poly::of(n));
        let (1, Some((monomial, c))) = (divisor.len(), divisor.monomials().next()) else { continue };
        let Some(positive) = facts.holds(&term::lt(term::int(0), n.clone())) else { continue };
        for cofactor in cofactors(system, monomial, c).into_iter().take(MAX_CANDIDATES) {
            let most = cofactor.sub(&Poly::constant(1));
            let bound = most.sub(&Poly::atom(&quotient));
            if system.at_least_zero(&bound).is_some() {
                continue;
            }
            let above = divisor.mul(&cofactor).sub(&dividend).sub(&Poly::constant(1));
            let Some(below) = system.at_least_zero(&above) else { continue };
            let bindings = [('i', i.clone()), ('n', n.clone()), ('j', most.to_term(Sort::INT))];
            let Some((_, right, rule)) = instance("div-at-most", &bindings, std::slice::from_ref(&positive), facts)
            else {
                continue;
            };
            let recorder = facts.recorder();
            let below = recorder.linear(|| right, false, vec![(RBig::ONE, below)], Sums::default);
            found.push((bound, recorder.rewritten_back(&below, &rule)));
        }
    }
    let mut changed = false;
    for (bound, why) in found {
        log.put("div-at-most");
        changed |= system.assume_at_least_zero(bound, &why);
    }
    changed
}

/// The quotients in known inequalities and in the goal.
fn quotients(system: &System, goal: &Term) -> Vec<Term> {
    let mut found: Vec<Term> = super::operators::operators(goal);
    found.extend(system.known().flat_map(|known| known.poly.atoms()));
    let mut once: Vec<Term> = Vec::new();
    for t in found {
        if *t.op() == Op::Div && !once.contains(&t) {
            once.push(t);
        }
    }
    once
}

/// The polynomials with which the divisor occurs as a factor in known inequalities.
fn cofactors(system: &System, monomial: &[Atom], c: &RBig) -> Vec<Poly> {
    let mut found: Vec<Poly> = Vec::new();
    for known in system.known() {
        let (quotient, _) = known.poly.divided_by(monomial, c);
        for (cofactor, factor) in quotient.monomials() {
            let positive = Poly::product_of(cofactor).scale(&factor.clone().abs());
            if !positive.is_zero() && !found.contains(&positive) {
                found.push(positive);
            }
        }
    }
    found
}
