//! Operations of streams, and the order in which they happen.
//!
//! In: nothing; these are data. Out: what a procedure knows of the operations that it has not waited for.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Kernel, LabelId, Node, PointId, Transfer, VarId};

use crate::int::Int;
use crate::value::Value;

/// A launch whose arguments have values.
#[derive(Clone)]
pub(super) struct Prepared<'p> {
    pub launch: &'p ir::Launch,
    pub kernel: &'p Kernel,
    pub grid: Vec<Int>,
    pub block: Vec<Int>,
    pub values: Vec<Value>,
}

/// What an operation does.
#[derive(Clone)]
pub(super) enum Does<'p> {
    /// A copy, with the number of elements that it copies.
    Copy(&'p Transfer, Int),
    /// A launch with its arguments.
    Launch(Box<Prepared<'p>>),
}

/// An operation for which the host has not waited.
#[derive(Clone)]
pub(super) struct Operation<'p> {
    pub node: Node,
    pub does: Does<'p>,
    pub stream: PointId,
    /// The arrays that it uses, each with whether it may write it.
    pub uses: BTreeMap<VarId, bool>,
    /// The operations that it waits for.
    pub after: BTreeSet<u32>,
    /// Whether it was executed.
    pub ran: bool,
}

/// The streams and events of a procedure that is being executed.
#[derive(Clone, Default)]
pub(super) struct Streams<'p> {
    pub issued: u32,
    pub pending: BTreeMap<u32, Operation<'p>>,
    /// For each stream, the operations that its next operation waits for. For each event, those that it stands for.
    pub before: BTreeMap<PointId, BTreeSet<u32>>,
}

/// An operation that may be using an array.
#[derive(Clone, Debug)]
pub(super) struct Busy {
    /// The operation.
    pub node: Node,
    /// It in words: `the launch of k in line 4`.
    pub told: String,
    /// The name of its stream.
    pub stream: String,
}

/// A read of an array of the procedure.
pub(super) struct OwnRead {
    /// The array.
    pub var: VarId,
    /// The label at which the read value is that of the array.
    pub at: Option<LabelId>,
    pub node: Node,
}

impl Streams<'_> {
    /// Whether the host has waited for all operations.
    pub fn is_idle(&self) -> bool {
        self.pending.is_empty()
    }

    pub fn before(&self, point: PointId) -> BTreeSet<u32> {
        self.before.get(&point).cloned().unwrap_or_default()
    }

    /// The last pending operation that interferes with an access to an array, without those in `known`.
    pub fn user(&self, var: VarId, writes: bool, known: &BTreeSet<u32>) -> Option<u32> {
        let forbids = |op: &Operation<'_>| op.uses.get(&var).is_some_and(|written| *written || writes);
        self.pending.iter().rev().find(|(id, op)| !known.contains(id) && forbids(op)).map(|(id, _)| *id)
    }

    /// The operations that wait for none that was not executed.
    pub fn ready(&self) -> Vec<u32> {
        let done = |id: &u32| self.pending.get(id).is_none_or(|op| op.ran);
        let ready = self.pending.iter().filter(|(_, op)| !op.ran && op.after.iter().all(done));
        ready.map(|(id, _)| *id).collect()
    }
}
