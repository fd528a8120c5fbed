//! Lists of spans with amounts.
//!
//! In: nothing. Out: [`Entry`], and [`Merged`], which puts neighbours with equal amounts into one entry.

use super::amount::Amount;
use super::span::Span;

/// Locations that have the same amount each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub span: Span,
    pub amount: Amount,
}

/// A list of entries that grows in order.
#[derive(Default)]
pub(super) struct Merged(Vec<Entry>);

impl Merged {
    /// Adds locations behind those that are there.
    pub fn push(&mut self, span: Span, amount: Amount) {
        if amount.is_none() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.span.is_followed_by(&span) && last.amount == amount => last.span.last = span.last,
            Some(_) | None => self.0.push(Entry { span, amount }),
        }
    }

    /// The list.
    pub fn into_entries(self) -> Vec<Entry> {
        self.0
    }
}
