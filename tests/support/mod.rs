//! What the test programs share: finding the corpus, reading expectations, running cases in-process.
#![allow(
    dead_code,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod advice;
pub mod book;
pub mod expectation;
pub mod items;
pub mod run;
pub mod sample;
pub mod variants;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The folder of the package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A fresh folder for one test. Tests run side by side: two that asked for one name would remove each other's files.
pub fn folder(test: &str) -> PathBuf {
    static USED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let new = USED.lock().unwrap_or_else(PoisonError::into_inner).insert(test.to_owned());
    assert!(new, "two tests use the folder `{test}`");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// Every file below `folder` (relative to the root) with this extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The path as it is printed: relative to the root, with `/`.
pub fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The text of a file.
pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
