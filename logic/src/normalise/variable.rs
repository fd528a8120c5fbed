//! The variables of rewrite rules, and the sorts of terms that each may stand for.
//!
//! In: nothing. Out: declarations, which [`super::pattern`] uses to read patterns.

use crate::term::Sort;

/// The variables of all rules with the terms that each may stand for. A pattern with any other variable is not read.
pub const VARIABLES: &[(char, Over)] = &[
    ('i', Over::Sort(Sort::INT)),
    ('j', Over::Sort(Sort::INT)),
    ('k', Over::Sort(Sort::INT)),
    ('m', Over::Sort(Sort::INT)),
    ('n', Over::Sort(Sort::INT)),
    ('p', Over::Sort(Sort::REAL)),
    ('q', Over::Sort(Sort::REAL)),
    ('b', Over::Sort(Sort::BOOL)),
    ('c', Over::Sort(Sort::BOOL)),
    ('d', Over::Sort(Sort::BOOL)),
    ('f', Over::Float),
    ('g', Over::Float),
    ('a', Over::Array),
    ('s', Over::Any),
    ('t', Over::Any),
    ('u', Over::Any),
];

/// A variable of rewrite rules, as [`VARIABLES`] declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name of the variable, without the question mark.
    pub name: char,
    /// The terms that it may stand for.
    pub over: Over,
}

/// Restricts which terms a variable of a rule stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
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

impl Over {
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
        let (name, over) = VARIABLES.iter().find(|(known, _)| name.chars().eq([*known]))?;
        Some(Self { name: *name, over: *over })
    }
}
