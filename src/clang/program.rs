//! Finds clang.
//!
//! In: the environment. Out: the clang that is used, and what it says of itself.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The clang to use, with the arguments that make it clang: what the variable `SEPAL_CLANG` names, the one that the
/// build has fetched, or that of the system.
pub fn find() -> Option<(PathBuf, &'static [&'static str])> {
    let named = std::env::var_os("SEPAL_CLANG").map(PathBuf::from);
    // A path counts from the folder in which Sepal runs, and not from that of the file.
    let named =
        named.map(|path| if path.components().count() > 1 { std::path::absolute(&path).unwrap_or(path) } else { path });
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join(".clang").join("bin").join("zig");
    let path = named.or_else(|| fetched.exists().then_some(fetched)).or_else(in_path)?;
    let is_zig = path.file_stem().is_some_and(|name| name == "zig");
    Some((path, if is_zig { &["clang"] } else { &[] }))
}

/// The clang of the system.
fn in_path() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join("clang")).find(|path| path.is_file())
}

/// The first line of `clang --version`; `None` if it does not run.
pub fn version() -> Option<(String, PathBuf)> {
    let (path, first) = find()?;
    let output = Command::new(&path).args(first).arg("--version").output().ok()?;
    let line = String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned();
    output.status.success().then_some((line, path))
}
