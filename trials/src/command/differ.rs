//! `sepal-trials differ`: compares proofs with executions, for any number of seeds.
//!
//! In: seeds, or files. Out: counts on standard output, and each contradiction that is found.

use super::files;
use std::path::PathBuf;
use std::time::Instant;
use trials::differ::{is_sampled, of_seed, of_text, smallest, Trial};
use trials::generate::generate;
use trials::judge::{Judgement, Limits};
use trials::work::in_parallel;

#[derive(clap::Args)]
pub struct Args {
    /// Files that are proved; without files, the programs of seeds are used
    paths: Vec<PathBuf>,
    /// First seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Distance from one seed to the next; with 4 and a first seed of 2, all kernels have several dimensions, and with
    /// a first seed of 3 procedures, exits, labels or private arrays
    #[arg(long, default_value_t = 1)]
    step: u64,
    /// Number of programs
    #[arg(short, long, default_value_t = 1000)]
    number: u64,
    /// Number of runs of each kernel that is proved
    #[arg(long, default_value_t = 12)]
    runs: usize,
    /// Number of threads; 0 means one for each core
    #[arg(short, long, default_value_t = 0)]
    jobs: usize,
}

#[derive(Default)]
struct Totals {
    programs: usize,
    wrong: usize,
    asked: usize,
    proved: usize,
    malformed: usize,
    idle: usize,
    inside: usize,
    outside: usize,
    open: usize,
    alarms: usize,
}

impl Totals {
    fn add(&mut self, trial: &Trial, sampled: bool) {
        self.programs += 1;
        self.wrong += usize::from(trial.runs.wrong.is_some());
        self.malformed += usize::from(trial.judgement == Some(Judgement::Malformed));
        self.idle += usize::from(trial.runs.inside == 0);
        // Counts only the programs about which the verifier is always asked.
        self.asked += usize::from(sampled);
        self.proved += usize::from(sampled && trial.judgement == Some(Judgement::Proved));
        self.inside += trial.runs.inside;
        self.outside += trial.runs.outside;
        self.open += trial.runs.open;
        self.alarms += usize::from(trial.is_alarm());
    }

    fn line(&self, start: Instant) -> String {
        let Self { programs, wrong, asked, proved, malformed, idle, inside, outside, open, alarms } = self;
        format!(
            "{programs} programs ({malformed} malformed), of which {wrong} go wrong and {idle} never run inside their \
            contract; \
             {proved} of {asked} sampled are proved; {inside} runs inside the contract, {outside} outside, {open} \
             open; {alarms} contradictions; {:.0} s",
            start.elapsed().as_secs_f64()
        )
    }
}

/// Runs the trials, and prints contradictions when they are found.
pub fn run(args: &Args) -> Result<bool, String> {
    let start = Instant::now();
    let mut totals = Totals::default();
    if !args.paths.is_empty() {
        let kernels = files::kernels(&args.paths)?;
        let trials =
            in_parallel(&kernels, args.jobs, |(_, text)| of_text(text, args.seed, args.runs, Limits::FAIR, true));
        for ((path, _), trial) in kernels.iter().zip(&trials) {
            totals.add(trial, true);
            let counts = (trial.runs.inside, trial.runs.outside, trial.runs.open);
            let verdict = trial.judgement.map_or("not asked", Judgement::word);
            println!("{path}: {verdict}, runs inside, outside, open: {counts:?}");
            if let Some(wrong) = &trial.runs.wrong {
                println!("CONTRADICTION {path}\n{wrong}");
            }
        }
        println!("{}", totals.line(start));
        return Ok(totals.alarms == 0);
    }
    let seeds: Vec<u64> = (0..args.number).map(|n| args.seed.saturating_add(n.saturating_mul(args.step))).collect();
    for chunk in seeds.chunks(500) {
        let trials = in_parallel(chunk, args.jobs, |seed| of_seed(*seed, args.runs));
        for (seed, trial) in chunk.iter().zip(&trials) {
            totals.add(trial, is_sampled(*seed));
            if trial.judgement == Some(Judgement::Panicked) {
                println!("PANIC seed {seed}");
            }
            if trial.is_alarm() && trial.runs.wrong.is_some() {
                let (text, wrong) = smallest(&generate(*seed).file, *seed, args.runs);
                println!("CONTRADICTION seed {seed}\n{text}{}", wrong.map(|w| w.to_string()).unwrap_or_default());
            }
        }
        println!("seed {}: {}", chunk.last().copied().unwrap_or_default(), totals.line(start));
    }
    Ok(totals.alarms == 0)
}
