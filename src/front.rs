//! Reads a file in its language, which the end of its name tells.
//!
//! In: the path and the text of a file. Out: its typed program, and every error.

use std::path::Path;

use syntax::c::Language;
use syntax::{parse_program_as, Parsed, Reading};

use crate::clang::{self, Preprocessor};
use crate::languages;

/// Reads a text: PVL with the options for PVL, and other languages with what is defined in front of each file.
pub fn parse(path: &Path, source: &str, reading: Reading, before: &Preprocessor) -> Parsed {
    match languages::by_clang(path) {
        Some(language) => by_clang(path, source, language, before),
        None => parse_program_as(source, reading),
    }
}

fn by_clang(path: &Path, source: &str, language: Language, before: &Preprocessor) -> Parsed {
    match clang::read(path, source, language, before) {
        Ok(clang) => syntax::c::parse(source, &clang, language),
        Err(error) => Parsed { ast: syntax::pvl::ast::File::default(), program: None, diagnostics: vec![error] },
    }
}
