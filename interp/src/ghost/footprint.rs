//! Footprints: amounts of permission for locations.
//!
//! In: the permissions that assertions give and take, location by location. Out: sums, differences, and the locations
//! where one footprint exceeds another. The sum over the threads of a group or the groups of a launch is
//! [`Footprint::sum`]. A location of local memory names its group, so sums over groups keep those apart.
//!
//! A launch may have a million threads, and each has a footprint of few locations. So a footprint is a sorted list that
//! is never changed, and copies share it.

use super::amount::Amount;
use crate::location::{Location, Object};
use ir::Heap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// If a list of locations is about at most this number of arrays, the list is read once for each array, and not sorted.
/// A list of at most this length is searched from its start.
const FEW: usize = 16;

/// A location with an amount.
type Entry = (Location, Amount);

/// An amount of permission for each location; for a location that is not listed it is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// In order, each location once, none with [`Amount::NONE`].
    entries: Arc<[Entry]>,
}

impl Footprint {
    /// The sum of permissions.
    #[must_use]
    pub fn of<'a>(parts: impl ExactSizeIterator<Item = (Location, &'a Amount)> + Clone) -> Self {
        let mut last = None;
        let apart = parts.clone().all(|(location, amount)| {
            let before = last.replace(location);
            before.is_none_or(|before| before < location) && *amount != Amount::NONE
        });
        if apart {
            return Self { entries: parts.map(|(location, amount)| (location, amount.clone())).collect() };
        }
        let mut all: Vec<(Location, &Amount)> = parts.collect();
        all.sort_by_key(|(location, _)| *location);
        let mut sums = Vec::with_capacity(all.len());
        each_sum(all.into_iter(), |location, amount| sums.push((location, amount.clone())));
        Self { entries: sums.into() }
    }

    /// The amount of one location.
    pub fn at(&self, location: Location) -> Amount {
        self.get(location).cloned().unwrap_or(Amount::NONE)
    }

    fn get(&self, location: Location) -> Option<&Amount> {
        if self.entries.len() <= FEW {
            return self.entries.iter().find(|(at, _)| *at == location).map(|(_, amount)| amount);
        }
        let found = self.entries.binary_search_by_key(&location, |(at, _)| *at).ok()?;
        self.entries.get(found).map(|(_, amount)| amount)
    }

    /// Whether some of the location is held: it may be read.
    pub fn reads(&self, location: Location) -> bool {
        self.get(location).is_some_and(Amount::is_positive)
    }

    /// Whether all of the location is held: it may be written.
    pub fn writes(&self, location: Location) -> bool {
        self.get(location).is_some_and(Amount::is_write)
    }

    /// Whether no location is listed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The locations and their amounts, in order of array and element.
    pub fn iter(&self) -> impl Iterator<Item = (Location, &Amount)> + Clone {
        self.entries.iter().map(|(location, amount)| (*location, amount))
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
        let mut sums = Vec::with_capacity(parts.clone().map(|part| part.entries.len()).sum());
        Self::totals(parts, |location, amount| sums.push((location, amount.clone())));
        Self { entries: sums.into() }
    }

    /// Calls `visit` with each location that is listed in one of several footprints, in order, and with the sum of its
    /// amounts. No sum of all footprints is kept.
    pub fn totals<'f>(parts: impl Iterator<Item = &'f Self> + Clone, mut visit: impl FnMut(Location, &Amount)) {
        let all = || parts.clone().flat_map(Self::iter);
        let mut last: BTreeMap<Object, u32> = BTreeMap::new();
        let rises = all().all(|(location, _)| {
            let before = last.insert(location.object, location.offset);
            before.is_none_or(|before| before <= location.offset)
        });
        // Threads mostly hold neighbours of few arrays, so their locations in each array are in order.
        if rises && last.len() <= FEW {
            for object in last.into_keys() {
                each_sum(all().filter(|(location, _)| location.object == object), &mut visit);
            }
            return;
        }
        let mut sorted: Vec<(Location, &Amount)> = all().collect();
        sorted.sort_by_key(|(location, _)| *location);
        each_sum(sorted.into_iter(), visit);
    }

    /// The part that is about these heaps.
    #[must_use]
    pub fn of_heaps(&self, which: impl Fn(Heap) -> bool) -> Self {
        Self { entries: self.entries.iter().filter(|(at, _)| which(at.object.heap)).cloned().collect() }
    }

    /// The footprint that is left when `lent` is taken away.
    #[must_use]
    pub fn without(&self, lent: &Self) -> Self {
        if lent.is_empty() {
            return self.clone();
        }
        let nothing = Amount::NONE;
        let taken = lent.iter().map(|(location, _)| (location, &nothing));
        let mut all: Vec<(Location, &Amount)> = self.iter().chain(taken).collect();
        all.sort_by_key(|(location, _)| *location);
        // What was lent and is not held is below nothing, and stays listed as such.
        all.dedup_by_key(|(location, _)| *location);
        let left = all.into_iter().map(|(location, amount)| match lent.get(location) {
            Some(lent) => (location, amount.minus(lent)),
            None => (location, amount.clone()),
        });
        Self { entries: left.filter(|(_, amount)| *amount != Amount::NONE).collect() }
    }

    /// At each location the smaller of both.
    #[must_use]
    pub fn capped(self, most: &Self) -> Self {
        if self == *most {
            return self;
        }
        let smaller = self.iter().map(|(location, amount)| {
            let cap = most.at(location);
            (location, if amount.compare(&cap).is_gt() { cap } else { amount.clone() })
        });
        Self { entries: smaller.filter(|(_, amount)| *amount != Amount::NONE).collect() }
    }

    /// The locations that satisfy a condition.
    #[must_use]
    pub fn retain(self, keep: impl Fn(Location) -> bool) -> Self {
        if self.entries.iter().all(|(location, _)| keep(*location)) {
            return self;
        }
        Self { entries: self.entries.iter().filter(|(location, _)| keep(*location)).cloned().collect() }
    }

    /// The locations where this footprint demands a larger share than `held` has, in order.
    /// `fits` says which amounts fit.
    pub fn beyond<'f>(
        &'f self,
        held: &'f Self,
        fits: fn(&Amount, &Amount) -> bool,
    ) -> impl Iterator<Item = Location> + 'f {
        let mut held = Walk(&held.entries);
        let beyond = move |(location, amount): &(Location, &Amount)| !held.fits(*location, amount, fits);
        self.iter().filter(beyond).map(|(location, _)| location)
    }
}

/// Looks up locations in a footprint, in order.
#[derive(Debug)]
pub(super) struct Walk<'f>(&'f [Entry]);

impl<'f> Walk<'f> {
    /// From the first location of a footprint on.
    pub fn new(through: &'f Footprint) -> Self {
        Self(&through.entries)
    }

    /// Whether a demand at a location fits. No location is asked for behind a greater one.
    pub fn covers(&mut self, location: Location, demand: &Amount) -> bool {
        self.fits(location, demand, Amount::fits)
    }

    fn fits(&mut self, location: Location, demand: &Amount, fits: fn(&Amount, &Amount) -> bool) -> bool {
        let is_before = |entry: &Entry| entry.0 < location;
        // The next entry is mostly the right one. Otherwise, steps of growing length pass over those in between.
        let mut step = 1;
        while self.0.first().is_some_and(is_before) {
            let (passed, rest) = self.0.split_at(step.min(self.0.len()));
            if rest.first().is_none_or(|entry| !is_before(entry)) {
                self.0 = self.0.get(passed.partition_point(is_before)..).unwrap_or_default();
                break;
            }
            self.0 = rest;
            step *= 2;
        }
        match self.0.first().filter(|(at, _)| *at == location) {
            Some((_, held)) => fits(demand, held),
            None => fits(demand, &Amount::NONE),
        }
    }
}

/// Calls `visit` with each location of a list that is in order, and with the sum of its amounts, unless that is
/// nothing.
fn each_sum<'a>(all: impl Iterator<Item = (Location, &'a Amount)>, mut visit: impl FnMut(Location, &Amount)) {
    let mut all = all.peekable();
    while let Some((location, amount)) = all.next() {
        if all.peek().is_none_or(|(next, _)| *next != location) {
            if *amount != Amount::NONE {
                visit(location, amount);
            }
            continue;
        }
        let mut sum = amount.clone();
        while let Some((_, more)) = all.next_if(|(next, _)| *next == location) {
            sum = sum.plus(more);
        }
        if sum != Amount::NONE {
            visit(location, &sum);
        }
    }
}
