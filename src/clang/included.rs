//! The files of the user that clang has included.
//!
//! In: what clang has preprocessed, and the folder. Out: the texts of the files.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use syntax::c::{text_of_bytes, Clang, Included};

/// The largest included file in which annotations and places are found, in bytes.
const LARGEST_INCLUDED: u64 = 16 << 20;

/// The files of the user that clang has included, from what it has preprocessed in a folder. A file that cannot be read
/// again is left out, and has no places.
pub fn included_files(preprocessed: &str, folder: &Path, declarations: &str) -> Vec<Included> {
    let names = Clang::names_included(preprocessed, declarations);
    let read = |(name, times): (String, usize)| {
        let path = folder.join(&name);
        let text = text_of(&path)?;
        Some(Included { name, path: plain(&path), text, repeated: times > 1 })
    };
    names.into_iter().filter_map(read).collect()
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
