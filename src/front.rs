//! Reads a file in its language, which the end of its name tells.
//!
//! In: the path and the text of a file. Out: its typed program, and every error.

use std::path::{Path, PathBuf};

use ir::diagnostic::Diagnostic;
use ir::Span;
use syntax::c::{Clang, Language};
use syntax::{parse_program_with, Parsed, Reading};

use crate::cache::Folder;
use crate::clang::{self, Preprocessor};
use crate::languages;
use crate::specs::{self, Unusable};

/// Reads the text of a file: PVL with the options for PVL, and other languages with what is defined in front of each
/// file.
pub fn parse(path: &Path, source: &str, reading: Reading, before: &Preprocessor) -> Parsed {
    match languages::by_clang(path) {
        Some(language) => by_clang(path, source, language, before, clang::read),
        None => parse_program_with(source, reading, &before.spec_set),
    }
}

/// Reads a text that the file might have.
pub fn parse_changed(path: &Path, source: &str, reading: Reading, before: &Preprocessor) -> Parsed {
    match languages::by_clang(path) {
        Some(language) => by_clang(path, source, language, before, clang::read_changed),
        None => parse_program_with(source, reading, &before.spec_set),
    }
}

/// What to do about a file with the commands of a project that cannot be read.
const COMMANDS: &str = "write the file again with the build system, or name another one with `--compile-commands`";

/// What is defined in front of each file, with the commands of the project for these paths, the specifications of the
/// folders that the command line names, and the folder for precompiled declarations: that of the cache which the
/// command line names, or the user's.
pub fn prepared(
    before: &Preprocessor,
    paths: &[PathBuf],
    named: Option<&Path>,
    none: bool,
) -> Result<Preprocessor, Unusable> {
    let folder = Folder::find(named, none).filter(|folder| folder.prepare().is_ok());
    let cache = folder.map(|folder| folder.path().to_path_buf());
    let spec_set = specs::read(&before.specs)?;
    let of_commands = |sentence| Unusable { sentence, help: COMMANDS.to_owned() };
    Preprocessor { cache, spec_set, ..before.clone() }.with_project(paths).map_err(of_commands)
}

/// What reads a text with clang.
type Read = fn(&Path, &str, Language, &Preprocessor) -> Result<Clang, Diagnostic>;

#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
fn by_clang(path: &Path, source: &str, language: Language, before: &Preprocessor, read: Read) -> Parsed {
    if language == Language::Cuda && !before.instantiate.is_empty() {
        let whole = clang::with_instances(source, &before.instantiate);
        let rest = Preprocessor { instantiate: Vec::new(), ..before.clone() };
        let parsed = by_clang(path, &whole, language, &rest, clang::read_changed);
        let kernels = parsed.program.iter().flat_map(|program| &program.kernels);
        let names: Vec<&str> = kernels.map(|kernel| kernel.name.name.as_str()).collect();
        let missing = clang::missing_instance(&before.instantiate, &names).filter(|_| parsed.diagnostics.is_empty());
        let error = missing.map(|instance| {
            Diagnostic::new("c.command-line", Span::new(0, 0), format!("`{instance}` is no instance of a kernel here"))
                .label("not in this file")
                .help("`--instantiate` takes the name of a template of kernels, with its arguments")
        });
        let diagnostics = parsed.diagnostics.into_iter().chain(error).collect();
        return Parsed { text: parsed.text.or(Some(whole)), diagnostics, ..parsed };
    }
    let read = before.with_header(path, source, language).and_then(|before| {
        let again = |text: &str| clang::read_changed(path, text, language, &before);
        let printed = read(path, source, language, &before)?;
        syntax::c::parse_with_host((source, &printed), language, &before.given(), again)
    });
    match read {
        Ok(parsed) => parsed,
        Err(error) => {
            let ast = syntax::pvl::ast::File::default();
            Parsed { ast, program: None, diagnostics: vec![error], text: None }
        }
    }
}
