//! Sums of many permissions for neighbours.
//!
//! In: permissions of many members. Out: their sum, in order, if together they name most locations between the first
//! and the last one of each array, and if their fractions have few different sums. A launch has millions of
//! permissions, mostly of that kind.

use super::amount::Amount;
use super::amounts::Amounts;
use super::entries::Entry;
use super::span::Span;
use super::tally::Tally;

/// How many locations a permission may have, in the mean. A few long spans are added as spans.
const LONG: u64 = 32;
/// How many locations there may be for each one that is named.
const SPARSE: u64 = 4;

/// The sum of permissions, in order, each location once. `None` if they are not of the kind that this is made for.
pub(super) fn dense<'a>(all: impl Iterator<Item = (Span, &'a Amount)> + Clone) -> Option<Vec<Entry>> {
    let (mut count, mut named) = (0_u64, 0_u64);
    for (span, _) in all.clone() {
        count += 1;
        named += u64::from(span.last - span.first) + 1;
    }
    if named > count.saturating_mul(LONG) {
        return None;
    }
    let (mut amounts, mut tally) = (Amounts::default(), Tally::with_most(usize::try_from(named * SPARSE).ok()?));
    let (mut of, mut number) = (Amount::NONE, 0);
    for (span, amount) in all {
        if of != *amount {
            (of, number) = (amount.clone(), amounts.number(amount)?);
        }
        tally.add(&mut amounts, span, number);
    }
    tally.take(&amounts)
}
