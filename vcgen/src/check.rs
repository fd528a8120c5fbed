//! One file, from text to results.
//!
//! In: path and text. Out: a [`FileOutcome`]. The command, the tests and later the language server all start here.

use crate::outcome::FileOutcome;
use crate::pipeline::{self, Options};
use syntax::parse_program;

/// Parses, types and verifies `source`. If it has an error, nothing is verified.
pub fn check(path: &str, source: &str, options: &Options) -> FileOutcome {
    let parsed = parse_program(source);
    let items = parsed.program.map(|program| pipeline::verify(&program, options)).unwrap_or_default();
    FileOutcome { path: path.to_owned(), source: source.to_owned(), diagnostics: parsed.diagnostics, items }
}
