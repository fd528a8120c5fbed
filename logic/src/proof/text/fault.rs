//! Why a text is no proof, as data.
//!
//! In: nothing. Out: [`ReadFault`], which names a line and what is wrong there.

/// Why a text is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFault {
    /// The number of the line; the first line is 1.
    pub line: usize,
    /// What is wrong there.
    pub cause: ReadCause,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadCause {
    /// The line is not one expression in parentheses, or it is nested too deeply.
    Parentheses,
    /// Something is missing at the end of a list.
    Short,
    /// This word stands where something else should, or a list, if there is no word.
    Unexpected(String),
    /// Nothing has this name.
    Unknown(String),
    /// The rule has no instance for the direction of rounding: the name of the rule, and the direction.
    NoInstance(String, String),
    /// No direction of rounding has this name.
    Direction(String),
    /// Two things have this name or number.
    Twice(String),
    /// What may be written once is written a second time: `goal`, `assuming`, or the name of an assumption.
    Again(String),
    /// A line of this kind stands behind a line that must follow it: an assumption, a hypothesis or the goal behind a
    /// step, or `about` behind anything.
    Late(String),
    /// The proof may rest on this assumption about floats, and does not.
    Unused(String),
    /// A hypothesis or the goal is no condition.
    NoCondition,
    /// The operator does not take arguments of these sorts.
    Sorts,
    /// A term is nested more than [`DEEPEST_TERM`](super::DEEPEST_TERM) deep.
    Deep,
    /// The text has no goal, or no step.
    Incomplete,
}
