//! The copy of the workspace in which all mutants are compiled at once.
//!
//! In: the repository. Out: the copy in `target/mutants/copy`, its mutants, and the programs built from it. A mutant
//! that does not compile is left out: the position of the compiler's message says which one it is.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::finder::Mutant;
use crate::lists::Skipped;
use crate::sites::rewrite;

/// The sources that have mutants.
const MUTATED: &[(&str, &str)] = &[("logic", "logic/src"), ("vcgen", "vcgen/src/query")];
/// What the copy does not need.
const NOT_COPIED: &[&str] = &["target", ".git", ".z3", ".cvc5", "fuzz", ".cargo"];

pub struct Workspace {
    pub root: PathBuf,
    pub copy: PathBuf,
    pub mutants: Vec<Mutant>,
    /// In the new text of a file: the range of each mutant.
    places: Vec<(PathBuf, String, Vec<(u32, Range<usize>)>)>,
}

impl Workspace {
    /// Rewrites the sources into the copy. Files that stay the same are not touched, so cargo builds only the rest.
    pub fn write(root: &Path, skipped: &Skipped, left_out: &BTreeSet<String>) -> io::Result<Self> {
        let copy = root.join("target/mutants/copy");
        let mut w = Self { root: root.to_owned(), copy, mutants: Vec::new(), places: Vec::new() };
        let mut files = Vec::new();
        tree(root, root, &mut files)?;
        files.sort();
        let mut next = 0;
        for file in &files {
            let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
            let bytes = fs::read(file)?;
            let mutated = MUTATED.iter().any(|(_, folder)| name.starts_with(folder))
                && name.ends_with(".rs")
                && skipped.reason(&name).is_none();
            if !mutated {
                w.put(&name, &w.changed(&name, bytes))?;
                continue;
            }
            let text = String::from_utf8_lossy(&bytes);
            let new = rewrite(&name, &text, next, &|key| left_out.contains(key))
                .map_err(|e| io::Error::other(format!("{name}: {e}")))?;
            next = new.next;
            w.put(&name, new.text.as_bytes())?;
            w.places.push((w.copy.join(&name), new.text, new.places));
            w.mutants.extend(new.mutants);
        }
        w.put("mutant/Cargo.toml", MANIFEST.as_bytes())?;
        w.put("mutant/src/lib.rs", include_bytes!("../runtime/switch.rs"))?;
        w.put("tests/probe.rs", include_bytes!("../runtime/probe.rs"))?;
        Ok(w)
    }

    /// Manifests with the crate that switches mutants.
    fn changed(&self, name: &str, bytes: Vec<u8>) -> Vec<u8> {
        let text = String::from_utf8_lossy(&bytes);
        match name {
            "Cargo.toml" => text
                .replace("members = [", "members = [\"mutant\", ")
                .replace("[workspace.lints.rust]", "[workspace.lints.rust]\nunused_parens = \"allow\"")
                .replace("[dev-dependencies]", "[dev-dependencies]\nmutant = { path = \"mutant\" }")
                .replacen("[[test]]", "[[test]]\nname = \"probe\"\nharness = false\n\n[[test]]", 1)
                .into_bytes(),
            "logic/Cargo.toml" | "vcgen/Cargo.toml" => {
                text.replace("[dependencies]", "[dependencies]\nmutant = { path = \"../mutant\" }").into_bytes()
            }
            _ => bytes,
        }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.copy.join(name);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, bytes)
    }

    /// Cargo in the copy.
    pub fn cargo(&self) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.copy).env("CARGO_TERM_COLOR", "never");
        if env::var_os("CARGO_TARGET_DIR").is_none() {
            cargo.env("CARGO_TARGET_DIR", self.root.join("target/mutants/build"));
        }
        cargo
    }

    /// The mutants that do not compile. Empty: all of them do.
    pub fn wrong(&self) -> io::Result<BTreeSet<u32>> {
        let mut wrong = BTreeSet::new();
        for (package, _) in MUTATED {
            let package = format!("sepal-{package}");
            let run = self.cargo().args(["check", "--message-format=short", "-p", &package]).output()?;
            if run.status.success() {
                continue;
            }
            let said = String::from_utf8_lossy(&run.stderr);
            for line in said.lines().filter(|line| line.contains(": error")) {
                let found = self.at(line);
                if found.is_empty() {
                    eprintln!("{line}");
                }
                wrong.extend(found);
            }
            if wrong.is_empty() {
                return Err(io::Error::other(format!("the copy does not compile:\n{said}")));
            }
            break;
        }
        Ok(wrong)
    }

    /// The mutants at the position of a message `FILE:LINE:COLUMN: error…`: the innermost one, else all of the line,
    /// else statements that were dropped shortly before, whose values then live too long.
    fn at(&self, message: &str) -> BTreeSet<u32> {
        let mut parts = message.split(':');
        let (Some(file), Some(line), Some(column)) = (parts.next(), parts.next(), parts.next()) else {
            return BTreeSet::new();
        };
        let (Ok(line), Ok(column)) = (line.parse::<usize>(), column.parse::<usize>()) else { return BTreeSet::new() };
        let Some((_, text, places)) = self.places.iter().find(|(path, _, _)| path.ends_with(file)) else {
            return BTreeSet::new();
        };
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let in_line = text[start..].lines().next().unwrap_or_default();
        let at = start + in_line.chars().take(column - 1).map(char::len_utf8).sum::<usize>();
        let around = places.iter().filter(|(_, place)| place.contains(&at));
        if let Some(length) = around.clone().map(|(_, place)| place.len()).min() {
            return around.filter(|(_, place)| place.len() == length).map(|(n, _)| *n).collect();
        }
        let whole = start..start + in_line.len();
        let here: BTreeSet<u32> =
            places.iter().filter(|(_, p)| p.start < whole.end && whole.start < p.end).map(|(n, _)| *n).collect();
        if !here.is_empty() {
            return here;
        }
        let before: usize = text.split_inclusive('\n').take(line.saturating_sub(12)).map(str::len).sum();
        let dropped = |n: u32| self.mutants.iter().any(|m| m.number == n && m.key.contains(" | dropped | "));
        let near = places.iter().filter(|(n, p)| before <= p.start && p.end <= start && dropped(*n));
        near.map(|(n, _)| *n).collect()
    }
}

const MANIFEST: &str = "[package]\nname = \"mutant\"\nversion = \"0.0.0\"\nedition = \"2021\"\n";

fn tree(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = folder == root && path.file_name().is_some_and(|n| NOT_COPIED.iter().any(|word| n == *word));
        if hidden || path.ends_with("tools/mutants") {
            continue;
        }
        if path.is_dir() {
            tree(root, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
