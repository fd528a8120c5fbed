//! Sums of permissions in a cell for each location.
//!
//! In: permissions, each with the number of its amount ([`Amounts`]). Out: their sum, in order. The threads of a group
//! have many permissions, mostly for single locations, and to add each to the cell of its location is much faster than
//! to sort them all. The cells are kept for the next group.

use super::amounts::Amounts;
use super::entries::Entry;
use super::span::Span;
use crate::location::Object;
use crate::member::Member;
use ir::Heap;
use rustc_hash::FxHashMap;

/// How many arrays are found without a look-up by hash.
const RECENT: usize = 16;
/// How many cells are looked at for each location that was named, before it is better to sort the locations.
const SCANNED: usize = 8;

/// A sum that grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    rows: Vec<Row>,
    /// The rows of arrays; those of arrays that are not global are there only until the sum is taken.
    numbers: FxHashMap<Object, usize>,
    /// Rows that no array uses.
    free: Vec<usize>,
    /// For each declaration the array that was asked for last: 1 + the number of its row, or 0.
    recent: [usize; RECENT],
    /// How many cells there are.
    cells: usize,
    /// How many cells there may be, if that is limited.
    most: Option<usize>,
    /// Whether something could not be added.
    failed: bool,
}

/// The locations of an array between those that were named.
#[derive(Clone, Debug)]
struct Row {
    object: Object,
    /// The position in the array of the first cell.
    origin: u32,
    /// The numbers of the amounts; 0 where nothing was added.
    cells: Vec<u16>,
    /// The positions in the array of the cells that are not 0.
    touched: Vec<u32>,
}

impl Tally {
    /// A sum that fails if it would need more cells.
    pub fn with_most(cells: usize) -> Self {
        Self { most: Some(cells), ..Self::default() }
    }

    /// There is something that cannot be added.
    pub fn fail(&mut self) {
        self.failed = true;
    }

    /// Adds an amount to each of some locations.
    pub fn add(&mut self, amounts: &mut Amounts, span: Span, number: u16) {
        if number != 0 && !self.failed {
            self.failed = self.added(amounts, span, number).is_none();
        }
    }

    fn added(&mut self, amounts: &mut Amounts, span: Span, number: u16) -> Option<()> {
        let most = self.most;
        let (all, row) = self.row(span.object)?;
        let before = row.cells.len();
        row.reach(span.first, span.last, most)?;
        *all += row.cells.len() - before;
        if most.is_some_and(|most| *all > most) {
            return None;
        }
        let first = (span.first - row.origin) as usize;
        let cells = row.cells.get_mut(first..=(span.last - row.origin) as usize)?;
        for (cell, position) in cells.iter_mut().zip(span.first..=span.last) {
            if *cell == 0 {
                *cell = number;
                row.touched.push(position);
            } else {
                *cell = amounts.plus(*cell, number)?;
            }
        }
        Some(())
    }

    /// The row of an array, and the number of all cells.
    fn row(&mut self, object: Object) -> Option<(&mut usize, &mut Row)> {
        let Heap::Array(array) = object.heap else { return None };
        let recent = self.recent.get_mut(array.0 as usize % RECENT)?;
        let is_it = |number: &usize| self.rows.get(*number).is_some_and(|row| row.object.is(&object));
        let number = match recent.checked_sub(1).filter(is_it) {
            Some(number) => number,
            None => match self.numbers.get(&object) {
                Some(number) => *number,
                None => {
                    let number = self.free.pop().unwrap_or(self.rows.len());
                    match self.rows.get_mut(number) {
                        Some(row) => row.object = object,
                        None => self.rows.push(Row { object, origin: 0, cells: Vec::new(), touched: Vec::new() }),
                    }
                    let _ = self.numbers.insert(object, number);
                    number
                }
            },
        };
        *recent = number + 1;
        Some((&mut self.cells, self.rows.get_mut(number)?))
    }

    /// The sum of what was added since the sum was taken last, in order. `None` if something could not be added.
    pub fn take(&mut self, amounts: &Amounts) -> Option<Vec<Entry>> {
        let failed = std::mem::take(&mut self.failed);
        let mut rows: Vec<(usize, &mut Row)> = self.rows.iter_mut().enumerate().collect();
        rows.retain(|(_, row)| !row.touched.is_empty());
        rows.sort_by_key(|(_, row)| row.object);
        // A row that becomes free keeps the name of its array, and must not be found by it.
        self.recent = [0; RECENT];
        let mut out = Vec::new();
        for (number, row) in rows {
            row.empty(amounts, &mut out);
            if row.object.owner != Member::LAUNCH {
                let _ = self.numbers.remove(&row.object);
                self.free.push(number);
            }
        }
        (!failed).then_some(out)
    }
}

impl Row {
    /// Makes cells for locations; `None` if there would be more than `most`.
    fn reach(&mut self, first: u32, last: u32, most: Option<usize>) -> Option<()> {
        if self.cells.is_empty() {
            self.origin = first;
        }
        let fits = |more: usize| most.is_none_or(|most| more <= most).then_some(more);
        if first < self.origin {
            // As many more as there are, so that cells are not moved for each location of a list that falls.
            let needed = (self.origin - first) as usize;
            let more = fits(needed)?.max(self.cells.len().min(self.origin as usize));
            let mut cells = vec![0; more + self.cells.len()];
            cells.get_mut(more..)?.copy_from_slice(&self.cells);
            (self.cells, self.origin) = (cells, self.origin - u32::try_from(more).ok()?);
        }
        let needed = (last - self.origin) as usize + 1;
        if needed > self.cells.len() {
            self.cells.resize(fits(needed)?, 0);
        }
        Some(())
    }

    /// Takes all amounts out of the cells: spans of neighbours with equal amounts.
    fn empty(&mut self, amounts: &Amounts, out: &mut Vec<Entry>) {
        self.sort();
        // The span that grows, and its number.
        let mut open: Option<(Span, u16)> = None;
        let mut close = |open: Option<(Span, u16)>| {
            if let Some((span, amount)) = open.and_then(|(span, number)| Some((span, amounts.get(number)?))) {
                out.push(Entry { span, amount: amount.clone() });
            }
        };
        for position in self.touched.drain(..) {
            let cell = self.cells.get_mut((position - self.origin) as usize);
            let number = cell.map_or(0, std::mem::take);
            // What became nothing and was added to again is named twice.
            if number == 0 {
                continue;
            }
            match &mut open {
                Some((span, of)) if *of == number && span.last.checked_add(1) == Some(position) => span.last = position,
                _ => close(open.replace((Span { object: self.object, first: position, last: position }, number))),
            }
        }
        close(open);
    }

    /// Puts the positions in order.
    fn sort(&mut self) {
        if self.touched.is_sorted() {
            return;
        }
        let ends = self.touched.iter().min().copied().zip(self.touched.iter().max().copied());
        let Some((first, last)) = ends else { return };
        let between = (last - first) as usize;
        if between / SCANNED > self.touched.len() {
            return self.touched.sort_unstable();
        }
        let cells = self.cells.iter().skip((first - self.origin) as usize).take(between + 1);
        self.touched.clear();
        self.touched.extend((first..=last).zip(cells).filter(|(_, cell)| **cell != 0).map(|(position, _)| position));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]

    use super::*;
    use crate::ghost::amount::Amount;
    use crate::ghost::footprint::Footprint;
    use crate::location::Location;
    use crate::rng::Rng;
    use dashu::rational::RBig;
    use ir::ArrayId;
    use std::collections::BTreeMap;

    fn span(array: u32, group: Option<u32>, first: u32, last: u32) -> Span {
        let start = match group {
            Some(group) => Location::local(ArrayId(array), group, first),
            None => Location::global(ArrayId(array), first),
        };
        Span { object: start.object, first, last }
    }

    /// Random permissions of a group, near each other or far apart, in the order of their locations or not.
    fn permissions(rng: &mut Rng, group: u32) -> Vec<(Span, Amount)> {
        let amounts =
            [Amount::read(), Amount::write(), Amount::fraction(RBig::from_parts(1.into(), 3_u8.into())), Amount::NONE];
        let (far, falls) = (rng.below(2) == 0, rng.below(2) == 0);
        let one = |n: u32, rng: &mut Rng| {
            let n = if falls { 40 - n } else { n };
            let first = if far { n * 1000 } else { n } + rng.below(3) as u32;
            let array = rng.below(4) as u32;
            let owner = (array >= 2).then_some(group);
            let amount = amounts.get(rng.below(amounts.len())).cloned().unwrap_or(Amount::NONE);
            (span(array, owner, first, first + rng.below(3) as u32), amount)
        };
        (0..40).map(|n| one(n, rng)).collect()
    }

    /// The sum of permissions, one location after the other.
    fn added_up(parts: &[(Span, Amount)]) -> BTreeMap<Location, Amount> {
        let mut out = BTreeMap::new();
        for (span, amount) in parts {
            for location in span.locations() {
                let sum = out.entry(location).or_insert(Amount::NONE);
                *sum = sum.plus(amount);
            }
        }
        out.retain(|_, amount| !amount.is_none());
        out
    }

    #[test]
    fn sums_of_one_group_after_the_other() {
        let mut rng = Rng::new(7);
        let (mut amounts, mut tally) = (Amounts::default(), Tally::default());
        for group in (0..200).map(|n| n / 2 % 5) {
            let parts = permissions(&mut rng, group);
            for (span, amount) in &parts {
                let number = amounts.number(amount).expect("there are few amounts");
                tally.add(&mut amounts, *span, number);
            }
            let sum = Footprint::in_order(tally.take(&amounts).expect("everything was added"));
            let locations: BTreeMap<Location, Amount> = sum.iter().map(|(at, amount)| (at, amount.clone())).collect();
            assert_eq!(locations, added_up(&parts), "group {group}");
            // Neighbours with equal amounts are one entry, as in sums that are made in another way.
            assert_eq!(sum, Footprint::of(parts.iter().map(|(span, amount)| (*span, amount))), "group {group}");
        }
    }

    #[test]
    fn what_fails_is_forgotten() {
        let (mut amounts, mut tally) = (Amounts::default(), Tally::with_most(8));
        let write = amounts.number(&Amount::write()).expect("there are few amounts");
        tally.add(&mut amounts, span(0, None, 3, 4), write);
        tally.add(&mut amounts, span(0, None, 100, 100), write);
        assert!(tally.take(&amounts).is_none());
        tally.add(&mut amounts, span(0, None, 4, 4), write);
        let sum = tally.take(&amounts).map(Footprint::in_order).expect("these are few cells");
        assert_eq!(sum, Footprint::of([(span(0, None, 4, 4), &Amount::write())].into_iter()));
    }
}
