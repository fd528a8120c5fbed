//! Sums of many permissions for neighbours.
//!
//! In: permissions of many members. Out: their sum, in order, if together they name most locations between the first
//! and the last one of each array, and if their fractions have few different sums. A launch has millions of
//! permissions, mostly of that kind, and adding each to a cell of its location is much faster than sorting them all.

use super::amount::Amount;
use super::entries::{Entry, Merged};
use super::span::Span;
use crate::location::Object;
use ir::Heap;
use rustc_hash::FxHashMap;

/// How many locations a permission may have, in the mean. A few long spans are added as spans.
const LONG: u64 = 8;
/// How many locations there may be for each one that is named.
const SPARSE: u64 = 4;
/// How many different amounts there may be.
const AMOUNTS: usize = 1 << 10;
/// How many arrays are found without a look-up by hash.
const RECENT: usize = 16;

/// The sum of permissions, in order, each location once. `None` if they are not of the kind that this is made for.
pub(super) fn dense<'a>(all: impl Iterator<Item = (Span, &'a Amount)> + Clone) -> Option<Vec<Entry>> {
    let mut arrays = Arrays::default();
    let (mut count, mut named) = (0_u64, 0_u64);
    for (span, _) in all.clone() {
        let range =
            arrays.of(span.object, || Range { object: span.object, first: span.first, last: span.last, at: 0 })?;
        (range.first, range.last) = (range.first.min(span.first), range.last.max(span.last));
        count += 1;
        named += u64::from(span.last - span.first) + 1;
    }
    let cells: u64 = arrays.ranges.iter().map(Range::len).sum();
    if named > count.saturating_mul(LONG) || cells > named.saturating_mul(SPARSE) {
        return None;
    }
    let mut next = 0;
    for range in &mut arrays.ranges {
        range.at = next;
        next += usize::try_from(range.len()).ok()?;
    }
    let mut sums = Sums { amounts: vec![Amount::NONE], sums: FxHashMap::default(), last: [(0, 0, 0); RECENT] };
    let mut cells = vec![0_u16; next];
    let (mut of, mut number) = (Amount::NONE, 0);
    for (span, amount) in all {
        if of != *amount {
            (of, number) = (amount.clone(), sums.number(amount)?);
        }
        let range = arrays.known(span.object)?;
        let first = range.at + (span.first - range.first) as usize;
        for cell in cells.get_mut(first..=first + (span.last - span.first) as usize)? {
            *cell = sums.plus(*cell, number)?;
        }
    }
    arrays.ranges.sort_by_key(|range| range.object);
    let mut out = Merged::default();
    for range in &arrays.ranges {
        let own = cells.get(range.at..range.at + usize::try_from(range.len()).ok()?)?;
        let mut offset = range.first;
        for alike in own.chunk_by(|a, b| a == b) {
            let last = offset + (u32::try_from(alike.len()).ok()? - 1);
            let amount = sums.amounts.get(usize::from(*alike.first()?))?;
            out.push(Span { object: range.object, first: offset, last }, amount.clone());
            offset = last.wrapping_add(1);
        }
    }
    Some(out.into_entries())
}

/// The locations of an array from the first to the last that is named.
struct Range {
    object: Object,
    first: u32,
    last: u32,
    /// The number of the first of its cells.
    at: usize,
}

impl Range {
    fn len(&self) -> u64 {
        u64::from(self.last - self.first) + 1
    }
}

/// The arrays that permissions are for.
#[derive(Default)]
struct Arrays {
    ranges: Vec<Range>,
    numbers: FxHashMap<Object, usize>,
    /// For each declaration the array that was asked for last: 1 + its number, or 0.
    recent: [usize; RECENT],
}

impl Arrays {
    fn recent(&mut self, object: Object) -> Option<&mut usize> {
        let Heap::Array(array) = object.heap else { return None };
        self.recent.get_mut(array.0 as usize % RECENT)
    }

    /// The range of an array, which `new` makes.
    fn of(&mut self, object: Object, new: impl FnOnce() -> Range) -> Option<&mut Range> {
        let recent = *self.recent(object)?;
        let is_it = |number: &usize| self.ranges.get(*number).is_some_and(|range| range.object == object);
        let number = match recent.checked_sub(1).filter(is_it) {
            Some(number) => number,
            None => match self.numbers.get(&object) {
                Some(number) => *number,
                None => {
                    self.ranges.push(new());
                    let _ = self.numbers.insert(object, self.ranges.len() - 1);
                    self.ranges.len() - 1
                }
            },
        };
        *self.recent(object)? = number + 1;
        self.ranges.get_mut(number)
    }

    /// The range of an array that has one.
    fn known(&mut self, object: Object) -> Option<&Range> {
        self.of(object, || Range { object, first: 0, last: 0, at: 0 }).map(|range| &*range)
    }
}

/// Amounts by number, and the sums that were computed.
struct Sums {
    amounts: Vec<Amount>,
    sums: FxHashMap<(u16, u16), u16>,
    /// Sums that were asked for lately: two numbers and that of their sum.
    last: [(u16, u16, u16); RECENT],
}

impl Sums {
    fn number(&mut self, amount: &Amount) -> Option<u16> {
        let known = self.amounts.iter().position(|known| known == amount);
        let number = known.unwrap_or_else(|| {
            self.amounts.push(amount.clone());
            self.amounts.len() - 1
        });
        u16::try_from(number).ok().filter(|_| self.amounts.len() <= AMOUNTS)
    }

    #[inline(always)]
    fn plus(&mut self, a: u16, b: u16) -> Option<u16> {
        let recent = usize::from(a ^ (b << 2)) % RECENT;
        match self.last.get(recent) {
            Some((x, y, sum)) if (*x, *y) == (a, b) => Some(*sum),
            _ => self.computed(a, b, recent),
        }
    }

    fn computed(&mut self, a: u16, b: u16, recent: usize) -> Option<u16> {
        let sum = match self.sums.get(&(a, b)) {
            Some(sum) => *sum,
            None => {
                let of = |number: u16| self.amounts.get(usize::from(number));
                let sum = of(a)?.plus(of(b)?);
                let sum = self.number(&sum)?;
                let _ = self.sums.insert((a, b), sum);
                sum
            }
        };
        *self.last.get_mut(recent)? = (a, b, sum);
        Some(sum)
    }
}
