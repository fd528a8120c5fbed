//! Reads a file in its language, which the end of its name tells.
//!
//! In: the path and the text of a file. Out: its typed program, and every error.

use std::path::Path;

use syntax::c::Language;
use syntax::{parse_program_as, Parsed, Reading};

use crate::cache::Folder;
use crate::clang::{self, Preprocessor};
use crate::languages;

/// Reads a text: PVL with the options for PVL, and other languages with what is defined in front of each file.
pub fn parse(path: &Path, source: &str, reading: Reading, before: &Preprocessor) -> Parsed {
    match languages::by_clang(path) {
        Some(language) => by_clang(path, source, language, before),
        None => parse_program_as(source, reading),
    }
}

/// What is defined in front of each file, with the folder of the cache that the command line names, or the user's, for
/// precompiled declarations.
pub fn with_cache(before: &Preprocessor, named: Option<&Path>, none: bool) -> Preprocessor {
    let folder = Folder::find(named, none).filter(|folder| folder.prepare().is_ok());
    Preprocessor { cache: folder.map(|folder| folder.path().to_path_buf()), ..before.clone() }
}

fn by_clang(path: &Path, source: &str, language: Language, before: &Preprocessor) -> Parsed {
    match clang::read(path, source, language, before) {
        Ok(clang) => syntax::c::parse(source, &clang, language),
        Err(error) => Parsed { ast: syntax::pvl::ast::File::default(), program: None, diagnostics: vec![error] },
    }
}
