//! What a procedure of the host has while it is executed: variables and arrays.
//!
//! In: nothing. Out: [`Frame`].

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{LabelId, ProcId, Procedure, Space, Type, VarId};

use super::heap::Objects;
use super::report::HostArray;
use crate::fill::Fill;
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
