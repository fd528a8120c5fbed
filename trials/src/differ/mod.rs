//! Differential tests: what the verifier proves must not go wrong when it runs.
//!
//! In: a seed, or a text. Out: whether it was proved, what its runs did, and the contradiction if there is one.

mod execute;
mod inputs;

pub use execute::{execute, Runs, Wrong};

use crate::generate::{generate, shrink::shrink};
use crate::judge::{proved, Judgement, Limits};
use syntax::ast::File;
use syntax::parse_program;
use syntax::print::print;

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What the verifier says: proved, unknown (which here includes refuted), malformed or panicked.
    pub judgement: Judgement,
    /// What its runs did, if it is proved.
    pub runs: Runs,
}

/// Proves a text, and runs it if it is proved.
pub fn of_text(text: &str, seed: u64, count: usize, limits: Limits) -> Trial {
    let judgement = proved(text, limits);
    let program = parse_program(text).program.filter(|_| judgement == Judgement::Proved);
    let runs = program.map(|program| execute(&program, seed, count)).unwrap_or_default();
    Trial { judgement, runs }
}

/// The trial of a seed's program.
pub fn of_seed(seed: u64, count: usize) -> Trial {
    of_text(&print(&generate(seed).file), seed, count, Limits::TIGHT)
}

/// The smallest program found that is proved and goes wrong, and how it does.
pub fn smallest(file: &File, seed: u64, count: usize) -> (String, Option<Wrong>) {
    let wrong = |text: &str| {
        let runs = parse_program(text).program.map(|program| execute(&program, seed, count));
        runs.and_then(|runs| runs.wrong)
    };
    let contradicts = |text: &str| wrong(text).is_some() && proved(text, Limits::TIGHT) == Judgement::Proved;
    let text = print(&shrink(file, 2_000, &contradicts));
    let wrong = wrong(&text);
    (text, wrong)
}
