//! `cargo bench --bench suites`: what Sepal says about the kernels of real collections. It never fails for a verdict.
//!
//! `SEPAL_SUITES` names a folder with a checkout of each suite that is there: `rodinia`, `shoc`, `parboil`,
//! `polybench-acc`, `cuda-samples`, `hecbench`, `scor`, `oclgrind`. Nothing of them is changed, and nothing of them is
//! a part of Sepal; what their build files define is in `options.txt`.
//!
//! The output is Markdown: a table of verdicts with times and memory, and lists of conditions and reasons.
//! `SEPAL_SUITES_ONLY`: only suites whose name contains this. `SEPAL_SUITES_SECONDS`: the limit for the work on a
//! file (default 20). `SEPAL_BINARY`: another command. The documents are kept in the folder that is printed.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A bench starts processes and reads the clock.

mod judge;
mod list;
mod run;
mod scan;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

use list::{Suite, SUITES};
use run::Limits;
use table::Row;

const SEPAL: &str = env!("CARGO_BIN_EXE_sepal");

fn main() {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Some(folder) = variable("SEPAL_SUITES") else {
        println!("SEPAL_SUITES names the folder of the suites; without it, nothing is measured");
        return;
    };
    let seconds = variable("SEPAL_SUITES_SECONDS").and_then(|n| n.parse().ok()).unwrap_or(20);
    let only = variable("SEPAL_SUITES_ONLY").unwrap_or_default();
    let all = std::fs::canonicalize(&folder).unwrap_or_else(|_| PathBuf::from(&folder));
    let work = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("suites");
    let limits = Limits {
        sepal: variable("SEPAL_BINARY").map_or_else(|| PathBuf::from(SEPAL), PathBuf::from),
        cache: work.join("cache"),
        out: work.join("documents"),
        made: work.join("made"),
        work: Duration::from_secs(seconds),
    };
    let _ = std::fs::remove_dir_all(&limits.cache);
    let made = [&limits.cache, &limits.out].into_iter().try_for_each(std::fs::create_dir_all);
    let rows = made.map_err(|error| format!("{}: {error}", work.display())).and_then(|()| {
        let suites = SUITES.iter().filter(|suite| suite.name.contains(&only) && all.join(suite.folder).is_dir());
        suites.map(|suite| verified(suite, &all, &limits)).collect::<Result<Vec<Row>, String>>()
    });
    match rows {
        Ok(rows) => print!("{}\nDocuments: {}\n", table::text(&rows, &all), limits.out.display()),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

/// Verifies a suite.
fn verified<'s>(suite: &'s Suite, all: &Path, limits: &Limits) -> Result<Row<'s>, String> {
    let files = suite.files(all);
    let mut runs = Vec::new();
    for file in &files.verified {
        let name = format!("{} {}", suite.name, list::below(file, all).display()).replace(['/', ' '], "+");
        runs.push(limits.verified(file, suite.options(all, file, &limits.made), &name)?);
    }
    let judged = judge::judged(&files.texts, &runs);
    eprintln!("{}: {} files, {} kernels", suite.name, runs.len(), judged.len());
    Ok(Row { suite, runs, judged })
}
