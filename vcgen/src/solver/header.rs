//! The comment at the head of a query's SMT-LIB file.
//!
//! In: the obligation that the query belongs to. Out: comment lines.

use crate::outcome::FileClaim;
use ir::Span;

/// The origin of a query.
#[derive(Clone, Debug)]
pub struct Header {
    /// Name of the obligation, such as `store.out-of-bounds.3fa2c1`.
    pub name: String,
    /// Error id of a failure of the obligation.
    pub code: String,
    /// The part of the source that is wrong if the obligation fails.
    pub span: Span,
    /// What the verdict claims about the satisfiability of the file.
    pub claim: FileClaim,
}

impl Header {
    /// The comment, one line for each entry.
    pub fn comments(&self) -> String {
        let plain = |text: &str| text.replace(['\n', '\r'], " ");
        let claim = match self.claim {
            FileClaim::Unsatisfiable => "Sepal claims: unsat",
            FileClaim::UnsatisfiableButForGaps => "Sepal claims: unsat, unless for what this file leaves out",
            FileClaim::Satisfiable => "Sepal claims: sat",
            FileClaim::Nothing => "Sepal claims nothing",
        };
        let place = format!("bytes {}..{} of the source", self.span.start, self.span.end);
        format!("; obligation {}\n; {}\n; {place}\n; {claim}\n", plain(&self.name), plain(&self.code))
    }
}
