//! One file, from text to results.
//!
//! In: path and text. Out: a [`FileOutcome`]. The command, the tests and later the language server all start here.

use crate::options::Options;
use crate::outcome::FileOutcome;
use crate::pipeline;
use crate::tools::Tools;
use crate::tried;
use syntax::{parse_program_as, Parsed};

/// Parses, types and verifies `source`. If it has an error, nothing is verified.
pub fn check_with(path: &str, source: &str, options: &Options, tools: &Tools<'_>) -> FileOutcome {
    let read = |source: &str| parse_program_as(source, options.reading);
    check_parsed((path, source), read(source), &read, options, tools)
}

/// Verifies a file, with its path and its text, that was read in its language: all that its program has. `read` reads a
/// changed text of the file.
pub fn check_parsed(
    (path, source): (&str, &str),
    parsed: Parsed,
    read: &dyn Fn(&str) -> Parsed,
    options: &Options,
    tools: &Tools<'_>,
) -> FileOutcome {
    let explain = options.explain.clone().filter(|explained| explained.may_be_in(path));
    let options = Options { explain, ..options.clone() };
    let items = parsed.program.map(|program| pipeline::verify_with(&program, &options, tools)).unwrap_or_default();
    let whole = parsed.text.unwrap_or_else(|| source.to_owned());
    let mut outcome = FileOutcome { path: path.to_owned(), source: whole, diagnostics: parsed.diagnostics, items };

    // A change is proposed only if it helps.
    tried::withdraw(source, &mut outcome, read, &options, tools);
    outcome
}

/// Parses, types and verifies `source` with Z3, without an observer, until all is decided.
#[cfg(feature = "z3")]
pub fn check(path: &str, source: &str, options: &Options) -> FileOutcome {
    check_with(path, source, options, &Tools::new(&crate::solver::Z3))
}
