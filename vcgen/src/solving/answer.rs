//! A solver's answer to a query.

use super::large::Large;
use super::model::Model;
use logic::term::Sort;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The hypotheses imply the goal.
    Unsat,
    /// Values under which the hypotheses hold and the goal does not.
    Sat(Model),
    /// The solver found neither a proof nor such values.
    Unknown(Reason),
}

impl Answer {
    /// Whether the goal is proved.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Self::Unsat)
    }

    /// The model, if there is one.
    pub fn model(&self) -> Option<&Model> {
        if let Self::Sat(model) = self {
            Some(model)
        } else {
            None
        }
    }
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The resource limit was reached.
    ResourceLimit,
    /// The time limit was reached.
    Timeout,
    /// The verification was cancelled.
    Cancelled,
    /// The solver stopped by itself, because of quantifiers or nonlinear arithmetic. The text is its own reason.
    Incomplete(String),
    /// Something in the query is too large; the solver was not asked.
    TooLarge(Large),
    /// The query has values of a sort that no solver has, such as sequences; the solver was not asked.
    UnknownSort(Sort),
    /// The query is not well sorted, or the solver refused it: a defect of Sepal.
    Internal(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ResourceLimit => f.write_str("the resource limit was reached"),
            Self::TooLarge(large) => write!(f, "{large}"),
            Self::UnknownSort(sort) => write!(f, "proofs do not know values of type `{sort}`"),
            Self::Timeout => f.write_str("the time limit was reached"),
            Self::Cancelled => f.write_str("the check was stopped"),
            Self::Incomplete(_) => f.write_str("the solver could not settle its quantifiers or products"),
            Self::Internal(why) => write!(f, "internal error: {why}"),
        }
    }
}

/// The cost of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The solver's own measure of work; the same at every repetition.
    pub rlimit: u32,
    /// Wall time in microseconds, encoding and model included.
    pub micros: u64,
}

/// An answer and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The answer.
    pub answer: Answer,
    /// Its cost.
    pub effort: Effort,
}
