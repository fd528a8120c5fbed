//! Values of a counterexample that are worth showing, and what they are values of.

use crate::origin::Event;
use crate::term::Term;
use ir::{Axis, FnId, Heap, LaunchVar, Node, ScalarId, ValueOf, VarId};

/// A value of the counterexample that the report prints, in this order.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What it is the value of.
    pub label: Label,
    /// Its term; the solver's model gives the value.
    pub term: Term,
    /// Which thread it belongs to: 0 for values of the launch, 1 for the thread, 2 for the other thread.
    pub thread: u8,
}

/// A part of the clause that fails, and when it has a value.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part.
    pub shown: Shown,
    /// The conditions around it, and that its location exists.
    pub when: Term,
}

/// What a value is the value of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A size or position of the launch.
    Launch(LaunchVar, Axis),
    /// A constant of the kernel.
    Scalar(ScalarId),
    /// A private variable or a parameter, now.
    Variable(VarId),
    /// The same at the start of the iteration.
    BeforeIteration(VarId),
    /// An argument of a call.
    Argument {
        /// The function that is called.
        function: FnId,
        /// Its parameter.
        parameter: VarId,
    },
    /// The index of the location that a claim is about.
    Index,
    /// The index of the location in this array that two threads are given.
    IndexOf(Heap),
    /// An arbitrary location of an array: its index in one dimension.
    Location {
        /// The array.
        heap: Heap,
        /// The dimension, from 0.
        dimension: usize,
    },
    /// An index as it is written; its term, where it is written nowhere.
    Written {
        /// Where.
        node: Node,
        /// The index.
        index: Term,
    },
    /// A part of the program.
    Part {
        /// Which.
        node: Node,
        /// Whether it stands in `\old`, and speaks of memory that the kernel changes.
        old: bool,
    },
    /// A term.
    Value {
        /// The term.
        term: Term,
        /// When memory was as it says.
        moment: Moment,
    },
    /// What a label says, of the other thread: the term names that one by symbols of its own.
    OfOther(Box<Label>),
    /// The condition that two threads must decide alike.
    Condition,
    /// The sum of what is handed out of a location.
    HandedOut,
    /// What there is of a location to hand out.
    Available,
    /// The measure of a function.
    Measure,
    /// The measure of a function that it calls.
    MeasureOfCall,
}

impl Label {
    /// What kind of value it is.
    pub fn value_of(&self) -> ValueOf {
        match self {
            Self::Launch(var, axis) => ValueOf::Launch(*var, *axis),
            Self::BeforeIteration(_) => ValueOf::IterationStart,
            Self::IndexOf(_) => ValueOf::Index,
            Self::Value { moment: Moment::Since(Event::Barrier, _), .. } => ValueOf::AtBarrier,
            Self::OfOther(label) => label.value_of(),
            Self::Value { .. }
            | Self::Scalar(_)
            | Self::Variable(_)
            | Self::Argument { .. }
            | Self::Index
            | Self::Location { .. }
            | Self::Written { .. }
            | Self::Part { .. }
            | Self::Condition
            | Self::HandedOut
            | Self::Available
            | Self::Measure
            | Self::MeasureOfCall => ValueOf::Expression,
        }
    }
}

/// When memory had the values that a term speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Now, or memory plays no part.
    Now,
    /// Before the kernel.
    Start,
    /// Since this happened there.
    Since(Event, Node),
    /// At some time that has no name.
    Unknown,
}
