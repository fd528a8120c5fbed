//! What is said with a verdict: what a proof rests on, and what may surprise.

use ir::{FnId, Node, ProcId, Width};

/// What may surprise about a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The kernel mentions no groups, so its launches have one.
    OneGroup,
    /// These conditions of the thread are conditions on the launch, since no level above promises them.
    OnlyLaunchesWith(Vec<Node>),
    /// `int` of the code, launch variables included, is this type.
    MachineInt(Width),
    /// An amount is integer division, and so no share.
    WholeAmount(Node),
}

/// What a proof rests on beyond the logic; listed with the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trusted {
    /// What is trusted.
    pub what: Trust,
    /// Where it is written.
    pub node: Node,
}

/// A kind of thing that is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// An `assume`.
    Assume,
    /// What a function without body ensures.
    AbstractFunction(FnId),
    /// What a procedure without body ensures.
    AbstractProcedure(ProcId),
}
