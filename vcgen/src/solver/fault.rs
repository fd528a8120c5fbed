//! Why a query does not reach a solver.

use logic::term::Sort;

/// Why a query cannot be encoded.
#[derive(Debug)]
pub enum Fault {
    /// A defect of Sepal, never the user's.
    Defect(String),
    /// No solver has this sort.
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
