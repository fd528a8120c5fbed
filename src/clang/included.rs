//! The files of the user that clang has included.
//!
//! In: what clang has preprocessed, and the folder. Out: the texts of the files, or
//! an error that names one whose text is not known.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use ir::diagnostic::Diagnostic;
use ir::Span;
use syntax::c::{text_of_bytes, Clang, Included};

/// The largest included file in which annotations and places are found, in bytes.
const LARGEST_INCLUDED: u64 = 16 << 20;

/// The files of the user that clang has included, from what it has preprocessed in a folder. An error names a file
/// whose text is not known: without it, annotations and code there would be lost.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
pub fn included_files(preprocessed: &str, folder: &Path, declarations: &str) -> Result<Vec<Included>, Diagnostic> {
    let names = Clang::names_included(preprocessed, declarations);
    let read = |(name, times): (String, usize)| {
        let path = folder.join(&name);
        let text = text_of(&path).ok_or_else(|| unknown(&path))?;
        Ok(Included { name, path: plain(&path), text, repeated: times > 1 })
    };
    names.into_iter().map(read).collect()
}

/// The error for an included file whose text is not known.
fn unknown(path: &Path) -> Diagnostic {
    let file = plain(path);
    let (why, help) = match fs::metadata(path) {
        Ok(data) if data.len() > LARGEST_INCLUDED => {
            (format!("has more than {} MiB", LARGEST_INCLUDED >> 20), "include smaller files")
        }
        Ok(_) | Err(_) => {
            ("cannot be read a second time".to_owned(), "verify the file again, or rename what it includes")
        }
    };
    let message = format!("the included file `{file}` {why}");
    Diagnostic::new("input.no-clang", Span::new(0, 0), message).label("not read").help(help)
}

/// The text of a file, in which each offset is that of clang.
pub fn text_of(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    let _ = File::open(path).ok()?.take(LARGEST_INCLUDED + 1).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 > LARGEST_INCLUDED {
        return None;
    }
    Some(text_of_bytes(bytes))
}

/// A path without `.` and `..` where they are not needed.
fn plain(path: &Path) -> String {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                let _ = out.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::ParentDir | Component::Normal(_) => out.push(part),
        }
    }
    out.to_string_lossy().into_owned()
}
