//! When a measure gets smaller. A measure is a tuple of integers, which are compared from the first on.
//!
//! ```text
//! (e₁, …, eₘ) ≺ (m₁, …, mₙ)   =   some k ≤ m, n has   e₁ = m₁ ∧ … ∧ eₖ₋₁ = mₖ₋₁  ∧  0 ≤ mₖ ∧ eₖ < mₖ
//! ```
//!
//! No chain of such steps goes on forever. In each step the first integer stays the same, or it was not negative and
//! decreases, so it decreases in finitely many steps. From the last of these on it stays the same, and each step is one
//! of the integers behind it. The tuples of a chain have at most as many integers as the longest `decreases` clause, so
//! the argument comes to an end. Tuples may have different lengths, since only positions that both have decrease.
//!
//! In: two tuples. Out: the condition, and the values that explain its failure.

use crate::finding::{Label, Shown};
use crate::term::{self, Term};

/// The condition `after ≺ before`.
pub fn smaller(after: &[Term], before: &[Term]) -> Term {
    let mut same = Vec::new();
    let mut ways = Vec::new();
    for (after, before) in after.iter().zip(before) {
        let decreases = [term::le(term::int(0), before.clone()), term::lt(after.clone(), before.clone())];
        ways.push(term::and(same.iter().cloned().chain(decreases)));
        same.push(term::eq(after.clone(), before.clone()));
    }
    term::or(ways)
}

/// The integers of a measure as values that explain a failure.
pub(crate) fn shown(measure: &[Term], label: fn(usize) -> Label, thread: u8) -> impl Iterator<Item = Shown> + '_ {
    let several = measure.len() > 1;
    let number = move |n: usize| if several { n + 1 } else { 0 };
    measure.iter().enumerate().map(move |(n, term)| Shown { label: label(number(n)), term: term.clone(), thread })
}
