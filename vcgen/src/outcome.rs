//! Results: what was decided about each obligation, item and file.
//!
//! In: nothing; `pipeline` fills these. Out: what `report` renders, the command counts and the tests compare.

use std::time::Duration;

use ir::diagnostic::Diagnostic;
use ir::{ItemId, Node};
use logic::obligation::{Code, ObligationId};

pub use crate::second_opinion::{FileClaim, SecondOpinion, Smt2};
pub use crate::witness::{Replay, ShownValue, StoryStep, Witness};

/// What is known about an obligation, an item or a file. Never conflated: an unknown is neither a proof nor a
/// refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Holds for every launch and every input.
    Proved,
    /// Could not be decided.
    Unknown,
    /// There is a counterexample.
    Refuted,
}

impl Verdict {
    /// The word that is printed and written to JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Unknown => "unknown",
            Self::Refuted => "refuted",
        }
    }

    /// The verdict of a whole: refuted if a part is, else unknown if a part is, else proved.
    pub fn of_all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().max().unwrap_or(Self::Proved)
    }
}

/// What decided an obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DischargedBy {
    /// The goal was `true`, or a hypothesis, as it was emitted.
    Trivial,
    /// The normaliser, by these rules.
    Egg(Vec<String>),
    /// Other obligations, of these names, which are proved and from which it follows.
    Implied(Vec<String>),
    /// The solver.
    Z3,
    /// Nothing: the logic cannot express it, so no proof was attempted.
    Nothing,
}

impl DischargedBy {
    /// The word that is printed and written to JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Trivial => "trivial",
            Self::Egg(_) => "egg",
            Self::Implied(_) => "implied",
            Self::Z3 => "z3",
            Self::Nothing => "nothing",
        }
    }
}

/// That a finding is told under another one, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Under {
    /// The obligation of the other finding, which is refuted.
    pub obligation: ObligationId,
    /// Why.
    pub link: Link,
}

/// Why a finding is told under another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The finding is not decided, since each run that could show it goes wrong with the other finding before.
    Behind,
    /// The finding was seen only in runs that had gone wrong with the other finding before.
    Later,
    /// The finding is a consequence of the other one.
    Follows,
    /// The finding is the same mistake at another place.
    Same,
}

impl Link {
    /// The word that is written to JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Behind => "behind",
            Self::Later => "later",
            Self::Follows => "follows",
            Self::Same => "same",
        }
    }
}

/// The result for one obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Which obligation of the task.
    pub id: ObligationId,
    /// Unique within the item and stable.
    pub name: String,
    /// Error id if it is not proved.
    pub code: Code,
    /// The place that is wrong if it is not proved.
    pub node: Node,
    /// Other places that explain a failure: the other access of a race, the clause that fails.
    pub related: Vec<(Node, String)>,
    /// The loop or barrier that took the permission in the counterexample of the solver, if one did: `help` says what
    /// to add there.
    pub taken_at: Option<Node>,
    /// One sentence on what fails.
    pub message: String,
    /// What would work.
    pub help: Option<String>,
    /// What is known.
    pub verdict: Verdict,
    /// What decided it.
    pub by: DischargedBy,
    /// Whether the query had no quantifier (true too if no query was needed).
    pub quantifier_free: bool,
    /// Time spent on it, in total.
    pub time: Duration,
    /// The part of `time` spent inside the solver.
    pub solver_time: Duration,
    /// Counterexample, if refuted.
    pub values: Vec<ShownValue>,
    /// What execution says about it.
    pub replay: Replay,
    /// The finding under which it is told, if it does not stand for itself.
    pub under: Option<Under>,
    /// Why it is unknown, in one phrase: `the time limit of 10 s was reached`.
    pub reason: Option<String>,
    /// What may have been in the way of a decision, and what would help.
    pub advice: Option<String>,
    /// One self-contained SMT-LIB file, if `Options::emit_smt2` asks for it.
    pub smt2: Option<Smt2>,
    /// What a second solver says about `smt2`, if it was asked.
    pub second: Option<SecondOpinion>,
    /// The obligation with its hypotheses in the source language, if `Options::explain` asks for it.
    pub explanation: Option<String>,
}

/// What a proof rests on beyond the logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// Such as `assume` or ``abstract function `f` ``.
    pub what: String,
    /// Where it is written.
    pub node: Node,
}

/// The result for one kernel or function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemOutcome {
    /// Which item of the program.
    pub id: ItemId,
    /// Its name.
    pub item: String,
    /// Where its name stands.
    pub node: Node,
    /// All that had to be proved, in the order of the source.
    pub obligations: Vec<Outcome>,
    /// What the proof rests on beyond the logic.
    pub trusted: Vec<Trusted>,
    /// Printed with the verdict.
    pub notes: Vec<String>,
    /// Pure functions that it rests on and that are not proved.
    pub unproved: Vec<String>,
    /// Whether it is proved, and its code computes with integers that have no limits.
    pub unlimited: bool,
    /// Whether every obligation was proved, those included whose failure is not reported because another explains it.
    pub all_proved: bool,
    /// What all its obligations may use, if `Options::explain` asks for it; their explanations do not repeat it.
    pub explanation: Option<String>,
}

impl ItemOutcome {
    /// Proved only if every obligation is, and every function that it rests on.
    pub fn verdict(&self) -> Verdict {
        let own = self.obligations.iter().map(|o| o.verdict);
        let unreported = (!self.all_proved).then_some(Verdict::Unknown);
        Verdict::of_all(own.chain(self.unproved.iter().map(|_| Verdict::Unknown)).chain(unreported))
    }
}

/// The result for one file.
#[derive(Clone, Debug, Default)]
pub struct FileOutcome {
    /// As the user named it.
    pub path: String,
    /// Its text; empty if it could not be read.
    pub source: String,
    /// Errors of its text, names and types. If there are any, nothing was verified.
    pub diagnostics: Vec<Diagnostic>,
    /// Its kernels and functions, in the order of the source.
    pub items: Vec<ItemOutcome>,
}

impl FileOutcome {
    /// The verdict of the file, or `None` if it could not be read, parsed or typed.
    pub fn verdict(&self) -> Option<Verdict> {
        self.diagnostics.is_empty().then(|| Verdict::of_all(self.items.iter().map(ItemOutcome::verdict)))
    }
}
