//! `sepal-trials generate`: prints the programs of seeds, or counts how many of them are proved.

use std::collections::BTreeMap;
use std::time::Instant;
use syntax::pvl::print::print;
use trials::generate::generate;
use trials::judge::{judge, proved, Judgement, Limits};
use trials::work::in_parallel;

#[derive(clap::Args)]
pub struct Args {
    /// First seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Distance from one seed to the next; with 4 and a first seed of 2, all kernels have several dimensions, and with
    /// a first seed of 3 procedures, exits, labels or private arrays
    #[arg(long, default_value_t = 1)]
    step: u64,
    /// Number of programs
    #[arg(short, long, default_value_t = 1)]
    number: u64,
    /// Verify them, and print counts instead of programs
    #[arg(long)]
    verify: bool,
    /// With --verify: find out only whether they are proved, which is faster
    #[arg(long)]
    quick: bool,
    /// With --verify: print the programs that have this verdict
    #[arg(long)]
    show: Option<String>,
    /// Number of threads; 0 means one for each core
    #[arg(short, long, default_value_t = 0)]
    jobs: usize,
}

/// Prints programs or counts.
pub fn run(args: &Args) -> Result<bool, String> {
    let seeds: Vec<u64> = (0..args.number).map(|n| args.seed.saturating_add(n.saturating_mul(args.step))).collect();
    if !args.verify {
        seeds.iter().for_each(|seed| println!("// seed {seed}\n{}", print(&generate(*seed).file)));
        return Ok(true);
    }
    let start = Instant::now();
    let results = in_parallel(&seeds, args.jobs, |seed| {
        let program = generate(*seed);
        let text = print(&program.file);
        let judgement = if args.quick { proved(&text, Limits::TIGHT, &[]) } else { judge(&text, Limits::TIGHT) };
        (program.mutations, judgement, text)
    });
    let mut counts: BTreeMap<(usize, Judgement), usize> = BTreeMap::new();
    for ((mutations, judgement, text), seed) in results.iter().zip(&seeds) {
        *counts.entry((*mutations, *judgement)).or_default() += 1;
        if args.show.as_deref() == Some(judgement.word()) {
            println!("// seed {seed}, {mutations} mutations\n{text}");
        }
    }
    for ((mutations, judgement), count) in &counts {
        println!("{mutations} mutations: {count} {}", judgement.word());
    }
    println!("{} programs in {:.1} s", seeds.len(), start.elapsed().as_secs_f64());
    Ok(!counts.keys().any(|(_, judgement)| *judgement == Judgement::Panicked))
}
