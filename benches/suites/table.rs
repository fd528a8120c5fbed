//! The results as Markdown.
//!
//! In: the rows. Out: a table of verdicts, one of time and memory, one of labelled suites, and lists.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::judge::{ranked, Found, Judged};
use super::list::{below, Suite};
use super::run::Run;

/// A suite with its results.
pub struct Row<'s> {
    pub suite: &'s Suite,
    pub runs: Vec<Run>,
    pub judged: Vec<Judged>,
}

/// The number of columns of verdicts, without the kernels that are left out.
const COLUMNS: usize = 6;

pub fn text(rows: &[Row<'_>], all: &Path) -> String {
    let mut out = String::from(
        "| suite | files | kernels | read | proved for every launch | proved for some launches | refuted | unknown | \
         ended | not read |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut sum = [0; COLUMNS];
    for row in rows.iter() {
        let counts = counts(&row.judged);
        line(&mut out, row.suite.name, row.runs.len(), counts);
        sum.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    line(&mut out, "all", rows.iter().map(|row| row.runs.len()).sum(), sum);
    let left_out = rows.iter().flat_map(|row| &row.judged).filter(|j| j.found == Found::LeftOut).count();
    let _ = writeln!(out, "\nLeft out by the preprocessor, without instance, or in no program: {left_out} kernels.");
    times(&mut out, rows);
    labelled(&mut out, rows, all);
    lists(&mut out, rows, all);
    out
}

fn counts(judged: &[Judged]) -> [usize; COLUMNS] {
    let mut out = [0; COLUMNS];
    for one in judged {
        if let Some(n) = out.get_mut(one.found.column()) {
            *n += 1;
        }
    }
    out
}

fn line(out: &mut String, name: &str, files: usize, counts: [usize; COLUMNS]) {
    let kernels: usize = counts.iter().sum();
    let share = |n: usize, of: usize| (100 * n + of / 2).checked_div(of).unwrap_or_default();
    let read = kernels - counts[5];
    let _ = write!(out, "| {name} | {files} | {kernels} | {read} ({} %)", share(read, kernels));
    let _ = write!(out, " | {} ({} %)", counts[0], share(counts[0], read));
    for n in &counts[1..] {
        let _ = write!(out, " | {n}");
    }
    out.push_str(" |\n");
}

fn times(out: &mut String, rows: &[Row<'_>]) {
    out.push_str("\n| suite | median time | 95 % | longest | median work | 95 % | largest memory |\n");
    out.push_str("|---|---|---|---|---|---|---|\n");
    let every = rows.iter().flat_map(|row| &row.runs);
    let each = rows.iter().map(|row| (row.suite.name, row.runs.iter().collect::<Vec<_>>()));
    for (name, runs) in each.chain([("all", every.collect())]) {
        let sorted = |of: fn(&Run) -> Duration| {
            let mut times: Vec<Duration> = runs.iter().map(|run| of(run)).collect();
            times.sort();
            times
        };
        let ms = |times: &[Duration], share: usize| {
            times.get((times.len() * share / 100).min(times.len().saturating_sub(1))).map_or(0, Duration::as_millis)
        };
        let (times, work) = (sorted(|run| run.time), sorted(|run| run.work));
        let most = runs.iter().map(|run| run.memory).max().unwrap_or_default() / 1_000_000;
        let _ = write!(out, "| {name} | {} ms | {} ms | {} ms", ms(&times, 50), ms(&times, 95), ms(&times, 100));
        let _ = writeln!(out, " | {} ms | {} ms | {most} MB |", ms(&work, 50), ms(&work, 95));
    }
}

fn labelled(out: &mut String, rows: &[Row<'_>], all: &Path) {
    for row in rows {
        let of = |wrong: bool| row.judged.iter().filter(move |one| row.suite.is_wrong(&one.file) == Some(wrong));
        let here = |found: &Found| matches!(found, Found::Proved(_) | Found::ProvedIf(_));
        if of(true).chain(of(false)).next().is_none() {
            continue;
        }
        let (right, proved) = (of(false).count(), of(false).filter(|one| here(&one.found)).count());
        let wrong = of(true).count();
        let refuted = of(true).filter(|one| matches!(one.found, Found::Refuted(_))).count();
        let _ = writeln!(
            out,
            "\n{}: of {right} kernels in files that are right, {proved} are proved; of {wrong} in wrong files, \
             {refuted} are refuted.",
            row.suite.name
        );
        for one in of(true).filter(|one| here(&one.found)) {
            let _ = writeln!(out, "- wrong, and proved: {}", name(one, all));
        }
        for one in of(false).filter(|one| !here(&one.found)) {
            let _ = writeln!(out, "- right, and not proved: {}: {:?}", name(one, all), one.found);
        }
    }
}

fn lists(out: &mut String, rows: &[Row<'_>], all: &Path) {
    let every = || rows.iter().flat_map(|row| &row.judged);
    for (title, column) in [
        ("Conditions of kernels that are proved for every launch", 0),
        ("Conditions of kernels that are proved for some launches", 1),
        ("Why kernels are unknown", 3),
        ("Why runs ended", 4),
        ("Why kernels are not read", 5),
    ] {
        let words = every().filter(|one| one.found.column() == column).filter_map(|one| one.found.words()).flatten();
        let _ = writeln!(out, "\n## {title}\n");
        for (n, word) in ranked(words) {
            let _ = writeln!(out, "- {n}: {word}");
        }
    }
    out.push_str("\n## Refuted\n\n");
    for one in every() {
        if let Found::Refuted(words) = &one.found {
            let _ = writeln!(out, "- {}", name(one, all));
            for word in words {
                let _ = writeln!(out, "  - {word}");
            }
        }
    }
    out.push_str("\n## Kernels\n\n");
    for one in every().filter(|one| one.found != Found::LeftOut) {
        let _ = writeln!(out, "- {}: {:?}", name(one, all), one.found);
    }
    out.push_str("\n## Memory above 500 MB, or more than 2 s of work\n\n");
    for run in rows.iter().flat_map(|row| &row.runs) {
        if run.memory > 500_000_000 || run.work > Duration::from_secs(2) {
            let path = below(&run.file, all).display();
            let _ = writeln!(
                out,
                "- {path} {}: {} ms, {} MB",
                run.options.join(" "),
                run.work.as_millis(),
                run.memory / 1_000_000
            );
        }
    }
}

fn name(one: &Judged, all: &Path) -> String {
    format!("{}:{} {}", below(&one.file, all).display(), one.kernel.lines.0, one.kernel.name)
}
