//! Mutants of the verifier: is a change of one place of `logic/src` or `vcgen/src/query` noticed by the tests?
//!
//! In: the repository. Out: a table of mutants with what noticed them, in `target/mutants/results.txt`, and a summary.
//! All mutants are compiled at once, into one program in which the environment variable `MUTANT` switches one of them
//! on. CONTRIBUTING.md says how to run it.

mod corpus;
mod edits;
mod finder;
mod lists;
mod operators;
mod process;
mod report;
mod sample;
mod sites;
mod suite;
mod workspace;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::{env, fs, io, thread};

use corpus::Corpus;
use finder::Mutant;
use lists::{equivalent, Skipped};
use report::Results;
use workspace::Workspace;

const USAGE: &str = "sepal-mutants build | record | corpus | suite | report | show TEXT
  build    write and compile the copy with all mutants
  record   verify the corpus without a mutant, and note which mutants each case reaches
  corpus   try the mutants with the corpus
  suite    try those that the corpus did not notice with unit tests, claims, generated programs and files for clang
  report   print the shares, and what is left
  show T   the numbers and keys of the mutants whose key contains T
Options: --sample N (400), --seed S (1), --all, --jobs J (1), --only TEXT; for record
  --plain, which verifies the corpus a second time without the normaliser; for corpus --budget S, which tries only as
  many cases of the corpus, the cheapest first, as take S seconds together without mutants, and --first NAMES, which
  tries the cases whose names contain one of the words, separated by commas, before all others; for suite
  --tests TEXT, which runs only tests whose names contain the text, and leaves survivors for a later run";

struct Options {
    command: String,
    words: Vec<String>,
    sample: Option<usize>,
    seed: u64,
    jobs: usize,
    only: String,
    plain: bool,
    budget: Option<u64>,
    first: Vec<String>,
    tests: String,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match command(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Option<Options> {
    let mut words = env::args().skip(1);
    let command = words.next()?;
    let mut o = Options {
        command,
        words: vec![],
        sample: Some(400),
        seed: 1,
        jobs: 1,
        only: String::new(),
        plain: false,
        budget: None,
        first: vec![],
        tests: String::new(),
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--budget" => o.budget = Some(words.next()?.parse().ok()?),
            "--first" => o.first = words.next()?.split(',').map(str::to_owned).collect(),
            "--tests" => o.tests = words.next()?,
            "--plain" => o.plain = true,
            "--all" => o.sample = None,
            "--sample" => o.sample = Some(words.next()?.parse().ok()?),
            "--seed" => o.seed = words.next()?.parse().ok()?,
            "--jobs" => o.jobs = words.next()?.parse().ok()?,
            "--only" => o.only = words.next()?,
            _ => o.words.push(word),
        }
    }
    Some(o)
}

fn command(o: &Options) -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap_or(here);
    let out = root.join("target/mutants");
    fs::create_dir_all(&out)?;
    let skipped = Skipped::read(here)?;
    let known = out.join("does-not-compile.txt");
    let mut left_out: BTreeSet<String> =
        fs::read_to_string(&known).unwrap_or_default().lines().map(str::to_owned).collect();
    let mut workspace = Workspace::write(root, &skipped, &left_out)?;
    let chosen = |all: &[Mutant]| -> Vec<Mutant> {
        let wanted = all.iter().filter(|m| m.key.contains(&o.only)).cloned().collect();
        sample::of(wanted, o.sample, o.seed)
    };
    let probe = out.join("probe");
    let reach = out.join("reach.txt");
    let results = Results::open(&out.join("results.txt"))?;
    match o.command.as_str() {
        "build" => {
            loop {
                let wrong = workspace.wrong()?;
                if wrong.is_empty() {
                    break;
                }
                let keys = workspace.mutants.iter().filter(|m| wrong.contains(&m.number)).map(|m| m.key.clone());
                left_out.extend(keys);
                eprintln!("{} mutants do not compile and are left out", left_out.len());
                fs::write(&known, left_out.iter().map(|key| format!("{key}\n")).collect::<String>())?;
                workspace = Workspace::write(root, &skipped, &left_out)?;
            }
            println!("{} mutants", workspace.mutants.len());
            let built = suite::executable(&workspace, &["-p", "sepal", "--test", "probe"])?;
            // A link would become another program with the next build.
            drop(fs::remove_file(&probe));
            fs::copy(built, &probe).map(drop)
        }
        "record" => {
            let corpus = Corpus::record(&probe, &reach, o.plain)?;
            let reached = workspace.mutants.iter().filter(|m| corpus.reaches(m.number)).count();
            println!("{} cases reach {reached} of {} mutants", corpus.cases.len(), workspace.mutants.len());
            Ok(())
        }
        "corpus" => {
            let corpus = Corpus::read(&probe, &reach)?.with_first(&o.first);
            let wanted = chosen(&workspace.mutants)
                .into_iter()
                .filter(|m| !results.has(&m.key) || results.is_partial(&m.key))
                .collect();
            each(wanted, o.jobs, |m| {
                let verdict = match corpus.notices(m.number, o.budget.map_or(u64::MAX, |s| s * 1000))? {
                    Some(how) => how,
                    None if corpus.reaches(m.number) && o.budget.is_some() => "survived\tbudget".to_owned(),
                    None if corpus.reaches(m.number) => "survived\tcorpus".to_owned(),
                    None => "unreached\tcorpus".to_owned(),
                };
                results.add(m, &verdict)
            })
        }
        "suite" => {
            let left = |m: &Mutant| results.survived(&m.key);
            let wanted: Vec<Mutant> = chosen(&workspace.mutants).into_iter().filter(left).collect();
            let reasons = equivalent(here)?;
            let wanted: Vec<Mutant> = wanted.into_iter().filter(|m| !reasons.contains_key(&m.key)).collect();
            let suite = suite::Suite::build(&workspace, &o.words, &o.tests)?;
            each(wanted, o.jobs, |m| match suite.notices(m)? {
                Some(how) => results.add(m, &how),
                None if o.words.is_empty() && o.tests.is_empty() => results.add(m, "survived\tall"),
                None => Ok(()),
            })
        }
        "report" => {
            report::print(&chosen(&workspace.mutants), &results, &equivalent(here)?);
            Ok(())
        }
        "show" => {
            let text = o.words.first().map_or("", String::as_str);
            workspace.mutants.iter().filter(|m| m.key.contains(text)).for_each(|m| {
                println!("{}\t{}:{}\t{}", m.number, m.file, m.line, m.key);
            });
            Ok(())
        }
        _ => Err(io::Error::other(USAGE)),
    }
}

/// Does something for each mutant, on some threads. The first error ends it.
fn each(all: Vec<Mutant>, jobs: usize, work: impl Fn(&Mutant) -> io::Result<()> + Sync) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let error: Mutex<Option<io::Error>> = Mutex::new(None);
    let worker = || {
        while let Some(mutant) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(e) = work(mutant) {
                next.store(all.len(), Ordering::Relaxed);
                error.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(e);
            }
        }
    };
    thread::scope(|scope| (0..jobs.max(1)).for_each(|_| drop(scope.spawn(worker))));
    error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
}
