//! Reads a file in its language, which the end of its name tells.
//!
//! In: the path and the text of a file. Out: its typed program, and every error.

use std::path::{Path, PathBuf};

use ir::diagnostic::Diagnostic;
use syntax::c::{Clang, Language};
use syntax::{parse_program_as, Parsed, Reading};

use crate::cache::Folder;
use crate::clang::{self, Preprocessor};
use crate::languages;

/// Reads the text of a file: PVL with the options for PVL, and other languages with what is defined in front of each
/// file.
pub fn parse(path: &Path, source: &str, reading: Reading, before: &Preprocessor) -> Parsed {
    match languages::by_clang(path) {
        Some(language) => by_clang(path, source, language, before, clang::read),
        None => parse_program_as(source, reading),
    }
}

/// Reads a text that the file might have.
pub fn parse_changed(path: &Path, source: &str, reading: Reading, before: &Preprocessor) -> Parsed {
    match languages::by_clang(path) {
        Some(language) => by_clang(path, source, language, before, clang::read_changed),
        None => parse_program_as(source, reading),
    }
}

/// What is defined in front of each file, with the commands of the project for these paths, and the folder for
/// precompiled declarations: that of the cache which the command line names, or the user's.
pub fn prepared(
    before: &Preprocessor,
    paths: &[PathBuf],
    named: Option<&Path>,
    none: bool,
) -> Result<Preprocessor, String> {
    let folder = Folder::find(named, none).filter(|folder| folder.prepare().is_ok());
    let cache = folder.map(|folder| folder.path().to_path_buf());
    Preprocessor { cache, ..before.clone() }.with_project(paths)
}

/// What reads a text with clang.
type Read = fn(&Path, &str, Language, &Preprocessor) -> Result<Clang, Diagnostic>;

#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
fn by_clang(path: &Path, source: &str, language: Language, before: &Preprocessor, read: Read) -> Parsed {
    let read = before.with_header(path, source).and_then(|before| {
        let clang = read(path, source, language, &before)?;
        Ok(syntax::c::parse(source, &clang, language, &before.given()))
    });
    match read {
        Ok(parsed) => parsed,
        Err(error) => {
            let ast = syntax::pvl::ast::File::default();
            Parsed { ast, program: None, diagnostics: vec![error], text: None }
        }
    }
}
