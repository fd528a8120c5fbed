//! What the report prints beside a verdict: notes about the meaning of the kernel, and assumptions of the proof.
//!
//! In: nothing; [`crate::notes`] and the rules make these values. Out: what `vcgen` turns into sentences.

use ir::{DataType, FnId, Node, ProcId, Width};

/// A note about the meaning of a kernel that may surprise its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The type `int` of the code, with launch variables, is this machine type.
    MachineInt(Width),
    /// The amount of a permission is an integer division, whose value is a whole number and no fraction.
    WholeAmount(Node),
    /// The code of the procedure with this name has a barrier, and stands in the kernel where the kernel calls it.
    Inlined(String),
}

/// A restriction that Sepal adds to the launches that a proof is about. The kernel does not state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// The kernel, whose name stands at this place, mentions no groups, so the proof is about launches of one group.
    OneGroup(Node),
    /// These preconditions of threads restrict the launches, since no precondition of the group or the kernel promises
    /// them. The list is not empty.
    Conditions(Vec<Node>),
}

/// An assumption that a proof rests on besides the logic. The report lists it with the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// What is assumed.
    pub what: Trust,
    /// The part of the program that states it.
    pub node: Node,
}

/// The kinds of assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// An `assume` statement.
    Assume,
    /// An `inhale` statement.
    Inhale,
    /// The postcondition of a function without body.
    AbstractFunction(FnId),
    /// An axiom of an abstract data type.
    Axiom(DataType),
    /// The postcondition of a procedure without body.
    AbstractProcedure(ProcId),
}
