//! Compares proofs with executions. `cargo run -p sepal-trials -- differ -n N` compares any number of programs.

#![allow(clippy::panic)]

use trials::differ::{of_seed, smallest, text_of, Trial};
use trials::generate::generate;
use trials::judge::Judgement;
use trials::work::in_parallel;

/// Number of programs.
const PROGRAMS: u64 = 2_000;
/// Number of runs of each program.
const RUNS: usize = 8;

#[test]
fn what_is_proved_does_not_go_wrong() {
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let trials: Vec<Trial> = in_parallel(&seeds, 0, |seed| of_seed(*seed, RUNS));
    if let Some((seed, _)) = seeds.iter().zip(&trials).find(|(_, trial)| trial.is_alarm()) {
        let file = generate(*seed).file;
        let (text, wrong) = smallest(&file, *seed, RUNS);
        let story = wrong.map(|wrong| wrong.to_string()).unwrap_or_default();
        panic!("seed {seed} is proved and goes wrong\n{}\nshrunk:\n{text}{story}", text_of(*seed));
    }
    // The test is meaningful only if many programs go wrong, many do not, and most inputs are inside of the contracts.
    let wrong = trials.iter().filter(|t| t.runs.wrong.is_some()).count();
    let clean = trials.iter().filter(|t| t.runs.wrong.is_none() && t.runs.inside >= RUNS / 2).count();
    let proved = trials.iter().filter(|t| t.judgement == Some(Judgement::Proved)).count();
    assert!(wrong > 600 && clean > 600 && proved > 5, "{wrong} go wrong, {clean} do not, {proved} are proved");
}
