//! The options of a verification.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use logic::floats::Assumptions;
use logic::normalise::Budget;
use logic::proof::Recorder;
use syntax::Reading;

/// The options of a verification.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the text of a file is read, for example with `int` as a machine integer.
    pub reading: Reading,
    /// Wall-clock limit for one obligation, the backstop behind `rlimit`.
    pub timeout: Duration,
    /// The solver's resource limit for one obligation, in the solver's own unit. The same limit means the same work on
    /// every machine.
    pub rlimit: u32,
    /// The solver's choices where it is free ([`Limits::seed`](crate::solving::Limits::seed)), and the order of the
    /// queries of a batch. 0 is the order of the program.
    pub seed: u32,
    /// The number of worker threads; 0 means one for each core.
    pub threads: usize,
    /// If given, only kernels, functions and procedures whose name contains this text are verified.
    pub filter: Option<String>,
    /// Whether counterexamples are searched. If not, an obligation that is not proved is unknown.
    pub refute: bool,
    /// Whether nothing is proved: runs that go wrong are searched, and no more.
    pub only_runs: bool,
    /// Whether only short searches for proofs are made. A guess is not worth a long one.
    pub brief: bool,
    /// Whether the normaliser runs before the solver.
    pub normalise: bool,
    /// Whether the normaliser leaves a proof of what it proves, and a checker replays each. In debug builds that is so
    /// by default.
    pub check_proofs: bool,
    /// The assumptions about floats up to which equations of the contracts and assertions of kernels and procedures may
    /// be proved.
    pub granted: Assumptions,
    /// Whether a loop must have a measure, written or found. If not, the verdict says which loops are not known to end.
    pub total: bool,
    /// The limits of the normaliser.
    pub budget: Budget,
    /// Fill [`Outcome::proof`](crate::outcome::Outcome::proof). That needs `check_proofs`.
    pub keep_proofs: bool,
    /// Fill [`Outcome::smt2`](crate::outcome::Outcome::smt2).
    pub emit_smt2: bool,
    /// Fill [`Outcome::explanation`](crate::outcome::Outcome::explanation) of these obligations. It contains proofs if
    /// `keep_proofs` is set.
    pub explain: Option<Explained>,
    /// Fill it for failures, with the parts of the claim that hold and that do not.
    pub expand: bool,
    /// Look for places that no run reaches.
    pub hints: bool,
    /// Infer contracts of kernels of OpenCL and CUDA that have none.
    pub infer: bool,
    /// List the clauses that were inferred among the notes.
    pub infer_info: bool,
    /// Whether changes of the file are made that write what is inferred.
    pub annotate: bool,
}

/// Which obligations are explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explained {
    /// All of them. Long proofs are shortened.
    All,
    /// Those whose name contains this text, with all steps of their proofs.
    Named(String),
    /// Those about a part of the text on this line, counted from 1, with all steps of their proofs.
    Line {
        /// The file; without it, each file.
        file: Option<String>,
        /// The line.
        line: usize,
    },
}

impl Explained {
    /// Those that a person asks for: `LINE`, `FILE:LINE`, the place `FILE:LINE:COLUMN` of a finding, or a part of a
    /// name, which may be empty.
    pub fn of(which: &str) -> Self {
        let last = |text: &str| match text.rsplit_once(':') {
            Some((rest, number)) => Some((Some(rest.to_owned()), number.parse().ok()?)),
            None => Some((None, text.parse().ok()?)),
        };
        let place = last(which).map(|(rest, number)| match rest.as_deref().and_then(last) {
            Some((Some(file), line)) => (Some(file), line),
            Some((None, _)) | None => (rest, number),
        });
        match place {
            _ if which.is_empty() => Self::All,
            Some((file, line)) => Self::Line { file, line },
            None => Self::Named(which.to_owned()),
        }
    }

    /// Whether anything in the file may be explained.
    pub fn may_be_in(&self, path: &str) -> bool {
        match self {
            Self::All | Self::Named(_) | Self::Line { file: None, .. } => true,
            Self::Line { file: Some(file), .. } => Path::new(path).ends_with(file),
        }
    }

    /// Whether an obligation is explained that has this name, and is about a part of the text on these lines.
    pub fn selects(&self, name: &str, lines: RangeInclusive<usize>) -> bool {
        match self {
            Self::All => true,
            Self::Named(part) => name.contains(part.as_str()),
            Self::Line { line, .. } => lines.contains(line),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            timeout: Duration::from_secs(30),
            rlimit: 3_000_000,
            seed: 0,
            threads: 0,
            filter: None,
            refute: true,
            only_runs: false,
            brief: false,
            normalise: true,
            check_proofs: cfg!(debug_assertions),
            granted: Assumptions::NONE,
            total: false,
            budget: Budget::default(),
            keep_proofs: false,
            emit_smt2: false,
            explain: None,
            expand: false,
            hints: false,
            infer: true,
            infer_info: false,
            annotate: false,
        }
    }
}

impl Options {
    /// Whether the normaliser records the steps of its proofs.
    pub fn recorder(&self) -> Recorder {
        if self.check_proofs {
            Recorder::ON
        } else {
            Recorder::OFF
        }
    }

    /// Whether `filter` selects an item of that name.
    pub fn selects(&self, item: &str) -> bool {
        self.filter.as_ref().is_none_or(|part| item.contains(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_explained_is_a_name_or_a_line() {
        let line = |file: Option<&str>, line| Explained::Line { file: file.map(str::to_owned), line };
        assert_eq!(Explained::of(""), Explained::All);
        assert_eq!(Explained::of("12"), line(None, 12));
        assert_eq!(Explained::of("a/b.pvl:12"), line(Some("a/b.pvl"), 12));
        assert_eq!(Explained::of("a/b.pvl:12:5"), line(Some("a/b.pvl"), 12));
        assert_eq!(Explained::of("store@3"), Explained::Named("store@3".to_owned()));
        assert_eq!(Explained::of("b.pvl:x"), Explained::Named("b.pvl:x".to_owned()));
        let of_b = line(Some("b.pvl"), 12);
        assert!(of_b.may_be_in("a/b.pvl") && !of_b.may_be_in("a/ab.pvl") && line(None, 1).may_be_in("x"));
        assert!(of_b.selects("", 12..=12) && of_b.selects("", 1..=20) && !of_b.selects("", 13..=20));
    }
}
