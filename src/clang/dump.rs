//! Runs clang for the tree of a file.
//!
//! In: a command that runs clang. Out: the tree as JSON, or why there is none.

use std::io::Read;
use std::process::{Command, Stdio};

/// What a run of clang gave.
pub enum Dumped {
    /// The tree of a file without errors.
    Tree(String),
    /// More bytes than are read.
    TooLarge,
    /// clang reports errors, or fails.
    Failed,
}

/// Runs clang for the tree of a file. At most `largest` bytes of the tree are read.
pub fn dump(mut command: Command, largest: u64) -> std::io::Result<Dumped> {
    let mut clang = command.arg("-ast-dump=json").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut tree = Vec::new();
    if let Some(stdout) = clang.stdout.take() {
        let _ = stdout.take(largest + 1).read_to_end(&mut tree)?;
    }
    if tree.len() as u64 > largest {
        clang.kill()?;
        let _ = clang.wait()?;
        return Ok(Dumped::TooLarge);
    }
    Ok(match clang.wait()?.success() {
        // A tree that is no text is empty, which the front end reports.
        true => Dumped::Tree(String::from_utf8(tree).unwrap_or_default()),
        false => Dumped::Failed,
    })
}
