//! Finds and reads the files to verify.
//!
//! In: paths of the command line, where `-` is standard input. Out: the files in a fixed order, each with its text or
//! the reason why it cannot be read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::languages;
use ir::diagnostic::Diagnostic;
use ir::Span;
use syntax::c::text_of_bytes;

/// Largest size of a file in bytes. Larger files are refused: no kernel is that long, and answers should come soon.
pub const LARGEST: u64 = syntax::MAX_SOURCE_BYTES as u64;

/// The path that means standard input.
const STDIN: &str = "-";

/// What standard input is called in the output.
pub const STDIN_SHOWN: &str = "<stdin>";

/// A file to verify.
#[derive(Clone)]
pub struct Input {
    /// The path as it is printed.
    pub path: String,
    /// The text, or the reason why it cannot be read.
    pub text: Result<String, Diagnostic>,
}

/// The files that `paths` name, each once: in the order of the command line, and inside of folders in the order of
/// names.
pub fn collect(paths: &[PathBuf]) -> Vec<Input> {
    collect_of(paths, &languages::READ)
}

/// Like [`collect`]; inside of folders only files whose names have one of these ends.
pub fn collect_of(paths: &[PathBuf], ends: &[&str]) -> Vec<Input> {
    let is_wanted = |path: &Path| ends.iter().any(|extension| has_extension(extension)(path));
    let mut inputs = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for path in paths {
        if path.as_os_str() == STDIN || !path.is_dir() {
            if seen.insert(path.clone()) {
                inputs.push(Input { path: shown(path), text: read(path) });
            }
            continue;
        }
        let mut found = Vec::new();
        if let Err(error) = walk(path, &is_wanted, &mut found, 0) {
            inputs.push(failed(path, "input.unreadable", format!("the folder cannot be read: {error}"), None));
        } else if found.is_empty() {
            inputs.push(nothing_in(path));
        }
        found.retain(|path| seen.insert(path.clone()));
        inputs.extend(found.iter().map(|path| Input { path: shown(path), text: read(path) }));
    }
    inputs
}

/// Every file below `folder` whose name ends in a dot and `extension`, sorted by name.
pub fn below(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    walk(folder, &has_extension(extension), &mut found, 0)?;
    Ok(found)
}

fn has_extension(extension: &str) -> impl Fn(&Path) -> bool + '_ {
    move |path| path.extension().is_some_and(|own| own == extension)
}

/// The message for a folder without files that Sepal reads.
const NOTHING: &str = "there is no `.pvl`, `.cl` or `.cu` file in this folder";

/// The error for a folder without files that Sepal reads. It mentions files in languages that Sepal does not read.
fn nothing_in(folder: &Path) -> Input {
    let mut others = Vec::new();
    // A folder that cannot be read was reported before.
    drop(walk(folder, &|path| languages::of(path).is_some(), &mut others, 0));
    let example = others.first().and_then(|path| Some((languages::of(path)?, path.file_name()?.to_string_lossy())));
    let message = match example {
        None => NOTHING.to_owned(),
        Some((language, name)) if others.len() == 1 => {
            format!("{NOTHING}, only `{name}`; Sepal does not read {language} yet")
        }
        Some((language, name)) => {
            format!("{NOTHING}, only others such as `{name}`; Sepal does not read {language} yet")
        }
    };
    let help = if others.is_empty() {
        "name a file, or a folder with files that end in `.pvl`, `.cl` or `.cu`"
    } else {
        languages::HELP
    };
    failed(folder, "input.no-files", message, Some(help))
}

/// Adds the files below `folder` that are wanted. Hidden folders and links to folders are skipped.
fn walk(folder: &Path, wanted: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>, depth: usize) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if !hidden && depth < 64 {
                walk(&path, wanted, found, depth + 1)?;
            }
        } else if wanted(&path) && !path.is_dir() {
            found.push(path);
        }
    }
    Ok(())
}

/// The text of a file; an error if it is not UTF-8 or too large.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
pub fn read(path: &Path) -> Result<String, Diagnostic> {
    if path.as_os_str() == STDIN {
        return text_of(io::stdin().lock(), false);
    }
    let about = fs::metadata(path);
    if about.as_ref().is_ok_and(fs::Metadata::is_dir) {
        let help = "name one file: a run is of one kernel; `sepal verify` takes folders";
        return Err(diagnostic("input.unreadable", "this is a folder".to_owned(), Some(help)));
    }
    // To open a pipe would block until something writes to it.
    if about.is_ok_and(|about| !about.is_file()) {
        let message = "this is neither a file nor a folder".to_owned();
        return Err(diagnostic("input.unreadable", message, Some("name a file that ends in `.pvl`")));
    }
    let opened = File::open(path);
    if let (Ok(_), Some(language)) = (&opened, languages::of(path)) {
        let message = format!("this is a file in {language}, which Sepal does not read yet");
        return Err(diagnostic("input.language", message, Some(languages::HELP)));
    }
    match opened {
        Ok(file) => text_of(file, languages::by_clang(path).is_some()),
        Err(error) => Err(cannot_read(&error)),
    }
}

/// The error for a file that cannot be opened or read.
fn cannot_read(error: &io::Error) -> Diagnostic {
    let (code, help) = if error.kind() == io::ErrorKind::NotFound {
        ("input.not-found", "check the spelling of the path")
    } else {
        ("input.unreadable", "check that it is a file and that you may read it")
    };
    diagnostic(code, format!("the file cannot be read: {error}"), Some(help))
}

/// The text that a reader yields. For clang, bytes that are no text are question marks: they stand in comments.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
fn text_of(reader: impl Read, by_clang: bool) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    if let Err(error) = reader.take(LARGEST + 1).read_to_end(&mut bytes) {
        return Err(cannot_read(&error));
    }
    if bytes.len() as u64 > LARGEST {
        let message = format!("the file is larger than {} MiB", LARGEST >> 20);
        return Err(diagnostic("input.too-large", message, Some("split it: every kernel is verified by itself")));
    }
    let text = if by_clang { Ok(text_of_bytes(bytes)) } else { String::from_utf8(bytes) };
    let text = text.map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("the file is not text in UTF-8: byte {at} begins no character");
        diagnostic("input.not-utf8", message, Some("save it in UTF-8"))
    })?;
    match text.find('\0') {
        Some(at) => {
            let message = format!("the file is not text: byte {at} is zero");
            Err(diagnostic("input.binary", message, Some("name the source of the kernel, not a compiled file")))
        }
        // Some editors put this mark in front of UTF-8 text.
        None => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
    }
}

/// The path as it is printed.
pub fn shown(path: &Path) -> String {
    if path.as_os_str() == STDIN {
        return STDIN_SHOWN.to_owned();
    }
    path.to_string_lossy().into_owned()
}

fn failed(path: &Path, code: &'static str, message: String, help: Option<&str>) -> Input {
    Input { path: shown(path), text: Err(diagnostic(code, message, help)) }
}

fn diagnostic(code: &'static str, message: String, help: Option<&str>) -> Diagnostic {
    Diagnostic { help: help.map(str::to_owned), ..Diagnostic::new(code, Span::default(), message) }
}
