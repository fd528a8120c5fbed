//! Footprints: amounts of permission for locations.
//!
//! In: the permissions that assertions give and take, span by span. Out: sums, differences, and the locations where one
//! footprint exceeds another. The sum over the threads of a group or the groups of a launch is [`Footprint::sum`]. A
//! location of local memory names its group, so sums over groups keep those apart.
//!
//! A launch may have a million threads, and each has a footprint of few locations. So a footprint is a sorted list that
//! is never changed, and copies share it. Neighbours with equal amounts are one entry of the list.

use super::amount::Amount;
use super::entries::{Entry, Merged};
use super::overlay::{overlay, summed};
use super::span::Span;
use crate::location::{Location, Object};
use ir::Heap;
use std::sync::Arc;

/// A list of at most this length is searched from its start.
const FEW: usize = 16;

/// An amount of permission for each location; for a location that is not listed it is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// In order, each location once, none with [`Amount::NONE`], neighbours with equal amounts in one entry.
    entries: Arc<[Entry]>,
}

impl Footprint {
    /// The sum of permissions.
    #[must_use]
    pub fn of<'a>(parts: impl ExactSizeIterator<Item = (Span, &'a Amount)> + Clone) -> Self {
        let mut last: Option<(Span, &Amount)> = None;
        let apart = parts.clone().all(|(span, amount)| {
            let before = last.replace((span, amount));
            let joins = |(before, of): (Span, &Amount)| before.is_followed_by(&span) && *of == *amount;
            *amount != Amount::NONE && before.is_none_or(|before| before.0.is_before(&span) && !joins(before))
        });
        if apart {
            return Self { entries: parts.map(|(span, amount)| Entry { span, amount: amount.clone() }).collect() };
        }
        Self { entries: summed(parts).into() }
    }

    /// The sum of permissions, which takes them out of the list. It shares its own list with `like` if the two are
    /// equal.
    #[must_use]
    pub(super) fn collect(parts: &mut Vec<Entry>, like: Option<&Self>) -> Self {
        if !parts.is_sorted_by(|a, b| a.span.is_before(&b.span) || a.span <= b.span) {
            parts.sort_by_key(|entry| entry.span);
        }
        if !join(parts) {
            return Self { entries: summed(parts.iter().map(|entry| (entry.span, &entry.amount))).into() };
        }
        match like {
            Some(like) if *like.entries == **parts => like.clone(),
            Some(_) | None => Self { entries: parts.drain(..).collect() },
        }
    }

    /// The permissions of a list that is in order, in which each location is named once, none with
    /// [`Amount::NONE`], and neighbours with equal amounts are one entry.
    pub(super) fn in_order(entries: impl Into<Arc<[Entry]>>) -> Self {
        Self { entries: entries.into() }
    }

    /// Whether these are its entries.
    pub(super) fn has(&self, entries: &[Entry]) -> bool {
        let same = |(own, other): (&Entry, &Entry)| {
            (own.span.first, own.span.last) == (other.span.first, other.span.last)
                && own.amount == other.amount
                && own.span.object.is(&other.span.object)
        };
        self.entries.len() == entries.len() && self.entries.iter().zip(entries).all(same)
    }

    /// Whether permissions fit that are in order and have no location in common. `fits` says which amounts fit, and no
    /// amount fits where nothing is held.
    pub(super) fn covers<'a>(
        &self,
        mut parts: impl Iterator<Item = (Span, &'a Amount)>,
        fits: fn(&Amount, &Amount) -> bool,
    ) -> bool {
        let mut left = self.entries.iter();
        let mut next = left.next();
        parts.all(|(mut span, amount)| loop {
            let Some(entry) = next else { return false };
            if entry.span.is_before(&span) {
                next = left.next();
                continue;
            }
            if !entry.span.contains(span.start()) || !fits(amount, &entry.amount) {
                return false;
            }
            if span.last <= entry.span.last {
                return true;
            }
            span.first = entry.span.last + 1;
        })
    }

    /// The amount of one location.
    pub fn at(&self, location: Location) -> Amount {
        self.get(location).map_or(Amount::NONE, |entry| entry.amount.clone())
    }

    fn get(&self, location: Location) -> Option<&Entry> {
        if self.entries.len() <= FEW {
            return self.entries.iter().find(|entry| entry.span.contains(location));
        }
        let one = Span::one(location);
        let found = self.entries.partition_point(|entry| entry.span.is_before(&one));
        self.entries.get(found).filter(|entry| entry.span.contains(location))
    }

    /// Whether some of the location is held: it may be read.
    pub fn reads(&self, location: Location) -> bool {
        self.get(location).is_some_and(|entry| entry.amount.is_positive())
    }

    /// Whether some of each of these locations is held: all of them may be read.
    pub fn reads_all(&self, mut span: Span) -> bool {
        loop {
            let Some(last) = self.reads_up_to(span.start()) else { return false };
            if last >= span.last {
                return true;
            }
            span.first = last + 1;
        }
    }

    /// If a location may be read, the last one behind it for which the same amount is held.
    pub(super) fn reads_up_to(&self, location: Location) -> Option<u32> {
        self.get(location).filter(|entry| entry.amount.is_positive()).map(|entry| entry.span.last)
    }

    /// Whether all of the location is held: it may be written.
    pub fn writes(&self, location: Location) -> bool {
        self.get(location).is_some_and(|entry| entry.amount.is_write())
    }

    /// Whether no location is listed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The locations and their amounts, in order of array and element.
    pub fn iter(&self) -> impl Iterator<Item = (Location, &Amount)> + Clone {
        self.spans().flat_map(|(span, amount)| span.locations().map(move |location| (location, amount)))
    }

    /// The spans of locations with equal amounts, in order of array and element.
    pub fn spans(&self) -> impl Iterator<Item = (Span, &Amount)> + Clone {
        self.entries.iter().map(|entry| (entry.span, &entry.amount))
    }

    /// This footprint, as one that shares its list with `other` if the two are equal.
    #[must_use]
    pub fn shared_with(self, other: &Self) -> Self {
        if self == *other {
            other.clone()
        } else {
            self
        }
    }

    /// The sum of footprints.
    #[must_use]
    pub fn sum<'f>(parts: impl Iterator<Item = &'f Self> + Clone) -> Self {
        Self { entries: summed(parts.flat_map(Self::spans)).into() }
    }

    /// The part that is about these heaps.
    #[must_use]
    pub fn of_heaps(&self, which: impl Fn(Heap) -> bool) -> Self {
        self.clone().retain(|object| which(object.heap))
    }

    /// The footprint that is left when `lent` is taken away.
    #[must_use]
    pub fn without(&self, lent: &Self) -> Self {
        if lent.is_empty() {
            return self.clone();
        }
        let mut left = Merged::default();
        overlay(&self.entries, &lent.entries, |span, amount, lent| {
            // What was lent and is not held is below nothing, and stays listed as such.
            left.push(span, if lent.is_none() { amount.clone() } else { amount.minus(lent) });
        });
        left.into()
    }

    /// At each location the smaller of both.
    #[must_use]
    pub fn capped(self, most: &Self) -> Self {
        if self == *most {
            return self;
        }
        let mut smaller = Merged::default();
        overlay(&self.entries, &most.entries, |span, amount, cap| {
            smaller.push(span, if amount.compare(cap).is_gt() { cap } else { amount }.clone());
        });
        smaller.into()
    }

    /// The locations of arrays that satisfy a condition.
    #[must_use]
    pub fn retain(self, keep: impl Fn(Object) -> bool) -> Self {
        if self.entries.iter().all(|entry| keep(entry.span.object)) {
            return self;
        }
        if !self.entries.iter().any(|entry| keep(entry.span.object)) {
            return Self::default();
        }
        Self { entries: self.entries.iter().filter(|entry| keep(entry.span.object)).cloned().collect() }
    }

    /// The locations where this footprint demands a larger share than `held` has, in order. In each span all locations
    /// have the same amounts, of the demand and of what is held.
    /// `fits` says which amounts fit.
    pub fn beyond(&self, held: &Self, fits: fn(&Amount, &Amount) -> bool) -> Vec<Span> {
        let mut out = Vec::new();
        overlay(&self.entries, &held.entries, |span, amount, held| {
            if !amount.is_none() && !fits(amount, held) {
                out.push(span);
            }
        });
        out
    }
}

/// Adds up and joins permissions that are in order, if each two of them have the same locations or none in common;
/// whether they do.
fn join(sorted: &mut Vec<Entry>) -> bool {
    let pairs = sorted.iter().zip(sorted.iter().skip(1));
    let joins = |a: &Entry, b: &Entry| a.span.is_followed_by(&b.span) && a.amount == b.amount;
    let none = sorted.iter().any(|entry| entry.amount.is_none());
    if !none && pairs.clone().all(|(a, b)| a.span.is_before(&b.span) && !joins(a, b)) {
        return true;
    }
    if !pairs.clone().all(|(a, b)| a.span == b.span || a.span.is_before(&b.span)) {
        return false;
    }
    sorted.dedup_by(|next, sum| {
        let same = next.span == sum.span;
        if same {
            sum.amount = sum.amount.plus(&next.amount);
        }
        same
    });
    sorted.retain(|entry| !entry.amount.is_none());
    sorted.dedup_by(|next, before| {
        let join = joins(before, next);
        if join {
            before.span.last = next.span.last;
        }
        join
    });
    true
}

impl From<Merged> for Footprint {
    fn from(merged: Merged) -> Self {
        Self { entries: merged.into_entries().into() }
    }
}
