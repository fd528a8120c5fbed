//! Reasons why a query cannot be given to a solver.
//!
//! In: nothing; these are data. Out: an answer of the solver interface.

use logic::term::Sort;

/// The reason why a query cannot be encoded.
#[derive(Debug)]
pub enum Fault {
    /// A defect of Sepal, such as an ill-sorted term. The program that is verified never causes it.
    Defect(String),
    /// The query has a term of a sort that no solver supports.
    UnknownSort(Sort),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Defect(what) => f.write_str(what),
            Self::UnknownSort(sort) => write!(f, "no solver has the sort {sort}"),
        }
    }
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self::Defect(what)
    }
}

impl From<&str> for Fault {
    fn from(what: &str) -> Self {
        Self::Defect(what.to_owned())
    }
}
