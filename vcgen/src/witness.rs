//! The data that explain a failure: the values of a counterexample, and a run that goes wrong.
//!
//! In: nothing; `values` and `replay` make these data. Out: the data that `report` prints.

use ir::{Node, ValueOf};
use logic::term::Term;

/// A value of a counterexample, in the words of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownValue {
    /// What has this value.
    pub of: ValueOf,
    /// The term that has this value in a counterexample of the solver; absent if a run has shown it.
    pub term: Option<Term>,
    /// The name of the value, such as `tid` or `a[tid + 1]`.
    pub label: String,
    /// The value as text, such as `3`, `1\2` or `NaN`.
    pub value: String,
    /// 0 for a value of the launch, 1 for the thread, 2 for the other thread.
    pub thread: u8,
}

impl From<&interp::Shown> for ShownValue {
    fn from(shown: &interp::Shown) -> Self {
        let (label, value) = (shown.label.clone(), shown.value.clone());
        Self { of: shown.of, term: None, label, value, thread: shown.thread }
    }
}

/// The result of looking for a run that shows the failure of an obligation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Replay {
    /// The obligation is proved; or it is unknown, and no run was found that goes wrong.
    #[default]
    None,
    /// A run goes wrong in this way.
    Confirmed(Box<Witness>),
    /// The obligation claims that one specification implies another. The solver has a counterexample, and no run was
    /// found that shows it.
    Specification,
    /// The solver has a counterexample, and no run was found that reaches it. The verdict is unknown.
    Unconfirmed,
    /// The solver has a counterexample, and runs do not execute such code. The verdict is unknown.
    NotRun,
}

impl Replay {
    /// The word that is printed and written to JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Confirmed(_) => "confirmed",
            Self::Specification => "specification",
            Self::Unconfirmed => "unconfirmed",
            Self::NotRun => "not-run",
        }
    }
}

/// A run that goes wrong, with the steps that are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The sizes of the launch; `None` for a function.
    pub launch: Option<interp::Launch>,
    /// Names and values of the scalars of the kernel, or of the arguments of a function.
    pub arguments: Vec<(String, String)>,
    /// Names and values of the global arrays before the kernel.
    pub arrays: Vec<(String, String)>,
    /// The order of the threads' steps, as `sepal run --schedule` reads it.
    pub schedule: String,
    /// Whether contracts and permissions were checked. If not, the run goes wrong whatever they say.
    pub contracts: bool,
    /// A sentence that says what goes wrong.
    pub message: String,
    /// The part of the program where the run goes wrong.
    pub node: Node,
    /// Values that explain it.
    pub values: Vec<ShownValue>,
    /// The last steps of the threads that matter, in their order.
    pub steps: Vec<StoryStep>,
    /// What repeats the run; `None` if it is a run of a function or of a procedure.
    pub again: Option<Box<Again>>,
}

/// A run of a kernel depends on the program and on these data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    /// The name of the kernel.
    pub kernel: String,
    /// The sizes of the launch.
    pub launch: interp::Launch,
    /// The values of the constants, and memory before the kernel.
    pub input: interp::Input,
    /// The order of the threads' steps, and what is checked.
    pub options: interp::Options,
}

/// One step of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryStep {
    /// The number of steps of the same thread before this one that are not printed.
    pub left_out: usize,
    /// `tid` of the thread, in each dimension of the launch.
    pub thread: Vec<i64>,
    /// The expression or statement.
    pub node: Node,
    /// What the thread does, with the value: ``reads 3 from `a[0]` ``.
    pub text: String,
    /// Whether the thread ends with this step.
    pub ends: bool,
}
