//! Differential tests: a program that the verifier proves must not go wrong when it runs.
//!
//! In: a seed, or a program text. Out: whether the program was proved, how its runs ended, and the contradiction, if
//! there is one.

mod execute;
pub(crate) mod inputs;

pub use execute::{compare, execute, execute_from, FailedRun, Runs, Start};
pub use inputs::input;

use crate::generate::{generate, shrink::shrink};
use crate::judge::{proved, Judgement, Limits};
use crate::reading::{comment, reading};
use ir::{Node, Width};
use syntax::pvl::ast::File;
use syntax::pvl::print::print;
use syntax::{parse_program_as, Reading};

/// The result of a differential test of one program.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The results of the runs.
    pub runs: Runs,
    /// The verifier's answer, if the verifier was asked. Refuted counts as unknown here.
    pub judgement: Option<Judgement>,
}

impl Trial {
    /// Whether the program is proved and goes wrong, or the verifier panicked.
    pub fn is_alarm(&self) -> bool {
        match self.judgement {
            Some(Judgement::Proved) => self.runs.wrong.is_some(),
            Some(Judgement::Panicked) => true,
            Some(Judgement::Refuted | Judgement::Unknown | Judgement::Malformed) | None => false,
        }
    }
}

/// Runs a text, and asks the verifier about it if it goes wrong, or if `always`. The verifier need not be asked about
/// other programs, since a program that does not go wrong contradicts no proof.
pub fn of_text(text: &str, seed: u64, count: usize, limits: Limits, always: bool) -> Trial {
    let Some(program) = parse_program_as(text, reading(text)).program else {
        return Trial { runs: Runs::default(), judgement: Some(Judgement::Malformed) };
    };
    let runs = execute(&program, seed, count);
    let places: Vec<Node> = runs.wrong.iter().flat_map(places).collect();
    let judgement = (always || runs.wrong.is_some()).then(|| proved(text, limits, &places));
    Trial { runs, judgement }
}

/// The parts of the program where a run went wrong, and those that explain it.
fn places(wrong: &FailedRun) -> Vec<Node> {
    std::iter::once(wrong.failure.node).chain(wrong.failure.related.iter().map(|(node, _)| *node)).collect()
}

/// How the program of a seed is read: every third has machine integers. Most of these are so narrow that they often
/// overflow; programs with procedures have all widths.
pub fn reading_of(seed: u64) -> Reading {
    let name = match (seed % 4, seed % 6, seed / 12 % 8) {
        (3, 1, 1) => "u8",
        (3, 1, 2) => "i16",
        (3, 1, 3) => "u16",
        (3, 1, 4) => "i32",
        (3, 1, 5) => "u32",
        (3, 1, 6) => "i64",
        (3, 1, 7) => "u64",
        (_, 1, _) => "i8",
        (_, 4, _) => "u8",
        _ => return Reading::default(),
    };
    Reading { int: Width::named(name) }
}

/// Whether the verifier is asked about the program of a seed even if no run goes wrong: every fiftieth program, and
/// every fifth of those with procedures.
pub fn is_sampled(seed: u64) -> bool {
    seed.is_multiple_of(50) || seed % 20 == 3
}

/// The program of a seed.
pub fn text_of(seed: u64) -> String {
    format!("{}{}", comment(reading_of(seed)), print(&generate(seed).file))
}

/// The test of a seed's program.
pub fn of_seed(seed: u64, count: usize) -> Trial {
    of_text(&text_of(seed), seed, count, Limits::TIGHT, is_sampled(seed))
}

/// The smallest program found by shrinking that is proved and goes wrong, with its failed run.
pub fn smallest(file: &File, seed: u64, count: usize) -> (String, Option<FailedRun>) {
    let head = comment(reading_of(seed));
    let contradicts = |text: &str| of_text(&format!("{head}{text}"), seed, count, Limits::TIGHT, false).is_alarm();
    let text = format!("{head}{}", print(&shrink(file, 2_000, &contradicts)));
    let wrong = of_text(&text, seed, count, Limits::TIGHT, false).runs.wrong;
    (text, wrong)
}
