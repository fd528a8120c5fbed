//! One file, from text to results.
//!
//! In: path and text. Out: a [`FileOutcome`]. The command, the tests and later the language server all start here.

use crate::options::Options;
use crate::outcome::FileOutcome;
use crate::pipeline;
use crate::tools::Tools;
use crate::tried;
use syntax::{parse_program_as, Parsed};

/// Parses, types and verifies `source`. If it has an error, nothing is verified. A change is proposed only if it helps.
pub fn check_with(path: &str, source: &str, options: &Options, tools: &Tools<'_>) -> FileOutcome {
    let read = |source: &str| parse_program_as(source, options.reading);
    let mut outcome = check_parsed(path, source, read(source), options, tools);
    tried::withdraw(&mut outcome, &read, options, tools);
    outcome
}

/// Verifies a file that was read in its language: all that its program has. Changes that are proposed are not tried,
/// since clang reads files, and no changed text.
pub fn check_parsed(path: &str, source: &str, parsed: Parsed, options: &Options, tools: &Tools<'_>) -> FileOutcome {
    let explain = options.explain.clone().filter(|explained| explained.may_be_in(path));
    let options = Options { explain, ..options.clone() };
    let items = parsed.program.map(|program| pipeline::verify_with(&program, &options, tools)).unwrap_or_default();
    let source = parsed.text.unwrap_or_else(|| source.to_owned());
    FileOutcome { path: path.to_owned(), source, diagnostics: parsed.diagnostics, items }
}

/// Parses, types and verifies `source` with Z3, without an observer, until all is decided.
#[cfg(feature = "z3")]
pub fn check(path: &str, source: &str, options: &Options) -> FileOutcome {
    check_with(path, source, options, &Tools::new(&crate::solver::Z3))
}
