//! `--emit-smt2` and `--proof`: writes a file for each obligation.
//!
//! In: outcomes that carry texts. Out: a file `DIR/<file>.<item>.<obligation>.<extension>` for each text. The names are
//! safe for file systems and distinct. The proofs of an earlier run are removed from the folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use logic::proof::text::About;
use vcgen::outcome::{FileOutcome, Outcome};

use crate::files::below;

/// What a folder is filled with: what one text and several texts are called, and the extension of their files.
pub struct Kind {
    one: &'static str,
    several: &'static str,
    extension: &'static str,
    /// Whether the files of earlier runs are removed from the folder.
    replaces: bool,
}

/// What `--emit-smt2` writes.
pub const QUERIES: Kind = Kind { one: "query", several: "queries", extension: "smt2", replaces: false };
/// What `--proof` writes.
pub const PROOFS: Kind = Kind { one: "proof", several: "proofs", extension: "proof", replaces: true };

/// Writes the text of each obligation that has one. Returns a line that says how many files were written where, or what
/// went wrong.
pub fn write(
    folder: &Path,
    kind: &Kind,
    files: &[FileOutcome],
    text: impl Fn(&Outcome, About) -> Option<String>,
) -> Result<String, String> {
    let failed = |path: &Path, error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for path in if kind.replaces { old(folder)? } else { vec![] } {
        fs::remove_file(&path).map_err(|error| failed(&path, error))?;
    }
    let mut names = BTreeSet::new();
    for file in files {
        let stem = file.path.trim_end_matches(".pvl");
        for item in &file.items {
            for outcome in &item.obligations {
                let about =
                    About { file: file.path.clone(), item: item.item.clone(), obligation: outcome.name.clone() };
                let Some(text) = text(outcome, about) else { continue };
                let name = safe(&format!("{stem}.{}.{}", item.item, outcome.name));
                let path = folder.join(distinct(&mut names, &name, kind.extension));
                fs::write(&path, text).map_err(|error| failed(&path, error))?;
            }
        }
    }
    let count = names.len();
    let (word, verb) = if count == 1 { (kind.one, "was") } else { (kind.several, "were") };
    Ok(format!("{count} {word} {verb} written to `{}`\n", folder.display()))
}

/// The proofs of earlier runs in a folder, which need not exist. It is an error if there are other `*.proof` files in
/// the folder or below it: `sepal check-proof` would check these, too, and they are not Sepal's to remove.
pub fn old(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.exists() {
        return Ok(vec![]);
    }
    let found = below(folder, PROOFS.extension);
    let found = found.map_err(|error| format!("cannot read `{}`: {error}", folder.display()))?;
    let is_own = |path: &PathBuf| {
        path.parent() == Some(folder) && fs::read(path).is_ok_and(|text| About::starts(&String::from_utf8_lossy(&text)))
    };
    match found.iter().find(|path| !is_own(path)) {
        Some(other) => Err(format!("`{}` is not a proof that `--proof {}` wrote", other.display(), folder.display())),
        None => Ok(found),
    }
}

/// The name with letters, digits, `-`, `_` and `.` only. It starts with no dot, and is short enough for file systems.
fn safe(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.trim_start_matches(['.', '/']).chars().map(plain).collect();
    name.chars()
        .rev()
        .take(200)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect::<String>()
        .trim_start_matches('.')
        .into()
}

fn distinct(names: &mut BTreeSet<String>, name: &str, extension: &str) -> String {
    let mut candidate = format!("{name}.{extension}");
    let mut number = 2;
    while !names.insert(candidate.clone()) {
        candidate = format!("{name}.{number}.{extension}");
        number += 1;
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_distinct() {
        assert_eq!(safe("../a b/k.pvl.store@3"), "a_b_k.pvl.store_3");
        assert_eq!(safe(&"x".repeat(300)).len(), 200);
        let mut names = BTreeSet::new();
        assert_eq!(distinct(&mut names, "a", "smt2"), "a.smt2");
        assert_eq!(distinct(&mut names, "a", "smt2"), "a.2.smt2");
    }
}
