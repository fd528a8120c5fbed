//! Inequalities that follow from other facts.
//!
//! In: conditions that facts imply. Out: facts that keep those with products or quotients; others are sums of known
//! inequalities, and are not needed.

use super::super::farkas::{condition, put, Inequality};
use super::super::linear::Poly;
use super::{Facts, Known, MAX_KEPT};
use crate::proof::Why;
use crate::term::{self, Op, Sort, Term};
use std::sync::Arc;

impl Facts {
    /// Why `poly > 0`, from `poly ≥ 0` and `poly ≠ 0`.
    pub fn apart(&self, poly: &Poly, at_least: &Why, nonzero: &Why) -> Why {
        self.recorder.apart(|| condition(poly, true, Sort::INT), at_least, nonzero)
    }

    /// Keeps the inequality of integers that the condition is, if it has a product or a quotient and follows from other
    /// facts. These may show it only by a product of inequalities or by a rule about quotients, which no sum of known
    /// inequalities replaces.
    pub fn keep(&mut self, t: &Term, why: &Why) {
        let (Op::Le | Op::Lt, [a, b]) = (t.op(), t.args()) else { return };
        if a.sort() != Sort::INT {
            return;
        }
        let poly = Poly::difference(b, a);
        if poly.degree() > 1 || poly.atoms().iter().any(|atom| *atom.op() == Op::Div) {
            let poly = if *t.op() == Op::Lt { poly.sub(&Poly::constant(1)) } else { poly };
            put(&mut self.implied, Inequality::new(poly, false, why.clone()), MAX_KEPT);
        }
    }

    /// Adds `poly = 0` if `poly ≥ 0` is new and `-poly ≥ 0` is known. Behind a loop, for instance, `i <= n` is known
    /// from its invariant and `i >= n` from its condition.
    pub(super) fn enclose(&mut self, new: &Inequality) {
        let Some(opposite) = self.ints.iter().find(|known| known.is_opposite(new)) else { return };
        let poly = new.poly.clone();
        if self.reduced(&poly).is_zero() || self.zeros.len() >= MAX_KEPT {
            return;
        }
        let zero = term::eq(term::int(0), poly.to_term(Sort::INT));
        let why = self.recorder.between(&zero, &new.why, &opposite.why);
        self.equate(poly.clone(), Sort::INT, &why);
        self.zeros.push(Arc::new(Known { poly, why }));
    }
}
