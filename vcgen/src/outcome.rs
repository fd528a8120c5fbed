//! Results: what was decided about each obligation, item and file.
//!
//! In: nothing; `pipeline` fills these. Out: what `report` renders, the command counts and the tests compare.

use std::time::Duration;

use ir::diagnostic::Diagnostic;
use ir::{ItemId, Node, ValueOf};
use logic::obligation::{Code, ObligationId};
use logic::term::Term;

/// What is known about an obligation, an item or a file. Never conflated: an unknown is neither a proof nor a refutation.
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

/// A value of a counterexample, in the words of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is the value of.
    pub of: ValueOf,
    /// The term that has this value in a counterexample of the solver; absent if a run has shown it.
    pub term: Option<Term>,
    /// Such as `tid` or `a[tid + 1]`.
    pub label: String,
    /// Such as `3`, `1\2` or `NaN`.
    pub value: String,
    /// 0 for a value of the launch, 1 for the thread, 2 for the other thread.
    pub thread: u8,
}

/// An obligation as an SMT-LIB file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smt2 {
    /// The file.
    pub text: String,
    /// What the verdict says about it.
    pub claim: Claim,
}

/// What a verdict says about the file of its obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has no model, and a model would contradict the verdict.
    Unsatisfiable,
    /// It has no model, unless for what the file leaves out: floats bit by bit, applications of recursive functions.
    UnsatisfiableButForGaps,
    /// It has a model.
    Satisfiable,
    /// Nothing: undecided.
    Nothing,
}

/// What a second solver says about a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondOpinion {
    /// The same.
    Agrees,
    /// Nothing within its limits, or nothing that bears on the verdict: why.
    NoAnswer(String),
    /// It does not accept the file, which is a defect of Sepal: what it says.
    Refuses(String),
    /// The opposite: one of the two is wrong.
    Disagrees(String),
}

impl SecondOpinion {
    /// The word that is printed and written to JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::NoAnswer(_) => "no-answer",
            Self::Refuses(_) => "refuses",
            Self::Disagrees(_) => "disagrees",
        }
    }

    /// What the solver said, if it did not agree.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Agrees => None,
            Self::NoAnswer(why) | Self::Refuses(why) | Self::Disagrees(why) => Some(why),
        }
    }
}

/// What execution says about a failure to prove.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Replay {
    /// It was not asked: the obligation is proved, or unknown and no run was found that goes wrong.
    #[default]
    None,
    /// A run goes wrong in this way.
    Confirmed(Box<Witness>),
    /// The claim is that one specification implies another, and no run was found that shows the difference.
    Specification,
    /// The solver has a counterexample, and no run was found that reaches it. The verdict is unknown.
    Unconfirmed,
}

impl Replay {
    /// The word that is printed and written to JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Confirmed(_) => "confirmed",
            Self::Specification => "specification",
            Self::Unconfirmed => "unconfirmed",
        }
    }
}

/// A run that goes wrong, as a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Groups, and threads of a group; absent for a function.
    pub launch: Option<interp::Launch>,
    /// Constants of the launch, or arguments of the function.
    pub arguments: Vec<(String, String)>,
    /// Global arrays before the kernel.
    pub arrays: Vec<(String, String)>,
    /// The order of the threads' steps, as `sepal run --schedule` reads it.
    pub schedule: String,
    /// Whether contracts and permissions were looked at. Where they were not, it goes wrong whatever they say.
    pub contracts: bool,
    /// What goes wrong.
    pub message: String,
    /// Where.
    pub node: Node,
    /// Values that explain it.
    pub values: Vec<Value>,
    /// The last steps of the threads that matter, in their order.
    pub steps: Vec<StoryStep>,
}

/// How a finding hangs on another one, under which it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Under {
    /// The obligation of the other one, which is refuted.
    pub obligation: ObligationId,
    /// How.
    pub link: Link,
}

/// How a finding hangs on another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It is not decided, since each run that could show it goes wrong there before.
    Behind,
    /// It was seen only in runs that went wrong there before.
    Later,
    /// It is so because the other one is.
    Follows,
    /// It is the same at another place.
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

/// One step of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryStep {
    /// Steps of the same thread before this one that are not told.
    pub left_out: usize,
    /// `tid` of the thread, in each dimension of the launch.
    pub thread: Vec<i64>,
    /// The expression or statement.
    pub node: Node,
    /// What it does, with the value.
    pub text: String,
    /// Whether the thread ends with it; nothing more is to be said of the place then.
    pub ends: bool,
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
    /// The loop or barrier that took the permission in the counterexample of the solver, if one did: `help` says what to
    /// add there.
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
    pub values: Vec<Value>,
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
