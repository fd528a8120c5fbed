//! Differential tests: what the verifier proves must not go wrong when it runs.
//!
//! In: a seed, or a text. Out: whether it was proved, what its runs did, and the contradiction if there is one.

mod execute;
mod inputs;

pub use execute::{compare, execute, Runs, Wrong};
pub use inputs::input;

use crate::generate::{generate, shrink::shrink};
use crate::judge::{proved, Judgement, Limits};
use ir::Node;
use syntax::parse_program;
use syntax::pvl::ast::File;
use syntax::pvl::print::print;

/// What became of a program.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What its runs did.
    pub runs: Runs,
    /// What the verifier says, if it was asked: proved, unknown (which here includes refuted), malformed or panicked.
    pub judgement: Option<Judgement>,
}

impl Trial {
    /// It is proved, and goes wrong; or the verifier panicked.
    pub fn is_alarm(&self) -> bool {
        match self.judgement {
            Some(Judgement::Proved) => self.runs.wrong.is_some(),
            Some(Judgement::Panicked) => true,
            Some(Judgement::Refuted | Judgement::Unknown | Judgement::Malformed) | None => false,
        }
    }
}

/// Runs a text, and asks the verifier if it goes wrong, or if `always`. A program that does not go wrong contradicts no
/// proof, so most of them need none.
pub fn of_text(text: &str, seed: u64, count: usize, limits: Limits, always: bool) -> Trial {
    let Some(program) = parse_program(text).program else {
        return Trial { runs: Runs::default(), judgement: Some(Judgement::Malformed) };
    };
    let runs = execute(&program, seed, count);
    let places: Vec<Node> = runs.wrong.iter().flat_map(places).collect();
    let judgement = (always || runs.wrong.is_some()).then(|| proved(text, limits, &places));
    Trial { runs, judgement }
}

/// Where something went wrong, and what explains it.
fn places(wrong: &Wrong) -> Vec<Node> {
    std::iter::once(wrong.failure.node).chain(wrong.failure.related.iter().map(|(node, _)| *node)).collect()
}

/// The trial of a seed's program; the verifier is always asked about every fiftieth.
pub fn of_seed(seed: u64, count: usize) -> Trial {
    of_text(&print(&generate(seed).file), seed, count, Limits::TIGHT, seed.is_multiple_of(50))
}

/// The smallest program found that is proved and goes wrong, and how it does.
pub fn smallest(file: &File, seed: u64, count: usize) -> (String, Option<Wrong>) {
    let contradicts = |text: &str| of_text(text, seed, count, Limits::TIGHT, false).is_alarm();
    let text = print(&shrink(file, 2_000, &contradicts));
    let wrong = of_text(&text, seed, count, Limits::TIGHT, false).runs.wrong;
    (text, wrong)
}
