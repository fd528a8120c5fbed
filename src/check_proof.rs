//! `sepal check-proof`: checks proofs that `sepal verify --proof` has written.
//!
//! In: files. Out: for each, what the proof shows and from what, or what is wrong; and the exit status.

use std::fs;
use std::path::{Path, PathBuf};

use logic::proof::check_assuming;
use logic::proof::text::{read, Document};
use logic::term::show;
use vcgen::report::assumed::assuming;
use vcgen::report::proof;

use crate::output;

/// Checks each file, and returns the exit status.
pub fn run(files: &[PathBuf]) -> u8 {
    let mut status = 0;
    for file in files {
        let (own, text) = match judge(file) {
            Ok(text) => (0, text),
            Err((own, text)) => (own, text),
        };
        status = status.max(own);
        output::say(&format!("{}: {text}\n", file.display()));
    }
    status
}

/// What the proof in a file shows; or the exit status, and what is wrong.
fn judge(file: &Path) -> Result<String, (u8, String)> {
    let text = fs::read_to_string(file).map_err(|error| (2, format!("cannot be read: {error}")))?;
    let Document { hypotheses, assumed, goal, proof: steps } =
        read(&text).map_err(|fault| (2, format!("is no proof: {}", proof::read_fault(&fault))))?;
    check_assuming(assumed, &steps, &hypotheses, &goal)
        .map_err(|fault| (1, format!("is wrong: {}", proof::fault(&fault))))?;
    let from = match hypotheses.len() {
        0 => "no hypothesis".to_owned(),
        1 => "1 hypothesis".to_owned(),
        n => format!("{n} hypotheses"),
    };
    let assuming = assuming(assumed);
    Ok(format!("is right: `{}` follows from {from}{assuming}", show(&goal)))
}
