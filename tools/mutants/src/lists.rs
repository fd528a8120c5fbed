//! The lists that people keep: files without mutants, and mutants that change nothing that matters, each with a reason.
//!
//! In: `skipped.txt` with lines `PATH: REASON`, and `equivalent.txt` with lines `KEY => REASON`; `#` starts a comment.
//! Out: the reasons.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// Files and folders that have no mutants.
pub struct Skipped(Vec<(String, String)>);

impl Skipped {
    pub fn read(folder: &Path) -> io::Result<Self> {
        entries(&folder.join("skipped.txt"), ": ").map(Self)
    }

    /// Why a file has no mutants. None: it has mutants.
    pub fn reason(&self, file: &str) -> Option<&str> {
        let all = self.0.iter();
        all.filter(|(path, _)| file == path || path.ends_with('/') && file.starts_with(path.as_str()))
            .map(|(_, reason)| reason.as_str())
            .next()
    }
}

/// The reasons of the mutants that are equivalent to the verifier, by their keys.
pub fn equivalent(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    entries(&folder.join("equivalent.txt"), " => ").map(|all| all.into_iter().collect())
}

fn entries(path: &Path, between: &str) -> io::Result<Vec<(String, String)>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (left, right) = line
                .rsplit_once(between)
                .ok_or_else(|| io::Error::other(format!("{}: no `{between}` in: {line}", path.display())))?;
            Ok((left.to_owned(), right.to_owned()))
        })
        .collect()
}
