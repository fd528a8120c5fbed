//! Pointers in the memory that the threads of a group share.
//!
//! In: the declaration of such a variable, and the kernel. Out: an array of one element, which is the number of the
//! element to which the pointer points, and the array with that element. All values that the kernel assigns to the
//! pointer must come from this array; each assignment checks it.

use super::several::{declares, origins, values};
use super::state::{Array, Binding};
use crate::c::kernels::body;
use crate::c::tree::Node;
use crate::c::types::CType;
use std::collections::{BTreeMap, BTreeSet};

/// The array from which all values of a pointer come that a kernel declares; `None` if there is no such array.
pub fn origin(bindings: &BTreeMap<&str, Binding>, declared: &Node, kernel: &Node, to: &CType) -> Option<Array> {
    let code = body(kernel)?;
    let mut arrays: Vec<&Array> = Vec::new();
    let (mut seen, mut next) = (BTreeSet::from([declared.id.as_str()]), vec![declared.id.as_str()]);
    while let Some(id) = next.pop() {
        match bindings.get(id) {
            Some(Binding::Array(array)) => arrays.push(array),
            None if declares(code, id) => {}
            _ => return None,
        }
        let mut from = Vec::new();
        for value in values(code, id) {
            origins(value, &mut from)?;
        }
        next.extend(from.into_iter().filter(|id| seen.insert(id)));
    }
    let (first, rest) = arrays.split_first()?;
    let plain = first.element == *to && first.is_plain() && first.length.is_none();
    (plain && rest.iter().all(|array| array.heaps == first.heaps)).then(|| (*first).clone())
}
