//! The steps of a run, recorded when asked.
//!
//! In: steps, as they happen. Out: [`Trace`]: in the order of the run, what each thread did and which values it saw.

use ir::{Node, ProcId, VarId};

use crate::location::Location;
use crate::member::ThreadId;
use crate::value::Value;

/// The steps of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether there were more than are kept; the last ones are missing.
    pub truncated: bool,
    /// Whether what happens now is part of an atomic.
    pub(crate) atomic: bool,
}

/// How many steps a trace keeps.
pub(crate) const LONGEST: usize = 1 << 20;

impl Trace {
    /// The steps of some threads, in order. The report of a failure tells the steps of the threads that take part.
    pub fn of<'t>(&'t self, threads: &'t [ThreadId]) -> impl Iterator<Item = &'t Step> {
        self.steps.iter().filter(|step| threads.contains(&step.thread))
    }

    pub(crate) fn push(&mut self, thread: ThreadId, node: Node, what: Event) {
        if self.steps.len() < LONGEST {
            self.steps.push(Step { thread, node, what, atomic: self.atomic });
        } else {
            self.truncated = true;
        }
    }
}

/// One step of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The thread.
    pub thread: ThreadId,
    /// The expression or statement.
    pub node: Node,
    /// What happened.
    pub what: Event,
    /// Whether the step is part of an atomic: no other thread did anything between it and the other parts.
    pub atomic: bool,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An element was read, and this was its value.
    Read(Location, Value),
    /// An element was written.
    Write(Location, Value),
    /// A private variable, or an element of a private array, got a value.
    Assign {
        /// The variable, in the code that the thread executes.
        var: VarId,
        /// Its name as written, or that of the element: `x`, `t[3]`.
        name: String,
        /// The value.
        value: Value,
    },
    /// The thread called a procedure.
    Enter {
        /// The procedure.
        procedure: ProcId,
        /// Its name.
        name: String,
        /// The values of its parameters.
        args: Vec<Value>,
    },
    /// The thread returned from the procedure.
    Return,
    /// A condition of an `if` or a loop was decided.
    Branch {
        /// Whether it was true.
        taken: bool,
        /// Whether it is always the same, as in `while (true)`, and in front of an iteration of `do … while`.
        constant: bool,
    },
    /// The thread reached a barrier.
    Arrive,
    /// All threads of the group had reached the barrier, and this one left it.
    Leave,
    /// The thread ended.
    End,
}
