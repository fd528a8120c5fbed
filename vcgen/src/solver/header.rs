//! What stands above a query in its SMT-LIB file.

use crate::outcome::FileClaim;
use ir::Span;

/// Where a query comes from; printed as comments.
#[derive(Clone, Debug)]
pub struct Header {
    /// Name of the obligation.
    pub name: String,
    /// Error id if it fails.
    pub code: String,
    /// The place in the source.
    pub span: Span,
    /// What the verdict claims about the file.
    pub claim: FileClaim,
}

impl Header {
    /// The comments, a line each.
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
