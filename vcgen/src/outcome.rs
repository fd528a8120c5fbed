//! Results: what was decided about each obligation, item and file.
//!
//! In: nothing; the pipeline makes these data. Out: the data that the report prints, the command counts and the tests
//! compare.

use std::time::Duration;

use crate::edit::TextEdit;
use ir::diagnostic::Diagnostic;
use ir::{ItemId, Node};
use logic::floats::{Assumption, Assumptions};
use logic::normalise::Prover;
use logic::obligation::{Code, ObligationId};

pub use crate::ground::{Ground, GroundKind};
pub use crate::kept_proof::KeptProof;
pub use crate::second_opinion::{FileClaim, SecondOpinion, Smt2};
pub use crate::witness::{Again, Replay, ShownValue, StoryStep, Witness};

/// What is known about an obligation, an item or a file. The three are never mixed up: an unknown is neither a proof
/// nor a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The obligation holds for every launch and every input.
    Proved,
    /// The obligation could not be decided.
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

    /// The verdict of something with several parts: refuted if a part is refuted, else unknown if a part is unknown,
    /// else proved.
    pub fn of_all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().max().unwrap_or(Self::Proved)
    }
}

/// What the checker said of a proof of the normaliser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Checked {
    /// The checker was not asked, or the normaliser found no proof.
    #[default]
    Not,
    /// Every step is right.
    Accepted,
    /// Why the checker rejected the proof. That is a mistake in Sepal. The solver has then decided the obligation.
    Rejected(String),
}

impl Checked {
    /// Why the checker rejected the proof, if it did.
    pub fn fault(&self) -> Option<&str> {
        match self {
            Self::Rejected(fault) => Some(fault),
            Self::Not | Self::Accepted => None,
        }
    }
}

/// What decided an obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DischargedBy {
    /// The goal was `true` or a hypothesis, or became one when terms were built from its parts: no rule was needed.
    Trivial,
    /// The normaliser.
    Normaliser {
        /// The parts of it that took part, in the order of their first use; at least one.
        parts: Vec<Prover>,
        /// The names of the rules that were used, in the order of their first use.
        rules: Vec<String>,
    },
    /// Other obligations, which are proved and imply this one. These are their names.
    Implied(Vec<String>),
    /// Values at which the preconditions are true, by evaluation. These are the values: `groups = 1`, `n = 0`.
    Evaluation(Vec<String>),
    /// The solver.
    Z3,
    /// No proof was attempted, because the logic cannot express the obligation.
    Nothing,
    /// The solver was not asked, because too much of an inferred contract is not proved.
    Unsearched,
}

impl DischargedBy {
    /// The means for a proof by the normaliser; [`Self::Trivial`] if no part of it was needed.
    pub fn normaliser(parts: Vec<Prover>, rules: Vec<String>) -> Self {
        if parts.is_empty() {
            return Self::Trivial;
        }
        Self::Normaliser { parts, rules }
    }

    /// The words that are printed and written to JSON: at least one.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Trivial => vec!["trivial"],
            Self::Normaliser { parts, .. } => parts.iter().map(|part| part.word()).collect(),
            Self::Implied(_) => vec!["implied"],
            Self::Evaluation(_) => vec!["evaluation"],
            Self::Z3 => vec!["z3"],
            Self::Nothing | Self::Unsearched => vec!["nothing"],
        }
    }

    /// The names that explain the words: of the rules that the normaliser used, or of the obligations that imply this
    /// one.
    pub fn names(&self) -> &[String] {
        match self {
            Self::Normaliser { rules: names, .. } | Self::Implied(names) => names,
            Self::Evaluation(_) | Self::Trivial | Self::Z3 | Self::Nothing | Self::Unsearched => &[],
        }
    }
}

/// A finding is listed under another one instead of being drawn by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Under {
    /// The obligation of the other finding. It is refuted.
    pub obligation: ObligationId,
    /// The relation between the two findings.
    pub link: Link,
}

/// The relation of a finding to the one under which it is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The finding is unknown, because each run that could show it goes wrong at the other finding before.
    Behind,
    /// Every run that shows the finding goes wrong at the other finding before.
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

/// What fails, as a possibility and as a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// What is said as long as no run has shown the failure: ``the index of `a[tid]` may be outside the array``.
    pub possible: String,
    /// What is said once a run has shown it: ``the index of `a[tid]` is outside the array``.
    pub shown: String,
    /// Whether the sentences quote the part of the program that is wrong.
    pub quotes: bool,
}

/// The result for one obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The identity of the obligation in its task.
    pub id: ObligationId,
    /// The name, such as `store.out-of-bounds.3fa2c1`. No other obligation of the item has the same name, and edits of
    /// other parts of the file do not change it.
    pub name: String,
    /// The error id that is reported if the obligation is not proved, such as `store:out-of-bounds`.
    pub code: Code,
    /// The part of the program that is wrong if the obligation is not proved.
    pub node: Node,
    /// Other places that explain a failure: the other access of a race, the clause that fails.
    pub related: Vec<(Node, String)>,
    /// The loop or barrier that took the permission, in the solver's counterexample; then `help` says what to add
    /// there. `None` if there is no such loop or barrier.
    pub taken_at: Option<Node>,
    /// One sentence that says what fails.
    pub message: Sentence,
    /// Advice for a repair, if there is some.
    pub help: Option<crate::edit::Advice>,
    /// The verdict.
    pub verdict: Verdict,
    /// The assumptions about floats up to which it is proved; none if it is not proved.
    pub assumed: Assumptions,
    /// The means that decided the obligation.
    pub by: DischargedBy,
    /// What the checker said of the normaliser's proof.
    pub checked: Checked,
    /// Whether an earlier verification has proved it, by those means.
    pub cached: bool,
    /// Whether the deciding query had no quantifier. Also true if no query was needed.
    pub quantifier_free: bool,
    /// The time that was spent on the obligation, including the solver.
    pub time: Duration,
    /// The part of `time` spent inside the solver.
    pub solver_time: Duration,
    /// The values of the counterexample, if there is one.
    pub values: Vec<ShownValue>,
    /// The result of replaying the counterexample in the interpreter.
    pub replay: Replay,
    /// The finding under which this one is listed; `None` if it is drawn by itself.
    pub under: Option<Under>,
    /// The reason why the verdict is unknown, in one phrase: `the time limit of 10 s was reached`.
    pub reason: Option<String>,
    /// Advice for an unknown obligation: what may have prevented a decision, and what would help. Also the assumptions
    /// about floats with which a claim is proved that is not proved without them.
    pub advice: Option<String>,
    /// One self-contained SMT-LIB file, if `Options::emit_smt2` asks for it.
    pub smt2: Option<Smt2>,
    /// The proof of the normaliser, if it decided the obligation, and if `Options::keep_proofs` asks for it.
    pub proof: Option<KeptProof>,
    /// The opinion of a second solver on `smt2`, if one was asked.
    pub second: Option<SecondOpinion>,
    /// The obligation with its hypotheses in the source language, if `Options::explain` asks for it.
    pub explanation: Option<String>,
}

/// What a proof rests on beyond the logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// What is trusted, such as `assume` or ``abstract function `f` ``.
    pub what: String,
    /// The part of the program that is trusted.
    pub node: Node,
}

/// The result for one item: a kernel, a procedure or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemOutcome {
    /// The identity of the item.
    pub id: ItemId,
    /// Its name.
    pub item: String,
    /// The name of the item in the source.
    pub node: Node,
    /// The outcomes of its obligations, in the order of the source, without failures that only repeat another one.
    pub obligations: Vec<Outcome>,
    /// What the proof rests on beyond the logic.
    pub trusted: Vec<Trusted>,
    /// The assumptions about floats on which the proof rests, each with the number of obligations that are proved up to
    /// it: those of this item, and of the procedures on which it rests.
    pub assumed: Vec<(Assumption, usize)>,
    /// What the verdict rests on beyond the logic and the lists above.
    pub grounds: Vec<Ground>,
    /// Sentences that are printed with the verdict.
    pub notes: Vec<String>,
    /// The names of functions and procedures that the item rests on and that are not proved.
    pub unproved: Vec<String>,
    /// Whether the item is proved, and its code computes with integers that have no limits. Then the proof says nothing
    /// about overflow.
    pub unlimited: bool,
    /// Whether the item has no body, so that its contract is not proved but trusted.
    pub without_body: bool,
    /// Whether every obligation is proved, also those whose failure is not reported because another failure explains
    /// it.
    pub all_proved: bool,
    /// The error ids and places of all obligations that are not proved, also of those that are not reported.
    pub failed: Vec<(Code, Node)>,
    /// The changes that write inferred clauses into the file, or why they cannot be written, if `Options::annotate`
    /// asks for them and there are such clauses.
    pub annotations: Option<Result<Vec<TextEdit>, String>>,
    /// The facts that all obligations of the item may use, if `Options::explain` asks for them. The explanations of the
    /// obligations do not repeat these facts.
    pub explanation: Option<String>,
}

impl ItemOutcome {
    /// The verdict of the item: proved only if every obligation is proved, and every function and procedure that it
    /// rests on.
    pub fn verdict(&self) -> Verdict {
        let own = self.obligations.iter().map(|o| o.verdict);
        let unreported = (!self.all_proved).then_some(Verdict::Unknown);
        Verdict::of_all(own.chain(self.unproved.iter().map(|_| Verdict::Unknown)).chain(unreported))
    }
}

impl ItemOutcome {
    /// Whether nothing of the item fails, and nothing of it was proved either: its contract is trusted.
    pub fn is_trusted(&self) -> bool {
        self.without_body && self.verdict() == Verdict::Proved
    }
}

/// The result for one file.
#[derive(Clone, Debug, Default)]
pub struct FileOutcome {
    /// The path, as the user wrote it.
    pub path: String,
    /// The text of the file, and behind it those of included files ([`ir::parts`]); empty if it could not be read.
    pub source: String,
    /// Errors of the text, its names and its types. If there are any, only kernels of OpenCL and CUDA without errors
    /// were verified.
    pub diagnostics: Vec<Diagnostic>,
    /// Its kernels, procedures and functions, in the order of the source.
    pub items: Vec<ItemOutcome>,
}

impl FileOutcome {
    /// The verdict of the file, or `None` if it could not be read, parsed or typed.
    pub fn verdict(&self) -> Option<Verdict> {
        self.diagnostics.is_empty().then(|| Verdict::of_all(self.items.iter().map(ItemOutcome::verdict)))
    }
}
