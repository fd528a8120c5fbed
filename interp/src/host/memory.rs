//! What a procedure of the host has while it is executed: variables and arrays.
//!
//! In: nothing. Out: [`Frame`].

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Clause, LabelId, ProcId, Procedure, Space, Type, VarId};

use super::heap::Objects;
use super::operation::{Busy, Streams};
use super::report::HostArray;
use crate::fill::Fill;
use crate::ghost::Holdings;
use crate::int::Int;
use crate::shape::Shape;
use crate::value::Value;

/// An array of a procedure.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// Length of each dimension.
    pub dims: Vec<i64>,
    /// The elements in row-major order.
    pub cells: Rc<Vec<Value>>,
    /// The elements where it was declared.
    pub first: Rc<Vec<Value>>,
}

/// Variables and arrays of a procedure at some moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// By their numbers; `None` if it has no value.
    pub vars: Vec<Option<Value>>,
    /// The arrays that were declared.
    pub arrays: BTreeMap<VarId, Array>,
    /// At a label: the arrays that operations of streams may be writing there.
    pub busy: BTreeMap<VarId, Busy>,
}

/// A procedure that is being executed.
#[derive(Clone)]
pub(super) struct Frame<'p> {
    pub id: ProcId,
    pub procedure: &'p Procedure,
    /// Variables and arrays now.
    pub now: Memory,
    /// The same at the labels that were passed.
    pub marks: Vec<(LabelId, Memory, Objects)>,
    /// The arrays and objects at the start.
    pub old: Objects,
    /// The measure at the start, if it has one.
    pub measure: Option<Vec<Int>>,
    /// The iterators of the parallel blocks around the code. They have their values at labels in front of the block,
    /// too.
    pub iterators: Vec<VarId>,
    /// The permissions that it holds, of arrays and objects to which references refer.
    pub holdings: Holdings,
    /// The invariants that are shared around the code, the innermost last.
    pub shared: Vec<Shared<'p>>,
    /// The ticket of its last `wait`.
    pub ticket: u64,
    /// Its streams, and the operations that it has not waited for.
    pub streams: Streams<'p>,
}

/// An invariant that is shared.
#[derive(Clone)]
pub(super) struct Shared<'p> {
    pub label: LabelId,
    pub clauses: &'p [Clause],
    /// Variables and arrays where it was shared: those in the clauses have the values that they had there.
    pub then: Memory,
}

impl<'p> Frame<'p> {
    /// A procedure at its start, with its arguments.
    pub fn new(id: ProcId, procedure: &'p Procedure, args: Vec<Value>, old: Objects, holdings: Holdings) -> Self {
        let mut vars: Vec<Option<Value>> = args.into_iter().map(Some).collect();
        vars.resize(procedure.vars.len(), None);
        let now = Memory { vars, ..Memory::default() };
        Self {
            id,
            procedure,
            now,
            marks: Vec::new(),
            old,
            measure: None,
            iterators: Vec::new(),
            holdings,
            shared: Vec::new(),
            ticket: 0,
            streams: Streams::default(),
        }
    }
}

/// The arrays of a procedure, in the order of their declarations.
pub(super) fn arrays(frame: &Frame<'_>) -> Vec<HostArray> {
    let of = |(var, array): (&VarId, &Array)| {
        let decl = frame.procedure.vars.get(var.0 as usize)?;
        Some(HostArray {
            shape: Shape {
                name: decl.name.name.clone(),
                space: Space::Global,
                elem: decl.ty,
                dims: array.dims.clone(),
                initial: [].into(),
            },
            device: decl.device,
            before: array.first.to_vec(),
            after: array.cells.to_vec(),
        })
    };
    frame.now.arrays.iter().filter_map(of).collect()
}

/// The value of a variable that was not assigned, in runs that give it a value from a seed.
pub(super) fn arbitrary(seed: u64, ty: Type, var: VarId) -> Value {
    Fill::Random(seed).value(ty, var.0 as usize)
}
