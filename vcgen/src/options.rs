//! The options of a verification.

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
    /// The number of worker threads; 0 means one for each core.
    pub threads: usize,
    /// If given, only kernels, functions and procedures whose name contains this text are verified.
    pub filter: Option<String>,
    /// Whether counterexamples are searched. If not, an obligation that is not proved is unknown.
    pub refute: bool,
    /// Whether the normaliser runs before the solver.
    pub normalise: bool,
    /// Whether the normaliser leaves a proof of what it proves, and a checker replays each. In debug builds that is so
    /// by default.
    pub check_proofs: bool,
    /// The assumptions about floats up to which equations of the contracts and assertions of kernels and procedures may
    /// be proved.
    pub granted: Assumptions,
    /// The limits of the normaliser.
    pub budget: Budget,
    /// Fill [`Outcome::proof`](crate::outcome::Outcome::proof). That needs `check_proofs`.
    pub keep_proofs: bool,
    /// Fill [`Outcome::smt2`](crate::outcome::Outcome::smt2).
    pub emit_smt2: bool,
    /// Fill [`Outcome::explanation`](crate::outcome::Outcome::explanation) of these obligations. It contains proofs if
    /// `keep_proofs` is set.
    pub explain: Option<Explained>,
}

/// Which obligations are explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explained {
    /// All of them. Long proofs are shortened.
    All,
    /// Those whose name contains this text, with all steps of their proofs.
    Named(String),
}

impl Explained {
    /// Those whose name contains this text, which may be empty.
    pub fn of(part: &str) -> Self {
        match part {
            "" => Self::All,
            part => Self::Named(part.to_owned()),
        }
    }

    /// Whether an obligation of that name is explained.
    pub fn selects(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(part) => name.contains(part.as_str()),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            timeout: Duration::from_secs(10),
            rlimit: 3_000_000,
            threads: 0,
            filter: None,
            refute: true,
            normalise: true,
            check_proofs: cfg!(debug_assertions),
            granted: Assumptions::NONE,
            budget: Budget::default(),
            keep_proofs: false,
            emit_smt2: false,
            explain: None,
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
