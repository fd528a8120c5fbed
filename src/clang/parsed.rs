//! From a text to a program, by way of clang.
//!
//! In: the text of a file of OpenCL or CUDA. Out: what is read of it. Where bodies of functions of the host have errors,
//! the text is read again without them.

use super::{read_changed, Preprocessor};
use ir::diagnostic::Diagnostic;
use std::path::Path;
use syntax::c::{self, Clang, Language};
use syntax::Parsed;

/// What reads a text with clang: [`super::read`] the text of a file, and [`read_changed`] another text.
pub type Read = fn(&Path, &str, Language, &Preprocessor) -> Result<Clang, Diagnostic>;

/// What a text is.
///
/// # Errors
/// clang cannot be used, as [`super::read`] says.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
pub fn parsed(
    path: &Path,
    source: &str,
    language: Language,
    before: &Preprocessor,
    read: Read,
) -> Result<Parsed, Diagnostic> {
    let clang = read(path, source, language, before)?;
    let Some(without) = c::without_broken_bodies(source, &clang, language) else {
        return Ok(c::parse(source, &clang, language, &before.given()));
    };
    let again = read_changed(path, &without, language, before)?;
    Ok(c::beside_broken_bodies((source, &clang), (&without, &again), language, &before.given()))
}
