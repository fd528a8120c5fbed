//! The variables of rules, and what each may stand for.
//!
//! In: nothing. Out: declarations that [`super::pattern`] reads patterns by.

use crate::term::Sort;

/// The variables of all rules, and what each stands for. A variable that is not among them is not read.
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

/// A variable of rules, as [`VARIABLES`] declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: char,
    /// What it stands for.
    pub over: Over,
}

/// The terms that a variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Those of one sort.
    Sort(Sort),
    /// Floats of either format; all variables of a rule that are floats have the same.
    Float,
    /// Arrays with one integer as key, and elements of any sort.
    Array,
    /// Those of any sort; all such variables of a rule, and the elements of its arrays, have the same.
    Any,
}

impl Over {
    /// Whether terms of this sort are among them.
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
    /// The declared variable of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (name, over) = VARIABLES.iter().find(|(known, _)| name.chars().eq([*known]))?;
        Some(Self { name: *name, over: *over })
    }
}
