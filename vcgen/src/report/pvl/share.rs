//! Advice about invariants that threads share.
//!
//! In: an invariant, and what it speaks of. Out: a sentence.

use super::names::Words;
use ir::{Heap, LabelId};

impl Words<'_> {
    /// The advice to access an array in a step that opens an invariant.
    pub(super) fn open_invariant(&self, invariant: LabelId, heap: Heap) -> String {
        let (name, array) = (self.label_name(invariant), self.array(heap));
        format!(
            "the invariant `{name}` has permissions for `{array}`, and only a step that opens `{name}` has them: \
            access `{array}` in `atomic({name}) {{ … }}`, and use variables of the thread to bring values into the \
            step or out of it"
        )
    }
}
