//! Neighbouring locations of one array.
//!
//! In: nothing. Out: [`Span`]. Contracts mostly give permission for ranges of arrays, and threads for neighbours of the
//! elements that other threads have, so that a footprint of a million locations is a list of a few spans.

use crate::location::{Location, Object};

/// The locations of one array from one position to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The array.
    pub object: Object,
    /// The first position in row-major order.
    pub first: u32,
    /// The last position.
    pub last: u32,
}

impl Span {
    /// A single location.
    pub fn one(location: Location) -> Self {
        Self { object: location.object, first: location.offset, last: location.offset }
    }

    /// The first location.
    pub fn start(&self) -> Location {
        Location { object: self.object, offset: self.first }
    }

    /// All locations, in order.
    pub fn locations(self) -> impl Iterator<Item = Location> + Clone {
        (self.first..=self.last).map(move |offset| Location { object: self.object, offset })
    }

    /// Whether the location is one of these.
    pub fn contains(&self, location: Location) -> bool {
        self.first <= location.offset && location.offset <= self.last && self.object.is(&location.object)
    }

    /// The locations that are in both.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let (first, last) = (self.first.max(other.first), self.last.min(other.last));
        (self.object == other.object && first <= last).then_some(Self { first, last, ..*self })
    }

    /// Whether `next` begins directly behind the last location.
    pub fn is_followed_by(&self, next: &Self) -> bool {
        self.last.checked_add(1) == Some(next.first) && self.object.is(&next.object)
    }

    /// Whether all of it lies before all of `other`.
    pub fn is_before(&self, other: &Self) -> bool {
        match self.object.is(&other.object) {
            true => self.last < other.first,
            false => self.object < other.object,
        }
    }

    /// Adds the location directly behind the last one; whether `location` is that.
    pub fn grow(&mut self, location: Location) -> bool {
        let grows = self.is_followed_by(&Self::one(location));
        if grows {
            self.last = location.offset;
        }
        grows
    }
}

/// A set of locations that is made of spans.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans {
    /// In order, apart from each other.
    all: Vec<Span>,
}

impl Spans {
    /// Whether the location is in the set.
    pub fn contains(&self, location: Location) -> bool {
        let one = Span::one(location);
        let behind = self.all.partition_point(|span| span.is_before(&one));
        self.all.get(behind).is_some_and(|span| span.contains(location))
    }

    /// Adds locations.
    pub fn insert(&mut self, span: Span) {
        if self.all.last().is_none_or(|last| last.is_before(&span)) {
            return self.all.push(span);
        }
        let from = self.all.partition_point(|other| other.is_before(&span));
        if self.all.get(from).is_some_and(|other| other.contains(span.start()) && span.last <= other.last) {
            return;
        }
        let meets = self.all.iter().skip(from).take_while(|other| !span.is_before(other));
        let (to, first, last) = meets.fold((from, span.first, span.last), |(to, first, last), other| {
            (to + 1, first.min(other.first), last.max(other.last))
        });
        drop(self.all.splice(from..to, [Span { first, last, ..span }]));
    }

    /// Keeps the locations of some arrays.
    pub fn retain(&mut self, keep: impl Fn(Object) -> bool) {
        self.all.retain(|span| keep(span.object));
    }
}

impl Extend<Span> for Spans {
    fn extend<T: IntoIterator<Item = Span>>(&mut self, spans: T) {
        spans.into_iter().for_each(|span| self.insert(span));
    }
}

impl FromIterator<Span> for Spans {
    fn from_iter<T: IntoIterator<Item = Span>>(spans: T) -> Self {
        let mut out = Self::default();
        out.extend(spans);
        out
    }
}

/// A set of locations. It is small if most locations are added in the order of their places.
#[derive(Clone, Debug, Default)]
pub(super) struct Locations {
    /// In order, apart from each other.
    rising: Vec<Span>,
    others: std::collections::BTreeSet<Location>,
}

impl Locations {
    /// Adds a location; whether it was not there.
    pub fn insert(&mut self, location: Location) -> bool {
        let one = Span::one(location);
        match self.rising.last_mut() {
            Some(last) if !last.is_before(&one) => {
                let behind = self.rising.partition_point(|span| span.is_before(&one));
                let known = self.rising.get(behind).is_some_and(|span| span.contains(location));
                return !known && self.others.insert(location);
            }
            Some(last) => {
                if !last.grow(location) {
                    self.rising.push(one);
                }
            }
            None => self.rising.push(one),
        }
        !self.others.contains(&location)
    }
}
