//! `sepal check-proof`: checks proofs that `sepal verify --proof` has written.
//!
//! In: files and folders. Out: for each file, what the proof shows and from what, or what is wrong. The exit
//! status.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use logic::proof::check_assuming;
use logic::proof::text::{read, About, Document};
use logic::term::show_in;
use vcgen::report::assumed::assuming;
use vcgen::report::distinct::Distinct;
use vcgen::report::proof;

use crate::files::below;
use crate::output;

/// Checks each file, and each `*.proof` file below each folder, and returns the exit status.
pub fn run(paths: &[PathBuf]) -> u8 {
    let (mut status, mut files) = (0, Vec::new());
    for path in paths {
        let found = if path.is_dir() { below(path, "proof") } else { Ok(vec![path.clone()]) };
        match found {
            Ok(found) if !found.is_empty() => files.extend(found),
            Ok(_) => status = say(path, 2, "there is no `.proof` file in this folder"),
            Err(error) => status = say(path, 2, &format!("the folder cannot be read: {error}")),
        }
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    let mut right = 0;
    for file in &files {
        let own = match judge(file) {
            Ok(text) => say(file, 0, &text),
            Err((own, text)) => say(file, own, &text),
        };
        right += usize::from(own == 0);
        status = status.max(own);
    }
    if files.len() > 1 {
        output::say(&format!("{right} of {} proofs are right\n", files.len()));
    }
    status
}

/// Prints what was found about a file or folder, and returns the exit status for it.
fn say(path: &Path, status: u8, text: &str) -> u8 {
    output::say(&format!("{}: {text}\n", path.display()));
    status
}

/// What the proof in a file shows; or the exit status, and what is wrong.
fn judge(file: &Path) -> Result<String, (u8, String)> {
    let text = fs::read_to_string(file).map_err(|error| (2, format!("cannot be read: {error}")))?;
    let document = read(&text).map_err(|fault| (2, format!("is no proof: {}", proof::read_fault(&fault))))?;
    let Document { about, hypotheses, assumed, goal, proof: steps, .. } = &document;
    let about = about.as_ref().map(|About { file, item, obligation }| {
        let [file, item, obligation] = [file, item, obligation].map(|part| part.escape_debug());
        format!(", for `{obligation}` of `{item}` in `{file}`")
    });
    let about = about.unwrap_or_default();
    check_assuming(*assumed, steps, hypotheses, goal).map_err(|fault| {
        let line = document.line_of(&fault.step).map(|line| format!("line {line}: ")).unwrap_or_default();
        (1, format!("is wrong{about}: {line}{}", proof::fault(&fault)))
    })?;
    let from = match hypotheses.len() {
        0 => "no hypothesis".to_owned(),
        1 => "1 hypothesis".to_owned(),
        n => format!("{n} hypotheses"),
    };
    let assuming = assuming(*assumed);
    let goal = show_in(goal, &Distinct::default());
    Ok(format!("is right{about}: `{goal}` follows from {from}{assuming}"))
}
