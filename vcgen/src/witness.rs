//! What explains a failure: values of a counterexample, and a run that goes wrong, as a story.
//!
//! In: nothing; `values` and `replay` fill these. Out: what `report` renders.

use ir::{Node, ValueOf};
use logic::term::Term;

/// A value of a counterexample, in the words of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownValue {
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
    pub values: Vec<ShownValue>,
    /// The last steps of the threads that matter, in their order.
    pub steps: Vec<StoryStep>,
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
