//! `sepal-trials mutate`: verifies every mutant of every file, and prints a table.

use super::files;
use std::path::{Path, PathBuf};
use syntax::parse_program;
use trials::judge::{judge, proved, Limits};
use trials::mutate::accepted::read;
use trials::mutate::table::{accepted, judged, table, Judged};
use trials::mutate::{mutants, Mutant};
use trials::work::in_parallel;

#[derive(clap::Args)]
pub struct Args {
    /// Files with kernels that are proved; for a folder, every *.pvl file below it
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// File with the reasons why mutants may be accepted
    #[arg(long, default_value = "trials/data/accepted.txt")]
    reasons: PathBuf,
    /// File to which the report is written
    #[arg(long, default_value = "target/mutation.md")]
    report: PathBuf,
    /// Verify only every N-th mutant
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Find out only whether mutants are proved, which is faster; all others count as unknown
    #[arg(long)]
    quick: bool,
    /// Number of threads; 0 means one for each core
    #[arg(short, long, default_value_t = 0)]
    jobs: usize,
}

/// Prints the table and writes the report. Returns whether no mutant shows an error of the verifier.
pub fn run(args: &Args) -> Result<bool, String> {
    let list = files::read(&args.reasons)?;
    let list = read(&list).map_err(|line| format!("{}:{line}: expected `id: reason`", args.reasons.display()))?;
    let mut all: Vec<(usize, Mutant)> = Vec::new();
    let mut originals = Vec::new();
    let (mut malformed, mut repeated) = (0, 0);
    for (path, text) in files::kernels(&args.paths)? {
        let program = parse_program(&text).program.ok_or_else(|| format!("{path}: it has errors"))?;
        let found = mutants(&text);
        malformed += found.malformed;
        repeated += found.repeated;
        all.extend(found.mutants.into_iter().step_by(args.every.max(1)).map(|m| (originals.len(), m)));
        originals.push((path, program));
    }
    eprintln!("{} mutants; {malformed} edits did not parse or type, {repeated} gave a text twice", all.len());
    let say = |text: &str| if args.quick { proved(text, Limits::FAIR, &[]) } else { judge(text, Limits::FAIR) };
    let results = in_parallel(&all, args.jobs, |(n, mutant)| {
        originals.get(*n).map(|(path, original)| judged(path, original, mutant, &list, &say))
    });
    let judged: Vec<Judged> = results.into_iter().flatten().collect();
    let table = table(&judged);
    print!("{table}");
    let stale = stale(&judged, &list, args.every);
    stale.iter().for_each(|entry| println!("{}: no longer accepted: {}", args.reasons.display(), entry));
    files::write(&args.report, &format!("{table}\n```text\n{}```\n", accepted(&judged)))?;
    Ok(stale.is_empty() && !judged.iter().any(Judged::is_alarm))
}

/// Entries of the list of reasons whose mutant is not accepted or needs no reason, for the files that were read.
fn stale(judged: &[Judged], list: &[trials::mutate::accepted::Entry], every: usize) -> Vec<String> {
    use trials::judge::Judgement;
    use trials::mutate::ClaimChange;
    let read = |path: &str| every <= 1 && judged.iter().any(|j| j.path == path);
    let needed = |j: &Judged| j.judgement == Judgement::Proved && j.mutant.claim == ClaimChange::Other;
    let used = |path: &str, id: &str| judged.iter().any(|j| j.path == path && j.mutant.id == id && needed(j));
    let stale = list.iter().filter(|e| read(&e.path) && !used(&e.path, &e.id));
    stale.map(|e| format!("{} {}", e.path, e.id)).collect()
}

/// Prints the mutants of `file` whose id contains `text`.
pub fn show(file: &Path, text: &str) -> Result<bool, String> {
    let found = mutants(&files::read(file)?);
    for mutant in found.mutants.iter().filter(|m| m.id.contains(text)) {
        let (before, after) = &mutant.line;
        println!("// {}\n// - {before}\n// + {after}\n{}", mutant.id, mutant.text);
    }
    Ok(true)
}
