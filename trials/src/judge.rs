//! Asks the verifier about a program text.
//!
//! In: a text and limits. Out: proved, refuted or unknown; or that the verifier panicked, which is an error of the
//! verifier.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

use ir::Node;
use syntax::parse_program_as;
use vcgen::check::check;
use vcgen::options::Options;
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::pipeline;

use crate::reading::reading;

/// Stack size of a worker thread in bytes. Straight-line code makes terms as deep as the code is long.
pub const STACK: usize = 256 << 20;

/// The verifier's answer about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// Some obligation is refuted.
    Refuted,
    /// No obligation is refuted, and some are not proved.
    Unknown,
    /// Every obligation is proved, and the proofs rest on no assumptions.
    Proved,
    /// The text has an error of syntax or type.
    Malformed,
    /// The verifier panicked.
    Panicked,
}

impl Judgement {
    /// The name of the answer in tables.
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

/// Limits for one obligation. Z3's resources are limited first, so that a busy machine changes no verdict.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Z3's resource limit.
    pub rlimit: u32,
    /// Time limit in seconds, as a backstop.
    pub seconds: u64,
}

impl Limits {
    /// The limits for mutants: enough for every obligation of the examples.
    pub const FAIR: Self = Self { rlimit: 500_000, seconds: 20 };
    /// The limits for generated programs, which are small. Five times as much would prove no more of them.
    pub const TIGHT: Self = Self { rlimit: 60_000, seconds: 10 };

    /// The limits as options of the pipeline.
    pub fn options(self) -> Options {
        Options { timeout: Duration::from_secs(self.seconds), rlimit: self.rlimit, threads: 1, ..Options::default() }
    }
}

fn options(text: &str, limits: Limits) -> Options {
    Options { reading: reading(text), ..limits.options() }
}

/// The verifier's full outcome; `None` if it panicked.
pub fn outcome(text: &str, limits: Limits) -> Option<FileOutcome> {
    catch_unwind(AssertUnwindSafe(|| check("trial.pvl", text, &options(text, limits)))).ok()
}

/// Whether the verifier proves the text, else `Unknown`. This is faster than [`judge`]: it stops at the first
/// obligation that is not proved, and searches no counterexample. Obligations about a part in `likely` are tried first.
pub fn proved(text: &str, limits: Limits, likely: &[Node]) -> Judgement {
    let options = options(text, limits);
    let Some(program) = parse_program_as(text, options.reading).program else { return Judgement::Malformed };
    match catch_unwind(AssertUnwindSafe(|| pipeline::proves(&program, &options, likely))) {
        Ok(true) => Judgement::Proved,
        Ok(false) => Judgement::Unknown,
        Err(_) => Judgement::Panicked,
    }
}

/// The verifier's answer about the text.
pub fn judge(text: &str, limits: Limits) -> Judgement {
    let Some(outcome) = outcome(text, limits) else { return Judgement::Panicked };
    match outcome.verdict() {
        None => Judgement::Malformed,
        Some(Verdict::Refuted) => Judgement::Refuted,
        Some(Verdict::Unknown) => Judgement::Unknown,
        Some(Verdict::Proved) => Judgement::Proved,
    }
}
