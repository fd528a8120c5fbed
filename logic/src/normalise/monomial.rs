//! Products of atoms.
//!
//! In: nothing. Out: [`Monomial`], and [`Shared`], which polynomials keep: to copy one costs no memory, and equal ones
//! that come from one polynomial are compared at once.

use super::order::Atom;
use super::rational::plus;
use dashu::rational::RBig;
use std::cmp::Ordering;
use std::sync::Arc;

/// A product of atoms, as a sorted list in which an atom may occur several times. The empty list is 1.
pub type Monomial = Vec<Atom>;

/// A monomial that polynomials share: most of the monomials of a sum are those of its summands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared(pub Arc<[Atom]>);

impl Shared {
    /// How it compares with another one in canonical order.
    pub fn compare(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.0.cmp(&other.0)
    }
}

/// A monomial with its coefficient.
type Summand = (Shared, RBig);

/// The sum of two lists in canonical order, where the coefficients of the second one are changed. No coefficient of the
/// sum is 0.
pub fn merged(left: &[Summand], right: &[Summand], changed: impl Fn(&RBig) -> RBig) -> Vec<Summand> {
    let mut terms = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some((m, c)), Some((n, d))) = (left.peek(), right.peek()) {
        let order = m.compare(n);
        if order != Ordering::Greater {
            let _ = left.next();
        }
        if order != Ordering::Less {
            let _ = right.next();
        }
        let sum = match order {
            Ordering::Less => c.clone(),
            Ordering::Equal => plus(c, changed(d)),
            Ordering::Greater => changed(d),
        };
        if !sum.is_zero() {
            terms.push((if order == Ordering::Greater { n } else { m }.clone(), sum));
        }
    }
    terms.extend(left.cloned());
    let rest = right.map(|(n, d)| (n.clone(), changed(d)));
    terms.extend(rest.filter(|(_, d)| !d.is_zero()));
    terms
}
