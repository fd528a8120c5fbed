//! Sweeps over lists of spans with amounts.
//!
//! In: lists of permissions. Out: the parts of their spans in which all amounts stay the same, in order: of two sorted
//! lists with the amounts of both ([`overlay`]), and of any list with the sum of its amounts ([`summed`]).

use super::amount::Amount;
use super::dense::dense;
use super::entries::{Entry, Merged};
use super::span::Span;
use crate::location::Object;
use std::collections::BTreeMap;

/// If a list of spans is about at most this number of arrays, the list is read once for each array, and not sorted.
const FEW: usize = 16;

/// How many permissions are added up in cells, if they are for neighbours.
const MANY: usize = 64;

/// Calls `visit` for the parts of two lists, in order, with the amounts of both lists. Each list is in order, and each
/// location is in at most one of its entries. A part that is only in the second list is visited, too.
pub(super) fn overlay<'f>(a: &'f [Entry], b: &'f [Entry], mut visit: impl FnMut(Span, &'f Amount, &'f Amount)) {
    static NONE: Amount = Amount::NONE;
    let (mut a, mut b) = (Cursor::new(a), Cursor::new(b));
    loop {
        match (a.next, b.next) {
            (None, None) => return,
            (Some((span, amount)), None) => {
                visit(span, amount, &NONE);
                a.pass(span.last);
            }
            (None, Some((span, amount))) => {
                visit(span, &NONE, amount);
                b.pass(span.last);
            }
            (Some((x, of_x)), Some((y, of_y))) => {
                if x.is_before(&y) {
                    visit(x, of_x, &NONE);
                    a.pass(x.last);
                } else if y.is_before(&x) {
                    visit(y, &NONE, of_y);
                    b.pass(y.last);
                } else if x.first < y.first {
                    visit(Span { last: y.first - 1, ..x }, of_x, &NONE);
                    a.pass(y.first - 1);
                } else if y.first < x.first {
                    visit(Span { last: x.first - 1, ..y }, &NONE, of_y);
                    b.pass(x.first - 1);
                } else {
                    let last = x.last.min(y.last);
                    visit(Span { last, ..x }, of_x, of_y);
                    a.pass(last);
                    b.pass(last);
                }
            }
        }
    }
}

/// The part of a list that was not visited yet.
struct Cursor<'f> {
    /// What is left of the entry that comes next.
    next: Option<(Span, &'f Amount)>,
    rest: std::slice::Iter<'f, Entry>,
}

impl<'f> Cursor<'f> {
    fn new(list: &'f [Entry]) -> Self {
        let mut out = Self { next: None, rest: list.iter() };
        out.step();
        out
    }

    fn step(&mut self) {
        self.next = self.rest.next().map(|entry| (entry.span, &entry.amount));
    }

    /// Passes the locations of the next entry up to this position.
    fn pass(&mut self, position: u32) {
        match &mut self.next {
            Some((span, _)) if span.last > position => span.first = position + 1,
            Some(_) | None => self.step(),
        }
    }
}

/// The sum of permissions, in order, each location once.
pub(super) fn summed<'a>(all: impl Iterator<Item = (Span, &'a Amount)> + Clone) -> Vec<Entry> {
    if all.clone().nth(MANY).is_some() {
        if let Some(sum) = dense(all.clone()) {
            return sum;
        }
    }
    let mut last: BTreeMap<Object, Span> = BTreeMap::new();
    let rises = all.clone().all(|(span, _)| {
        let before = last.insert(span.object, span);
        before.is_none_or(|before| before.first <= span.first)
    });
    let mut sum = Sum::default();
    // Threads mostly hold neighbours of few arrays, so their locations in each array are in order.
    if rises && last.len() <= FEW {
        for object in last.into_keys() {
            all.clone().filter(|(span, _)| span.object == object).for_each(|(span, amount)| sum.add(span, amount));
        }
    } else {
        let mut sorted: Vec<(Span, &Amount)> = all.collect();
        sorted.sort_by_key(|(span, _)| *span);
        sorted.into_iter().for_each(|(span, amount)| sum.add(span, amount));
    }
    sum.close(None);
    sum.out.into_entries()
}

/// Adds permissions that come in the order of their first locations.
#[derive(Default)]
struct Sum {
    out: Merged,
    /// The permissions that have begun and have not ended: their spans without what stands in `out`. All of these
    /// begin at the same location, and no two end at the same one.
    open: Vec<Entry>,
}

impl Sum {
    fn add(&mut self, span: Span, amount: &Amount) {
        self.close(Some(span));
        match self.open.iter_mut().find(|entry| entry.span == span) {
            Some(same) => same.amount = same.amount.plus(amount),
            None => self.open.push(Entry { span, amount: amount.clone() }),
        }
    }

    /// Adds up what lies before a span, or all that is open.
    fn close(&mut self, before: Option<Span>) {
        // Mostly one permission is open, and the next one begins behind its end.
        let ends = |entry: &mut Entry| before.is_none_or(|before| entry.span.is_before(&before));
        let alone = if self.open.len() == 1 { self.open.pop_if(ends) } else { None };
        if let Some(alone) = alone {
            return self.out.push(alone.span, alone.amount);
        }
        while let Some(span) = self.open.iter().map(|entry| entry.span).min() {
            let part = match before.filter(|before| before.object == span.object) {
                Some(before) if before.first <= span.first => return,
                Some(before) => Span { last: span.last.min(before.first - 1), ..span },
                None => span,
            };
            let mut amounts = self.open.iter().map(|entry| &entry.amount);
            let first = amounts.next().cloned().unwrap_or(Amount::NONE);
            self.out.push(part, amounts.fold(first, |sum, amount| sum.plus(amount)));
            self.open.retain_mut(|entry| {
                let stays = entry.span.last > part.last;
                if stays {
                    entry.span.first = part.last + 1;
                }
                stays
            });
        }
    }
}
