//! The version of clang.
//!
//! In: the clang that is used. Out: what it says of itself.

use super::find;
use std::path::PathBuf;
use std::process::Command;

/// The first line of `clang --version`; `None` if it does not run.
pub fn version() -> Option<(String, PathBuf)> {
    let (path, first) = find()?;
    let output = Command::new(&path).args(first).arg("--version").output().ok()?;
    let line = String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned();
    output.status.success().then_some((line, path))
}
