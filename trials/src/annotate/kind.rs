//! The kinds of annotations that are generated.
//!
//! In: a number. Out: a kind, and its name in tables.

/// A kind of annotations. Each kind has a file of its own in this folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Contracts of threads about values: conditions, `\old`, `PointsTo`, guarded permissions.
    Contracts,
    /// Loop invariants with quantified permissions and facts.
    Invariants,
    /// Indices with quotients and remainders, whose divisors may be negative, zero, or variables.
    Divisors,
    /// Recursive functions with measures.
    Recursion,
    /// Functions that call each other, in bodies, measures or both.
    Mutual,
    /// Lemmas: postconditions that are proved by induction, and code that uses them.
    Lemmas,
    /// Quantifiers inside values, with triggers and divisors inside.
    Values,
    /// Functions that read memory, and writes inside and outside of what they read.
    Footprints,
    /// Written contracts of the kernel and of groups.
    Levels,
    /// Barriers, also in loops.
    Barriers,
    /// Launches of two dimensions.
    Dimensions,
    /// Preconditions through functions and elements. Some of these preconditions contradict themselves.
    Preconditions,
    /// Measures of several integers, and recursion and loops whose measures are not written.
    Measures,
    /// Reductions such as `\sum`, and claims that follow from their laws.
    Reductions,
}

impl Kind {
    /// All kinds, in the order of the tables.
    pub const ALL: [Self; 14] = [
        Self::Contracts,
        Self::Invariants,
        Self::Divisors,
        Self::Recursion,
        Self::Mutual,
        Self::Lemmas,
        Self::Values,
        Self::Footprints,
        Self::Levels,
        Self::Barriers,
        Self::Dimensions,
        Self::Preconditions,
        Self::Measures,
        Self::Reductions,
    ];

    /// The name of the kind in tables and options.
    pub fn word(self) -> &'static str {
        match self {
            Self::Contracts => "contracts",
            Self::Invariants => "invariants",
            Self::Divisors => "divisors",
            Self::Recursion => "recursion",
            Self::Mutual => "mutual",
            Self::Lemmas => "lemmas",
            Self::Values => "values",
            Self::Footprints => "footprints",
            Self::Levels => "levels",
            Self::Barriers => "barriers",
            Self::Dimensions => "dimensions",
            Self::Preconditions => "preconditions",
            Self::Measures => "measures",
            Self::Reductions => "reductions",
        }
    }

    /// The kind with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
