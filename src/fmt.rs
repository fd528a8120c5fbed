//! `sepal fmt`: formats files.
//!
//! In: paths, and whether files are only to be checked. Out: the files, written again where the text changes; for
//! standard input, the text on standard output; and the exit status.

use std::fs;
use std::path::Path;

use ir::diagnostic::Diagnostic;
use ir::Span;
use syntax::pvl::format::{format, Refused};
use vcgen::outcome::FileOutcome;
use vcgen::report::{text, Style};

use crate::files::{self, Input};
use crate::verify::{BAD_INPUT, PROVED, REFUTED};
use crate::{args, languages, output};

/// Formats the files, and returns the exit status.
pub fn run(args: &args::Fmt) -> u8 {
    files::collect_of(&args.paths, &["pvl"]).into_iter().map(|input| one(input, args.check)).max().unwrap_or(PROVED)
}

/// Formats one file. A file with errors is reported, and stays as it is.
fn one(Input { path, text }: Input, check: bool) -> u8 {
    if languages::by_clang(Path::new(&path)).is_some() {
        let error =
            Diagnostic::new("input.language", Span::default(), "this is no file in PVL, which `sepal fmt` formats");
        return report(path, String::new(), vec![error.help("clang-format formats files of OpenCL and CUDA")]);
    }
    let source = match text {
        Ok(source) => source,
        Err(error) => return report(path, String::new(), vec![error]),
    };
    let formatted = match format(&source) {
        Ok(formatted) => formatted,
        Err(Refused::Errors(errors)) => return report(path, source, errors),
        Err(Refused::Changed) => {
            output::say(&format!("sepal: {path} is left alone: the formatter would change it, please report this\n"));
            return BAD_INPUT;
        }
    };
    if path == files::STDIN_SHOWN && !check {
        return if output::print(&formatted) { PROVED } else { BAD_INPUT };
    }
    if formatted == source {
        return PROVED;
    }
    if check {
        output::say(&format!("{path}: line {} would change\n", first_difference(&source, &formatted)));
        return REFUTED;
    }
    match write(Path::new(&path), &formatted) {
        Ok(()) => PROVED,
        Err(error) => {
            output::say(&format!("sepal: cannot write `{path}`: {error}\n"));
            BAD_INPUT
        }
    }
}

/// Replaces the content of a file. If that fails, the file is as it was.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    // The target of a link is written, and not the link.
    let path = fs::canonicalize(path)?;
    let other = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = fs::write(&other, text)
        .and_then(|()| fs::set_permissions(&other, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&other, &path));
    if written.is_err() {
        drop(fs::remove_file(&other));
    }
    written
}

/// The number of the first line that differs.
fn first_difference(one: &str, other: &str) -> usize {
    let same = one.split('\n').zip(other.split('\n')).take_while(|(a, b)| a == b).count();
    same + 1
}

fn report(path: String, source: String, diagnostics: Vec<ir::diagnostic::Diagnostic>) -> u8 {
    let outcome = FileOutcome { path, source, diagnostics, ..FileOutcome::default() };
    let style = Style { color: output::colored(), width: output::width(), ..Style::default() };
    output::say(&text::render(&outcome, &style));
    BAD_INPUT
}
