//! The verifier's word on a text.
//!
//! In: a text and limits. Out: proved, refuted or unknown; or that it panicked, which is an error of the verifier.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

use ir::Node;
use syntax::parse_program;
use vcgen::check::check;
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::pipeline;

/// Stack of a worker: terms nest as deep as straight-line code is long.
pub const STACK: usize = 256 << 20;

/// What the verifier says of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// Something is refuted.
    Refuted,
    /// Nothing is refuted, something is not proved.
    Unknown,
    /// Everything is proved, and rests on nothing that is assumed.
    Proved,
    /// It has an error of syntax or type.
    Malformed,
    /// The verifier panicked.
    Panicked,
}

impl Judgement {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
            Self::Proved => "accepted",
            Self::Malformed => "malformed",
            Self::Panicked => "panicked",
        }
    }
}

/// Limits for one obligation. Resources decide, so that a busy machine changes no verdict.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Z3's resource limit.
    pub rlimit: u32,
    /// Seconds, the backstop.
    pub seconds: u64,
}

impl Limits {
    /// What a mutant gets: enough for every obligation of the examples.
    pub const FAIR: Self = Self { rlimit: 500_000, seconds: 20 };
    /// What a generated program gets: it is small, and five times as much proves no more of them.
    pub const TIGHT: Self = Self { rlimit: 60_000, seconds: 10 };

    /// The options of the pipeline.
    pub fn options(self) -> Options {
        Options { timeout: Duration::from_secs(self.seconds), rlimit: self.rlimit, threads: 1, ..Options::default() }
    }
}

/// What the verifier says, in full; `None` if it panicked.
pub fn outcome(text: &str, limits: Limits) -> Option<FileOutcome> {
    catch_unwind(AssertUnwindSafe(|| check("trial.pvl", text, &limits.options()))).ok()
}

/// Whether the verifier proves a text, else unknown: faster than [`judge`], as it stops at the first thing that is not
/// proved, and searches no counterexample. What speaks of a place in `likely` is tried first.
pub fn proved(text: &str, limits: Limits, likely: &[Node]) -> Judgement {
    let Some(program) = parse_program(text).program else { return Judgement::Malformed };
    match catch_unwind(AssertUnwindSafe(|| pipeline::proves(&program, &limits.options(), likely))) {
        Ok(true) => Judgement::Proved,
        Ok(false) => Judgement::Unknown,
        Err(_) => Judgement::Panicked,
    }
}

/// What the verifier says, in a word.
pub fn judge(text: &str, limits: Limits) -> Judgement {
    let Some(outcome) = outcome(text, limits) else { return Judgement::Panicked };
    match outcome.verdict() {
        None => Judgement::Malformed,
        Some(Verdict::Refuted) => Judgement::Refuted,
        Some(Verdict::Unknown) => Judgement::Unknown,
        Some(Verdict::Proved) => Judgement::Proved,
    }
}
