//! A map from locations to amounts, made for millions of small ones: each thread of a launch has several.
//!
//! In: locations with amounts. Out: the amount of a location, and all of them in order. A map with few entries is a
//! sorted list, which takes as much memory as its entries; a node of a tree has room for eleven.

use super::amount::Amount;
use crate::location::Location;
use std::collections::BTreeMap;

/// The most entries of a list.
const FEW: usize = 16;

/// Amounts by location. One of the two parts is empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Amounts {
    /// At most [`FEW`] entries, in order.
    few: Vec<(Location, Amount)>,
    /// More entries.
    many: BTreeMap<Location, Amount>,
}

impl Amounts {
    /// The amount of a location, if it is listed.
    pub fn get(&self, location: Location) -> Option<&Amount> {
        match self.few.binary_search_by_key(&location, |(at, _)| *at) {
            Ok(n) => self.few.get(n).map(|(_, amount)| amount),
            Err(_) => self.many.get(&location),
        }
    }

    /// Lists a location with this amount, in place of the amount that it had.
    pub fn insert(&mut self, location: Location, amount: Amount) {
        if !self.many.is_empty() {
            let _ = self.many.insert(location, amount);
            return;
        }
        match self.few.binary_search_by_key(&location, |(at, _)| *at) {
            Ok(n) => {
                if let Some(entry) = self.few.get_mut(n) {
                    entry.1 = amount;
                }
            }
            Err(n) if self.few.len() < FEW => self.few.insert(n, (location, amount)),
            Err(_) => {
                self.many = std::mem::take(&mut self.few).into_iter().collect();
                let _ = self.many.insert(location, amount);
            }
        }
    }

    /// Takes a location off the list.
    pub fn remove(&mut self, location: Location) {
        match self.few.binary_search_by_key(&location, |(at, _)| *at) {
            Ok(n) => drop(self.few.remove(n)),
            Err(_) => drop(self.many.remove(&location)),
        }
    }

    /// Keeps the locations that satisfy a condition.
    pub fn retain(&mut self, keep: impl Fn(Location) -> bool) {
        self.few.retain(|(location, _)| keep(*location));
        self.many.retain(|location, _| keep(*location));
    }

    /// Whether no location is listed.
    pub fn is_empty(&self) -> bool {
        self.few.is_empty() && self.many.is_empty()
    }

    /// The locations and their amounts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Location, &Amount)> {
        let few = self.few.iter().map(|(location, amount)| (*location, amount));
        few.chain(self.many.iter().map(|(location, amount)| (*location, amount)))
    }
}

impl FromIterator<(Location, Amount)> for Amounts {
    /// The locations are in order, and each occurs once.
    fn from_iter<I: IntoIterator<Item = (Location, Amount)>>(entries: I) -> Self {
        let few: Vec<(Location, Amount)> = entries.into_iter().collect();
        match few.len() <= FEW {
            true => Self { few, many: BTreeMap::new() },
            false => Self { few: Vec::new(), many: few.into_iter().collect() },
        }
    }
}

impl PartialEq for Amounts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Amounts {}
