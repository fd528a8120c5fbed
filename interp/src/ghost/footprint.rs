//! Footprints: amounts of permission for locations.
//!
//! In: the permissions that assertions give and take, location by location. Out: sums, differences, and the locations
//! where one footprint exceeds another. The sum over the threads of a group or the groups of a launch is
//! [`Footprint::add`], repeated. A location of local memory names its group, so sums over groups keep those apart.

use super::amount::Amount;
use super::amounts::Amounts;
use crate::location::Location;

/// An amount of permission for each location; for a location that is not listed it is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    amounts: Amounts,
}

impl Footprint {
    /// The amount of one location.
    pub fn at(&self, location: Location) -> Amount {
        self.amounts.get(location).cloned().unwrap_or(Amount::NONE)
    }

    /// Whether some of the location is held: it may be read.
    pub fn reads(&self, location: Location) -> bool {
        self.amounts.get(location).is_some_and(Amount::is_positive)
    }

    /// Whether all of the location is held: it may be written.
    pub fn writes(&self, location: Location) -> bool {
        self.amounts.get(location).is_some_and(Amount::is_write)
    }

    /// Whether no location is listed.
    pub fn is_empty(&self) -> bool {
        self.amounts.is_empty()
    }

    /// The locations and their amounts, in order of array and element.
    pub fn iter(&self) -> impl Iterator<Item = (Location, &Amount)> {
        self.amounts.iter()
    }

    /// Gives some of one location.
    pub fn give(&mut self, location: Location, amount: &Amount) {
        let sum = self.at(location).plus(amount);
        self.set(location, sum);
    }

    fn set(&mut self, location: Location, amount: Amount) {
        if amount == Amount::NONE {
            self.amounts.remove(location);
        } else {
            self.amounts.insert(location, amount);
        }
    }

    /// Adds another footprint.
    pub fn add(&mut self, other: &Self) {
        for (location, amount) in other.iter() {
            self.give(location, amount);
        }
    }

    /// The sum of footprints of one group, or of global memory.
    #[must_use]
    pub fn sum<'f>(parts: impl IntoIterator<Item = &'f Self>) -> Self {
        // Threads mostly hold neighbours, so the list is almost in order. To sort it is faster than to look up each
        // location of a large sum.
        let mut all: Vec<(Location, &Amount)> = parts.into_iter().flat_map(Self::iter).collect();
        all.sort_by_key(|(location, _)| *location);
        let mut sums: Vec<(Location, Amount)> = Vec::with_capacity(all.len());
        for (location, amount) in all {
            match sums.last_mut().filter(|(last, _)| *last == location) {
                Some((_, sum)) => *sum = sum.plus(amount),
                None => sums.push((location, amount.clone())),
            }
        }
        sums.retain(|(_, amount)| *amount != Amount::NONE);
        Self { amounts: sums.into_iter().collect() }
    }

    /// The footprint that is left when `lent` is taken away.
    #[must_use]
    pub fn without(&self, lent: &Self) -> Self {
        let mut out = self.clone();
        for (location, amount) in lent.iter() {
            let left = out.at(location).minus(amount);
            out.set(location, left);
        }
        out
    }

    /// At each location the smaller of both.
    #[must_use]
    pub fn capped(mut self, most: &Self) -> Self {
        for (location, amount) in std::mem::take(&mut self.amounts).iter() {
            let cap = most.at(location);
            self.set(location, if amount.compare(&cap).is_gt() { cap } else { amount.clone() });
        }
        self
    }

    /// Keeps the locations that satisfy a condition.
    #[must_use]
    pub fn retain(mut self, keep: impl Fn(Location) -> bool) -> Self {
        self.amounts.retain(keep);
        self
    }

    /// The locations where this footprint demands a larger share than `held` has, in order.
    pub fn beyond<'f>(&'f self, held: &'f Self) -> impl Iterator<Item = Location> + 'f {
        self.iter().filter(|(location, amount)| !amount.fits(&held.at(*location))).map(|(location, _)| location)
    }

    /// The locations where this footprint demands more than the whole permission, in order.
    pub fn beyond_whole(&self) -> impl Iterator<Item = Location> + '_ {
        self.iter().filter(|(_, amount)| amount.is_too_much()).map(|(location, _)| location)
    }
}
