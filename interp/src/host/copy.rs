//! Copies between two arrays of a procedure.
//!
//! In: a copy. Out: the array with its new elements; or the failure, if one of the two arrays has fewer elements.

use std::rc::Rc;

use ir::finding::{What, Why};
use ir::{Heap, Node, Transfer, ValueOf, VarId};

use super::memory::Array;
use super::operation::Does;
use super::state::{not_computable, Done, State};
use crate::int::Int;
use crate::report::Failure;
use crate::value::Value;

impl<'p> State<'p, '_> {
    /// An array of the procedure that is executed.
    pub fn array(&self, heap: Heap, node: Node) -> Done<(VarId, &Array)> {
        let Heap::Private(var) = heap else { return Err(not_computable("this is no array of the host", node)) };
        let array = self.frame()?.now.arrays.get(&var);
        Ok((var, array.ok_or_else(|| not_computable("this array is not declared yet", node))?))
    }

    /// `copy(a, b, n);`
    pub fn copy(&mut self, transfer: &'p Transfer, node: Node) -> Done<()> {
        let count = self.int(&transfer.count)?;
        if let Some(stream) = transfer.stream {
            return self.issue(Does::Copy(transfer, count), stream, node);
        }
        self.free(transfer.to, true, What::Copy, node)?;
        self.free(transfer.from, false, What::Copy, node)?;
        self.copy_elements(transfer, &count, node)
    }

    /// The copy itself.
    pub fn copy_elements(&mut self, transfer: &'p Transfer, count: &Int, node: Node) -> Done<()> {
        let (_, from) = self.array(transfer.from, node)?;
        let from = from.clone();
        let (var, to) = self.array(transfer.to, node)?;
        let wrong = self.misfit(transfer, count, to, &from);
        if let Some(message) = wrong {
            let mut failure = Failure::new(What::Copy, Why::OutOfBounds, node, message);
            failure = failure.value(ValueOf::Index, "elements to copy", count, 0);
            for (heap, array) in [(transfer.to, to), (transfer.from, &from)] {
                let name = self.name(heap);
                failure = failure.value(ValueOf::Index, format!("length of `{name}`"), lengths(&array.dims), 0);
            }
            return Err(failure.into());
        }
        let row: i64 = from.dims.iter().skip(1).product();
        let many = count.to_i64().and_then(|n| usize::try_from(n.checked_mul(row)?).ok()).unwrap_or(0);
        let lost = || not_computable("this array is not there", node);
        let to = self.frame_mut()?.now.arrays.get_mut(&var).ok_or_else(lost)?;
        put(to, from.cells.iter().take(many).cloned());
        Ok(())
    }

    /// The sentence that says why two arrays do not have the elements that are copied.
    fn misfit(&self, transfer: &Transfer, count: &Int, to: &Array, from: &Array) -> Option<String> {
        let (a, b) = (self.name(transfer.to), self.name(transfer.from));
        if *count < Int::ZERO {
            return Some(format!("the number of elements to copy is {count}, which is negative"));
        }
        for (name, array) in [(a, to), (b, from)] {
            let length = array.dims.first().copied().unwrap_or(0);
            if *count > Int::from(length) {
                let elements = if length == 1 { "element" } else { "elements" };
                return Some(format!("`{name}` has {length} {elements}, and the number to copy is {count}"));
            }
        }
        let rows = |array: &Array| array.dims.get(1..).map(<[i64]>::to_vec);
        (rows(to) != rows(from)).then(|| {
            format!(
                "`{a}` has {} elements and `{b}` has {}: all lengths but the first must be equal",
                lengths(&to.dims),
                lengths(&from.dims)
            )
        })
    }
}

/// The first elements of an array get these values.
pub(super) fn put(array: &mut Array, values: impl Iterator<Item = Value>) {
    for (cell, value) in Rc::make_mut(&mut array.cells).iter_mut().zip(values) {
        *cell = value;
    }
}

/// The lengths of an array: `4`, or `4 by 8`.
pub(super) fn lengths(dims: &[i64]) -> String {
    dims.iter().map(ToString::to_string).collect::<Vec<_>>().join(" by ")
}
