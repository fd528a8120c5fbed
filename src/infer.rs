//! `sepal infer`: writes what is inferred of kernels into their files.
//!
//! In: the options of the command line. Out: texts in which the inferred clauses are annotations, and the exit status.
//!
//! ```text
//! verify with inference ──proved?──▶ annotate ──▶ verify without inference ──proved?──▶ write
//! ```
//!
//! A kernel that is not proved in both ways is left as it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use vcgen::edit::{apply, TextEdit};
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, ItemOutcome, Verdict};
use vcgen::report::{text, Style};

use crate::args;
use crate::clang::Preprocessor;
use crate::files::{self, Input};
use crate::verify::{worst, BAD_INPUT, PROVED, REFUTED, UNKNOWN};
use crate::{front, languages, output, session};

/// Annotates the kernels of the files, and returns the exit status.
pub fn run(args: &args::Infer) -> u8 {
    let inputs = files::collect_of(&args.paths, &languages::BY_CLANG);
    if inputs.len() != 1 && !args.write {
        output::say("sepal: several files are annotated with `--write` only, which changes them\n");
        return BAD_INPUT;
    }
    let before = match front::prepared(&args.before, &args.paths, None, false) {
        Ok(before) => before,
        Err(error) => {
            output::say(&error.text());
            return BAD_INPUT;
        }
    };
    let statuses: Vec<u8> = inputs.into_iter().map(|input| annotate(input, &before, args)).collect();
    worst(&statuses)
}

/// Annotates one file.
fn annotate(input: Input, before: &Preprocessor, args: &args::Infer) -> u8 {
    let (path, source) = (input.path.clone(), input.text.clone().unwrap_or_default());
    if languages::by_clang(Path::new(&path)).is_none() {
        output::say(&format!(
            "sepal: `{path}` is no file of OpenCL or CUDA, and contracts are inferred for these only\n"
        ));
        return BAD_INPUT;
    }
    // Other texts would not be written back as they were.
    if fs::read(&path).is_ok_and(|bytes| bytes != source.as_bytes()) {
        output::say(&format!(
            "{path}: not annotated: the file is no text in UTF-8, or starts with a byte order mark\n"
        ));
        return UNKNOWN;
    }
    let options = Options { annotate: true, filter: args.filter.clone(), ..Options::default() };
    let outcome = match verified(input, before, &options) {
        Ok(outcome) if outcome.diagnostics.is_empty() => outcome,
        Ok(outcome) => {
            output::say(&text::render(
                &outcome,
                &Style { color: output::colored(), width: output::width(), ..Style::default() },
            ));
            return BAD_INPUT;
        }
        Err(error) => {
            output::say(&format!("sepal: {error}\n"));
            return UNKNOWN;
        }
    };
    let mut status = PROVED;
    let mut left = |item: &str, why: &str, new: u8| {
        output::say(&format!("{path}: {item}: not annotated: {why}\n"));
        status = worst(&[status, new]);
    };
    let mut ready: Vec<(&ItemOutcome, &Vec<TextEdit>)> = Vec::new();
    for item in &outcome.items {
        match (&item.annotations, item.verdict()) {
            (None, _) => {}
            (Some(_), Verdict::Refuted) => left(&item.item, "it is refuted, and `sepal verify` shows how", REFUTED),
            (Some(_), Verdict::Unknown) => left(&item.item, "it is not proved, and `sepal verify` says why", UNKNOWN),
            (Some(Err(why)), Verdict::Proved) => left(&item.item, why, UNKNOWN),
            (Some(Ok(edits)), Verdict::Proved) => ready.push((item, edits)),
        }
    }
    // Kernels are left out until all others are proved with their annotations.
    while !ready.is_empty() {
        let mut edits: Vec<TextEdit> = ready.iter().flat_map(|(_, edits)| (*edits).clone()).collect();
        if source.contains("\r\n") {
            edits.iter_mut().for_each(|edit| edit.insert = edit.insert.replace('\n', "\r\n"));
        }
        let Some(text) = apply(&source, &edits) else {
            ready.iter().for_each(|(item, _)| left(&item.item, "two annotations would stand at one place", UNKNOWN));
            return status;
        };
        let names = ready.iter().map(|(item, _)| item.item.as_str()).collect();
        match wrong(Path::new(&path), &text, names, before) {
            Ok(wrong) if wrong.is_empty() => {
                let count = ready.len();
                if !finish(&path, &text, count, args.write) {
                    return BAD_INPUT;
                }
                if before.given().wraps {
                    output::say(&format!("{path}: this is proved with `--overflow=wrap`, and not without it\n"));
                }
                return status;
            }
            Ok(wrong) => {
                let why = "with its annotations it is not proved";
                let some = ready.iter().filter(|(item, _)| wrong.contains(&item.item));
                some.for_each(|(item, _)| left(&item.item, why, UNKNOWN));
                ready.retain(|(item, _)| !wrong.contains(&item.item));
            }
            Err(error) => {
                output::say(&format!("sepal: {error}\n"));
                return BAD_INPUT;
            }
        }
    }
    if !args.write && !output::print(&source) {
        return BAD_INPUT;
    }
    status
}

/// Writes or prints the text of a file, to which annotations of `count` kernels were added.
fn finish(path: &str, text: &str, count: usize, write: bool) -> bool {
    if !write {
        return output::print(text);
    }
    let kernels = if count == 1 { "1 kernel".to_owned() } else { format!("{count} kernels") };
    match fs::write(path, text) {
        Ok(()) => {
            output::say(&format!("{path}: {kernels} annotated\n"));
            true
        }
        Err(error) => {
            output::say(&format!("sepal: `{path}` cannot be written: {error}\n"));
            false
        }
    }
}

/// Those of the named kernels that are not proved in a text without inference; all of them if the text has errors. The
/// text is read beside the file, so that it includes the same files.
fn wrong(path: &Path, text: &str, names: BTreeSet<&str>, before: &Preprocessor) -> Result<BTreeSet<String>, String> {
    let beside = beside(path);
    fs::write(&beside, text).map_err(|error| format!("`{}` cannot be written: {error}", beside.display()))?;
    let input = Input { path: beside.to_string_lossy().into_owned(), text: Ok(text.to_owned()) };
    // What the command line says of launches is in the annotations.
    let before = Preprocessor { launches: before.launches.of_headers(), ..before.clone() };
    let outcome = verified(input, &before, &Options { infer: false, ..Options::default() });
    fs::remove_file(&beside).map_err(|error| format!("`{}` cannot be removed: {error}", beside.display()))?;
    let outcome = outcome?;
    let proved = |name: &&str| {
        let mut own = outcome.items.iter().filter(|item| item.item == **name).peekable();
        outcome.diagnostics.is_empty() && own.peek().is_some() && own.all(|item| item.verdict() == Verdict::Proved)
    };
    Ok(names.into_iter().filter(|name| !proved(name)).map(str::to_owned).collect())
}

/// A hidden file in the folder of a file, with the same end.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".sepal-{}-{name}", std::process::id()))
}

fn verified(input: Input, before: &Preprocessor, options: &Options) -> Result<FileOutcome, String> {
    let path = input.path.clone();
    let outcomes = session::run(vec![input], before, options, None, false)?;
    Ok(outcomes.into_iter().next().unwrap_or_else(|| FileOutcome { path, ..FileOutcome::default() }))
}
