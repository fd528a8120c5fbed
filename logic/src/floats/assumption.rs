//! Assumptions about floats that a user may grant.
//!
//! In: names. Out: sets of assumptions. Each assumption permits laws that IEEE 754 does not have, and
//! [`super::up_to`] says which.

/// An assumption about floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Assumption {
    /// It does not matter in which order a sum or a product is computed.
    Reassociation,
    /// It does not matter whether a zero is positive or negative.
    NoSignedZeros,
    /// No value is infinite or NaN.
    Finite,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Reassociation, Self::NoSignedZeros, Self::Finite];

    /// The name on the command line, in JSON and in proofs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reassociation => "float-reassociation",
            Self::NoSignedZeros => "float-no-signed-zeros",
            Self::Finite => "float-finite",
        }
    }

    /// The assumption of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.name() == name)
    }
}

/// A set of assumptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions(u8);

impl Assumptions {
    /// No assumption.
    pub const NONE: Self = Self(0);

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the assumption is in the set.
    pub fn has(self, one: Assumption) -> bool {
        self.0 >> one as u8 & 1 == 1
    }

    /// Whether all assumptions of this set are in the other one.
    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The assumptions of both sets.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The assumptions of the set, in the order of [`Assumption::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Assumption> {
        Assumption::ALL.into_iter().filter(move |one| self.has(*one))
    }

    /// All subsets with at least one assumption, smaller ones first.
    pub fn subsets(self) -> Vec<Self> {
        let mut all: Vec<Self> = (1..1 << Assumption::ALL.len()).map(Self).filter(|s| s.is_within(self)).collect();
        all.sort_by_key(|s| s.0.count_ones());
        all
    }
}

impl FromIterator<Assumption> for Assumptions {
    fn from_iter<I: IntoIterator<Item = Assumption>>(all: I) -> Self {
        all.into_iter().fold(Self::NONE, |set, one| Self(set.0 | 1 << one as u8))
    }
}
