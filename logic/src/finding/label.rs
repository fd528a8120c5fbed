//! Values of a counterexample that the report shows, each with a label: what it is the value of.
//!
//! In: nothing; rules make these data. Out: terms whose values in a model `vcgen` prints beside their labels.

use crate::origin::Event;
use crate::term::Term;
use ir::{Axis, FnId, Heap, LaunchVar, Node, ScalarId, ValueOf, VarId};

/// A value of the counterexample that the report prints.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What the value is the value of.
    pub label: Label,
    /// The term of the value; the solver's model gives its value.
    pub term: Term,
    /// The thread that the value belongs to: 1 is the generic thread, 2 the other thread of an obligation about two
    /// threads, and 0 no thread in particular.
    pub thread: u8,
}

/// A part of the clause that fails, and the condition under which it has a value.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part.
    pub shown: Shown,
    /// The conditions around the part in the clause, and that the location it reads is in bounds.
    pub when: Term,
}

/// What a value is the value of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A size or position of the launch.
    Launch(LaunchVar, Axis),
    /// A constant of the kernel.
    Scalar(ScalarId),
    /// The current value of a private variable or a parameter.
    Variable(VarId),
    /// The value of a private variable at the start of the loop iteration.
    BeforeIteration(VarId),
    /// An argument of a call.
    Argument {
        /// The function that is called.
        function: FnId,
        /// The parameter for which the argument stands.
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
    /// An index of a location that the program mentions. The report quotes the source, or prints the term if the index
    /// is not in the source.
    Written {
        /// The index in the source.
        node: Node,
        /// The term of the index.
        index: Term,
    },
    /// A part of the program: a read of memory or a call.
    Part {
        /// The part.
        node: Node,
        /// Whether the part stands in `\old` and depends on memory that the kernel changes.
        old: bool,
    },
    /// A term that reads memory or applies a function.
    Value {
        /// The term.
        term: Term,
        /// The moment when memory had the values that the term reads.
        moment: Moment,
    },
    /// The value that the inner label describes, for the other thread of an obligation about two threads. Its term
    /// mentions the symbols of that thread.
    OfOther(Box<Label>),
    /// The value of a condition that must be the same for two threads.
    Condition,
    /// The sum of the amounts of a location that are handed out.
    HandedOut,
    /// The amount of a location that the supply has.
    Available,
    /// The measure of a function or procedure. If the measure has several integers, one of them, by its number from 1
    /// on; otherwise 0. The labels below have such a number, too.
    Measure(usize),
    /// The measure of the function that a recursive call calls, at its arguments.
    MeasureOfCall(usize),
    /// The measure of a loop at the start of an iteration.
    MeasureBefore(usize),
    /// The measure of a loop at the end of an iteration.
    MeasureAfter(usize),
}

impl Label {
    /// The kind of the value, for machine-readable reports.
    pub fn value_of(&self) -> ValueOf {
        match self {
            Self::Launch(var, axis) => ValueOf::Launch(*var, *axis),
            Self::BeforeIteration(_) => ValueOf::IterationStart,
            Self::IndexOf(_) => ValueOf::Index,
            Self::Value { moment: Moment::Since(Event::Barrier, _), .. } => ValueOf::AtBarrier,
            Self::Measure(_) => ValueOf::Measure,
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
            | Self::MeasureOfCall(_)
            | Self::MeasureBefore(_)
            | Self::MeasureAfter(_) => ValueOf::Expression,
        }
    }
}

/// The moment when memory had the values that a term reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The moment of the obligation; also used for terms that read no memory.
    Now,
    /// Before the kernel.
    Start,
    /// Since this event, at this statement.
    Since(Event, Node),
    /// A moment that the report cannot name.
    Unknown,
}
