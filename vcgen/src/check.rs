//! One file, from text to results.
//!
//! In: path and text. Out: a [`FileOutcome`]. The command, the tests and later the language server all start here.

use crate::outcome::FileOutcome;
use crate::pipeline::{self, Options};
use syntax::diagnostic::Diagnostic;
use syntax::parse_program;
use syntax::span::Span;

/// Parses, types and verifies `source`. If it has an error, nothing is verified.
pub fn check(path: &str, source: &str, options: &Options) -> FileOutcome {
    let parsed = parse_program(source);
    let mut diagnostics = parsed.diagnostics;
    let mut items = Vec::new();
    if diagnostics.is_empty() {
        match &parsed.program {
            Some(program) if program.kernels.is_empty() && program.functions.is_empty() => {
                diagnostics.push(empty(source));
            }
            Some(program) => items = pipeline::verify(program, options),
            None => diagnostics.push(empty(source)),
        }
    }
    FileOutcome { path: path.to_owned(), source: source.to_owned(), diagnostics, items }
}

fn empty(source: &str) -> Diagnostic {
    let found = if source.trim().is_empty() { "the file is empty" } else { "the file has no kernel and no function" };
    Diagnostic::new("input.empty", Span::default(), found).help("write at least one `kernel name { … void main() { … } }`")
}
