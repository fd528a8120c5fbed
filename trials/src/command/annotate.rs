//! `sepal-trials annotate`: programs with random annotations; what is proved must survive its runs.
//!
//! In: seeds. Out: a table with a row for each kind of annotations on standard output, and each contradiction.

use std::time::Instant;
use trials::annotate::kind::Kind;
use trials::annotate::trial::{of_seed, smallest, Effort, Trial};
use trials::annotate::{generate, table};
use trials::judge::Judgement;
use trials::work::in_parallel;

#[derive(clap::Args)]
pub struct Args {
    /// First seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of programs
    #[arg(short = 'n', long, default_value_t = 1000)]
    programs: u64,
    /// Only programs with this kind of annotations first, such as `divisors`
    #[arg(long)]
    kind: Option<String>,
    /// Do not find out whether programs that are not proved are refuted, which is faster
    #[arg(long)]
    quick: bool,
    /// Print programs instead: all, or those with one of the verdicts proved, unknown, refuted, malformed, without-run
    #[arg(long)]
    show: Option<String>,
    /// Number of threads; 0 means one for each core
    #[arg(short, long, default_value_t = 0)]
    jobs: usize,
}

/// Prints the table. Returns whether there is no contradiction.
pub fn run(args: &Args) -> Result<bool, String> {
    let kinds = Kind::ALL.len() as u64;
    let only = match &args.kind {
        Some(word) => Some(Kind::named(word).ok_or_else(|| format!("there is no kind {word}"))?),
        None => None,
    };
    let number = |kind: Kind| Kind::ALL.iter().position(|k| *k == kind).map_or(0, |n| n as u64);
    let (first, step) = only.map_or((args.seed, 1), |kind| (args.seed / kinds * kinds + number(kind), kinds));
    let seeds: Vec<u64> = (0..args.programs).map(|n| first.saturating_add(n.saturating_mul(step))).collect();
    if args.show.as_deref() == Some("all") {
        seeds.iter().for_each(|seed| println!("// seed {seed}\n{}", generate(*seed).text));
        return Ok(true);
    }
    let effort = Effort { full: !args.quick, ..Effort::FAIR };
    let start = Instant::now();
    let mut trials: Vec<Trial> = Vec::new();
    let mut alarms = 0;
    for part in seeds.chunks(1000) {
        let results = in_parallel(part, args.jobs, |seed| of_seed(*seed, effort));
        for (seed, trial) in part.iter().zip(&results) {
            if let Some(alarm) = &trial.alarm {
                alarms += 1;
                println!("ALARM, seed {seed}, after {:.0} s: {}", start.elapsed().as_secs_f64(), alarm.story);
                println!("{}", alarm.text);
                if alarms <= 3 {
                    let small = smallest(&generate(*seed), alarm, *seed, effort);
                    println!("shrunk:\n{}{}", small.text, small.story);
                }
            }
            if args.show.as_deref().is_some_and(|word| shown(trial, word)) {
                println!("// seed {seed}\n{}", generate(*seed).text);
            }
        }
        trials.extend(results);
        let proved = trials.iter().filter(|t| t.judgement == Judgement::Proved).count();
        let time = start.elapsed().as_secs_f64();
        eprintln!("{} programs, {proved} proved, {alarms} alarms, {time:.0} s", trials.len());
    }
    print!("{}", table::table(&trials));
    println!("{alarms} alarms, {:.0} s", start.elapsed().as_secs_f64());
    Ok(alarms == 0)
}

fn shown(trial: &Trial, word: &str) -> bool {
    match word {
        "proved" => trial.judgement == Judgement::Proved,
        "unknown" => trial.judgement == Judgement::Unknown,
        "refuted" => trial.judgement == Judgement::Refuted,
        "malformed" => trial.judgement == Judgement::Malformed,
        "without-run" => trial.is_without_run(),
        _ => false,
    }
}
