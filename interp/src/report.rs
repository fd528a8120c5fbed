//! What is said about a run: how it ended, and what went wrong.
//!
//! In: nothing; the machine fills these. Out: data in the form of the verifier's findings (*what* × *why*, place,
//! values), which the command renders.

use ir::finding::{Code, What, Why};
use ir::{Heap, Node, ValueOf};

use crate::int::Int;
use crate::member::ThreadId;
use crate::message::Message;
use crate::race::Relation;
use crate::stop::Limit;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every thread ended, and nothing that was checked went wrong.
    Finished,
    /// A check failed: what was checked, where, and the values and threads that explain it.
    Failed(Box<Failure>),
    /// The input does not satisfy what the kernel requires: no claim is made about it.
    OutsideContract {
        /// The part of the clause that is false.
        node: Node,
        /// The thread for which the clause is false; `None` if the clause belongs to a group or to the launch.
        thread: Option<ThreadId>,
        /// The values that the false part of the clause reads.
        values: Vec<Shown>,
    },
    /// An `assume` is false: no claim is made about this run.
    OutsideAssumption {
        /// The `assume`.
        node: Node,
        /// The thread.
        thread: ThreadId,
    },
    /// A limit was reached: nothing is known.
    Limit(Limit),
    /// Something cannot be computed, so a check could not be made: nothing is known.
    NotComputable {
        /// Why it cannot be computed.
        reason: String,
        /// The expression or statement that cannot be computed.
        node: Node,
    },
}

impl Outcome {
    /// The failure, if there is one.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Failed(failure) => Some(failure),
            Self::Finished
            | Self::OutsideContract { .. }
            | Self::OutsideAssumption { .. }
            | Self::Limit(_)
            | Self::NotComputable { .. } => None,
        }
    }
}

/// A check failed: what was checked, where, and the values and threads that explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error id, the same as in the verifier's findings.
    pub code: Code,
    /// The part of the program that is wrong.
    pub node: Node,
    /// One sentence that says what was found.
    pub message: Message,
    /// Other places that explain it: the other access of a race, the barrier at which others wait.
    pub related: Vec<(Node, String)>,
    /// The threads that take part, the one at `node` first; empty if the failure is not about a thread.
    pub threads: Vec<ThreadId>,
    /// Values that explain the failure.
    pub values: Vec<Shown>,
    /// For an index outside of an array: the array and the index.
    pub outside: Option<Outside>,
    /// For a data race, whether the two threads are in one warp, in one group or in two groups.
    pub relation: Option<Relation>,
    /// For a data race, a sentence that says why nothing orders the two accesses; otherwise empty.
    pub why: String,
    /// Whether `relation` depends on how often each thread has run through a loop, which only a run with a record
    /// counts.
    pub(crate) unsure: bool,
    /// How many steps the trace has before the failure, if steps are recorded.
    pub recorded: usize,
}

impl Failure {
    /// A failure without values.
    pub fn new(what: What, why: Why, node: Node, message: impl Into<Message>) -> Self {
        Self {
            code: Code { what, why },
            node,
            message: message.into(),
            related: Vec::new(),
            threads: Vec::new(),
            values: Vec::new(),
            outside: None,
            relation: None,
            why: String::new(),
            unsure: false,
            recorded: 0,
        }
    }

    /// Adds a thread that takes part.
    #[must_use]
    pub fn of(mut self, thread: ThreadId) -> Self {
        self.threads.push(thread);
        self
    }

    /// Adds a place.
    #[must_use]
    pub fn related(mut self, node: Node, label: impl Into<String>) -> Self {
        self.related.push((node, label.into()));
        self
    }

    /// Adds a value.
    #[must_use]
    pub fn value(mut self, of: ValueOf, label: impl Into<String>, value: impl ToString, thread: u8) -> Self {
        self.values.push(Shown { of, label: label.into(), value: value.to_string(), thread });
        self
    }
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

/// An index outside of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The array.
    pub heap: Heap,
    /// The index in the first dimension in which the index is wrong.
    pub index: Int,
}

/// A value in the words of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The kind of the value.
    pub of: ValueOf,
    /// The label that people read, such as `tid` or `index of `a``.
    pub label: String,
    /// The value in the words of the source, such as `3`, `1\2` or `NaN`.
    pub value: String,
    /// 0 for a value of the launch, 1 for the thread, 2 for the other thread.
    pub thread: u8,
}
