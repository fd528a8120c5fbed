//! The variables of rewrite rules, and the sorts of terms that each may stand for.
//!
//! In: nothing. Out: declarations, which [`super::pattern`] uses to read patterns.

use crate::term::Sort;
use ir::FloatFormat;

/// The variables of all rules with the terms that each may stand for. A pattern with any other variable is not read.
pub const VARIABLES: &[(char, SortPattern)] = &[
    ('i', SortPattern::Sort(Sort::INT)),
    ('j', SortPattern::Sort(Sort::INT)),
    ('k', SortPattern::Sort(Sort::INT)),
    ('m', SortPattern::Sort(Sort::INT)),
    ('n', SortPattern::Sort(Sort::INT)),
    ('p', SortPattern::Sort(Sort::REAL)),
    ('q', SortPattern::Sort(Sort::REAL)),
    ('b', SortPattern::Sort(Sort::BOOL)),
    ('c', SortPattern::Sort(Sort::BOOL)),
    ('d', SortPattern::Sort(Sort::BOOL)),
    ('f', SortPattern::Float),
    ('g', SortPattern::Float),
    ('h', SortPattern::Sort(Sort::float(FloatFormat::Single))),
    ('a', SortPattern::Array),
    ('s', SortPattern::Any),
    ('t', SortPattern::Any),
    ('u', SortPattern::Any),
];

/// A variable of rewrite rules, as [`VARIABLES`] declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name of the variable, without the question mark.
    pub name: char,
    /// The terms that the variable may stand for.
    pub sorts: SortPattern,
}

/// The sorts of the terms that a variable of a rule may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortPattern {
    /// Terms of this sort.
    Sort(Sort),
    /// Floats of either format. All float variables of one rule have the same format.
    Float,
    /// Arrays with one integer as key and elements of any sort.
    Array,
    /// Terms of any sort. All such variables of one rule have the same sort, which is also that of the elements of its
    /// arrays.
    Any,
}

impl SortPattern {
    /// Whether the variable may stand for terms of this sort.
    pub fn fits(self, sort: Sort) -> bool {
        match self {
            Self::Sort(own) => own == sort,
            Self::Float => sort.as_float().is_some(),
            Self::Array => sort.as_array().is_some_and(|(keys, _)| keys == [Sort::INT]),
            Self::Any => true,
        }
    }
}

impl Variable {
    /// The declared variable with that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (name, sorts) = VARIABLES.iter().find(|(known, _)| name.chars().eq([*known]))?;
        Some(Self { name: *name, sorts: *sorts })
    }
}
