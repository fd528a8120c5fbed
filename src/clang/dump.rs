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
pub fn dump(command: Command, largest: u64) -> std::io::Result<Dumped> {
    Ok(match printed(command, largest)? {
        None => Dumped::TooLarge,
        Some((tree, true)) => Dumped::Tree(tree),
        Some((_, false)) => Dumped::Failed,
    })
}

/// Runs clang for the tree of a file with errors; an empty text if clang prints none, or one that is too large.
pub fn dump_with_errors(command: Command, largest: u64) -> std::io::Result<String> {
    Ok(printed(command, largest)?.map(|(tree, _)| tree).unwrap_or_default())
}

/// The tree that clang prints, and whether there are no errors; `None` for a tree that is too large.
fn printed(mut command: Command, largest: u64) -> std::io::Result<Option<(String, bool)>> {
    let mut clang = command.arg("-ast-dump=json").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut tree = Vec::new();
    if let Some(stdout) = clang.stdout.take() {
        let _ = stdout.take(largest + 1).read_to_end(&mut tree)?;
    }
    if tree.len() as u64 > largest {
        clang.kill()?;
        let _ = clang.wait()?;
        return Ok(None);
    }
    let succeeded = clang.wait()?.success();
    // A tree that is no text is empty, which the front end reports.
    Ok(Some((String::from_utf8(tree).unwrap_or_default(), succeeded)))
}
